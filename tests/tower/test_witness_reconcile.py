"""What the witnesses agree on, and what the table is asked, told and offered."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turmwart.kernel.cubes import Cubes
from turmwart.texts import say
from turmwart.tower import situations
from turmwart.tower.books import Books
from turmwart.tower.colour import UNSEEN, Sorted
from turmwart.tower.passage import Judged
from turmwart.tower.reading import Reading, read
from turmwart.tower.sight import (
    BRIGHT,
    COVERED,
    DARK,
    HIDDEN,
    MOVING,
    NO_MAT,
    CameraCount,
    ColourCount,
    Trade,
)
from turmwart.tower.situations import CAUSES
from turmwart.tower.witness import Agreed, Question, reconcile

FELL = Cubes.of(blue=3, green=2, red=4, yellow=3)
INSIDE = Cubes.of(blue=2, green=2, red=3, yellow=1)
THROWN = Cubes.of(blue=4, green=3, red=3, yellow=2)
BOOKS = Books(INSIDE, THROWN)
"""At most 6 blue, 5 green, 6 red and 3 yellow cubes can have fallen."""
ALIVE = (4, 3, 3, 2)


def sensed(cubes: Cubes, *more: Sorted, doubt: int = 0) -> Reading:
    """A reading without doubts but for some cubes, of a tower whose lanes all live."""
    seen = [Sorted(colour, "", 0) for colour, n in cubes.counts for _ in range(n)]
    judged = [Judged((cube,), doubt, "long" if doubt else "") for cube in (*seen, *more)]
    return replace(read(judged), lanes=ALIVE, lanes_before=(15,) * 4, apart=Cubes())


def unsure(cubes: Cubes, *reasons: str, **chances: tuple[tuple[int, int], ...]) -> CameraCount:
    """A count that is in doubt about some colours."""
    rows = {colour: ((n, 1000),) for colour, n in cubes.counts} | chances
    found = tuple(ColourCount(colour, row) for colour, row in sorted(rows.items()))
    return CameraCount(found, False, reasons)


def question(answer: Agreed | Question) -> Question:
    assert isinstance(answer, Question)
    return answer


# -- they agree ----------------------------------------------------------------------------------


def test_both_senses_and_the_books() -> None:
    answer = reconcile(sensed(FELL), CameraCount.of(FELL), BOOKS)
    assert isinstance(answer, Agreed)
    assert (answer.cubes, answer.witness) == (FELL, "tower+camera")
    assert answer.confidence is not None
    assert answer.confidence > 0.9999


@pytest.mark.parametrize(
    ("sensor", "camera", "books"), list(product((True, False), (True, False), (True, False)))
)
def test_any_of_them_may_be_missing(sensor: bool, camera: bool, books: bool) -> None:
    """A sensor dead, a camera covered, no ledger: whoever speaks is heard."""
    answer = reconcile(
        sensed(FELL) if sensor else None,
        CameraCount.of(FELL) if camera else None,
        BOOKS if books else None,
    )
    if sensor or camera:
        assert isinstance(answer, Agreed)
        assert answer.cubes == FELL
        named = [name for name, heard in (("tower", sensor), ("camera", camera)) if heard]
        assert answer.witness == "+".join(named)
    else:
        assert question(answer).kind == "silent"


@pytest.mark.parametrize("reason", [COVERED, DARK, BRIGHT, NO_MAT, MOVING])
def test_a_camera_that_says_it_sees_nothing_is_not_heard(reason: str) -> None:
    count = unsure(Cubes.of(red=1), reason)
    answer = reconcile(sensed(FELL), count, BOOKS)
    assert isinstance(answer, Agreed)
    assert (answer.cubes, answer.witness) == (FELL, "tower")
    assert question(reconcile(None, count, BOOKS)).reasons == (reason,)


def test_the_tray_before_and_what_was_taken_are_reckoned_in() -> None:
    books = replace(BOOKS, tray=Cubes.of(red=2, yellow=1), taken=Cubes.of(red=1))
    seen = FELL + Cubes.of(red=1, yellow=1)
    answer = reconcile(sensed(FELL), CameraCount.of(seen), books)
    assert isinstance(answer, Agreed)
    assert answer.cubes == FELL


def test_the_camera_settles_a_doubtful_colour() -> None:
    """One cube is red or blue by the sensor; the camera sees which."""
    reading = sensed(FELL - Cubes.of(red=1), Sorted("blue", "red", 800))
    asked = question(reconcile(reading, None, BOOKS))
    assert asked.kind == "doubtful"
    assert set(asked.colours[:2]) == {"blue", "red"}
    assert {answer.cubes for answer in asked.answers[:2]} == {
        FELL,
        FELL - Cubes.of(red=1) + Cubes.of(blue=1),
    }
    settled = reconcile(reading, CameraCount.of(FELL), BOOKS)
    assert isinstance(settled, Agreed)
    assert settled.cubes == FELL


def test_the_camera_settles_a_doubtful_number() -> None:
    judged = [*sensed(FELL - Cubes.of(red=2)).judged, Judged((Sorted("red", "", 0),), 500, "long")]
    reading = replace(read(judged), lanes=ALIVE, apart=Cubes())
    assert question(reconcile(reading, None, BOOKS)).kind == "unsure"
    settled = reconcile(reading, CameraCount.of(FELL), BOOKS)
    assert isinstance(settled, Agreed)
    assert settled.cubes == FELL


@pytest.mark.parametrize("blind", [False, True])
def test_the_camera_settles_cubes_without_a_colour(blind: bool) -> None:
    reading = replace(sensed(FELL - Cubes.of(red=2), UNSEEN, UNSEEN), blind=blind)
    asked = question(reconcile(reading, None, BOOKS))
    assert (asked.kind, asked.unseen) == ("blind" if blind else "unseen", 2)
    settled = reconcile(reading, CameraCount.of(FELL), BOOKS)
    assert isinstance(settled, Agreed)
    assert settled.cubes == FELL


def test_a_sensor_without_any_light_still_counts() -> None:
    """Twelve cubes of no colour, and a camera that is sure of twelve."""
    reading = replace(sensed(Cubes(), *[UNSEEN] * FELL.total), blind=True)
    settled = reconcile(reading, CameraCount.of(FELL), BOOKS)
    assert isinstance(settled, Agreed)
    assert settled.cubes == FELL


def test_the_camera_settles_what_the_board_lost() -> None:
    reading = replace(sensed(FELL - Cubes.of(green=1, red=2)), lost=True)
    assert question(reconcile(reading, None, BOOKS)).kind == "lost"
    settled = reconcile(reading, CameraCount.of(FELL), BOOKS)
    assert isinstance(settled, Agreed)
    assert settled.cubes == FELL


def test_the_camera_settles_whether_an_undone_throw_counts_again() -> None:
    reading = replace(sensed(Cubes.of(red=1)), returned=FELL - Cubes.of(red=1))
    asked = question(reconcile(reading, None, BOOKS))
    assert asked.kind == "returned"
    assert {answer.cubes for answer in asked.answers[:2]} == {Cubes.of(red=1), FELL}
    settled = reconcile(reading, CameraCount.of(FELL), BOOKS)
    assert isinstance(settled, Agreed)
    assert settled.cubes == FELL


def test_something_is_amiss_beside_an_undone_throw() -> None:
    """The new throw lost a cube out of the tray; the undone one still is no part of it."""
    reading = replace(sensed(FELL), returned=Cubes.of(blue=2, red=2))
    seen = CameraCount.of(FELL - Cubes.of(green=1))
    asked = question(reconcile(reading, seen, BOOKS))
    assert asked.suggestion == FELL
    assert asked.causes[0].name == "gone"


def test_the_sensor_settles_what_the_camera_doubts() -> None:
    """A shape that may be a cube, a cube that may be orange, a pile that may hide one."""
    shape = unsure(FELL, red=((4, 550), (5, 450)))
    colour = replace(unsure(FELL), trades=(Trade("red", "yellow", 300),))
    pile = replace(unsure(FELL - Cubes.of(blue=1), HIDDEN), hidden_permille=600)
    for count in (shape, colour, pile):
        answer = reconcile(sensed(FELL), count, BOOKS)
        assert isinstance(answer, Agreed)
        assert answer.cubes == FELL


def test_the_books_settle_a_doubtful_colour() -> None:
    """Three yellow cubes are sure and there are no more: the doubtful one is red. W-CUBE-5."""
    reading = sensed(FELL - Cubes.of(red=1), Sorted("red", "yellow", 150))
    answer = reconcile(reading, CameraCount.of(FELL), BOOKS)
    assert isinstance(answer, Agreed)
    assert answer.cubes == FELL


# -- they do not ---------------------------------------------------------------------------------


def test_two_sure_witnesses_that_differ() -> None:
    """The question shows both, names the colour, and offers both counts."""
    seen = FELL - Cubes.of(red=1)
    asked = question(reconcile(sensed(FELL), CameraCount.of(seen), BOOKS))
    assert asked.kind == "differ"
    assert asked.colours == ("red",)
    assert (asked.sensor, asked.camera) == (FELL, seen)
    assert {answer.cubes for answer in asked.answers[:2]} == {FELL, seen}
    chances = [answer.permille for answer in asked.answers]
    assert chances == sorted(chances, reverse=True)
    assert asked.suggestion == asked.answers[0].cubes
    assert "gone" in [cause.name for cause in asked.causes]


@pytest.mark.rule("W-CUBE-5")
@pytest.mark.parametrize("heard", ["sensor", "camera", "both"])
def test_more_yellow_cubes_than_exist(heard: str) -> None:
    """Never silently accepted, by whomever it is said; no answer goes beyond the books."""
    many = FELL + Cubes.of(yellow=1)
    asked = question(
        reconcile(
            None if heard == "camera" else sensed(many),
            None if heard == "sensor" else CameraCount.of(many),
            BOOKS,
        )
    )
    assert asked.kind == "impossible"
    assert "yellow" in asked.colours
    assert asked.causes
    assert all(answer.cubes <= BOOKS.bounds for answer in asked.answers)
    if heard == "both":
        assert asked.causes[0].name == "books"


@pytest.mark.parametrize(("apart", "cause"), [(Cubes.of(red=1), "twice"), (Cubes(), "gone")])
def test_a_late_drop_is_told_from_a_cube_that_is_gone(apart: Cubes, cause: str) -> None:
    """The sensor told a red cube more than lies in the tray; it fell by itself, or did not."""
    reading = replace(sensed(FELL), apart=apart)
    asked = question(reconcile(reading, CameraCount.of(FELL - Cubes.of(red=1)), BOOKS))
    assert asked.causes[0].name == cause


def test_a_cube_of_the_tray_that_is_gone_is_named() -> None:
    books = replace(BOOKS, tray=Cubes.of(purple=1))
    asked = question(reconcile(sensed(FELL), CameraCount.of(FELL), books))
    assert asked.lacking == Cubes.of(purple=1)
    assert asked.causes[0].name == "gone"
    assert asked.suggestion == FELL


def test_exchanged_colours_are_named() -> None:
    """Five cubes of one colour are nearly never read as another's one by one."""
    fell = Cubes.of(blue=1, green=2, red=5, yellow=3)
    said = Cubes.of(blue=5, green=2, red=1, yellow=3)
    asked = question(reconcile(sensed(said), CameraCount.of(fell), BOOKS))
    assert {cause.name for cause in asked.causes[:2]} == {"palette", "camera_palette"}
    assert all(cause.colours == ("blue", "red") for cause in asked.causes[:2])
    assert {answer.cubes for answer in asked.answers[:2]} == {fell, said}


def test_a_covered_camera_is_named() -> None:
    asked = question(reconcile(sensed(FELL), CameraCount.of(Cubes.of(red=2)), BOOKS))
    assert asked.causes[0].name == "covered"
    assert asked.suggestion == FELL


def test_a_dead_lane_is_named_and_the_camera_believed() -> None:
    reading = replace(
        sensed(Cubes.of(blue=2, green=1, red=3, yellow=2)),
        lanes=(3, 0, 3, 2),
        lanes_before=(15, 0, 20, 16),
    )
    asked = question(reconcile(reading, CameraCount.of(FELL), BOOKS))
    assert asked.causes[0].name == "lane"
    assert asked.suggestion == FELL


def test_a_dead_lane_is_suspected_even_where_all_counts_fit() -> None:
    """No camera, and nothing that contradicts: but fifty cubes went by one lane."""
    fell = Cubes.of(red=2, blue=1)
    reading = replace(sensed(fell), lanes=(1, 0, 1, 1), lanes_before=(17, 0, 16, 17))
    asked = question(reconcile(reading, None, BOOKS))
    assert asked.kind == "amiss"
    assert asked.causes[0].name == "lane"


def test_a_camera_alone_that_is_not_sure() -> None:
    asked = question(reconcile(None, unsure(FELL, "shape", red=((4, 600), (5, 400))), BOOKS))
    assert (asked.kind, asked.colours, asked.reasons) == ("camera", ("red",), ("shape",))
    assert [answer.cubes["red"] for answer in asked.answers[:2]] == [4, 5]


@pytest.mark.parametrize("reason", ["foreign", "cut", "damaged", "frames_differ"])
def test_a_doubt_that_no_chance_holds_is_not_borne_alone(reason: str) -> None:
    """A cube that lies outside the picture or has no known colour is in none of its numbers."""
    count = unsure(FELL, reason)
    asked = question(reconcile(None, count, BOOKS))
    assert (asked.kind, asked.suggestion, asked.reasons) == ("camera", FELL, (reason,))
    both = reconcile(sensed(FELL), count, BOOKS)
    assert isinstance(both, Agreed)
    assert both.cubes == FELL


def test_a_cube_without_a_colour_where_no_colour_is_known() -> None:
    assert question(reconcile(sensed(Cubes(), UNSEEN), None, None)).kind == "unseen"
    assert question(reconcile(sensed(Cubes(), UNSEEN), None, Books(Cubes()))).unseen == 1


def test_every_kind_and_cause_has_its_words() -> None:
    values = {"colours": "red", "unseen": 1, "suggestion": "1 red"}
    kinds = ("lost", "impossible", "unsure", "doubtful", "unseen", "blind", "returned", "differ")
    for kind in (*kinds, "silent", "camera", "amiss"):
        assert say(f"tower.question.{kind}", **values)
    for cause in CAUSES:
        assert say(f"tower.cause.{cause}", **values)


# -- whatever they say ---------------------------------------------------------------------------

colour = st.sampled_from(["blue", "red", "yellow"])
some = st.dictionaries(colour, st.integers(0, 3)).map(Cubes.from_counts)
readings = st.builds(
    lambda cubes, doubtful, unseen, lost, returned: replace(
        sensed(cubes, *doubtful, *[UNSEEN] * unseen), lost=lost, returned=returned
    ),
    some,
    st.lists(st.builds(Sorted, colour, st.just("red"), st.integers(0, 1000)), max_size=2),
    st.integers(0, 2),
    st.booleans(),
    some,
)


@settings(max_examples=40, deadline=None)
@given(
    st.none() | readings,
    st.none()
    | st.builds(lambda cubes, sure: CameraCount.of(cubes, sure=sure), some, st.booleans()),
    st.none() | st.builds(Books, some, some, some),
)
def test_there_is_always_an_answer_that_the_books_allow(
    sensor: Reading | None, camera: CameraCount | None, books: Books | None
) -> None:
    """Any evidence at all, contradictory or impossible."""
    answer = reconcile(sensor, camera, books)
    counts = [answer.cubes] if isinstance(answer, Agreed) else [answer.suggestion]
    if isinstance(answer, Question):
        counts += [offered.cubes for offered in answer.answers]
    if books is not None:
        assert all(cubes <= books.bounds for cubes in counts)
    assert reconcile(sensor, camera, books) == answer


def test_what_the_sensor_told_is_multiplied_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes seconds where many cubes are in doubt, and the table waits for it."""
    told, times = situations.told, []

    def counting(*given: Any) -> Any:
        times.append(given)
        return told(*given)

    monkeypatch.setattr(situations, "told", counting)
    reconcile(sensed(FELL), CameraCount.of(FELL), BOOKS)
    assert len(times) == 1
