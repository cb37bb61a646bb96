"""Simple players: they write order sheets from nothing but their own view.

For tribes that nobody plays, for demos and for tests.
"""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.kingofkings.state import Force
from turmwart.games.kingofkings.tables import BO, BU, DIRECTIONS, FU, GE, RE, SC
from turmwart.games.kingofkings.view import Seen, View
from turmwart.table.dealer import Seeded

WORDS = {BO: "BOGEN", FU: "FUSS", RE: "REITER", GE: "GENERAL"}
FOOT_PRICE, SHIP_PRICE = 6, 10


def growing(view: View) -> list[str]:
    """Orders of a tribe that holds and grows: new foot in the province with fewest troops.

    Rule: K-OPTION-5.
    """
    stock = view.stock.wp if view.stock else 0
    own = sorted(_own(view), key=lambda seen: (sum(_counts(view, seen)[:SC]), seen.y, seen.x))
    fitting = own[: min(stock // FOOT_PRICE, len(own), view.options.orders_per_round)]
    return [f"EIN {seen.x} {seen.y} FUSS" for seen in fitting]


def roving(view: View, seed: str) -> list[str]:
    """Orders of a tribe that does a bit of everything, chosen by a seed.

    Args:
        view: of the tribe; nothing else is known to it.
        seed: other seeds give other orders, the same seed and view the same.
    """
    draw = Seeded(f"{seed} {view.seat}", view.next_round)
    lines: list[str] = []
    for number, seen in enumerate(_own(view)):
        counts = _counts(view, seen)
        lines.extend(_province(view, seen, counts, draw, number))
    for number, seen in enumerate(view.fields):
        counts = _counts(view, seen)
        if not seen.owner and any(counts[:SC]) and counts[SC]:
            lines.append(_fleet(seen, counts, draw, number))
    if view.standings and draw("ally", 0, 6) == 1:
        other = view.standings[draw("whom", 0, len(view.standings)) - 1].other
        lines.append(f"ALL {other} {draw('status', 0, 6) - 1}")
    order = sorted(range(len(lines)), key=lambda n: draw("order", n, 1_000_000))
    return [lines[n] for n in order][: view.options.orders_per_round]


def _province(
    view: View, seen: Seen, counts: tuple[int, ...], draw: Seeded, number: int
) -> Iterator[str]:
    at = f"{seen.x} {seen.y}"
    enemies, free = _neighbours(view, seen)
    # Somebody stays behind, or the province would be lost.
    spare = sum(counts[kind] for kind in WORDS) - (0 if counts[BU] else 1)
    tactic = "FZTUG"[draw("tactic", number, 5) - 1]
    choice = draw("what", number, 12)
    if choice == 1 and spare > 0:
        path = " ".join("NSWO"[draw(f"way {n}", number, 4) - 1] for n in range(2))
        yield f"LAND {at} AT {path}"
    elif choice == 2:
        yield f"VERT {at} {tactic}"
    elif enemies and spare > 0:
        direction = enemies[draw("enemy", number, len(enemies)) - 1]
        if choice <= 5:
            yield f"RAUB {at} {_forces(counts, spare)} {direction}"
        else:
            yield f"LAND {at} {tactic} {_forces(counts, spare)} {direction}"
    elif counts[SC] and spare > 0 and choice <= 7:
        path = " ".join("NSWO"[draw(f"sea {n}", number, 4) - 1] for n in range(3))
        crew = min(spare, counts[SC])
        yield f"SEE {at} {_forces(counts, crew)} SCHIFF {crew} {path}"
    elif free and spare > 0:
        yield f"LAND {at} {_forces(counts, 1)} {free[draw('free', number, len(free)) - 1]}"
    if view.stock and view.stock.wp >= FOOT_PRICE:
        troop = ("BOGEN", "FUSS", "REITER", "BURG", "GENERAL")[draw("troop", number, 5) - 1]
        yield f"EIN {at} {'FUSS' if counts[BU] and troop == 'BURG' else troop}"
    if view.stock and view.stock.wood >= SHIP_PRICE and draw("ship", number, 3) == 1:
        yield f"EIN {at} SCHIFF"


def _neighbours(view: View, seen: Seen) -> tuple[list[str], list[str]]:
    """Directions of provinces of enemies, and of those that nobody owns."""
    owners = {(one.x, one.y): one.owner for one in view.fields}
    allies = {one.other for one in view.standings if one.in_force}
    seas = {terrain.letter for terrain in view.terrains if terrain.sea}
    enemies: list[str] = []
    free: list[str] = []
    for direction, (dx, dy) in DIRECTIONS.items():
        row, column = seen.y + dy - view.north, seen.x + dx - view.west
        if not (0 <= row < len(view.rows) and 0 <= column < len(view.rows[0])):
            continue
        owner = owners.get((seen.x + dx, seen.y + dy), 0)
        if view.rows[row][column] in seas or owner == view.seat or owner in allies:
            continue
        (enemies if owner else free).append(direction)
    return enemies, free


def _forces(counts: tuple[int, ...], most: int) -> str:
    """Up to ``most`` of the units, as an order names them."""
    said, left = [], most
    for kind, word in WORDS.items():
        taken = min(counts[kind], left)
        left -= taken
        if taken:
            said.append(f"{word} {taken}")
    return " ".join(said)


def _fleet(seen: Seen, counts: tuple[int, ...], draw: Seeded, number: int) -> str:
    directions = list(DIRECTIONS)
    steps = draw("long", number, 4)
    path = " ".join(directions[draw("sea", 8 * number + n, 4) - 1] for n in range(steps))
    at = f"{seen.x} {seen.y}"
    if draw("land", number, 2) == 1:
        return f"LAND {at} AT SCHIFF {counts[SC]} {path.split()[0]}"
    return f"SEE {at} AT SCHIFF {counts[SC]} {path}"


def _own(view: View) -> list[Seen]:
    return [seen for seen in view.fields if seen.owner == view.seat]


def _counts(view: View, seen: Seen) -> tuple[int, ...]:
    none = Force(view.seat, (0,) * (SC + 1))
    return next((f.counts for f in seen.forces if f.player == view.seat), none.counts)
