"""What the table must do now, and what it may."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from turmwart.games.paladins.bonuses import coded
from turmwart.games.paladins.entering import MOST, ON, WORKSHOPS_PER_ACTION
from turmwart.games.paladins.names import ACTIONS, RIGHT, WORKER
from turmwart.games.paladins.needs import kept_only, needs, sheet_needs
from turmwart.games.paladins.options import ID, action_options, kind_options, seat_options
from turmwart.games.paladins.prompts_actions import action_prompts
from turmwart.games.paladins.questions import correcting, questions
from turmwart.games.paladins.rules import asked
from turmwart.games.paladins.scoring import first, own_rule, tied, undecided
from turmwart.games.paladins.setup import MODES
from turmwart.games.paladins.state import KEPT_MOST, NUMBERS, Player, State
from turmwart.games.paladins.workers import first_of, typed
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Several, Sheet, Slot, Text

CARD_SILVER = (1, 2, 0)
"""What suspicion cards show (``inquisition.toml``); in a list 1 and 2 stand at their digits."""
_TIE = "Q-P-TIE"


def prompts(state: State, seat: str | None = None) -> tuple[Prompt, ...]:
    """What must be done now first, then what may be left out.

    Args:
        state: the game.
        seat: only what this seat or the whole table is asked; None: everything.
    """
    return tuple(one for one in _all(state) if seat is None or one.seat in ("", seat))


def _all(state: State) -> Iterator[Prompt]:
    question = asked(state)
    if question is not None:
        yield from questions(state, question)
        return
    if state.phase == "round":
        yield from _round(state)
        yield from _modes(state)
    else:
        yield from _scoring(state)
    yield from _corrections(state)
    yield from correcting(state)


def _round(state: State) -> Iterator[Prompt]:
    if state.due:
        yield _draw(state, state.due[0].seat, "draw", state.due[0].cards)
    for player in state.players:
        if needs(state, player):
            yield _numbers(state, player)
    if state.mode == "light":
        yield Prompt(f"{ID}end_round", "EndRound", "", True, (), (), "P-ROUND-2", _when(state))
        yield _any_suspicion(state)
        yield Prompt(f"{ID}go_on", "GoOn", "", False, (), (), "P-ROUND-2", _when(state))
    else:
        yield from _name_orders(state, must=state.step == "reveal")
        yield from _paladins(state)
        yield from action_prompts(state)
        open_step = state.step == "actions"
        yield Prompt(f"{ID}go_on", "GoOn", "", not open_step, (), (), "P-ROUND-2", _when(state))
        yield _any_suspicion(state)
        yield _adjust(state)
    if any(player.debts_open for player in state.players):
        owing = [player.seat for player in state.players if player.debts_open]
        slots = (Choice("seat", seat_options(state, owing)),)
        yield Prompt(f"{ID}settle", "SettleDebt", "", False, slots, (), "P-INQ-11")
    everybody = (Choice("seat", seat_options(state, state.seats)),)
    yield Prompt(f"{ID}take_debt", "TakeDebt", "", False, everybody, (), "P-ACT-RECRUIT-5")
    if state.mode == "light":
        yield from _name_orders(state, must=False)


def _when(state: State) -> tuple[tuple[str, int | str], ...]:
    return (("n", state.round), ("step", f"@paladins.step.{state.step}"))


def _draw(state: State, seat: str, name: str, cards: int) -> Prompt:
    values = (("player", state.player(seat).name), ("n", cards))
    fixed = (("seat", seat),)
    return Prompt(
        f"{ID}{name}", "DrawSuspicion", seat, True, (_silver(),), fixed, "P-INQ-1", values
    )


def _silver() -> Choice:
    return Choice("silver", tuple(Option(n, f"paladins.card.{n}") for n in CARD_SILVER))


def _any_suspicion(state: State) -> Prompt:
    """A criminal from anywhere: a card is drawn; beyond light mode it may bring a worker."""
    slots: tuple[Slot, ...] = (Choice("seat", seat_options(state, state.seats)), _silver())
    if state.mode != "light":
        truth = (Option(True, "paladins.yes"), Option(False, "paladins.no"))
        slots = (*slots, Choice("worker", truth, True))
    return Prompt(f"{ID}criminal", "DrawSuspicion", "", False, slots, (), "P-INQ-1")


def _numbers(state: State, player: Player) -> Prompt:
    """One sheet with all that the mode needs to know of a player now.

    Rule: section 10.
    """
    needed = needs(state, player)
    rows: list[Choice | Number | Text] = []
    for name in needed:
        if name == "spaces":
            rows.extend(
                Number(ON + action, 0, WORKSHOPS_PER_ACTION, _standing(player, action))
                for action in RIGHT
            )
        elif name not in ("workers", "used"):
            rows.append(_row(player, name))
    slots: list[Slot] = [Sheet("numbers", tuple(rows))] if rows else []
    if "workers" in needed:
        slots.append(_workers(state, player))
    if "used" in needed:
        options = action_options(ACTIONS)
        slots.append(Several("used", options, 0, len(options)))
    values = (("player", player.name), ("mode", f"@paladins.mode.{state.mode}"))
    fixed = (("seat", player.seat),)
    return Prompt(
        f"{ID}numbers", "EnterNumbers", player.seat, True, tuple(slots), fixed, "", values
    )


def _workers(state: State, player: Player) -> Text:
    """The workers that were known last; before new ones come, no more than can be kept."""
    kept = kept_only(state, player)
    known = first_of(player.workers, KEPT_MOST) if kept else player.workers
    if state.mode == "standard":
        return Text("workers", 2, str(known.total))
    return Text("workers", 12, typed(known) if known and not known[WORKER] else "")


def _row(player: Player, name: str) -> Number:
    if name == "goods":
        return Number(name, 0, None, player.silver + player.provisions)
    value = player.piece(name) if name == "workshops" else int(getattr(player, name))
    return Number(name, 0, MOST.get(name), value)


def _standing(player: Player, action: str) -> int:
    return sum(one.action == action for one in player.workshops)


def _name_orders(state: State, *, must: bool) -> Iterator[Prompt]:
    for order in state.orders:
        if not order.action:
            taken = [one.action for one in state.orders]
            free = [one for one in state.board.order_actions if one not in taken]
            slots = (Choice("action", action_options(free)),)
            fixed = (("place", order.place + 1),)
            values = (("n", order.place + 1),)
            yield Prompt(f"{ID}order", "NameOrder", "", must, slots, fixed, "P-END-2", values)


def _paladins(state: State) -> Iterator[Prompt]:
    """The paladins, then the tavern cards in turn order.

    Rule: P-ROUND-8, P-ROUND-9, P-ROUND-10.
    """
    if state.step not in ("workers", "actions"):
        return
    must = state.step == "workers"
    for seat in state.order_of_play:
        player = state.player(seat)
        if player.paladin is None and not player.passed and not needs(state, player):
            cards = tuple(
                Option(
                    one.name, label=_paladin_line(one.name, one.faith, one.strength, one.influence)
                )
                for one in state.board.paladins
                if one.name not in player.played
            )
            values = (("player", player.name),)
            fixed = (("seat", seat),)
            slots: tuple[Slot, ...] = (Choice("name", cards),)
            yield Prompt(
                f"{ID}paladin", "RevealPaladin", seat, must, slots, fixed, "P-ROUND-9", values
            )
            brings = must or "paladin" in player.stale
            typed_slots: tuple[Slot, ...] = (
                *(Number(name, 0, 4, 0) for name in ("faith", "strength", "influence")),
                *((Text("workers", 2),) if state.mode == "full" and brings else ()),
            )
            yield Prompt(
                f"{ID}paladin_points",
                "RevealPaladin",
                seat,
                False,
                typed_slots,
                fixed,
                "P-ROUND-9",
                values,
            )
    if state.mode != "full" or not must:
        return
    for seat in state.order_of_play:
        player = state.player(seat)
        if not player.tavern and not needs(state, player):
            values = (("player", player.name),)
            yield Prompt(
                f"{ID}tavern",
                "TakeTavern",
                seat,
                True,
                (Text("workers", 4),),
                (("seat", seat),),
                "P-ROUND-10",
                values,
            )


def _paladin_line(name: str, faith: int, strength: int, influence: int) -> str:
    return f"{name} {faith}/{strength}/{influence}"


def _adjust(state: State) -> Prompt:
    kinds = kind_options() if state.mode == "full" else (Option(WORKER, "paladins.kind.worker"),)
    names = tuple(Option(name, f"paladins.numbers.{name}") for name in NUMBERS)
    truth = (Option(False, "paladins.gain"), Option(True, "paladins.lose"))
    seats = seat_options(state, state.seats)
    slots = (
        Choice("seat", seats, state.turn or None),
        Choice("lose", truth),
        Choice("what", (*names, *kinds)),
        Number("by", 0, 20, 1),
    )
    return Prompt(f"{ID}adjust", "Adjust", "", False, slots)


def _modes(state: State) -> Iterator[Prompt]:
    others = tuple(Option(one, f"paladins.mode.{one}") for one in MODES if one != state.mode)
    yield Prompt(f"{ID}mode", "ChooseMode", "", False, (Choice("mode", others),))


def _scoring(state: State) -> Iterator[Prompt]:
    """What the count still needs.

    Rule: P-END-1 to P-END-9.
    """
    if state.phase != "over":
        yield from _name_orders(state, must=True)
    # After the end a sheet is due only where a corrected answer asks for more than was entered.
    for player in state.players:
        needed = sheet_needs(state, player)
        if not needed:
            continue
        rows = tuple(_row(player, name) for name in needed if name != "outsiders")
        slots: list[Slot] = [Sheet("numbers", rows)] if rows else []
        if "outsiders" in needed:
            slots.append(Text("outsiders", 30, coded(state.board, player.outsiders)))
        yield Prompt(
            f"{ID}sheet",
            "EnterSheet",
            player.seat,
            True,
            tuple(slots),
            (("seat", player.seat),),
            "P-END-1",
            (("player", player.name),),
        )
    if state.phase == "over" and tied(state) and state.board.known(_TIE) is None:
        # Corrections made a tie that was none when the points were counted.
        yield from questions(state, _TIE)
    if state.phase == "over" and own_rule(state):
        who = (Choice("seat", seat_options(state, first(state))),)
        yield Prompt(f"{ID}winner", "NameWinner", "", undecided(state), who, (), "P-END-9")
    if state.phase != "over":
        yield Prompt(f"{ID}count", "GoOn", "", True, (), (), "P-END-1")


def _corrections(state: State) -> Iterator[Prompt]:
    names = tuple(Option(name, f"paladins.numbers.{name}") for name in (*NUMBERS, "workshops"))
    slots: tuple[Slot, ...] = (
        Choice("seat", seat_options(state, state.seats)),
        Choice("what", names),
        Number("value", 0),
        Text("reason"),
    )
    yield Prompt(f"{ID}correct", "CorrectNumber", "", False, slots)
    # After the end too: the answer of the copy cannot fall below what lies there.
    fixed: tuple[tuple[str, str], ...] = (("what", "tax"), ("seat", ""))
    tax = Prompt(f"{ID}correct_tax", "CorrectNumber", "", False, (), fixed, "P-SETUP-4")
    yield replace(tax, slots=(Number("value", 1, None, state.tax), Text("reason")))
    named = tuple(
        Option(
            one.place + 1,
            "paladins.event.OrderNamed",
            values=(("place", one.place + 1), ("action", f"@paladins.action.{one.action}")),
        )
        for one in state.orders
        if one.action
    )
    if named:
        slots = (
            Choice("place", named),
            Choice("action", action_options(state.board.order_actions)),
        )
        yield Prompt(f"{ID}correct_order", "NameOrder", "", False, slots, (), "P-END-2")
    slots = (
        Choice("seat", seat_options(state, state.seats)),
        Text("outsiders", 30),
        Text("reason"),
    )
    yield Prompt(f"{ID}correct_outsiders", "CorrectOutsiders", "", False, slots, (), "P-END-6")
