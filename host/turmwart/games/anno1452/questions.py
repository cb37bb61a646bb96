"""Prompts for printed values that a rule needs now, and for correcting one."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.anno1452.board import LIMIT_LEAST, LIMIT_MOST, Need, fits
from turmwart.games.anno1452.checks import card_name, region_name
from turmwart.games.anno1452.commands import Command, DropWish, EnterNeighbours, EnterPrinted
from turmwart.games.anno1452.options import ID, card_options, region_options
from turmwart.games.anno1452.printed import enter, unknown_borders
from turmwart.games.anno1452.state import State
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Several, Slot, Text

LIMITS = ("estate_limit", "city_limit")
YES_NO = (Option("yes", "anno1452.yes"), Option("no", "anno1452.no"))


def questions(state: State, need: Need) -> Iterator[Prompt]:
    """What is asked for a printed value, and the way back.

    Rule: A-DATA-4, A-DATA-5, A-DATA-8, A-MAJ-14.
    """
    fixed = (("kind", need.kind), ("key", need.key), ("field", need.field))
    if need.kind == "border":
        values = (
            ("first", region_name(state, need.key)),
            ("second", region_name(state, need.field)),
        )
        slots = (Choice("value", YES_NO),)
        yield Prompt(f"{ID}border", "EnterPrinted", "", True, slots, fixed, need.rule, values)
    elif need.field == "neighbours":
        yield _neighbours(state, need)
    elif need.kind == "region":
        named = (("region", region_name(state, need.key)),)
        least = LIMIT_LEAST if need.field == "estate_limit" else 0
        number = (Number("value", least, LIMIT_MOST),)
        yield Prompt(f"{ID}{need.field}", "EnterPrinted", "", True, number, fixed, need.rule, named)
    else:
        yield _of_card(state, need, fixed)
    if state.wish is not None:
        yield Prompt(f"{ID}drop_wish", "DropWish", must=False)


def naming(state: State) -> Iterator[Prompt]:
    """Regions whose name on the board nobody has entered may be named at any time.

    Rule: A-DATA-1.
    """
    for facts in state.board.regions:
        if not facts.label:
            fixed = (("kind", "region"), ("key", facts.id), ("field", "label"))
            yield Prompt(
                f"{ID}name_region",
                "EnterPrinted",
                "",
                False,
                (Text("value"),),
                fixed,
                "A-DATA-1",
                (("region", region_name(state, facts.id)),),
            )


def correcting(state: State) -> Iterator[Prompt]:
    """Every printed value that is known may be corrected at any time.

    Rule: A-DATA-7.
    """
    board = state.board
    limited = [
        r.id for r in board.regions if r.estate_limit is not None or r.city_limit is not None
    ]
    if limited:
        fields = tuple(Option(name, f"anno1452.printed.{name}") for name in LIMITS)
        region = Choice("key", region_options(state, limited))
        number = Number("value", 0, LIMIT_MOST)
        yield _correction("limit", (region, Choice("field", fields), number), ("kind", "region"))
    named = [region.id for region in board.regions if region.label]
    if named:
        region = Choice("key", region_options(state, named))
        fixed = (("kind", "region"), ("field", "label"))
        yield _correction("label", (region, Text("value")), *fixed)
    bordering = [region.id for region in board.regions if region.neighbours or region.denied]
    if bordering:
        regions = region_options(state, bordering)
        sides = (Choice("key", regions), Choice("field", regions))
        yield _correction("border", (*sides, Choice("value", YES_NO)), ("kind", "border"))
    for field, values in (
        ("tower", YES_NO),
        ("region", region_options(state, board.region_ids)),
    ):
        cards = [facts.card for facts in board.facts if getattr(facts, field) is not None]
        if cards:
            card = Choice("key", card_options(state, cards))
            fixed = (("kind", "card"), ("field", field))
            yield _correction(f"card_{field}", (card, Choice("value", values)), *fixed)


def _correction(name: str, slots: tuple[Slot, ...], *fixed: tuple[str, str]) -> Prompt:
    own = f"{ID}correct_{name}"
    return Prompt(own, "CorrectPrinted", "", False, slots, fixed, "A-DATA-7")


def answers(state: State, need: Need) -> Iterator[Command]:
    """Commands that answer a question, for players without a board."""
    board = state.board
    if need.field == "neighbours":
        yield EnterNeighbours(need.key, board.region(need.key).neighbours)
        return
    for value in ("yes", "no", *range(LIMIT_MOST + 1), *board.region_ids):
        if fits(board, need.kind, need.field, value):
            command = EnterPrinted(need.kind, need.key, need.field, value)
            objections = enter(state, command, no_rolls)
            if not any(isinstance(item, Objection) for item in objections):
                yield command
    if state.wish is not None:
        yield DropWish()


def _neighbours(state: State, need: Need) -> Prompt:
    known = state.board.region(need.key).neighbours
    open_ones = (*known, *unknown_borders(state.board, need.key))
    ordered = tuple(one for one in state.board.region_ids if one in open_ones)
    options = region_options(state, ordered)
    slots = (Several("neighbours", options, len(known), len(options)),)
    return Prompt(
        f"{ID}neighbours",
        "EnterNeighbours",
        "",
        True,
        slots,
        (("region", need.key),),
        need.rule,
        (("region", region_name(state, need.key)),),
    )


def _of_card(state: State, need: Need, fixed: tuple[tuple[str, str], ...]) -> Prompt:
    named = (("card", card_name(state, need.key)),)
    slot = (
        Choice("value", YES_NO)
        if need.field == "tower"
        else Choice("value", region_options(state, state.board.region_ids))
    )
    name = f"{ID}card_{need.field}"
    return Prompt(name, "EnterPrinted", "", True, (slot,), fixed, need.rule, named)
