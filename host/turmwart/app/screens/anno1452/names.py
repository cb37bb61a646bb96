"""Names of Anno 1452's things in the reader's language."""

from __future__ import annotations

from turmwart.app.words import Words
from turmwart.games.anno1452.state import OTTOKAR
from turmwart.games.anno1452.view import EstateView, PlayerView, RegionView, View

CITY = "♜"
"""Stands for a City disc."""


def player_of(view: View, seat: str) -> PlayerView | None:
    """The player at a seat."""
    return next((player for player in view.players if player.seat == seat), None)


def name_of(view: View, owner: str, words: Words) -> str:
    """A player's name, or Ottokar's."""
    player = player_of(view, owner)
    if player is not None:
        return player.name
    return words("anno1452.ottokar") if owner == OTTOKAR else ""


def who(view: View, owner: str, words: Words) -> str:
    """A player's name and colour, or Ottokar's."""
    player = player_of(view, owner)
    colour = player.colour if player is not None else view.ottokar_colour
    name = name_of(view, owner, words)
    return words("app.who", name=name, colour=words.colour(colour)) if colour else name


def region_of(view: View, region: str) -> RegionView | None:
    """What stands in a region."""
    return next((one for one in view.regions if one.id == region), None)


def region_name(view: View, region: str, words: Words) -> str:
    """The name of a region; its number where the table has not named it yet."""
    found = region_of(view, region)
    if found is not None and found.label:
        return found.label
    return words(f"anno1452.unnamed.{region}")


def estate_label(view: View, estate: str, words: Words) -> str:
    """An Estate by region, value, City and Citizens; empty for Soldiers alone."""
    for region in view.regions:
        for one in region.estates:
            if one.id == estate:
                return f"{region_name(view, region.id, words)} {standing(one)}"
    return ""


def standing(estate: EstateView) -> str:
    """Value, City and Citizens, such as ``3♜+2``."""
    city = CITY if estate.city else ""
    return f"{estate.value}{city}" + (f"+{estate.citizens}" if estate.citizens else "")
