"""What a game of Anno 1452 adds to the screen."""

from __future__ import annotations

from turmwart.games.anno1452.state import OTTOKAR, Battle, BattleRound
from turmwart.games.anno1452.view import PlayerView, RegionView, View
from turmwart.server import models
from turmwart.server.models import Cell, Colour, Detail, Fact, Row, Scene, Side
from turmwart.server.scenery import Scenery
from turmwart.server.words import Words

_HEADS = ("prestige", "gold", "estates", "citizens", "cities", "cards")
_REGION_HEADS = ("region", "estates_of", "cities_of", "holder", "standing")
_WORDY = ("region", "holder", "standing")
"""Columns that hold no numbers."""
_CITY = "♜"


def scene(view: object, words: Words) -> Scene:
    """The game's part of the screen.

    Args:
        view: what ``view(state, None)`` returned.
        words: the language.

    Raises:
        TypeError: the view of another game.
    """
    if not isinstance(view, View):
        raise TypeError(f"expected the view of Anno 1452, got {type(view).__name__}")
    return _Scenery(view, words).scene()


class _Scenery(Scenery):
    def __init__(self, view: View, words: Words) -> None:
        super().__init__(words, "server.anno1452", _WORDY)
        self.view = view
        self.players = {player.seat: player for player in view.players}

    def scene(self) -> Scene:
        view = self.view
        under_way = view.battle.battle if view.battle is not None else None
        return Scene(
            facts=tuple(self._facts()),
            scores=self.scores(_HEADS, map(self._row, self.view.players)),
            battle=self._battle(under_way) if under_way is not None else None,
            last_battle=self._battle(view.last_battle) if view.last_battle is not None else None,
            result=tuple(self._result()),
            details=(self._map(),),
        )

    def _facts(self) -> list[Fact]:
        view, words = self.view, self.words
        facts = [
            self.fact("time", words.term("row", view.year)),
            self.fact("phase", words.term("phase", view.phase)),
        ]
        if view.phase == "round":
            facts.append(self.fact("action", str(view.round)))
        if view.active:
            facts.append(self.fact("turn", self.players[view.active].name))
        return facts

    def _row(self, player: PlayerView) -> Row:
        income = {one.seat: one.gold for one in self.view.incomes}.get(player.seat, 0)
        gold = Cell(text=str(player.gold))
        if income:
            spoken = self.words.say("server.scores.income", income=income)
            gold = Cell(text=str(player.gold), note=f"+{income}", spoken=spoken)
        numbers = (
            player.estates,
            player.citizens,
            player.cities,
            len(player.principalities),
        )
        return Row(
            seat=player.seat,
            name=player.name,
            colour=self.words.colour(player.colour),
            turn=player.seat == self.view.active,
            cells=(Cell(text=str(player.prestige)), gold, *(Cell(text=str(n)) for n in numbers)),
        )

    def _map(self) -> Detail:
        return Detail(
            id="map",
            title=self.words.say("server.anno1452.map"),
            heads=self.heads(_REGION_HEADS),
            rows=tuple(self._region(region) for region in self.view.regions),
        )

    def _region(self, region: RegionView) -> tuple[str, ...]:
        words = self.words
        unknown = words.say("server.unknown")
        limits = [
            unknown if limit is None else str(limit)
            for limit in (region.estate_limit, region.city_limit)
        ]
        cities = sum(one.city for one in region.estates)
        standing = words.list(
            f"{self._name(one.owner)} {one.value}{_CITY if one.city else ''}"
            + (f"+{one.citizens}" if one.citizens else "")
            for one in region.estates
        )
        return (
            self._region_name(region.id),
            f"{len(region.estates)}/{limits[0]}",
            f"{cities}/{limits[1]}",
            self._name(region.holder) if region.holder else "",
            standing,
        )

    def _battle(self, battle: Battle) -> models.Battle:
        rounds = tuple(self._round(battle, one) for one in battle.rounds)
        outcome = battle.outcome
        winners = {"attacker": 0, "defender": 1}
        return models.Battle(
            title=self.words.say("server.anno1452.battle"),
            place=self._region_name(battle.region),
            sides=(self._side(battle, "attacker"), self._side(battle, "defender")),
            winner=winners.get(outcome),
            outcome=self.words.say(f"server.anno1452.outcome.{outcome}") if outcome else "",
            cubes=(),
            lines=rounds,
        )

    def _side(self, battle: Battle, role: str) -> Side:
        """A side with the units that it has, or had when the battle was over."""
        owner = battle.attacker if role == "attacker" else battle.defender
        return Side(
            role=self.words.term("side", role),
            name=self._name(owner),
            colour=self._colour(owner),
            cubes=self._units(battle, role),
            strength=None,
        )

    def _units(self, battle: Battle, role: str) -> int:
        found = self.view.battle
        if found is not None and found.battle == battle:
            units = found.attacker_units if role == "attacker" else found.defender_units
            return units.total
        if not battle.rounds:
            return 0
        last = battle.rounds[-1]
        units, lost = (
            (last.attacker, last.attacker_losses)
            if role == "attacker"
            else (last.defender, last.defender_losses)
        )
        return units.total - lost

    def _round(self, battle: Battle, one: BattleRound) -> str:
        return self.words.say(
            "server.anno1452.round",
            n=one.number,
            attacker=self._name(battle.attacker),
            defender=self._name(battle.defender),
            hits=one.attacker_hits,
            back=one.defender_hits,
            nullified=one.nullified,
            lost=one.attacker_losses,
            taken=one.defender_losses,
        )

    def _name(self, owner: str) -> str:
        player = self.players.get(owner)
        if player is not None:
            return player.name
        return self.words.say("anno1452.ottokar") if owner == OTTOKAR else ""

    def _colour(self, owner: str) -> Colour:
        player = self.players.get(owner)
        return self.words.colour(player.colour if player else self.view.ottokar_colour)

    def _region_name(self, region: str) -> str:
        label = next(one.label for one in self.view.regions if one.id == region)
        return label or self.words.say(f"anno1452.unnamed.{region}")

    def _result(self) -> list[str]:
        return [
            self.words.say(
                "server.anno1452.place",
                place=place.place,
                player=self.players[place.seat].name,
                points=place.points,
                prestige=place.prestige,
            )
            for place in self.view.ranking
        ]
