"""Points at the end, each with the rule it comes from, and the ranking."""

from __future__ import annotations

from dataclasses import dataclass, replace

from turmwart.games.paladins.names import ATTRIBUTES
from turmwart.games.paladins.reading import COUNT_ROWS, count_rows, ints
from turmwart.games.paladins.state import PIECE_OF, Outsider, Player, State

GOODS_PER_POINT = 3
PAID_POINTS, OPEN_POINTS = 1, -3
_FIRST_STEP = {"develop": 6}
_USUAL_STEP = 5

QUESTIONS = ("Q-P-TRACKS", "Q-P-COUNTS", "Q-P-ORDERS", "Q-P-POOL")
"""What the count reads of the copy."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the sum.

    Attributes:
        id: ``faith``.., ``commission``.., ``order1``.., ``walls``, ``outsider1``.., ``goods``,
            ``debts``.
        rule: where it comes from.
        points: of it.
        values: what it is computed of, as (name, value).
    """

    id: str
    rule: str
    points: int
    values: tuple[tuple[str, int | str], ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place and points.

    Attributes:
        place: who shares a place has the same number; 0: not ranked.
    """

    place: int
    seat: str
    points: int
    parts: tuple[Part, ...]

    def sum_of(self, *families: str) -> int:
        """Points of all parts whose id begins with one of these."""
        return sum(part.points for part in self.parts if part.id.startswith(families))


def track_points(track: str, value: int) -> int:
    """Points of an attribute's marker.

    Rule: P-END-3.
    """
    row = ints(track)
    return row[min(max(0, value), len(row) - 1)]


def count_points(rows: str, action: str, count: int) -> int:
    """Points for a number of pieces.

    Rule: P-END-4.
    """
    first = _FIRST_STEP.get(action, _USUAL_STEP)
    row = count_rows(rows)[action]
    return row[min(count - first, len(row) - 1)] if count >= first else 0


def performed(player: Player, action: str) -> int:
    """How often a player did what an order shows, as far as pieces and cards tell.

    Rule: P-END-2.
    """
    if action == "attack":
        return player.attacked
    if action == "convert":
        return len(player.outsiders)
    return player.piece(PIECE_OF[action])


def goods_points(silver: int, provisions: int, pooled: bool) -> int:
    """Points for silver and provisions.

    Rule: P-END-5.
    """
    if pooled:
        return (silver + provisions) // GOODS_PER_POINT
    return silver // GOODS_PER_POINT + provisions // GOODS_PER_POINT


def order_parts(state: State, player: Player) -> tuple[Part, ...]:
    """The orders, fulfilled or not.

    Rule: P-END-2.
    """
    *points, needed = ints(str(state.board.likely("Q-P-ORDERS")))
    made = []
    for order in state.orders:
        count = performed(player, order.action) if order.action else 0
        values: tuple[tuple[str, int | str], ...] = (
            ("action", f"@paladins.action.{order.action or 'unknown'}"),
            ("count", count),
            ("needed", needed),
        )
        got = points[order.place] if count >= needed else 0
        made.append(Part(f"order{order.place + 1}", "P-END-2", got, values))
    return tuple(made)


def counted(state: State, player: Player, kind: str) -> int:
    """What a kind of bonus counts.

    Rule: P-END-6.
    """
    if kind in ATTRIBUTES:
        number: int = getattr(player, kind)
        return number
    if kind in PIECE_OF:
        return player.piece(PIECE_OF[kind])
    if kind == "fulfilled_orders":
        return sum(part.points > 0 for part in order_parts(state, player))
    own = {
        "townsfolk": player.townsfolk,
        "debts_paid": player.debts_paid,
        "debts_open": player.debts_open,
        "suspicion_cards": player.suspicion,
    }
    return own[kind]


def outsider_points(state: State, player: Player, outsider: Outsider) -> int:
    """Points of a converted outsider.

    Rule: P-END-6.
    """
    if not outsider.kind:
        return 0
    bonus = state.board.bonus(outsider.kind)
    if not bonus.per:
        return outsider.points
    return counted(state, player, outsider.kind) // bonus.per * outsider.points


def score(state: State, seat: str) -> Standing:
    """A player's points as they stand, without a place.

    Values of the copy that nobody has confirmed count as preset until they are.

    Rule: P-END-1 to P-END-8.
    """
    board, player = state.board, state.player(seat)
    track, rows = str(board.likely("Q-P-TRACKS")), str(board.likely("Q-P-COUNTS"))
    parts: list[Part] = []
    for name in ATTRIBUTES:
        value: int = getattr(player, name)
        parts.append(Part(name, "P-END-3", track_points(track, value), (("value", value),)))
    parts.extend(order_parts(state, player))
    for action in COUNT_ROWS:
        count = player.piece(PIECE_OF[action])
        points = count_points(rows, action, count)
        parts.append(Part(action, "P-END-4", points, (("count", count),)))
    parts.append(Part("walls", "P-END-8", player.wall_points))
    for number, outsider in enumerate(player.outsiders, 1):
        parts.append(_outsider_part(state, player, outsider, number))
    pooled = board.likely("Q-P-POOL") == "pooled"
    goods = goods_points(player.silver, player.provisions, pooled or player.goods_together)
    values: tuple[tuple[str, int], ...]
    values = (("silver", player.silver), ("provisions", player.provisions))
    if player.goods_together:
        values = (("together", player.silver + player.provisions),)
    parts.append(Part("goods", "P-END-5", goods, values))
    debts = player.debts_paid * PAID_POINTS + player.debts_open * OPEN_POINTS
    owed = (("paid", player.debts_paid), ("open", player.debts_open))
    parts.append(Part("debts", "P-END-7", debts, owed))
    return Standing(0, seat, sum(part.points for part in parts), tuple(parts))


def _outsider_part(state: State, player: Player, outsider: Outsider, number: int) -> Part:
    points = outsider_points(state, player, outsider)
    kind = outsider.kind or "unknown"
    per = state.board.bonus(outsider.kind).per if outsider.kind else 0
    values: tuple[tuple[str, int | str], ...] = (
        ("kind", f"@paladins.bonus.{kind}"),
        ("count", counted(state, player, outsider.kind) if per else outsider.points),
        ("per", per),
        ("each", outsider.points),
    )
    return Part(f"outsider{number}", "P-END-6", points, values)


def ranking(state: State) -> tuple[Standing, ...]:
    """All players, the best first; who shares a place has the same number.

    Rule: P-END-9.
    """
    by_silver = state.board.likely("Q-P-TIE") == "most_silver"

    named = state.winner if own_rule(state) and state.winner in first(state) else ""

    def rank(standing: Standing) -> tuple[int, ...]:
        silver = state.player(standing.seat).silver
        return (standing.points, silver if by_silver else standing.seat == named)

    scored = sorted((score(state, seat) for seat in state.seats), key=rank, reverse=True)
    ranks = [rank(standing) for standing in scored]
    return tuple(replace(one, place=ranks.index(rank(one)) + 1) for one in scored)


def undecided(state: State) -> bool:
    """Whether the table has yet to name the winner among those with equal points.

    Rule: P-END-9.
    """
    return own_rule(state) and state.winner not in first(state)


def own_rule(state: State) -> bool:
    """Whether the most points are shared and a rule that only the table knows says who wins.

    Rule: P-END-9.
    """
    return state.board.likely("Q-P-TIE") == "other" and tied(state)


def tied(state: State) -> bool:
    """Whether the most points are shared."""
    return len(first(state)) > 1


def first(state: State) -> tuple[str, ...]:
    """Seats with the most points."""
    points = {seat: score(state, seat).points for seat in state.seats}
    return tuple(seat for seat, n in points.items() if n == max(points.values()))
