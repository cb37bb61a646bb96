"""What was not kept so far: for a higher mode, and on the end sheet; corrections."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.paladins.bonuses import outsiders_of
from turmwart.games.paladins.checks import (
    Handled,
    Handler,
    doubtful,
    in_the_box,
    keeps,
    known_seat,
    not_now,
    refused,
)
from turmwart.games.paladins.commands import (
    Adjust,
    CorrectNumber,
    CorrectOutsiders,
    EnterNumbers,
    EnterSheet,
    NameWinner,
)
from turmwart.games.paladins.events import (
    Adjusted,
    NumberCorrected,
    NumbersEntered,
    OutsidersCorrected,
    SheetEntered,
    SuspicionDue,
    WinnerNamed,
)
from turmwart.games.paladins.names import ACTIONS, ATTRIBUTES, CRIMINAL, KINDS, RIGHT, WORKER
from turmwart.games.paladins.needs import kept_only, needs, sheet_needs
from turmwart.games.paladins.scoring import first, own_rule
from turmwart.games.paladins.state import (
    ATTRIBUTE_MOST,
    DEBTS_MOST,
    KEPT_MOST,
    NUMBERS,
    OUTSIDER_CARDS,
    PIECES,
    SUSPICION_MOST,
    TOWNSFOLK_CARDS,
    Player,
    State,
    Workshop,
)
from turmwart.games.paladins.workers import named
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection

ON = "on_"
"""Prefix of the rows that say where the workshops stand."""
WORKSHOPS_PER_ACTION = 3
MOST = {
    **dict.fromkeys(ATTRIBUTES, ATTRIBUTE_MOST),
    **PIECES,
    "attacked": OUTSIDER_CARDS,
    "townsfolk": TOWNSFOLK_CARDS,
    "suspicion": SUSPICION_MOST,
    "debts_open": DEBTS_MOST,
    "debts_paid": DEBTS_MOST,
    **{ON + action: WORKSHOPS_PER_ACTION for action in RIGHT},
}
"""The most that a number of a player can be; those left out have no limit."""


def enter_numbers(state: State, command: EnterNumbers) -> Handled:
    """A player's numbers that the mode needs and that were not kept.

    Rule: section 10, P-PASS-3.
    """
    yield from known_seat(state, command.seat)
    player = state.player(command.seat)
    needed = needs(state, player)
    if not needed:
        yield refused("P-ACT-GEN-1", "nothing_needed", player=player.name)
    given = dict(command.numbers)
    places = {name: n for name, n in given.items() if name.startswith(ON)}
    plain = {name: n for name, n in given.items() if name not in places}
    asked = [name for name in needed if name not in ("workers", "used", "spaces")]
    missing = [name for name in asked if name not in plain]
    if missing:
        yield refused("P-ACT-GEN-1", "missing", name=f"@paladins.numbers.{missing[0]}")
    yield from _fit(given)
    rows = [ON + action for action in RIGHT] if "spaces" in needed else []
    unknown = [name for name in given if name not in (*asked, *rows)]
    if unknown:
        yield refused("P-ACT-GEN-1", "no_such_number", name=unknown[0])
    workers = None
    if "workers" in needed:
        workers = named(state, command.workers)
        if workers is None:
            yield refused("P-WORKER-1", "no_workers", typed=command.workers)
            return
        if state.mode == "standard":
            workers = Cubes.from_counts({WORKER: workers.total})
        if workers.total > KEPT_MOST and kept_only(state, player):
            yield doubtful("P-PASS-3", "too_many_kept", most=KEPT_MOST, kept=workers.total)
        yield from keeps(player, workers.total)
    workshops = None
    if "spaces" in needed:
        workshops = tuple(
            Workshop(action) for action in RIGHT for _ in range(places.get(ON + action, 0))
        )
        if len(workshops) > PIECES["workshops"]:
            yield refused("P-SETUP-5", "no_piece_left", piece="@paladins.piece.workshops")
        if "workshops" not in player.stale:
            name = "@paladins.numbers.workshops"
            yield from _as_many("P-WORKER-5", name, len(player.workshops), len(workshops))
    elif "workshops" in needed:
        workshops = (Workshop(),) * plain.pop("workshops")
    used = command.used if "used" in needed else None
    if used is not None and not set(used) <= set(ACTIONS):
        yield refused("P-ACT-GEN-2", "no_such_target", typed=" ".join(used))
    yield NumbersEntered(command.seat, tuple(plain.items()), workshops, workers, used)


def _as_many(rule: str, name: str, have: int, now: int) -> Iterator[Objection]:
    """Object where something is told anew of pieces or cards, and others are left out or added."""
    if have != now:
        yield doubtful(rule, "number_differs", name=name, have=have, now=now)


def _fit(numbers: dict[str, int]) -> Iterator[Objection]:
    for name, value in numbers.items():
        most = MOST.get(name)
        if value < 0 or (most is not None and value > most):
            label = f"@paladins.numbers.{name}"
            yield refused("P-SETUP-5", "number_cannot_be", name=label, value=value)


def enter_sheet(state: State, command: EnterSheet) -> Handled:
    """The end sheet of a player.

    Rule: P-END-2 to P-END-8.
    """
    yield from known_seat(state, command.seat)
    if state.phase == "round":
        yield not_now(state, "P-END-1")
    player = state.player(command.seat)
    needed = sheet_needs(state, player)
    if not needed:
        yield refused("P-END-1", "nothing_needed", player=player.name)
    given = dict(command.numbers)
    asked = [name for name in needed if name != "outsiders"]
    for name in asked:
        # Without walls there is nothing printed on them.
        if name == "wall_points" and not given.get("walls", player.walls):
            given.setdefault(name, 0)
        if name not in given:
            yield refused("P-END-1", "missing", name=f"@paladins.numbers.{name}")
    for name in given:
        if name not in asked:
            yield refused("P-END-1", "no_such_number", name=name)
    yield from _fit(given)
    if player.goods_together and "silver" in given:
        together = player.silver + player.provisions
        apart = given["silver"] + given["provisions"]
        yield from _as_many("P-END-5", "@paladins.numbers.goods", together, apart)
    outsiders = None
    if "outsiders" in needed:
        outsiders = outsiders_of(state.board, command.outsiders)
        if outsiders is None:
            yield refused("P-END-6", "no_outsiders", typed=command.outsiders)
            return
        if "outsiders" not in player.stale:
            name = "@paladins.slot.outsiders"
            yield from _as_many("P-ACT-CONVERT-4", name, len(player.outsiders), len(outsiders))
    yield SheetEntered(command.seat, tuple(given.items()), outsiders)


def adjust(state: State, command: Adjust) -> Handled:
    """A bonus or a cost that no action books by itself.

    Rule: P-WORKER-3, P-ACT-COMMISSION-4, P-ACT-FORTIFY-3, P-INQ-9.
    """
    yield from known_seat(state, command.seat)
    if state.phase != "round":
        yield not_now(state, "P-ROUND-12")
    workers = (WORKER,) if state.mode == "standard" else KINDS
    if command.what not in (*NUMBERS, *workers) or command.by < 0:
        yield refused("P-ACT-GEN-1", "no_such_number", name=command.what)
        return
    player = state.player(command.seat)
    by = -command.by if command.lose else command.by
    have = _have(player, command.what)
    if have + by < 0:
        label = f"@paladins.numbers.{command.what}"
        yield doubtful("P-ACT-GEN-1", "too_little", name=label, have=have)
        by = -have
    most = MOST.get(command.what)
    if most is not None and command.what not in ATTRIBUTES and have + by > most:
        label = f"@paladins.numbers.{command.what}"
        yield refused("P-SETUP-5", "number_cannot_be", name=label, value=have + by)
    if command.what in ("debts_open", "debts_paid"):
        yield from in_the_box(player, **{command.what: by})
    if command.what in workers and by > 0:
        yield from keeps(player, player.workers.total + by)
    yield Adjusted(command.seat, command.what, by)
    if command.what == CRIMINAL and by > 0 and state.mode == "full":
        yield SuspicionDue(command.seat, by)


def _have(player: Player, what: str) -> int:
    if what == WORKER:
        # Where a number is kept, those whose kinds were told in full mode are among them.
        return player.workers.total
    if what in KINDS:
        return player.workers[what]
    number: int = getattr(player, what)
    return number


def correct_number(state: State, command: CorrectNumber) -> Handled:
    """A number is corrected, also after the end: the points follow.

    Rule: section 9, P-END-1, P-END-8.
    """
    what, now = command.what, command.value
    reason = command.reason.strip()
    if not reason:
        yield refused("P-END-1", "reason_missing")
    if what == "tax" and not command.seat:
        full = int(state.board.answer(state.tax_key))
        # An empty supply would have been filled again at once (P-INQ-8).
        if not 1 <= now <= full:
            yield refused("P-SETUP-4", "tax_cannot_be", most=full, value=now)
        if now != state.tax:
            yield NumberCorrected("tax", "", state.tax, now, reason)
        return
    if what not in (*NUMBERS, "workshops") or command.seat not in state.seats:
        yield refused("P-END-1", "no_such_number", name=what)
        return
    yield from _fit({what: now})
    player = state.player(command.seat)
    if what == "provisions" and player.goods_together:
        yield refused("P-END-5", "goods_together", player=player.name)
    was = player.piece(what) if what in PIECES else _have(player, what)
    if what in ("debts_open", "debts_paid"):
        yield from in_the_box(player, **{what: now - was})
    if now != was:
        yield NumberCorrected(what, command.seat, was, now, reason)
        if what == "walls" and not now and player.wall_points:
            # Without walls there is nothing printed on them.
            yield NumberCorrected("wall_points", command.seat, player.wall_points, 0, reason)


def correct_outsiders(state: State, command: CorrectOutsiders) -> Handled:
    """The converted outsiders are corrected.

    Rule: P-END-6.
    """
    yield from known_seat(state, command.seat)
    reason = command.reason.strip()
    if not reason:
        yield refused("P-END-1", "reason_missing")
    outsiders = outsiders_of(state.board, command.outsiders)
    if outsiders is None:
        yield refused("P-END-6", "no_outsiders", typed=command.outsiders)
        return
    if outsiders != state.player(command.seat).outsiders:
        yield OutsidersCorrected(command.seat, outsiders, reason)


def name_winner(state: State, command: NameWinner) -> Handled:
    """The table's own rule says who wins among those with equal points.

    Rule: P-END-9.
    """
    yield from known_seat(state, command.seat)
    if state.phase != "over" or not own_rule(state):
        yield not_now(state, "P-END-9")
    if command.seat not in first(state):
        yield refused("P-END-9", "not_equal", player=state.player(command.seat).name)
    if command.seat != state.winner:
        yield WinnerNamed(command.seat)


HANDLERS: dict[type, Handler] = {
    EnterNumbers: enter_numbers,
    EnterSheet: enter_sheet,
    Adjust: adjust,
    CorrectNumber: correct_number,
    CorrectOutsiders: correct_outsiders,
    NameWinner: name_winner,
}
