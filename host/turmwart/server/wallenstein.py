"""What a game of Wallenstein adds to the screen."""

from __future__ import annotations

from turmwart.games.wallenstein.view import PlayerView, ProvinceView, View
from turmwart.kernel.cubes import Cubes
from turmwart.server.models import (
    Battle,
    Cell,
    Colour,
    Detail,
    Fact,
    Row,
    Scene,
    Side,
)
from turmwart.server.scenery import Scenery
from turmwart.server.words import Words

_HEADS = ("points", "thalers", "grain", "provinces", "buildings")
_PROVINCE_HEADS = ("province", "armies", "tax", "grain", "buildings", "markers", "used")
_WORDY = ("province", "buildings", "used")
"""Columns that hold no numbers."""


def scene(view: object, words: Words) -> Scene:
    """The game's part of the screen.

    Args:
        view: what ``view(state, None)`` returned.
        words: the language.

    Raises:
        TypeError: the view of another game.
    """
    if not isinstance(view, View):
        raise TypeError(f"expected the view of Wallenstein, got {type(view).__name__}")
    return _Scenery(view, words).scene()


class _Scenery(Scenery):
    def __init__(self, view: View, words: Words) -> None:
        super().__init__(words, "server", _WORDY)
        self.view = view
        self.players = {player.seat: player for player in view.players}
        self.places = {p.id: p.label for player in view.players for p in player.provinces}
        self.places |= dict(view.neutral)

    def scene(self) -> Scene:
        return Scene(
            facts=tuple(self._facts()),
            scores=self.scores(_HEADS, map(self._row, self.view.players)),
            battle=self._battle(),
            last_battle=self._last_battle(),
            result=tuple(self._result()),
            details=tuple(self._detail(player) for player in self.view.players),
        )

    # -- the head of the screen -----------------------------------------------------------------

    def _facts(self) -> list[Fact]:
        view, words = self.view, self.words
        facts = []
        if view.year:
            season = words.term("season", view.season)
            time = words.say("server.wallenstein.time", season=season, year=view.year)
            facts.append(self.fact("time", time))
        facts.append(self.fact("phase", words.term("phase", view.phase)))
        if 0 <= view.action_index < len(view.actions) and view.actions[view.action_index]:
            action = words.say(
                "server.wallenstein.action_of",
                action=words.term("action", view.actions[view.action_index]),
                number=view.action_index + 1,
            )
            facts.append(self.fact("action", action))
        if view.active:
            facts.append(self.fact("turn", self.players[view.active].name))
        if view.event is not None:
            facts.append(self.fact("event", self._event()))
        elif view.event_cancelled:
            cancelled = words.say("server.wallenstein.court.event_cancelled")
            facts.append(self.fact("event", cancelled))
        return [*facts, *self._court()]

    def _court(self) -> list[Fact]:
        """Favor cards in the hall and courtiers, where the table plays with the Court."""
        court, words = self.view.court, self.words
        if court is None:
            return []
        cards = []
        for favor in court.favors:
            player = self.players[favor.seat].name if favor.seat else ""
            said = "taken" if player else "favor"
            cards.append(
                words.say(
                    f"server.wallenstein.court.{said}",
                    number=favor.number,
                    cost=favor.cost,
                    player=player,
                )
            )
        held = (
            words.say(
                "server.wallenstein.court.courtiers",
                player=self.players[one.seat].name,
                count=one.antechamber + one.hall,
            )
            for one in court.courtiers
        )
        facts = [self.fact("courtiers", words.list(held))]
        return [self.fact("favors", words.list(cards)), *facts] if cards else facts

    def _event(self) -> str:
        event, words = self.view.event, self.words
        if event is None or not event.kind:
            return words.say("server.wallenstein.event_unknown")
        if event.text:
            return event.text
        return words.say(
            f"server.wallenstein.event.{event.kind}",
            value=event.value,
            building=words.term("building", event.building) if event.building else "",
            recruit_5=event.recruit_5,
            recruit_3=event.recruit_3,
        )

    # -- scores and provinces -------------------------------------------------------------------

    def _row(self, player: PlayerView) -> Row:
        buildings = sum(len(province.buildings) for province in player.provinces)
        return Row(
            seat=player.seat,
            name=player.name,
            colour=self.words.colour(player.colour),
            turn=player.seat == self.view.active,
            cells=(
                Cell(text=str(player.points)),
                self._income(player.thalers, player.income_thalers),
                self._income(player.grain, player.income_grain),
                Cell(text=str(len(player.provinces))),
                Cell(text=str(buildings)),
            ),
        )

    def _income(self, held: int, income: int) -> Cell:
        if not income:
            return Cell(text=str(held))
        spoken = self.words.say("server.scores.income", income=income)
        return Cell(text=str(held), note=f"+{income}", spoken=spoken)

    def _detail(self, player: PlayerView) -> Detail:
        title = self.words.say(
            "server.wallenstein.provinces_of", player=player.name, count=len(player.provinces)
        )
        return Detail(
            id=player.seat,
            title=title,
            heads=self.heads(_PROVINCE_HEADS),
            rows=tuple(self._province(province) for province in player.provinces),
        )

    def _province(self, province: ProvinceView) -> tuple[str, ...]:
        words = self.words
        return (
            province.label,
            str(province.armies),
            self._worth(province.tax),
            self._worth(province.grain),
            words.list(words.term("building", kind) for kind in province.buildings),
            str(province.markers or ""),
            words.term("used", province.used) if province.used else "",
        )

    def _worth(self, worth: int | None) -> str:
        return self.words.say("server.unknown") if worth is None else str(worth)

    # -- battles --------------------------------------------------------------------------------

    def _battle(self) -> Battle | None:
        battle = self.view.battle
        if battle is None:
            return None
        lines = []
        if battle.tray:
            tray = self.words.cubes(battle.tray)
            lines.append(self.words.say("server.wallenstein.from_tray", cubes=tray))
        return Battle(
            title=self.words.say(f"server.wallenstein.battle.{battle.kind}"),
            place=self.places.get(battle.province, battle.province),
            sides=(
                self._side("attacker", battle.attacker, battle.thrown, None),
                self._side("defender", battle.defender, battle.thrown, None),
            ),
            winner=None,
            outcome="",
            cubes=(),
            lines=tuple(lines),
        )

    def _last_battle(self) -> Battle | None:
        record, words = self.view.last_battle, self.words
        if record is None:
            return None
        battle = record.battle
        winners = {"attacker_wins": 0, "defender_wins": 1}
        lines = []
        if record.farmers_helped:
            lines.append(words.say("server.wallenstein.farmers_helped"))
        if record.devastated:
            lines.append(words.say("server.wallenstein.devastated"))
        elif record.owner is not None:
            owner = self.players[record.owner].name
            lines.append(words.say("server.wallenstein.owner", owner=owner))
        for name, cubes in (
            ("to_province", record.to_province),
            ("to_supply", record.to_supply),
            ("stays", record.stays),
        ):
            if cubes:
                lines.append(words.say(f"server.wallenstein.{name}", cubes=words.cubes(cubes)))
        return Battle(
            title=words.say(f"server.wallenstein.battle.{battle.kind}"),
            place=self.places.get(battle.province, battle.province),
            sides=(
                self._side("attacker", battle.attacker, battle.thrown, record.attacker_strength),
                self._side("defender", battle.defender, battle.thrown, record.defender_strength),
            ),
            winner=winners.get(record.outcome),
            outcome=words.say(f"server.wallenstein.outcome.{record.outcome}"),
            cubes=words.counts(record.fallen),
            lines=tuple(lines),
        )

    def _side(self, role: str, side: str, thrown: Cubes, strength: int | None) -> Side:
        return Side(
            role=self.words.say(f"server.wallenstein.{role}"),
            name=self._name(side),
            colour=self._colour(side),
            cubes=thrown[self._colour(side).id],
            strength=strength,
        )

    def _name(self, side: str) -> str:
        if side in self.players:
            return self.players[side].name
        return self.words.say("server.wallenstein.farmers")

    def _colour(self, side: str) -> Colour:
        player = self.players.get(side)
        return self.words.colour(player.colour if player else self.view.farmers)

    # -- the end --------------------------------------------------------------------------------

    def _result(self) -> list[str]:
        return [
            self.words.say(
                "server.wallenstein.place",
                place=place.place,
                player=self.players[place.seat].name,
                points=place.points,
                thalers=place.thalers,
            )
            for place in self.view.ranking
        ]
