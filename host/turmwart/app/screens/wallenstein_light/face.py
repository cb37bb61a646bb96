"""What light bookkeeping draws."""

from __future__ import annotations

from rich.text import Text

from turmwart.app.draw import block, counted, cut, wrapped
from turmwart.app.screens.face import PlainFace
from turmwart.app.words import Words
from turmwart.games.wallenstein.light.prompts import LightView
from turmwart.games.wallenstein.light.things import FARMERS, Result

_ID = "app.wallenstein_light"
_COLUMN = 7
_NAMED = 7
"""Least width of the names of colours."""


class LightFace(PlainFace):
    """Draws a ``LightView``; there are no provinces and no books of the tower."""

    def who(self, view: LightView, seat: str, words: Words) -> str:
        """Name and colour of a side."""
        if seat == FARMERS:
            return words("wallenstein.farmers")
        player = next((p for p in view.players if p.seat == seat), None)
        if player is None:
            return seat
        return words(f"{_ID}.who", name=player.name, colour=words.colour(player.colour))

    def header(self, view: LightView, words: Words, width: int) -> list[Text]:
        """Season, and the ranking at the end."""
        season = words(f"wallenstein.season.{view.season}")
        said = [words(f"{_ID}.head", year=view.year, season=season)]
        said.append(words(f"{_ID}.battles", n=view.battles))
        lines = [Text(cut(" · ".join(said), width), "bold")]
        if view.ranking:
            names = {player.seat: player.name for player in view.players}
            places = ", ".join(f"{place}. {names[seat]}" for place, seat in view.ranking)
            lines.append(Text(cut(f"{words(f'{_ID}.over')}: {places}", width), "bold"))
        return lines

    def overview(self, view: LightView, words: Words, width: int) -> list[Text]:
        """One line for each player."""
        named = max([_NAMED, *(len(words.colour(player.colour)) for player in view.players)])
        name = max(10, width - 3 * _COLUMN - 8 - named)
        head = Text("  " + words(f"{_ID}.player").ljust(name + 4 + named), "dim")
        for field in ("thalers", "grain", "points"):
            head.append(words(f"{_ID}.{field}").rjust(_COLUMN))
        lines = [head]
        for player in view.players:
            line = Text("  ").append(cut(player.name, name - 1).ljust(name))
            line.append_text(block(player.colour, words))
            line.append(" " + words.colour(player.colour).ljust(named))
            for value in (player.thalers, player.grain, player.points):
                line.append(str(value).rjust(_COLUMN))
            lines.append(line)
        if view.last is not None and view.fight is None:
            lines.append(Text())
            lines += result(view, view.last, words, width)
        return lines

    def throw(self, view: LightView, words: Words, width: int) -> list[Text]:
        """Who fights whom."""
        fight = view.fight
        if fight is None:
            return []
        sides = (self.who(view, side, words) for side in (fight.attacker, fight.defender))
        said = " : ".join(sides)
        if fight.markers:
            said += f", {words(f'{_ID}.markers')}"
        return [Text(cut(said, width), "bold"), Text(words(f"{_ID}.pour"))]

    def outcome(self, before: LightView, after: LightView, words: Words, width: int) -> list[Text]:
        """Strengths, who wins, what to take from the tray."""
        del before
        return [] if after.last is None else result(after, after.last, words, width)


def result(view: LightView, last: Result, words: Words, width: int) -> list[Text]:
    """A decided battle."""
    face = LightFace()
    said = words(
        f"{_ID}.strengths",
        attacker=face.who(view, last.fight.attacker, words),
        a=last.attacking,
        d=last.defending,
        defender=face.who(view, last.fight.defender, words),
        outcome=words(f"wallenstein.outcome.{last.outcome}"),
    )
    lines = wrapped(Text(said, "bold"), width, 2)
    if last.devastated:
        lines.append(Text(words(f"{_ID}.devastated"), "bold"))
    for name, cubes in (
        ("to_supply", last.to_supply),
        ("to_province", last.to_province),
        ("stays", last.stays),
    ):
        if cubes:
            line = Text(words(f"{_ID}.{name}") + " ")
            line.append_text(counted(cubes, words))
            lines.append(line)
    return lines


FACE = LightFace()
