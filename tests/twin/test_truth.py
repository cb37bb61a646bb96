"""The twin's truth: conserved, on the disk, done once."""

from __future__ import annotations

import json
from errno import ENOSPC
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turmwart.errors import TwinError
from turmwart.kernel.cubes import Cubes
from turmwart.twin.physics import DEFAULT_CONDITIONS
from turmwart.twin.truth import Truth

DEEDS = st.lists(
    st.tuples(
        st.sampled_from(["throw", "drift", "take", "put"]),
        st.dictionaries(st.sampled_from(["red", "blue", "green"]), st.integers(0, 5)),
        st.booleans(),
    ),
    max_size=12,
)


def opened(folder: Path, seed: int | None = 7) -> Truth:
    return Truth.open(folder / "truth.json", seed, DEFAULT_CONDITIONS)


@settings(max_examples=30, deadline=None)
@given(DEEDS)
def test_cubes_are_conserved_and_all_is_on_the_disk(
    tmp_path_factory: pytest.TempPathFactory, deeds: list[tuple[str, dict[str, int], bool]]
) -> None:
    """Poured and put in, less taken out, is in tower and tray; the file says the same."""
    folder = tmp_path_factory.mktemp("truth")
    truth = opened(folder)
    inside = Cubes()
    for number, (op, counts, lift) in enumerate(deeds):
        cubes = Cubes.from_counts(counts)
        if op == "throw":
            truth.throw(str(number), cubes, lift)
            inside = inside + cubes
        elif op == "put":
            truth.put(str(number), cubes)
            inside = inside + cubes
        elif op == "drift":
            truth.drift(str(number))
        elif cubes <= truth.tray:
            truth.take(str(number), cubes)
            inside = inside - cubes
        else:
            with pytest.raises(TwinError, match="not_in_tray"):
                truth.take(str(number), cubes)
        assert truth.tower + truth.tray == inside
        assert not truth.log or opened(folder).as_dict() == truth.as_dict()


def test_lifting_the_tray_pours_it(tmp_path: Path) -> None:
    """With the tray lifted its cubes go into the tower; else they stay where they are."""
    truth = opened(tmp_path)
    truth.put("p", Cubes.of(green=30))
    truth.throw("a", Cubes.of(red=30), lift_tray=False)
    assert truth.tray["green"] == 30
    truth.throw("b", Cubes(), lift_tray=True)
    assert 0 < truth.tray["green"] < 30
    assert truth.log[-1]["lifted"]["green"] == 30


def test_on_a_full_disk_nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be written was not done: asked for again it is, and the firmware sees it."""
    truth = opened(tmp_path)
    truth.put("1", Cubes.of(red=3))
    before = truth.as_dict() | {"log": list(truth.log)}

    def full(_: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("turmwart.twin.truth.os.fsync", full)
    for deed in (
        lambda: truth.throw("2", Cubes.of(blue=5), True),
        lambda: truth.take("2", Cubes.of(red=1)),
        lambda: truth.put("2", Cubes.of(red=1)),
        lambda: truth.drift("2"),
    ):
        with pytest.raises(TwinError, match="truth_unwritten"):
            deed()
        assert truth.as_dict() == before
    monkeypatch.undo()
    assert opened(tmp_path).as_dict() == before
    assert truth.find("throw", "2", Cubes.of(blue=5)) is None
    truth.throw("2", Cubes.of(blue=5), True)
    assert opened(tmp_path).as_dict() == truth.as_dict()


def test_an_id_means_one_thing(tmp_path: Path) -> None:
    """Found again with the same cubes, refused with others or for another operation."""
    truth = opened(tmp_path)
    truth.throw("a", Cubes.of(red=3), lift_tray=True)
    assert truth.find("throw", "a", Cubes.of(red=3)) == truth.log[0]
    assert truth.find("throw", "b", Cubes.of(red=3)) is None
    for op, cubes in (("throw", Cubes.of(red=4)), ("put", Cubes.of(red=3))):
        with pytest.raises(TwinError, match="id_used"):
            truth.find(op, "a", cubes)


@pytest.mark.parametrize(
    ("content", "text_id"),
    [
        ("{", "twin.truth_damaged"),
        ("[]", "twin.truth_damaged"),
        ('{"format": 1, "seed": 7}', "twin.truth_damaged"),
        (
            '{"format": 1, "seed": 7, "tower": {"red": -1}, "tray": {}, "log": []}',
            "twin.truth_damaged",
        ),
        ('{"format": 9}', "twin.truth_format"),
        ('{"format": 1, "seed": 8, "tower": {}, "tray": {}, "log": []}', "twin.other_seed"),
    ],
)
def test_bad_file_is_refused_and_left_alone(tmp_path: Path, content: str, text_id: str) -> None:
    """One clear error that names the file; its content stays."""
    path = tmp_path / "truth.json"
    path.write_text(content)
    with pytest.raises(TwinError) as error:
        opened(tmp_path)
    assert error.value.text_id == text_id
    assert error.value.values["path"] == path
    assert path.read_text() == content


def test_seed_of_the_file_is_taken_when_none_is_named(tmp_path: Path) -> None:
    """A twin that comes back goes on with the seed it had."""
    opened(tmp_path, 12).put("p", Cubes.of(red=1))
    assert opened(tmp_path, None).seed == 12
    assert json.loads((tmp_path / "truth.json").read_text())["seed"] == 12
