"""Random games of King of Kings: setups, orders, whole games by scripted players."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from kok_world import do

from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.commands import HandIn, PlayRound
from turmwart.games.kingofkings.options import CHOICES, NAMES, RANGES, Options
from turmwart.games.kingofkings.setup import Setup, Stack, Status
from turmwart.games.kingofkings.state import State
from turmwart.games.kingofkings.tables import BU, CODES, SC, SEA
from turmwart.games.kingofkings.viewing import view
from turmwart.kernel.chance import Roll
from turmwart.table.dealer import Seeded
from turmwart.table.kingofkings.mapgen import make_map
from turmwart.table.kingofkings.players import roving

LETTERS = "KEGDPWBHMS123"
SMALL = {"orders_per_round": (1, 40), "spy_actions_total": (0, 9), "end_rounds": (8, 12)}


def random_options(rng: random.Random) -> Options:
    """Any options that may be played with."""
    changes: dict[str, Any] = {}
    for name in NAMES:
        if name in CHOICES:
            changes[name] = rng.choice(CHOICES[name])
        elif name in RANGES:
            changes[name] = rng.randint(
                *SMALL.get(name, (RANGES[name][0], min(RANGES[name][1], 20)))
            )
        elif name.startswith("vp_points_"):
            changes[name] = tuple(rng.randint(0, 5) for _ in range(3))
        else:
            changes[name] = rng.random() < 0.5
    return replace(Options(), **changes) if rng.random() < 0.7 else Options()


def _coastal(rows: tuple[str, ...], x: int, y: int) -> bool:
    beside = rows[y - 1][max(0, x - 2) : x + 1 : 2] if x > 1 else rows[y - 1][x : x + 1]
    column = [row[x - 1] for row in rows[max(0, y - 2) : y + 1]]
    return SEA in (*beside, *column)


def random_setup(rng: random.Random) -> Setup:
    """A crowded little world: everybody stands beside somebody else, on land and at sea."""
    width, height = rng.randint(2, 7), rng.randint(1, 6)
    if rng.random() < 0.3:
        made = make_map(str(rng.random()), 8, 8, rng.randint(2, 4), random_options(rng))
        return replace(made, seed=str(rng.random()))
    rows = tuple(
        "".join(SEA if rng.random() < 0.35 else rng.choice(LETTERS) for _ in range(width))
        for _ in range(height)
    )
    players = rng.randint(2, 5)
    stacks = []
    for y, row in enumerate(rows, 1):
        for x, letter in enumerate(row, 1):
            owner = rng.randint(0, players)
            if owner:
                counts = [rng.choice((0, 0, 1, 2, 5)) for _ in CODES]
                counts[BU] = int(letter != SEA and rng.random() < 0.2)
                ships = counts[SC] if _coastal(rows, x, y) else 0
                counts[SC] = ships if letter != SEA else max(1, sum(counts[:SC]))
                stacks.append(Stack(x, y, owner, tuple(counts)))
    base = make_map("base", 8, 8, 2, random_options(rng))
    numbers = range(1, players + 1)
    people = tuple(
        replace(
            base.tribes[0],
            number=n,
            wp=rng.randint(0, 40),
            wood=rng.randint(0, 30),
            npc=rng.random() < 0.1,
        )
        for n in numbers
    )
    statuses = tuple(
        Status(a, b, rng.randint(1, 5))
        for a in numbers
        for b in numbers
        if a != b and rng.random() < 0.4
    )
    return replace(
        base,
        rows=rows,
        stacks=tuple(stacks),
        tribes=people,
        statuses=statuses,
        seed=str(rng.random()),
    )


def random_sheet(rng: random.Random, state: State) -> list[str]:
    """Order lines that are mostly well formed, whatever they mean."""
    setup = state.setup
    wide, high = len(setup.rows[0]), len(setup.rows)

    def at() -> str:
        if state.places and rng.random() < 0.8:
            place = rng.choice(state.places)
            return f"{place.x} {place.y}"
        return f"{rng.randint(0, wide + 1)} {rng.randint(0, high + 1)}"

    def forces() -> str:
        groups = [f"{rng.choice(CODES)} {rng.randint(1, 4)}" for _ in range(rng.randint(0, 3))]
        groups = ["AT", *groups] if not groups or rng.random() < 0.4 else groups
        return " ".join(groups)

    def path(most: int) -> str:
        return " ".join(rng.choice("NSWO") for _ in range(rng.randint(1, most)))

    makers = (
        lambda: "EIN " + " ".join(f"{at()} {rng.choice(CODES)}" for _ in range(rng.randint(1, 3))),
        lambda: f"LAND {at()} {rng.choice(['', *'FZTUG'])} {forces()} {path(4)}",
        lambda: f"LAND {at()} {rng.choice(['', *'FZTUG'])} {forces()} {path(2)}",
        lambda: f"SEE {at()} {forces()} SC {rng.randint(1, 4)} {path(6)}",
        lambda: f"RAUB {at()} {forces()} {path(1)}",
        lambda: f"VERT {at()} {rng.choice('FZTUG')}",
        lambda: f"NAME {at()} Ort{rng.randint(1, 9)}",
        lambda: f"ALL {rng.randint(1, 5)} {rng.randint(0, 5)}",
        lambda: f"ABT {at()} {rng.randint(1, 5)}",
        lambda: f"SPI {at()}",
        lambda: "".join(rng.choice("EINLADSO 0123; /NWü") for _ in range(rng.randint(0, 20))),
    )
    return [rng.choice(makers)() for _ in range(rng.randint(0, 20))]


def begin(setup: Setup) -> State:
    """The state before the first round."""
    state: State = GAME.apply(None, GAME.start(setup)[0])
    return state


def random_round(rng: random.Random, state: State, roll: Roll | None = None) -> State:
    """Hand in random and scripted sheets and play a round; laws are checked at each step."""
    for tribe in state.tribes:
        if rng.random() < 0.9:
            if rng.random() < 0.3:
                lines = roving(view(state, str(tribe.number)), str(rng.random()))
            else:
                lines = random_sheet(rng, state)
            state = do(state, HandIn(tribe.number, "\n".join(lines)))
    return do(state, PlayRound(), roll)


def random_world(seed: int) -> State:
    """A random world, a few rounds old, with sheets handed in for the next."""
    rng = random.Random(seed)
    state = begin(random_setup(rng))
    for _ in range(rng.randint(0, 3)):
        if not state.over:
            state = random_round(rng, state)
    for tribe in state.tribes:
        if not state.over:
            state = do(state, HandIn(tribe.number, "\n".join(random_sheet(rng, state))))
    return state


def scripted_game(setup: Setup, seed: str, rounds: int) -> list[State]:
    """The states after each round of a game by scripted players."""
    state, found = begin(setup), []
    for _ in range(rounds):
        for tribe in state.tribes:
            lines = roving(view(state, str(tribe.number)), seed)
            state = do(state, HandIn(tribe.number, "\n".join(lines)))
        state = do(state, PlayRound(), Seeded(setup.seed, state.round))
        found.append(state)
    return found
