"""Generated scripts of faults: every event exactly once and in order, or an explicit gap.

``python tests/bench/link_faults.py 2000`` runs more scripts.
"""

from __future__ import annotations

import pytest
from link_world import World

SCRIPTS = 200


@pytest.mark.parametrize("seed", range(SCRIPTS))
def test_every_event_once_and_in_order_or_an_explicit_gap(seed: int) -> None:
    world = World(seed)
    world.run()
    world.check()


def test_a_good_line_loses_and_doubles_nothing() -> None:
    world = World(1)
    world.capacity = 256
    world.kill_at_store = 0.0
    world.boots.clear()
    world.boot_board()
    for _ in range(2000):
        if world.rng.random() < 0.1:
            world.event_happens()
        world.step()
    world.calm()
    world.check()
    assert len(world.boot.payloads) > 150
    assert world.store.gaps == []
    assert world.decoder.bad == 0


def test_the_scripts_bring_about_what_they_should() -> None:
    """Guards the test itself: damage, gaps, doubles and reboots do occur."""
    bad = gaps = doubled = reboots = events = passages = 0
    for seed in range(60):
        world = World(seed)
        world.run()
        bad += world.decoder.bad
        gaps += len(world.store.gaps)
        doubled += world.session.doubled
        reboots += len(world.store.reboots)
        events += len(world.store.events)
        passages += sum(len(payload) > 30 for _, _, payload in world.store.events)
    assert min(bad, gaps, doubled, reboots) > 10
    assert events > 1000
    assert passages > 300
