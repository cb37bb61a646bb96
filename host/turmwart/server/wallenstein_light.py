"""What light bookkeeping of Wallenstein adds to the screen."""

from __future__ import annotations

from turmwart.games.wallenstein.light.prompts import LightView
from turmwart.games.wallenstein.light.things import Fight, Result
from turmwart.server.models import Battle, Cell, Colour, Row, Scene, Side
from turmwart.server.scenery import Scenery
from turmwart.server.words import Words

_HEADS = ("points", "thalers", "grain")


def scene(view: object, words: Words) -> Scene:
    """The game's part of the screen.

    Args:
        view: what ``view(state, None)`` returned.
        words: the language.

    Raises:
        TypeError: the view of another game.
    """
    if not isinstance(view, LightView):
        raise TypeError(f"expected the view of light bookkeeping, got {type(view).__name__}")
    return _Light(view, words).scene()


class _Light(Scenery):
    def __init__(self, view: LightView, words: Words) -> None:
        super().__init__(words, "server", ())
        self.view = view
        self.players = {player.seat: player for player in view.players}

    def scene(self) -> Scene:
        view, words = self.view, self.words
        season = words.say(f"wallenstein.season.{view.season}")
        time = words.say("server.wallenstein.time", season=season, year=view.year)
        rows = (
            Row(
                seat=player.seat,
                name=player.name,
                colour=words.colour(player.colour),
                turn=False,
                cells=tuple(
                    Cell(text=str(value)) for value in (player.points, player.thalers, player.grain)
                ),
            )
            for player in view.players
        )
        return Scene(
            facts=(self.fact("time", time),),
            scores=self.scores(_HEADS, rows),
            battle=None if view.fight is None else self._battle(view.fight, None),
            last_battle=None if view.last is None else self._battle(view.last.fight, view.last),
            result=tuple(self._place(place, seat) for place, seat in view.ranking),
            details=(),
        )

    def _battle(self, fight: Fight, last: Result | None) -> Battle:
        words = self.words
        lines = []
        if last is not None and last.devastated:
            lines.append(words.say("server.wallenstein.devastated"))
        told = () if last is None else ("to_province", "to_supply", "stays")
        for name in told:
            cubes = getattr(last, name)
            if cubes:
                lines.append(words.say(f"server.wallenstein.{name}", cubes=words.cubes(cubes)))
        strengths = (None, None) if last is None else (last.attacking, last.defending)
        winners = {"attacker_wins": 0, "defender_wins": 1}
        outcome = "" if last is None else words.say(f"server.wallenstein.outcome.{last.outcome}")
        return Battle(
            title=words.say(f"server.wallenstein.battle.{fight.kind}"),
            place="",
            sides=(
                self._side("attacker", fight.attacker, strengths[0]),
                self._side("defender", fight.defender, strengths[1]),
            ),
            winner=None if last is None else winners.get(last.outcome),
            outcome=outcome,
            cubes=() if last is None else words.counts(last.fallen),
            lines=tuple(lines),
        )

    def _side(self, role: str, side: str, strength: int | None) -> Side:
        player = self.players.get(side)
        farmers = self.words.say("server.wallenstein.farmers")
        colour: Colour = self.words.colour(player.colour if player else self.view.farmers)
        # How many were thrown is not kept.
        return Side(
            role=self.words.say(f"server.wallenstein.{role}"),
            name=player.name if player else farmers,
            colour=colour,
            cubes=strength or 0,
            strength=strength,
        )

    def _place(self, place: int, seat: str) -> str:
        player = self.players[seat]
        return self.words.say(
            "server.wallenstein.place",
            place=place,
            player=player.name,
            points=player.points,
            thalers=player.thalers,
        )
