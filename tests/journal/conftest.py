"""A small game and an empty journal for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from turmwart.journal.store import Journal
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.game import Game


@dataclass(frozen=True, slots=True)
class Opened:
    """A table with so many cubes in the bag."""

    cubes: Cubes


@dataclass(frozen=True, slots=True)
class Taken:
    """Somebody took cubes out of the bag."""

    seat: str
    cubes: Cubes


@dataclass(frozen=True, slots=True)
class Bag:
    """What the bag and the seats hold."""

    bag: Cubes
    taken: tuple[tuple[str, Cubes], ...] = ()


def _apply(state: Bag | None, event: Any) -> Bag:
    if isinstance(event, Opened):
        return Bag(event.cubes)
    if state is None:
        raise ValueError("nothing was opened")
    return Bag(state.bag - event.cubes, (*state.taken, (event.seat, event.cubes)))


@pytest.fixture(scope="session")
def bag_game() -> Game:
    """A game of taking cubes out of a bag, with two kinds of events."""
    return Game(
        name="bag",
        start=lambda setup: (Opened(setup),),
        prompts=lambda state, seat: (),
        legal=lambda state, seat: iter(()),
        decide=lambda state, command, roll: (command,),
        apply=_apply,
        view=lambda state, seat: state,
        invariants=lambda state: ("too many taken",) if len(state.taken) > 50 else (),
        describe=lambda event, state: ("bag.event", ()),
        setup=Cubes,
        commands={"Taken": Taken},
        events={"Opened": Opened, "Taken": Taken},
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the journal of a test lies."""
    return tmp_path / "evening.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    """An empty journal."""
    with Journal.open(path) as opened:
        yield opened
