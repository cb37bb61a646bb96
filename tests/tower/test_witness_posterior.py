"""The posterior of all witnesses: exact, normalised, independent of order."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turmwart.kernel.cubes import Cubes
from turmwart.tower.books import Books, fits
from turmwart.tower.colour import UNSEEN, Sorted
from turmwart.tower.marks import Number, SensorRates
from turmwart.tower.passage import Judged
from turmwart.tower.posterior import Posterior
from turmwart.tower.reading import Reading, read
from turmwart.tower.release import RULE_OF_THUMB, distribution
from turmwart.tower.sight import CameraCount, CameraRates, ColourCount, Trade
from turmwart.tower.situations import Rates, Suspicions, weigh

COLOURS = ("blue", "red")
NOTHING_AMISS = Suspicions(**dict.fromkeys(Suspicions.__dataclass_fields__, 0.0))
SENSOR = SensorRates(missed=0.06, doubled=0.03, misread=0.05, astray=0.04)
VIEW = CameraRates(missed=(0.04, 0.1), traded=(0.03, 0.08), extra=(0.02, 0.05))
OFTEN = Rates(SENSOR, VIEW, NOTHING_AMISS)
"""Rates so high that every way to err shows."""

number = st.integers(0, 3)
cubes = st.builds(lambda blue, red: Cubes.of(blue=blue, red=red), number, number)
mark = st.one_of(
    st.builds(
        lambda pair, doubt: Sorted(*pair, doubt),
        st.sampled_from([("blue", "red"), ("red", "blue")]),
        st.sampled_from([0, 60, 199, 200, 700, 1000]),
    ),
    st.just(UNSEEN),
)
groups = st.lists(mark, max_size=3).map(lambda seen: [Judged((one,), 0, "") for one in seen])
chances = st.lists(st.tuples(st.integers(0, 4), st.integers(1, 1000)), min_size=1, max_size=3).map(
    tuple
)
trades = st.lists(
    st.builds(lambda pair, p: Trade(*pair, p), st.permutations(COLOURS), st.integers(0, 500)),
    max_size=2,
).map(tuple)
counts = st.builds(
    lambda blue, red, sure, traded: CameraCount(
        (ColourCount("blue", blue), ColourCount("red", red)), sure, trades=traded
    ),
    chances,
    chances,
    st.booleans(),
    trades,
)
books = st.builds(lambda inside, thrown, tray: Books(inside, thrown, tray), cubes, cubes, cubes)


# -- the same from the definition, cube by cube --------------------------------------------------


def sensor_likelihood(judged: list[Judged], fallen: tuple[int, int]) -> float:
    """Each mark is one of the fallen cubes or none; all orders of the seen ones are alike."""
    fell = [colour for colour, n in zip(COLOURS, fallen, strict=True) for _ in range(n)]
    seen = [group.cubes[0] for group in judged]

    def ways(place: int, free: tuple[int, ...], seen_cubes: int, weight: float) -> Iterator[float]:
        if place == len(seen):
            missed = SENSOR.missed ** len(free) * (1 - SENSOR.missed) ** seen_cubes
            yield weight * missed / math.factorial(seen_cubes)
            return
        if seen[place].colour:
            yield from ways(place + 1, free, seen_cubes, weight * SENSOR.doubled / len(COLOURS))
        for cube in free:
            left = tuple(other for other in free if other != cube)
            look = likeness(seen[place], fell[cube])
            yield from ways(place + 1, left, seen_cubes + 1, weight * look)

    return math.fsum(ways(0, tuple(range(len(fell))), 0, 1.0))


def likeness(seen: Sorted, colour: str) -> float:
    """Chance that a cube of a colour is told so."""
    if not seen.colour:
        return 1.0
    second = min(0.5, seen.doubt / 2000)
    if colour == seen.colour:
        return 1 - second
    return second + (SENSOR.astray if seen.doubt >= 200 else SENSOR.misread)


def camera_likelihood(count: CameraCount, lies: tuple[int, int]) -> float:
    """Doubtful cubes one way or the other, or one cube unnoticed as another colour."""
    unsure = 0 if count.sure else 1
    found = 0.0
    for taken in product((False, True), repeat=len(count.trades)):
        weight, shifted = 1.0, list(lies)
        for trade, second in zip(count.trades, taken, strict=True):
            weight *= trade.permille / 1000 if second else 1 - trade.permille / 1000
            if second:
                shifted[COLOURS.index(trade.first)] += 1
                shifted[COLOURS.index(trade.second)] -= 1
        found += weight * counted(count, tuple(shifted))
    for first, second in ((0, 1), (1, 0)):
        moved = list(lies)
        moved[first] -= 1
        moved[second] += 1
        found += VIEW.traded[unsure] * lies[first] * counted(count, tuple(moved))
    return found


def counted(count: CameraCount, lies: tuple[int, ...]) -> float:
    """Chance of a count, of each colour by itself."""
    if min(lies) < 0:
        return 0.0
    unsure = 0 if count.sure else 1
    missed, extra = VIEW.missed[unsure], VIEW.extra[unsure]
    found = 1.0
    for row, there in zip(count.counts, lies, strict=True):
        whole = sum(chance for _, chance in row.chances)
        colour = 0.0
        for shown in product((False, True), repeat=there):
            seen = sum(shown)
            way = math.prod(1 - missed if one else missed for one in shown)
            for said, chance in row.chances:
                if 0 <= said - seen <= 3:
                    colour += way * chance / whole * extra ** (said - seen)
        found *= colour
    return found


def books_fit(held: Books, fallen: tuple[int, int]) -> float:
    """Half the learnt behaviour, half any number alike."""
    found = 1.0
    for colour, fell in zip(COLOURS, fallen, strict=True):
        thrown, inside = held.thrown[colour], held.inside[colour]
        learnt = distribution(RULE_OF_THUMB, thrown, inside)[fell]
        found *= 0.5 * learnt + 0.5 / (thrown + inside + 1)
    return found


def by_force(
    sensor: list[Judged] | None, camera: CameraCount | None, held: Books
) -> dict[tuple[int, int], float]:
    """Chance of each count."""
    limits = [held.inside[colour] + held.thrown[colour] for colour in COLOURS]
    weights = {}
    for fallen in product(*(range(limit + 1) for limit in limits)):
        weight = books_fit(held, fallen)
        if sensor is not None:
            weight *= sensor_likelihood(sensor, fallen)
        if camera is not None:
            lies = tuple(n + held.tray[c] for n, c in zip(fallen, COLOURS, strict=True))
            weight *= camera_likelihood(camera, lies)
        weights[fallen] = weight
    whole = math.fsum(weights.values())
    return {fallen: weight / whole for fallen, weight in weights.items() if whole}


def of_both(held: Books) -> Books:
    """The same books, in which both colours come up."""
    one = Cubes.of(blue=1, red=1)
    return replace(held, inside=held.inside + one)


@settings(max_examples=25, deadline=None)
@given(groups, counts, books, st.sampled_from(["both", "sensor", "camera"]))
def test_it_is_what_counting_cube_by_cube_gives(
    judged: list[Judged], count: CameraCount, held: Books, heard: str
) -> None:
    """Brute force over every cube, every mark and every trade."""
    held = of_both(held)
    sensor = None if heard == "camera" else judged
    camera = None if heard == "sensor" else count
    posterior = weigh(None if sensor is None else read(sensor), camera, held, OFTEN)
    expected = by_force(sensor, camera, held)
    for fallen, chance in expected.items():
        fell = Cubes.from_counts(dict(zip(COLOURS, fallen, strict=True)))
        assert posterior.chance(fell) == pytest.approx(chance, rel=1e-6, abs=1e-9)


@settings(max_examples=25, deadline=None)
@given(groups, counts, books)
def test_it_sums_to_one(judged: list[Judged], count: CameraCount, held: Books) -> None:
    """Over all counts, over the numbers of each colour and over all that may be amiss."""
    posterior = weigh(read(judged), count, of_both(held))
    assert math.fsum(chance for _, chance in posterior.likely) == pytest.approx(1)
    for colour in posterior.colours:
        assert math.fsum(posterior.marginal(colour)) == pytest.approx(1)
    assert math.fsum(posterior.causes.values()) == pytest.approx(1)
    chances = [chance for _, chance in posterior.likely]
    assert chances == sorted(chances, reverse=True)
    assert posterior.best == posterior.likely[0]


@settings(max_examples=25, deadline=None)
@given(groups, counts, books, st.randoms(use_true_random=False))
def test_order_does_not_matter(
    judged: list[Judged], count: CameraCount, held: Books, chance: Random
) -> None:
    """The judge's groups, the camera's rows, their chances and the doubtful cubes."""
    one = weigh(read(judged), count, held)
    mixed = judged.copy()
    chance.shuffle(mixed)
    rows = tuple(
        ColourCount(row.colour, tuple(reversed(row.chances))) for row in reversed(count.counts)
    )
    other = weigh(
        read(mixed), replace(count, counts=rows, trades=tuple(reversed(count.trades))), held
    )
    assert dict(other.likely) == pytest.approx(dict(one.likely))


@settings(max_examples=25, deadline=None)
@given(books, st.integers(0, 190), st.integers(1, 199))
def test_more_doubt_of_a_cube_makes_its_colour_less_likely(
    held: Books, doubt: int, more: int
) -> None:
    """The chance that it is red falls with the doubt that it is."""
    held = replace(of_both(held), thrown=held.thrown + Cubes.of(blue=1, red=1))

    def red(doubt: int) -> float:
        judged = [Judged((Sorted("red", "blue", doubt),), 0, "")]
        return weigh(read(judged), None, held, OFTEN).chance(Cubes.of(red=1))

    assert red(min(199, doubt + more)) <= red(doubt) + 1e-12


@settings(max_examples=25, deadline=None)
@given(cubes, books, st.integers(1, 900), st.integers(1, 99))
def test_the_surer_the_camera_the_likelier_its_count(
    fell: Cubes, held: Books, permille: int, more: int
) -> None:
    """A greater chance of a number in the camera's row makes it no less likely that it fell."""
    held = replace(held, thrown=fell + Cubes.of(red=1), tray=Cubes())

    def said(permille: int) -> float:
        red = ((fell["red"], permille), (fell["red"] + 1, 1000 - permille))
        rows = (ColourCount("red", red), ColourCount("blue", ((fell["blue"], 1000),)))
        return weigh(None, CameraCount(rows, False), held, OFTEN).chance(fell)

    assert said(min(999, permille + more)) >= said(permille) - 1e-12


@settings(max_examples=20, deadline=None)
@given(cubes, books)
def test_a_second_witness_who_says_the_same_makes_it_surer(fell: Cubes, held: Books) -> None:
    held = replace(held, thrown=fell, tray=Cubes())
    reading = read(
        Judged((Sorted(colour, "", 0),), 0, "") for colour, n in fell.counts for _ in range(n)
    )
    alone = weigh(reading, None, held).chance(fell)
    both = weigh(reading, CameraCount.of(fell), held).chance(fell)
    assert both >= alone - 1e-12
    assert both > 0.99


def test_colours_that_trade_stay_together() -> None:
    """Of two cubes one is doubtful: red or blue, but never both and never neither."""
    judged = [Judged((Sorted("red", "blue", 900),), 0, ""), Judged((Sorted("red", "", 0),), 0, "")]
    held = Books(Cubes.of(red=2, blue=2))
    posterior = weigh(read(judged), None, held)
    two, mixed = Cubes.of(red=2), Cubes.of(red=1, blue=1)
    assert posterior.chance(two) + posterior.chance(mixed) > 0.97
    assert posterior.chance(Cubes.of(red=2, blue=1)) < 0.001
    assert posterior.marginal("red")[1] == pytest.approx(posterior.marginal("blue")[1], abs=0.01)


def test_a_doubtful_number_lets_one_more_or_one_less_fall() -> None:
    judged = [Judged((Sorted("red", "", 0),), 500, "long")]
    rates = Rates(SensorRates(numbers=(("", Number(0.1, 0.3)),)), amiss=NOTHING_AMISS)
    held = Books(Cubes(), Cubes.of(red=4), release=None)
    fell = weigh(read(judged), None, held, rates).marginal("red")
    assert fell[0] == pytest.approx(0.1, abs=0.02)
    assert fell[2] == pytest.approx(0.3, abs=0.02)


def test_thirty_cubes_without_a_colour_are_weighed_in_time() -> None:
    """Not each way to sort them is listed: their number is known, their colours are not."""
    judged = [Judged((UNSEEN,), 0, "")] * 30
    held = Books(Cubes(), Cubes.of(red=25, blue=25))
    posterior = weigh(read(judged), CameraCount.of(Cubes.of(red=14, blue=16)), held)
    assert posterior.best[0] == Cubes.of(red=14, blue=16)


def test_books_that_are_right_allow_no_more_than_was_there() -> None:
    """Rule: W-CUBE-5. Only where the books may be wrong can more have fallen."""
    held = Books(Cubes.of(red=1), Cubes.of(red=2))
    right, wrong = fits(held, ("red",)), fits(held, ("red",), wrong=True)
    assert math.fsum(right[0][:4]) == pytest.approx(1)
    assert set(right[0][4:]) == {0.0}
    assert min(wrong[0]) > 0


def test_a_colour_that_nobody_thought_of_is_refused() -> None:
    posterior = weigh(Reading(Cubes.of(red=1)), None, None)
    assert isinstance(posterior, Posterior)
    assert posterior.chance(Cubes.of(green=1)) == 0
    with pytest.raises(ValueError, match="green is none of red"):
        posterior.marginal("green")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ((ColourCount("red", ((1, 1000),)), ColourCount("red", ((1, 1000),))), "twice"),
        ((ColourCount("red", ((-1, 1000),)),), "negative"),
        ((ColourCount("red", ((1, 0),)),), "no number"),
    ],
)
def test_a_count_that_makes_no_sense_is_refused(
    rows: tuple[ColourCount, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        CameraCount(rows, True)
