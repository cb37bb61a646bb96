"""Tower and camera side by side on the throw's screen, and the question where they differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fake_tray import FakeTray
from textual.pilot import Pilot

from turmwart.app.app import TurmwartApp
from turmwart.app.screens.battle import BattleScreen
from turmwart.app.screens.tray import TrayScreen
from turmwart.kernel.cubes import Cubes
from turmwart.table.table import Table
from turmwart.tower.sight import CameraCount, ColourCount

from .toys import ReportThrow

AppOf = Callable[..., TurmwartApp]
BOTH = Cubes.of(red=2, blue=1)


def thrown(table: Table) -> list[tuple[Cubes, str]]:
    """All throws that were booked, with who counted."""
    return [(c.fallen, c.witness) for c in table.state.done if isinstance(c, ReportThrow)]


def cells(seen: Any, colour: str) -> list[str]:
    """The numbers of a colour's line."""
    (line,) = [line for line in seen.text.splitlines() if f" {colour} " in line and "%" not in line]
    return str(line).split(colour, 1)[1].split()


async def test_both_witnesses_stand_beside_the_count(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("throw")
    tray = FakeTray(table)
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        drop(table, "red", "blue", "red")
        # thrown, inside, expected, fallen, tower, camera, at most
        await seen.until(lambda: "Tray camera: counted." in seen.text)
        await seen.until(lambda: cells(seen, "red")[3:6] == ["2", "2", "–"])
        tray.says(BOTH)
        await seen.until(lambda: cells(seen, "red")[3:6] == ["2", "2", "=2"])
        assert cells(seen, "blue")[3:6] == ["1", "1", "=1"]
        assert "seen by tower and camera" in seen.text
        await pilot.press("enter")
        await seen.until(lambda: bool(thrown(table)))
    assert thrown(table) == [(BOTH, "tower+camera")]


async def test_where_they_differ_one_key_answers(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("throw")
    FakeTray(table, Cubes.of(red=1, blue=1))
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        drop(table, "red", "blue", "red")
        await seen.until(lambda: "disagree about red" in seen.text)
        assert cells(seen, "red")[4:6] == ["2", "≠1"]
        finding = pilot.app.screen.desk.finding()  # type: ignore[attr-defined]
        likely = [cubes for cubes, _ in finding.answers]
        assert {BOTH, Cubes.of(red=1, blue=1)} <= set(likely)
        assert "F5" in seen.text
        assert "F6" in seen.text
        # Enter alone asks back: a question is never accepted in passing.
        await pilot.press("enter")
        await seen.until(lambda: "Really" in seen.text)
        assert thrown(table) == []
        place = likely.index(Cubes.of(red=1, blue=1))
        await pilot.press(f"f{5 + place}")
        await seen.until(lambda: bool(thrown(table)))
    assert [cubes for cubes, _ in thrown(table)] == [Cubes.of(red=1, blue=1)]
    assert thrown(table)[0][1] not in ("tower", "camera", "tower+camera")


async def test_a_camera_alone_that_is_not_sure_is_asked_with_its_answers(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any]
) -> None:
    """No cube went by a sensor, and still the keys that book stand on the screen."""
    table = toy("throw")
    tray = FakeTray(table)
    doubt = (ColourCount("red", ((1, 550), (2, 450))), ColourCount("blue", ((1, 1000),)))
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Nothing seen yet" in seen.text)
        tray.said = CameraCount(doubt, False, ("more",))
        tray.says_again()
        await seen.until(lambda: "The camera is not sure" in seen.text)
        assert "F5" in seen.text
        assert "F6" in seen.text
        answers = pilot.app.screen.desk.finding().answers  # type: ignore[attr-defined]
        place = [cubes for cubes, _ in answers].index(BOTH)
        await pilot.press(f"f{5 + place}")
        await seen.until(lambda: bool(thrown(table)))
    assert [cubes for cubes, _ in thrown(table)] == [BOTH]


async def test_a_key_without_an_answer_books_nothing(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("throw")
    FakeTray(table, BOTH)
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        drop(table, "red", "blue", "red")
        await seen.until(lambda: "seen by tower and camera" in seen.text)
        await pilot.press("f5", "f9")
        await pilot.pause(0.05)
        assert thrown(table) == []


async def test_the_picture_is_one_key_away(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("throw")
    tray = FakeTray(table, BOTH)
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "F2 picture" in seen.text)
        await pilot.press("f2")
        await seen.until(lambda: isinstance(pilot.app.screen, TrayScreen))
        assert "Nothing was counted yet" in seen.text
        tray.show(BOTH)
        tray.says(BOTH)
        await seen.until(lambda: "2 red" in seen.text)
        assert seen.text.count("▀") > 500
        assert "bl" in seen.text
        await pilot.press("escape")
        await seen.until(lambda: isinstance(pilot.app.screen, BattleScreen))


async def test_a_throw_that_was_taken_back_does_not_show_the_tray_of_now(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    """Its count is that of the picture that was kept, and so is what F2 shows."""
    table = toy("throw")
    tray = FakeTray(table, BOTH)
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        drop(table, "red", "blue", "red")
        await seen.until(lambda: "seen by tower and camera" in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: bool(thrown(table)))
        tray.show(Cubes.of(blue=2))
        table.undo()
        await seen.until(lambda: isinstance(pilot.app.screen, BattleScreen))
        await pilot.press("f2")
        await seen.until(lambda: "Of the throw that was taken back" in seen.text)
        assert "cannot be shown" in seen.text
        assert "2 blue" not in seen.text
        drop(table, "red")
        await seen.until(lambda: "2 blue" in seen.text)


async def test_a_kept_picture_that_was_altered_is_told_beside_the_throw(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any]
) -> None:
    """Also without a camera: the throw that was taken back has lost a witness."""
    table = toy("throw")
    tray = FakeTray(table, BOTH)
    picture = tray.keep(table)
    table.tray = None
    table._pending.add_tray(picture, None)
    prompt = table.throw_prompt
    assert prompt is not None
    table.do(table.answer(prompt, BOTH, "camera"), evidence=(picture,))
    table.undo()
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "was altered in the journal" in seen.text)


def test_a_question_with_its_answers(
    toy: Callable[[str], Table], app_of: AppOf, drop: Any, look: type[Any], snap_compare: Any
) -> None:
    table = toy("throw")
    FakeTray(table, Cubes.of(red=1, blue=1))

    async def differ(pilot: Pilot[None]) -> None:
        drop(table, "red", "blue", "red")
        seen = look(pilot)
        await seen.until(lambda: "disagree about red" in seen.text)

    assert snap_compare(app_of(table), terminal_size=(80, 24), run_before=differ)
