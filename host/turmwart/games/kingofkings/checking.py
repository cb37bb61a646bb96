"""An order sheet checked before the round, against nothing but what its writer may see."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from turmwart.games.kingofkings import orders
from turmwart.games.kingofkings.reading import is_order, read
from turmwart.games.kingofkings.tables import CODES, SC
from turmwart.games.kingofkings.view import Seen, View


@dataclass(frozen=True, slots=True)
class Checked:
    """What can be said of a line before the round.

    Attributes:
        number: of the line on the sheet, from 1.
        text: as written.
        error: result code where the line will not be carried out; empty where it can be.
        hints: codes that the line would give if it were carried out now, as far as its writer
            can know; earlier orders may change that.
        meant: how the line could have been meant.
    """

    number: int
    text: str
    error: str
    hints: tuple[str, ...] = ()
    meant: str = ""


def check_sheet(view: View, lines: tuple[str, ...]) -> tuple[Checked, ...]:
    """Check the lines of a sheet; blank ones and comments are left out.

    Args:
        view: of the seat that wrote it. Nothing else is looked at, so that the check of a form
            tells nothing its writer does not know.
        lines: of the sheet.

    Rule: K-REPORT-10, K-ORDER-3, K-ORDER-5.
    """
    known = {(seen.x, seen.y): seen for seen in view.fields}
    found: list[Checked] = []
    for number, text in enumerate(lines, 1):
        if not is_order(text):
            continue
        if len(found) >= view.options.orders_per_round:
            found.append(Checked(number, text, "limit-orders"))
            continue
        reading = read(text)
        error = reading.error or ("odd-spelling" if reading.doubtful else "")
        hints = tuple(sorted(set(_hints(view, known, reading.order)))) if reading.order else ()
        found.append(Checked(number, text, error, hints, reading.meant))
    return tuple(found)


def digest(lines: tuple[str, ...]) -> str:
    """Twelve hex digits that tell one sheet from another, for receipts."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def _hints(view: View, known: dict[tuple[int, int], Seen], order: orders.Order) -> Iterator[str]:
    match order:
        case orders.Place(items=items):
            for at, kind in items:
                yield from _build_hints(view, known, at, kind)
        case orders.Defend(items=settings):
            for at, _ in settings:
                yield from _own(view, known, at)
        case orders.Name(at=at) if at is not None:
            yield from _own(view, known, at)
        case orders.Give(at=at, player=player):
            yield from _own(view, known, at)
            if player == view.seat:
                yield "own-number"
        case orders.Ally(player=player, status=status):
            yield from _ally_hints(view, player, status)
        case orders.Spy(items=fields):
            if view.options.report_mode == "zine":
                yield "zine-spi"
            for at in fields:
                if not _letter(view, at):
                    yield "off-map"
        case orders.March() | orders.Sail() | orders.Plunder():
            yield from _force_hints(view, known, order.start, order.forces)
        case orders.Name():
            return


def _ally_hints(view: View, player: int, status: int) -> Iterator[str]:
    if player == view.seat:
        yield "own-number"
    elif view.tribe(player) is None:
        yield "bad-count"
    for standing in view.standings:
        if standing.other == player and abs(standing.own - status) > 1:
            yield "status-step"


def _letter(view: View, at: tuple[int, int]) -> str:
    row, column = at[1] - view.north, at[0] - view.west
    if 0 <= row < len(view.rows) and 0 <= column < len(view.rows[0]):
        return view.rows[row][column]
    return ""


def _sea(view: View, at: tuple[int, int]) -> bool:
    letter = _letter(view, at)
    return any(terrain.sea for terrain in view.terrains if terrain.letter == letter)


def _own(view: View, known: dict[tuple[int, int], Seen], at: tuple[int, int]) -> Iterator[str]:
    if not _letter(view, at):
        yield "off-map"
    elif at not in known or known[at].owner != view.seat:
        yield "not-owner"


def _build_hints(
    view: View, known: dict[tuple[int, int], Seen], at: tuple[int, int], kind: int
) -> Iterator[str]:
    if _letter(view, at) and _sea(view, at):
        yield "sea-field"
        return
    yield from _own(view, known, at)
    near = [(at[0] + dx, at[1] + dy) for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0))]
    if kind == SC and not any(_sea(view, field) for field in near if _letter(view, field)):
        yield "not-coastal"


def _force_hints(
    view: View, known: dict[tuple[int, int], Seen], at: tuple[int, int], forces: orders.Forces
) -> Iterator[str]:
    if not _letter(view, at):
        yield "off-map"
        return
    seen = known.get(at)
    if not _sea(view, at):
        yield from _own(view, known, at)
    counts = next(
        (force.counts for force in (seen.forces if seen else ()) if force.player == view.seat),
        (0,) * len(CODES),
    )
    if not any(counts[:SC]):
        yield "no-units"
    elif any(wanted > there for wanted, there in zip(forces.counts, counts, strict=True)):
        yield "fewer-units"
