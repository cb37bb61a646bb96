"""Questions for printed values, and prompts by which the table corrects the books."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turmwart.games.wallenstein import court_prompts, whereabouts
from turmwart.games.wallenstein.board import BUILDINGS, EVENT_FIELDS, EVENT_KINDS, EventFacts
from turmwart.games.wallenstein.corrections import PLACES
from turmwart.games.wallenstein.court_prompts import ID, optional
from turmwart.games.wallenstein.draft import must_name
from turmwart.games.wallenstein.printed import Need
from turmwart.games.wallenstein.state import SETTING_UP, State, province_place
from turmwart.kernel.prompt import Choice, CubeCount, Number, Option, Prompt, Several, Slot, Text

_MOST_NAMED = 12
"""The biggest number of an event that has a text of its own."""


def questions(state: State, wanted: Iterable[Need]) -> tuple[Prompt, ...]:
    """A question for each printed value that is needed now.

    Rule: W-DATA-2, W-DATA-6 to W-DATA-8.
    """
    listed = tuple(wanted)
    asked = tuple(_question(state, need) for need in listed)
    first = listed[0] if listed else None
    if first is None or (first.kind, first.field) != ("event", "kind"):
        return asked
    if not state.board.event_suggestions:
        return asked
    return (asked[0], _offered(state, listed[0]), *asked[1:])


def _offered(state: State, need: Need) -> Prompt:
    """The sibling game's cards, one of which may say what this card says.

    Rule: W-OPEN-3.
    """
    rows = tuple(card_option(facts.id, facts, loss=True) for facts in state.board.event_suggestions)
    return Prompt(
        ID + "use_event_row",
        "UseEventRow",
        must=False,
        slots=(Choice("row", rows),),
        fixed=(("card", need.key),),
        rule="W-OPEN-3",
        values=(("card", state.year_events.index(need.key) + 1),),
    )


def card_option(value: str, facts: EventFacts, *, loss: bool = False) -> Option:
    """An event card as an option: what it does, or that nobody has read it.

    Args:
        value: of the option.
        facts: what is known of the card.
        loss: name the lower half too, which tells cards of one effect apart.
    """
    if facts.kind is None:
        option = Option(value, "wallenstein.event_card.unread")
    elif facts.kind == "free_text" and facts.text:
        option = Option(value, label=facts.text)
    else:
        option = Option(value, _effect(facts.kind, facts))
    if not loss or facts.grain_loss is None:
        return option
    said = option.label or f"@{option.text}"
    shown: tuple[tuple[str, int | str], ...] = (("card", said), ("loss", facts.grain_loss))
    return Option(value, "wallenstein.card_with_loss", values=shown)


def _effect(kind: str, facts: EventFacts) -> str:
    """Text of what a card does, by the values of its kind: those of another may be left over
    from before it was corrected. A number that is beyond all cards is not named."""
    needed = EVENT_FIELDS[kind]
    number = facts.recruit_5 if "recruit_5" in needed else facts.value
    numbered = "value" in needed or "recruit_5" in needed
    parts = [kind, (facts.building or "") if "building" in needed else ""]
    if numbered and number is not None and number <= _MOST_NAMED:
        parts.append(str(number))
    return "wallenstein.event_card." + "_".join(part for part in parts if part)


def corrections(state: State) -> Iterator[Prompt]:
    """What the table may enter at any time.

    Rule: W-CUBE-12 (T15), W-BATTLE-36, W-DATA-3, W-DATA-5, W-DATA-8.
    """
    if state.cleared:
        return
    yield from _names(state)
    # With an empty tower too: the sensor may have seen a sleeve, and the table must say so.
    hidden = state.tower_hidden
    inside = CubeCount(
        "fallen", state.ledger.at("tower"), tower=True, hidden=hidden, colours=state.colours
    )
    yield optional("stray", "ReportStray", (inside,), "W-BATTLE-36")
    yield from whereabouts.prompts(state)
    if state.phase not in SETTING_UP:
        yield from _books(state)
    yield from _values(state)


def _question(state: State, need: Need) -> Prompt:
    if need.kind == "favor":
        return court_prompts.question(state, need)
    name = f"printed_{need.field}"
    slot = _value_slot(state, need.field)
    if need.kind == "famine":
        name = f"famine_{need.field}"
    values: tuple[tuple[str, int | str], ...] = ()
    if need.kind == "province":
        values = (("province", state.label(need.key)),)
    elif need.kind == "event":
        values = (("card", state.year_events.index(need.key) + 1),)
    else:
        values = (("shortage", int(need.key)),)
        suggested = _suggestion(state, need)
        if suggested is not None:
            name += "_suggested"
            values = (*values, ("suggestion", suggested))
            slot = Number("value", 0, default=suggested)
    return Prompt(
        ID + name,
        "EnterPrinted",
        slots=(slot,),
        fixed=(("kind", need.kind), ("key", need.key), ("field", need.field)),
        rule=need.rule,
        values=values,
    )


def _suggestion(state: State, need: Need) -> int | None:
    """The sibling game's row, shown as a suggestion and never taken by itself."""
    shortage = int(need.key)
    for row in state.board.famine_suggestion:
        if row.short_min <= shortage and (row.short_max is None or shortage <= row.short_max):
            return row.provinces if need.field == "provinces" else row.extra_farmers
    return None


def _value_slot(state: State, field: str) -> Slot:
    if field == "region":
        regions = tuple(Option(region.id, label=region.label) for region in state.board.regions)
        return Choice("value", regions)
    if field == "kind":
        kinds = tuple(Option(kind, f"wallenstein.event_kind.{kind}") for kind in EVENT_KINDS)
        return Choice("value", kinds)
    if field == "building":
        return Choice("value", _buildings())
    if field == "text":
        return Text("value")
    return Number("value", 0)


def _buildings() -> tuple[Option, ...]:
    return tuple(Option(kind, f"wallenstein.building.{kind}") for kind in BUILDINGS)


def _names(state: State) -> Iterator[Prompt]:
    more = len(state.board.provinces) < state.board.provinces_total
    moving = state.acting is not None and state.acting.step == "move"
    if more and (state.phase in SETTING_UP or moving):
        yield Prompt(
            ID + "name_province",
            "NameProvince",
            must=must_name(state),
            slots=(Text("label"),),
            rule="W-DATA-2",
        )


def _books(state: State) -> Iterator[Prompt]:
    players = tuple(Option(player.seat, label=player.name) for player in state.players)
    owned = tuple(
        Option(stands.id, label=state.label(stands.id))
        for stands in state.provinces
        if stands.owner is not None
    )
    why = Text("reason")
    places = _places(state)
    filled = tuple(place for place in places if state.ledger.at(str(place.value)))
    cubes = CubeCount("cubes", state.ledger.total())
    slots = (Choice("source", filled), Choice("target", places), cubes, why)
    yield optional("correct_ledger", "CorrectLedger", slots, "W-CUBE-12")
    for name, command, field in (
        ("correct_money", "CorrectMoney", "thalers"),
        ("correct_grain", "CorrectGrain", "grain"),
        ("correct_points", "CorrectPoints", "points"),
    ):
        yield optional(name, command, (Choice("seat", players), Number(field, 0), why), "W-DATA-8")
    if owned:
        province = Choice("province", owned)
        yield optional(
            "correct_markers", "CorrectMarkers", (province, Number("markers", 0), why), "W-REVOLT-7"
        )
        standing = Several("buildings", _buildings(), 0, len(BUILDINGS))
        yield optional(
            "correct_buildings", "CorrectBuildings", (province, standing, why), "W-DATA-8"
        )
    yield from court_prompts.books(state)


def _places(state: State) -> tuple[Option, ...]:
    common = tuple(
        Option(place, f"wallenstein.place.{place}")
        for place in PLACES
        if place != "hand" or state.awaiting_throw
    )
    provinces = tuple(
        Option(province_place(stands.id), label=state.label(stands.id))
        for stands in state.provinces
        if stands.in_play
    )
    return (*common, *provinces)


def _values(state: State) -> Iterator[Prompt]:
    rule = "W-DATA-3"
    board = state.board
    numbers = ("tax", "grain", "sites")
    read = tuple(
        Option(facts.id, label=facts.label)
        for facts in board.provinces
        if any(getattr(facts, field) is not None for field in numbers)
    )
    if read:
        fields = tuple(Option(field, f"wallenstein.field.{field}") for field in numbers)
        slots = (Choice("key", read), Choice("field", fields), Number("value", 0))
        yield optional("correct_province", "CorrectPrinted", slots, rule, (("kind", "province"),))
    placed = tuple(
        Option(facts.id, label=facts.label) for facts in board.provinces if facts.region is not None
    )
    if placed:
        yield optional(
            "correct_region",
            "CorrectPrinted",
            (Choice("key", placed), _value_slot(state, "region")),
            rule,
            (("kind", "province"), ("field", "region")),
        )
    yield from _event_values(state)
    yield from court_prompts.values(state)
    shortages = tuple(
        Option(str(row.short_min), label=str(row.short_min))
        for row in board.famine
        if row.provinces is not None and row.extra_farmers is not None
    )
    if shortages:
        fields = tuple(
            Option(field, f"wallenstein.field.{field}") for field in ("provinces", "extra_farmers")
        )
        slots = (Choice("key", shortages), Choice("field", fields), Number("value", 0))
        yield optional("correct_famine", "CorrectPrinted", slots, rule, (("kind", "famine"),))
    yield from _borders(state)
    track = (("kind", "board"), ("key", "grain_track"), ("field", "grain_track_max"))
    known = board.grain_track_max is not None
    yield optional(
        "correct_grain_track" if known else "grain_track",
        "CorrectPrinted" if known else "EnterPrinted",
        (Number("value", 1),),
        rule if known else "W-DATA-2",
        track,
    )


def _event_values(state: State) -> Iterator[Prompt]:
    names = ("value", "recruit_5", "recruit_3", "grain_loss")
    facts = state.event_facts()
    shown = [*state.year_events]
    if facts is None and not shown:
        return
    cards = tuple(Option(card, label=str(number)) for number, card in enumerate(shown, start=1))
    known = tuple(
        name
        for name in names
        if any(getattr(state.board.event(card), name) is not None for card in shown)
    )
    if cards and known:
        fields = tuple(Option(field, f"wallenstein.field.{field}") for field in known)
        slots = (Choice("key", cards), Choice("field", fields), Number("value", 0))
        yield optional("correct_event", "CorrectPrinted", slots, "W-DATA-3", (("kind", "event"),))
    if cards and all(state.board.event(card).kind is not None for card in shown):
        yield optional(
            "correct_event_kind",
            "CorrectPrinted",
            (Choice("key", cards), _value_slot(state, "kind")),
            "W-DATA-3",
            (("kind", "event"), ("field", "kind")),
        )


def _borders(state: State) -> Iterator[Prompt]:
    names = tuple(
        Option(facts.id, label=facts.label) for facts in state.board.provinces if facts.neighbours
    )
    if names:
        yield optional(
            "deny_neighbours",
            "DenyNeighbours",
            (Choice("first", names), Choice("second", names)),
            "W-DATA-5",
        )
