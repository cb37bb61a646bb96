"""After the game: who was lucky, and whether the odds given before each fight were right.

Each fight is forecast with what its tower had taught before that throw and nothing of what came
later, so that the figures can be held against what happened.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from turmwart.games.wallenstein.odds import mean, of_battle
from turmwart.games.wallenstein.state import FARMERS, BattleRecord, State
from turmwart.table.fights.forecast import Forecast, forecast
from turmwart.table.fights.throws import Throw
from turmwart.tower.learning import Fall, learn

BINS = 10
"""Tenths in which forecasts are gathered."""
Z = 1.6448536269514722
"""Standard deviations on each side that hold nine tenths of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Stake:
    """A player's part in a fight.

    Attributes:
        player: name.
        attacks: whether as the attacker.
        chance: to win it, as given before the throw.
        won: whether it was.
        expected: mean number of armies left, as given before the throw.
        variance: of that number.
        left: armies that were left.
    """

    player: str
    attacks: bool
    chance: float
    won: bool
    expected: float
    variance: float
    left: int


@dataclass(frozen=True, slots=True)
class Fought:
    """A fight that was forecast and is over.

    Attributes:
        number: of the throw.
        kind: of the battle.
        province: its name.
        outcome: ``attacker_wins``, ``defender_wins`` or ``tie``.
        given: the forecast.
        stakes: of each player in it; the first is what calibration looks at.
    """

    number: int
    kind: str
    province: str
    outcome: str
    given: Forecast
    stakes: tuple[Stake, ...]


@dataclass(frozen=True, slots=True)
class Luck:
    """All fights of a player together.

    Attributes:
        fights: how many.
        won: how many were won.
        expected_won: how many would be on average.
        won_sd: standard deviation of that.
        left: armies left after all fights.
        expected_left: how many would be on average.
        left_sd: standard deviation of that.
    """

    player: str
    fights: int
    won: int
    expected_won: float
    won_sd: float
    left: int
    expected_left: float
    left_sd: float


@dataclass(frozen=True, slots=True)
class Bin:
    """Fights whose chance lay in one tenth.

    Attributes:
        least: lower end of the tenth, 0 to 1.
        most: its upper end.
        fights: how many.
        given: mean chance given.
        won: share that was won.
        low: nine times in ten the true share is not less than this,
        high: and not more than this (Wilson's interval).
    """

    least: float
    most: float
    fights: int
    given: float
    won: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """Whether chances given came true.

    Attributes:
        bins: tenths in which there were fights, in order.
        fights: all of them.
        brier: mean squared distance of chance and outcome; 0 is a prophet, 0.25 a coin.
        expected_brier: what it would be on average if every chance were right.
    """

    bins: tuple[Bin, ...]
    fights: int
    brier: float
    expected_brier: float


def fought(throws: Iterable[Throw], taught: Iterable[tuple[Fall, ...]] = ()) -> tuple[Fought, ...]:
    """Forecast each fight of a table as it could have been just before its throw.

    Args:
        throws: of the table, oldest first.
        taught: what the same tower had done before, throw by throw.
    """
    known = list(taught)
    found = []
    for throw in throws:
        record = throw.record
        if record is not None:
            given = forecast(of_battle(throw.before, record.battle), learn(known))
            found.append(_fought(throw.before, record, given))
        known.append(throw.falls)
    return tuple(found)


def luck(fights: Iterable[Fought]) -> tuple[Luck, ...]:
    """Each player's luck, in order of the name."""
    stakes: dict[str, list[Stake]] = {}
    for fight in fights:
        for stake in fight.stakes:
            stakes.setdefault(stake.player, []).append(stake)
    return tuple(
        Luck(
            player,
            len(own),
            sum(stake.won for stake in own),
            sum(stake.chance for stake in own),
            math.sqrt(sum(stake.chance * (1 - stake.chance) for stake in own)),
            sum(stake.left for stake in own),
            sum(stake.expected for stake in own),
            math.sqrt(sum(stake.variance for stake in own)),
        )
        for player, own in sorted(stakes.items())
    )


def calibration(fights: Iterable[Fought]) -> Calibration:
    """Chances given beside what happened, one chance of each fight.

    That is the attacking player's, and in a revolt that of the player who faces it: a fight's two
    sides say the same thing and are not counted twice.
    """
    said = [(stake.chance, stake.won) for fight in fights for stake in fight.stakes[:1]]
    gathered: dict[int, list[tuple[float, bool]]] = {}
    for chance, won in said:
        gathered.setdefault(min(BINS - 1, int(BINS * chance)), []).append((chance, won))
    number = max(1, len(said))
    return Calibration(
        tuple(_bin(place, gathered[place]) for place in sorted(gathered)),
        len(said),
        sum((chance - won) ** 2 for chance, won in said) / number,
        sum(chance * (1 - chance) for chance, _ in said) / number,
    )


def wilson(won: int, fights: int) -> tuple[float, float]:
    """Between which shares the true one lies nine times in ten.

    Raises:
        ValueError: no fights.
    """
    if fights < 1:
        raise ValueError("a share of no fights")
    share, square = won / fights, Z * Z / fights
    middle = share + square / 2
    half = Z * math.sqrt(share * (1 - share) / fights + square / (4 * fights))
    return max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square))


def _bin(place: int, said: Sequence[tuple[float, bool]]) -> Bin:
    won = sum(one for _, one in said)
    return Bin(
        place / BINS,
        (place + 1) / BINS,
        len(said),
        sum(chance for chance, _ in said) / len(said),
        won / len(said),
        *wilson(won, len(said)),
    )


def _fought(state: State, record: BattleRecord, given: Forecast) -> Fought:
    battle = record.battle
    stakes = tuple(
        _stake(state, record, given, side)
        for side in ("attacker", "defender")
        if getattr(battle, side) != FARMERS
    )
    label = state.label(battle.province)
    return Fought(record.number, battle.kind, label, record.outcome, given, stakes)


def _stake(state: State, record: BattleRecord, given: Forecast, side: str) -> Stake:
    player = state.player(getattr(record.battle, side))
    left: tuple[float, ...] = getattr(given.odds, f"{side}_left")
    expected = mean(left)
    square = sum(number * number * chance for number, chance in enumerate(left))
    won = record.outcome == f"{side}_wins"
    return Stake(
        player.name,
        side == "attacker",
        getattr(given.odds, f"{side}_wins"),
        won,
        expected,
        max(0.0, square - expected * expected),
        record.to_province[player.colour] if won else 0,
    )
