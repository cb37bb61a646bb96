"""What the table must or may do at the Imperial Court."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.wallenstein import court, favors
from turmwart.games.wallenstein.board import BUILDINGS, FAVOR_KINDS
from turmwart.games.wallenstein.court_state import (
    COURTIERS_PER_COLOUR,
    MOVES_FORBIDDEN,
    TOWER_CARD,
    Court,
    Taking,
)
from turmwart.games.wallenstein.printed import Need
from turmwart.games.wallenstein.state import State
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Sheet, Slot, Text

ID = "wallenstein.prompt."
NO_FAVOR = Option(0, "wallenstein.card.no_favor")


def favors_due(state: State) -> Prompt:
    """The three favor cards of the season.

    Rule: W-COURT-8, W-OBS-12.
    """
    slots = tuple(Number(name, 1) for name in ("first", "second", "third"))
    left = len(court.unseen(state))
    return Prompt(
        ID + "lay_favors",
        "LayFavors",
        slots=slots,
        rule="W-COURT-8",
        values=(("count", len(slots)), ("left", left)),
    )


def exchanges_due(state: State) -> Iterator[Prompt]:
    """The exchange cards of the player whose turn it is.

    Rule: W-COURT-13, W-COURT-18.
    """
    seat = court.exchanging(state)
    if not seat:
        return
    own = tuple(
        Option(stands.id, label=state.label(stands.id))
        for stands in state.owned(seat)
        if not stands.used
    )
    words = tuple(
        Option(card, f"wallenstein.card.{card}")
        for card in (TOWER_CARD, court.MONEY, court.NO_CARD)
    )
    rows = tuple(Choice(space, (*own, *words)) for space in court.SPACES)
    yield Prompt(
        ID + "reveal_exchanges",
        "RevealExchanges",
        seat,
        slots=(Sheet("cards", rows),),
        fixed=(("seat", seat),),
        rule="W-COURT-18",
        values=(("player", state.player(seat).name),),
    )


def audience_due(state: State) -> Iterator[Prompt]:
    """The favor that is chosen or carried out now.

    Rule: W-COURT-27 to W-COURT-29.
    """
    if state.court is None or not state.court.waiting:
        return
    if state.court.taking is not None:
        yield from _favor(state, state.court.taking)
        return
    seat = state.court.waiting[0]
    cards = tuple(
        Option(favor.number, label=f"{favor.number} ({favor.cost})")
        for favor in court.affordable(state.court, seat)
    )
    yield Prompt(
        ID + "choose_favor",
        "ChooseFavor",
        seat,
        slots=(Choice("number", (*cards, NO_FAVOR)),),
        fixed=(("seat", seat),),
        rule="W-COURT-27",
        values=(
            ("player", state.player(seat).name),
            ("hall", state.court.of(seat).hall),
            ("cards", _on_spaces(state.court)),
        ),
    )


def _on_spaces(there: Court) -> str:
    return ", ".join(f"{favor.number} ({favor.cost})" for favor in there.favors)


def _favor(state: State, taking: Taking) -> Iterator[Prompt]:
    facts = state.board.favor(taking.number)
    fixed = (("seat", taking.seat),)
    values: tuple[tuple[str, int | str], ...] = (
        ("player", state.player(taking.seat).name),
        ("number", taking.number),
    )
    if facts.kind == favors.BY_HAND:
        values = (*values, ("text", facts.text or "-"))
        yield Prompt(
            ID + "finish_favor",
            "FinishFavor",
            taking.seat,
            fixed=fixed,
            rule="W-DATA-8",
            values=values,
        )
    elif facts.kind in favors.PLACED:
        where = tuple(
            Option(province, label=state.label(province))
            for province in favors.targets(state, taking)
        )
        armies = facts.kind == "armies"
        what = ("armies", min(facts.value or 0, state.supply(taking.seat)))
        built = ("building", f"@wallenstein.building.{facts.building}")
        yield Prompt(
            ID + ("place_favor_armies" if armies else "place_favor_building"),
            "PlaceFavor",
            taking.seat,
            slots=(Choice("province", where),),
            fixed=fixed,
            rule="W-COURT-29",
            values=(*values, what if armies else built),
        )


def question(state: State, need: Need) -> Prompt:
    """The question for a printed value of a favor card.

    Rule: W-DATA-2, W-DATA-8.
    """
    taking = state.court.taking if state.court is not None else None
    player = state.player(taking.seat).name if taking is not None else ""
    return Prompt(
        f"{ID}favor_{need.field}",
        "EnterPrinted",
        slots=(value_slot(need.field),),
        fixed=(("kind", need.kind), ("key", need.key), ("field", need.field)),
        rule=need.rule,
        values=(("number", int(need.key)), ("player", player)),
    )


def value_slot(field: str) -> Slot:
    """How a printed value of a favor card is entered."""
    if field == "kind":
        return Choice("value", _worded("favor_kind", FAVOR_KINDS))
    if field == "building":
        return Choice("value", _worded("building", BUILDINGS))
    return Text("value") if field == "text" else Number("value", 0)


def _worded(family: str, words: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(word, f"wallenstein.{family}.{word}") for word in words)


def books(state: State) -> Iterator[Prompt]:
    """What a card's effect may be booked by, beside the corrections of the base game.

    Rule: W-DATA-8, W-MOVE-9, W-CUBE-9.
    """
    players = tuple(Option(player.seat, label=player.name) for player in state.players)
    why = Text("reason")
    if state.court is not None:
        number = Number("antechamber", 0, COURTIERS_PER_COLOUR)
        slots = (Choice("seat", players), number, why)
        yield optional("correct_courtiers", "CorrectCourtiers", slots, "W-CUBE-9")
    if favors.may_forbid(state):
        owned = tuple(
            Option(stands.id, label=state.label(stands.id))
            for stands in state.provinces
            if stands.owner is not None
        )
        moves = Choice("move", _worded("forbidden_move", MOVES_FORBIDDEN))
        slots_of = (Choice("target", (*players, *owned)), moves, why)
        yield optional("forbid_attack", "ForbidAttack", slots_of, "W-MOVE-9")
    if favors.may_cancel(state):
        yield optional("cancel_event", "CancelEvent", (why,), "W-DATA-8")


def values(state: State) -> Iterator[Prompt]:
    """Corrections of what is printed on favor cards.

    Rule: W-DATA-3.
    """
    if state.court is None:
        return
    read = tuple(facts for facts in state.board.favors if facts.kind is not None)
    numbered = tuple(
        Option(str(facts.number), label=str(facts.number))
        for facts in read
        if facts.value is not None
    )
    kind = (("kind", "favor"),)
    if numbered:
        slots = (Choice("key", numbered), Number("value", 0))
        fixed = (*kind, ("field", "value"))
        yield optional("correct_favor", "CorrectPrinted", slots, "W-DATA-3", fixed)
    if read:
        cards = tuple(Option(str(facts.number), label=str(facts.number)) for facts in read)
        yield optional(
            "correct_favor_kind",
            "CorrectPrinted",
            (Choice("key", cards), value_slot("kind")),
            "W-DATA-3",
            (*kind, ("field", "kind")),
        )


def optional(
    name: str,
    command: str,
    slots: tuple[Slot, ...],
    rule: str,
    fixed: tuple[tuple[str, int | str], ...] = (),
) -> Prompt:
    """A prompt that the table may leave out, such as a correction."""
    return Prompt(ID + name, command, must=False, slots=slots, fixed=fixed, rule=rule)
