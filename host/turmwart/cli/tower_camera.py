"""A camera that counts the cubes of a tray, by its rates of error alone; no picture is made.

For ``turmwart tower bench --witnesses``. What it is sure of, what it doubts and how it errs is
drawn with the rates of :class:`CameraErrors`. Its doubts are right as often as they say; what it
does not notice is in ``unnoticed``.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from turmwart.kernel.cubes import Cubes
from turmwart.tower.sight import HIDDEN, CameraCount, ColourCount, Trade

_LEAST_BELIEF = 0.3
"""Least chance of a doubtful shape to be a cube."""
_SURE_BELIEF = 0.985
"""Chance from which a shape counts as a cube without doubt."""
_MOST_TRADE = 0.5
_SURE_TRADE = 0.015
_STACK_HIDES = 0.15
"""Mean number of cubes that lie wholly hidden under a pile which may hide any."""


@dataclass(frozen=True, slots=True)
class CameraErrors:
    """How a camera errs; all rates are chances.

    The values shipped give, within a little, what the counter ``cubes-2`` did on rendered trays
    when it was told the colours: exact on 88 of 100 pictures with up to 15 cubes and on 59 with up
    to 45, four in ten of its errors in the colour. Its successor errs less (docs/cubes.md). That a
    picture which is sure is wrong once in 500 was assumed of it: among 41 sure ones none was.

    Attributes:
        doubtful: of a cube, that its shape is doubtful: a part that does not depend on how many
            lie there, and a part for each cube that does.
        traded: of a cube, that its colour is doubtful.
        piled: that a pile may hide cubes, for each cube that lies there.
        unnoticed: of a picture, that one cube is missed, doubled or of a wrong colour unnoticed.
    """

    doubtful: tuple[float, float] = (0.027, 0.0005)
    traded: float = 0.022
    piled: float = 0.003
    unnoticed: float = 0.002


ERRORS = CameraErrors()


def look(
    tray: Cubes, colours: tuple[str, ...], chance: Random, errors: CameraErrors = ERRORS
) -> CameraCount:
    """Count a tray once.

    Args:
        tray: what really lies there.
        colours: that the camera can tell.
        chance: what is drawn from.
        errors: how it errs.
    """
    lying = [colour for colour, n in tray.counts for _ in range(n)]
    chance.shuffle(lying)
    number = len(lying)
    reasons: list[str] = []
    hidden_permille = 0
    if chance.random() < min(0.5, errors.piled * number):
        hidden_permille = round(1000 * _STACK_HIDES)
        reasons.append(HIDDEN)
        if lying and chance.random() < _STACK_HIDES:
            lying.pop()
    trades = _trades(lying, colours, chance, errors)
    share = errors.doubtful[0] + errors.doubtful[1] * number
    beliefs: dict[str, list[float]] = {}
    for _ in range(sum(chance.random() < share for _ in range(number))):
        belief = chance.uniform(_LEAST_BELIEF, 1.0)
        if chance.random() >= belief:
            beliefs.setdefault(chance.choice(colours), []).append(belief)
        elif lying:
            beliefs.setdefault(lying.pop(), []).append(belief)
    if beliefs:
        reasons.append("shape")
    doubts = [belief for found in beliefs.values() for belief in found]
    sure = not hidden_permille and all(belief > _SURE_BELIEF for belief in doubts)
    sure = sure and all(trade.permille < 1000 * _SURE_TRADE for trade in trades)
    if sure and chance.random() < errors.unnoticed:
        _err(lying, colours, chance)
    lying += [trade.first for trade in trades]
    rows = [
        _row(colour, lying.count(colour), beliefs.get(colour, []))
        for colour in sorted({*lying, *beliefs})
    ]
    if trades:
        reasons.append("colour")
    return CameraCount(tuple(rows), sure, tuple(reasons), trades, hidden_permille)


def _trades(
    lying: list[str], colours: tuple[str, ...], chance: Random, errors: CameraErrors
) -> tuple[Trade, ...]:
    """Cubes of doubtful colour; they are taken out of ``lying``."""
    trades = []
    for _ in range(sum(chance.random() < errors.traded for _ in lying)):
        cube = lying.pop()
        other = chance.choice([colour for colour in colours if colour != cube])
        doubt = chance.uniform(0.0, _MOST_TRADE)
        first, second = (other, cube) if chance.random() < doubt else (cube, other)
        trades.append(Trade(first, second, round(1000 * doubt)))
    return tuple(trades)


def _err(lying: list[str], colours: tuple[str, ...], chance: Random) -> None:
    """Make one mistake unnoticed."""
    kind = chance.random()
    if kind < 0.5 and lying:
        lying.pop()
    elif kind < 0.85 and lying:
        cube = lying.pop()
        lying.append(chance.choice([colour for colour in colours if colour != cube]))
    else:
        lying.append(chance.choice(colours))


def _row(colour: str, certain: int, beliefs: list[float]) -> ColourCount:
    """The chances of each number, exactly."""
    chances = [1.0]
    for belief in beliefs:
        longer = [c * (1 - belief) for c in chances] + [0.0]
        for number, c in enumerate(chances):
            longer[number + 1] += c * belief
        chances = longer
    found = [(certain + n, round(1000 * c)) for n, c in enumerate(chances)]
    return ColourCount(colour, tuple(pair for pair in found if pair[1]))
