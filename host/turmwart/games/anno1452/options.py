"""Options of prompts: regions, Estates, seats, cards, in words of the table."""

from __future__ import annotations

from collections.abc import Iterable

from turmwart.games.anno1452.checks import card_name
from turmwart.games.anno1452.state import OTTOKAR, UNREDUCED, Estate, State
from turmwart.kernel.prompt import Option, Prompt

ID = "anno1452.prompt."
TOWER = "\u265c"


def region_options(state: State, regions: Iterable[str]) -> tuple[Option, ...]:
    """Options that name regions; one without a name is called by its number."""
    return tuple(_region(state, region) for region in regions)


def _region(state: State, region: str) -> Option:
    label = state.board.region(region).label
    return Option(region, label=label) if label else Option(region, f"anno1452.unnamed.{region}")


def estate_label(state: State, estate: Estate) -> str:
    """An Estate in one line without words: region, value, City, Citizens, id.

    Rule: A-ASK-5 (two Estates of a colour in a region are told apart).
    """
    region = state.board.region(estate.region).label or estate.region
    city = TOWER if estate.city else ""
    citizens = f"+{estate.citizens}" if estate.citizens else ""
    return f"{region} {estate.value}/{UNREDUCED}{city}{citizens} ({estate.id})"


def estate_options(state: State, estates: Iterable[str]) -> tuple[Option, ...]:
    """Options that name Estates."""
    return tuple(Option(e, label=estate_label(state, state.estate(e))) for e in estates)


def owned_options(state: State, estates: Iterable[str]) -> tuple[Option, ...]:
    """Options that name Estates with their owners."""
    made = []
    for estate in estates:
        here = state.estate(estate)
        owner = here.owner if here.owner == OTTOKAR else state.player(here.owner).name
        made.append(Option(estate, label=f"{owner}: {estate_label(state, here)}"))
    return tuple(made)


def seat_options(state: State, seats: Iterable[str]) -> tuple[Option, ...]:
    """Options that name players."""
    return tuple(Option(seat, label=state.player(seat).name) for seat in seats)


def card_options(state: State, cards: Iterable[str]) -> tuple[Option, ...]:
    """Options that name cards."""
    return tuple(Option(card, label=card_name(state, card)) for card in cards)


def meant(state: State, values: Iterable[str]) -> tuple[Option, ...]:
    """Options of words whose kind shows by themselves: regions, Estates, seats, cards, others."""
    regions, seats = state.board.region_ids, state.seats
    made: list[Option] = []
    for value in values:
        if value in regions:
            made.append(_region(state, value))
        elif value in seats:
            made.extend(seat_options(state, (value,)))
        elif state.has_estate(value):
            made.extend(owned_options(state, (value,)))
        elif state.board.has_card(value):
            made.extend(card_options(state, (value,)))
        elif value.isdigit():
            made.append(Option(value, label=value))
        else:
            made.append(Option(value, f"anno1452.option.{value}"))
    return tuple(made)


def for_seat(prompts: Iterable[Prompt], seat: str | None) -> tuple[Prompt, ...]:
    """Those that a seat or the whole table is asked; None: all."""
    return tuple(prompt for prompt in prompts if seat is None or prompt.seat in ("", seat))
