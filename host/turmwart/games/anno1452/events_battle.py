"""What happened in battles."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.anno1452.state import Battle, BattleRound, Reaction, Units


@dataclass(frozen=True, slots=True)
class BattleDeclared:
    """An attack was declared; the battle is fought next.

    Rule: A-ACT-ATTACK-1.
    """

    battle: Battle


@dataclass(frozen=True, slots=True)
class SoldiersCommitted:
    """A side brought Soldiers; they left their King's stock.

    Rule: A-BATTLE-12, A-BATTLE-13, A-BATTLE-15.
    """

    seat: str
    side: str
    soldiers: int


@dataclass(frozen=True, slots=True)
class StageReached:
    """The battle goes on to a stage (``Battle.stage``)."""

    stage: str


@dataclass(frozen=True, slots=True)
class ReactionPlayed:
    """A reaction card was played in the battle; it stays there until the battle is over.

    Rule: A-BATTLE-16, A-BATTLE-43.
    """

    reaction: Reaction


@dataclass(frozen=True, slots=True)
class ReactionPassed:
    """A player plays no reaction card now.

    Rule: A-BATTLE-18.
    """

    seat: str


@dataclass(frozen=True, slots=True)
class RoundThrown:
    """A round's dice were counted; the dice the task kept are used up.

    Rule: A-BATTLE-24 to A-BATTLE-26.
    """

    round: BattleRound


@dataclass(frozen=True, slots=True)
class LossesChosen:
    """A side chose what it keeps.

    Rule: A-BATTLE-27.
    """

    side: str
    left: Units


@dataclass(frozen=True, slots=True)
class LossesTaken:
    """Both sides gave up their losses at the same time; the units lost are named.

    Peasants of a Relieving Force (``relief_dice = "peasants"``) go before those of the Estate.

    Rule: A-BATTLE-28, A-BATTLE-31.
    """

    attacker: Units
    defender: Units


@dataclass(frozen=True, slots=True)
class BattleDecided:
    """A side won, or both were destroyed: ``attacker``, ``defender``, ``mutual``.

    Rule: A-BATTLE-33, A-BATTLE-34.
    """

    outcome: str


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """The aftermath is through: all Soldiers brought go to the supply, cards are discarded.

    Attributes:
        soldiers_lost: all Soldiers that were brought, survivors included.
        cards: the reaction cards.

    Rule: A-BATTLE-42, A-BATTLE-43.
    """

    soldiers_lost: int
    cards: tuple[str, ...]


BattleEvent = (
    BattleDeclared
    | SoldiersCommitted
    | StageReached
    | ReactionPlayed
    | ReactionPassed
    | RoundThrown
    | LossesChosen
    | LossesTaken
    | BattleDecided
    | BattleEnded
)

BATTLE_EVENTS: tuple[type, ...] = (
    BattleDeclared,
    SoldiersCommitted,
    StageReached,
    ReactionPlayed,
    ReactionPassed,
    RoundThrown,
    LossesChosen,
    LossesTaken,
    BattleDecided,
    BattleEnded,
)
