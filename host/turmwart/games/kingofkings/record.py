"""What happened in a round, as the journal keeps it and the reports tell it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an order, or of one item of an order that has several.

    Attributes:
        codes: result codes: the cause of an early stop first, then remarks; empty: all went well.
        stop: field where the units stopped; None where nothing moved.
    """

    codes: tuple[str, ...] = ()
    stop: tuple[int, int] | None = None

    def __str__(self) -> str:
        said = "+".join(self.codes) or "ok"
        return said if self.stop is None else f"{said}@{self.stop[0]}/{self.stop[1]}"


@dataclass(frozen=True, slots=True)
class Line:
    """An order line and its result, in the order in which the results arose.

    Attributes:
        player: who wrote it.
        number: of the line on the sheet, from 1.
        place: in the sequence of phase 2, from 1; 0 for orders of phase 1 and lines that were cut.
        text: as written.
        outcomes: one, or one for each item.
        meant: how the line could have been meant, where it could not be read.
    """

    player: int
    number: int
    place: int
    text: str
    outcomes: tuple[Outcome, ...]
    meant: str = ""

    @property
    def result(self) -> str:
        """The outcomes as the specification writes them."""
        return " | ".join(str(outcome) for outcome in self.outcomes)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A roll outside of land battles and raids, which keep theirs as shots.

    Attributes:
        stream: its name.
        index: within the stream.
        chance: in percent.
        value: 1 to 100.
        witness: who saw it.
    """

    stream: str
    index: int
    chance: int
    value: int
    witness: str


@dataclass(frozen=True, slots=True)
class Shot:
    """A unit shot at another one.

    Attributes:
        side: ``A`` attacker, ``D`` defender.
        unit: code of who shot.
        target: code of whom.
        chance: in percent.
        value: of the roll.
        witness: who saw it.
    """

    side: str
    unit: str
    target: str
    chance: int
    value: int
    witness: str

    @property
    def hit(self) -> bool:
        """Whether it did. Rule: K-BATTLE-9."""
        return self.value <= self.chance


@dataclass(frozen=True, slots=True)
class CombatRound:
    """One round of shots and the units both sides lost in it, in the order of ``CODES``."""

    shots: tuple[Shot, ...]
    attacker_lost: tuple[int, ...]
    defender_lost: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A group of attackers of a battle.

    Attributes:
        origin: field where its order began.
        units: as it came, in the order of ``CODES``.
        left: what was left of it.
        returned: how many of those went back.
        surrendered: how many could not.
    """

    origin: tuple[int, int]
    units: tuple[int, ...]
    left: tuple[int, ...]
    returned: int = 0
    surrendered: int = 0


@dataclass(frozen=True, slots=True)
class Battle:
    """A land battle.

    Attributes:
        at: province.
        attacker: player.
        defender: player.
        tactics: attacker's and defender's letter, as fought.
        fell_back: sides (``A``, ``D``) that wanted Z and had no rider.
        modifiers: of attacker and defender.
        retreat: retreat values of both.
        groups: of the attacker, in order of arrival.
        defenders: units at the start.
        rounds: combat rounds.
        outcome: ``attacker_wins``, ``attacker_breaks``, ``defender_holds``, ``defender_breaks``
            or ``nobody``.
        retreat_to: where the defenders went; None: nowhere.
        surrendered: defenders that had nowhere to go.
    """

    at: tuple[int, int]
    attacker: int
    defender: int
    tactics: str
    fell_back: str
    modifiers: tuple[int, int]
    retreat: tuple[int, int]
    groups: tuple[Group, ...]
    defenders: tuple[int, ...]
    rounds: tuple[CombatRound, ...]
    outcome: str
    retreat_to: tuple[int, int] | None = None
    surrendered: int = 0


@dataclass(frozen=True, slots=True)
class Raid:
    """A raid.

    Attributes:
        at: province that was raided.
        origin: field the raiders came from.
        player: who raided.
        owner: of the province at that moment; 0: nobody.
        place: of the order.
        raiders: units, in the order of ``CODES``.
        defenders: units there.
        rounds: one combat round, or none where nobody defended.
        returned: raiders that came back.
        loot: growth points they took.
    """

    at: tuple[int, int]
    origin: tuple[int, int]
    player: int
    owner: int
    place: int
    raiders: tuple[int, ...]
    defenders: tuple[int, ...]
    rounds: tuple[CombatRound, ...]
    returned: int
    loot: int


@dataclass(frozen=True, slots=True)
class SeaBattle:
    """A sea battle.

    Attributes:
        at: sea field.
        mover: player whose fleet came.
        enemy: player whose fleet lay there.
        ships: of both at the start.
        left: of both at the end.
        rolls: of all ships, in order.
        rounds: combat rounds.
        mover_lost: units aboard that the mover lost, in the order of ``CODES``.
        enemy_lost: the same of the other.
    """

    at: tuple[int, int]
    mover: int
    enemy: int
    ships: tuple[int, int]
    left: tuple[int, int]
    rolls: tuple[Drawn, ...]
    rounds: int
    mover_lost: tuple[int, ...]
    enemy_lost: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """Something else that happened in a field.

    Attributes:
        kind: ``unmanned`` (ships without crew), ``drowned``, ``surrender``, ``disband``,
            ``siege`` or ``neutral``.
        player: whom it happened to.
        unit: code of the unit lost; empty where ``count`` says all.
        count: how many.
    """

    kind: str
    x: int
    y: int
    player: int
    unit: str
    count: int


@dataclass(frozen=True, slots=True)
class Statistic:
    """The statistics of a tribe after a round.

    Attributes:
        player: number of the tribe.
        wp: growth points for the next round.
        wood: for the next round.
        ships: of the tribe.
        riders: of the tribe.
        archers: of the tribe.
        foot: of the tribe.
        castles: of the tribe.
        troops: all troop units, generals and castles with them.
        food: produced by all its provinces.
        provinces: how many.
        new_wp: growth points collected in this round, without loot.
        morale: that counts for the points of this round.
        points: in this round: troops, provinces, morale, WP.
        vp: victory points in all.
    """

    player: int
    wp: int
    wood: int
    ships: int
    riders: int
    archers: int
    foot: int
    castles: int
    troops: int
    food: int
    provinces: int
    new_wp: int
    morale: int
    points: tuple[int, ...]
    vp: int


@dataclass(frozen=True, slots=True)
class Spied:
    """A player paid to know a field."""

    player: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Record:
    """A round that was played.

    Attributes:
        round: its number.
        lines: of all sheets.
        detections: rolls of ships that looked for fleets.
        sea_battles: in the order they were fought.
        raids: in the order they were fought.
        battles: in the order they were fought.
        notes: all else that happened.
        statistics: by player.
        spied: fields that were spied on.
        moved: provinces and sea fields whose army had moved, as ``(x, y, player)``.
        silent: players without a sheet.
    """

    round: int
    lines: tuple[Line, ...]
    detections: tuple[Drawn, ...]
    sea_battles: tuple[SeaBattle, ...]
    raids: tuple[Raid, ...]
    battles: tuple[Battle, ...]
    notes: tuple[Note, ...]
    statistics: tuple[Statistic, ...]
    spied: tuple[Spied, ...]
    moved: tuple[tuple[int, int, int], ...]
    silent: tuple[int, ...]

    def rolls(self) -> tuple[Drawn, ...]:
        """All rolls of the round, those of battles with their streams. Rule: K-CHANCE-1."""
        found = list(self.detections)
        for sea in self.sea_battles:
            found.extend(sea.rolls)
        for raid in self.raids:
            stream = f"raid/{raid.at[0]}/{raid.at[1]}/{raid.player}/{raid.place}"
            found.extend(_drawn(stream, raid.rounds))
        for battle in self.battles:
            found.extend(_drawn(f"land/{battle.at[0]}/{battle.at[1]}", battle.rounds))
        return tuple(found)


def _drawn(stream: str, rounds: tuple[CombatRound, ...]) -> list[Drawn]:
    shots = [shot for one in rounds for shot in one.shots]
    return [
        Drawn(stream, index, shot.chance, shot.value, shot.witness)
        for index, shot in enumerate(shots)
    ]
