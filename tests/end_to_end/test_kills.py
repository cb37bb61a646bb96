"""Killed with ``kill -9`` and resumed again and again; and with the power cut.

The long form is ``python tests/end_to_end/kill_campaign.py``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from demo_runs import DemoRun, random_kills


@pytest.fixture
def run(tmp_path: Path) -> Iterator[DemoRun]:
    """A demo of three on a journal of its own."""
    demo = DemoRun(tmp_path / "evening.sqlite", seed=11, players=3)
    yield demo
    demo.stop_twin()


def test_killed_and_resumed(run: DemoRun, tmp_path: Path) -> None:
    """The twin lives on: not one cube is lost or counted twice, and the end is the same."""
    whole = DemoRun(tmp_path / "whole.sqlite", seed=11, players=3)
    assert whole.run()
    whole.stop_twin()
    random_kills(run, random.Random(1), most=5)
    assert run.kills == 5
    run.check_books()
    assert run.evidence == run.fallen
    assert run.hash == whole.hash


def test_power_cut(run: DemoRun) -> None:
    """The board's unsent events are gone: the table is asked for a count and goes on."""
    random_kills(run, random.Random(2), most=4, power=True)
    assert run.kills == 4
    run.check_books()
    assert run.evidence <= run.fallen
