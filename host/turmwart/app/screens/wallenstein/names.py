"""Names of Wallenstein's things in the reader's language."""

from __future__ import annotations

from turmwart.app.words import Words
from turmwart.games.wallenstein.view import EventView, PlayerView, ProvinceView, View

_NAMED = 6
"""Least width of the names of colours, so that tables of most colours look the same."""


def named(words: Words, kind: str, thing: str) -> str:
    """The game's name of a thing, such as ``("action", "collect_tax")``; else its id."""
    text_id = f"wallenstein.{kind}.{thing}"
    return words(text_id) if words.known(text_id) else thing


def short(words: Words, kind: str, thing: str) -> str:
    """A name for narrow columns."""
    return words(f"app.wallenstein.{kind}.{thing}") if thing else ""


def region(words: Words, region_id: str) -> str:
    """A region's name as the board has it; one of a made-up board is said by its id."""
    if words.known(f"wallenstein.region.{region_id}"):
        return words(f"wallenstein.region.{region_id}")
    return region_id.removesuffix("_region").replace("_", " ").title()


def player_of(view: View, seat: str) -> PlayerView | None:
    """The player at a seat."""
    return next((player for player in view.players if player.seat == seat), None)


def side(view: View, seat: str, words: Words) -> str:
    """A side of a battle: a player's name and colour, or the farmers."""
    player = player_of(view, seat)
    if player is None:
        return words("app.wallenstein.farmers", colour=words.colour(view.farmers))
    return words("app.who", name=player.name, colour=words.colour(player.colour))


def colour_width(view: View, words: Words) -> int:
    """Columns that the names of the players' colours take."""
    return max([_NAMED, *(len(words.colour(player.colour)) for player in view.players)])


def province_label(view: View, province: str) -> str:
    """The name of a province; its id where it is in no list."""
    for player in view.players:
        for held in player.provinces:
            if held.id == province:
                return held.label
    return dict(view.neutral).get(province, province)


def event_text(event: EventView | None, words: Words) -> str:
    """What the season's event does."""
    if event is None:
        return words("app.wallenstein.event.none")
    if event.text:
        return event.text
    if not event.kind:
        return words("app.wallenstein.event.unknown")
    return words(
        f"app.wallenstein.event.{event.kind}",
        value=event.value if event.value is not None else "?",
        building=named(words, "building", event.building) if event.building else "?",
        five=event.recruit_5 if event.recruit_5 is not None else "?",
        three=event.recruit_3 if event.recruit_3 is not None else "?",
    )


def buildings_of(player: PlayerView, kind: str) -> int:
    """How many buildings of a kind a player has."""
    return sum(province.buildings.count(kind) for province in player.provinces)


def armies_of(player: PlayerView) -> int:
    """How many armies stand on the map."""
    return sum(province.armies for province in player.provinces)


def income(now: int | None, printed: int | None) -> str:
    """What collecting would bring now; with the printed value where that is another."""
    if now is None:
        return "?"
    return str(now) if now == printed or printed is None else f"{now} ({printed})"


def used(province: ProvinceView, words: Words) -> str:
    """What the province's card did this season."""
    if not province.used:
        return ""
    if province.used in ("bid", "conquered"):
        return words(f"app.wallenstein.used.{province.used}")
    return short(words, "action", province.used)
