"""``turmwart tower selftest``: each lane's sensor, lamp and beams, with what helps."""

from __future__ import annotations

import argparse
import json
from typing import Any

from turmwart.cli.tower_common import Listening, lanes_of, listening
from turmwart.errors import LinkError
from turmwart.link.outputs import SelfTested
from turmwart.texts import say
from turmwart_wire import messages

TEST_S = 30.0
"""How long a self-test may take: it waits until the tower is still."""
NOISE_SHARE = 0.05
"""Noise of the lit window, as a share of the range, from which colours suffer."""
RATE_SHARE = 0.9
"""Share of the possible samples below which the bus is too slow or fails."""


def run(arguments: argparse.Namespace) -> int:
    """Test all lanes; 1 where one of them has a fault.

    Raises:
        LinkError: no board, or it does not finish the test.
    """
    with listening(arguments) as link:
        tests = tested(link)
    faults = {lane: faults_of(test) for lane, test in tests.items()}
    if arguments.json:
        print(json.dumps([_plain(test, faults[lane]) for lane, test in sorted(tests.items())]))
    else:
        for lane, test in sorted(tests.items()):
            print(_line(test))
            for fault in faults[lane]:
                print(f"    {say(f'cli.tower.selftest.{fault}')}")
    return 1 if any(faults.values()) else 0


def tested(link: Listening) -> dict[int, messages.SelfTest]:
    """Have the board test itself; lane -> what it found.

    Raises:
        LinkError: it does not finish.
    """
    lanes = lanes_of(link)
    found: dict[int, messages.SelfTest] = {}
    link.transport.ask(messages.SELFTEST)
    for heard in link.during(TEST_S):
        if isinstance(heard.event, SelfTested):
            found[heard.event.message.lane] = heard.event.message
        if len(found) == lanes:
            return found
    raise LinkError("cli.tower.selftest.unfinished", seconds=f"{TEST_S:g}")


def faults_of(test: messages.SelfTest) -> list[str]:
    """Names of what is wrong with a lane."""
    flags = test.flags
    if flags & messages.SELFTEST_DISTURBED:
        return ["disturbed"]
    faults = []
    if flags & messages.SELFTEST_HAS_BEAMS and not flags & messages.SELFTEST_BEAMS:
        dark_a = not flags & messages.SELFTEST_A_LIGHT
        dark_b = not flags & messages.SELFTEST_B_LIGHT
        faults += ["beam_a"] if dark_a else []
        faults += ["beam_b"] if dark_b else []
        faults += [] if dark_a or dark_b else ["beams_never_dark"]
    if not flags & messages.SELFTEST_PRESENT:
        return [*faults, "absent"]
    if not flags & messages.SELFTEST_LAMP:
        faults.append("lamp")
    if test.full and max(test.lit) >= test.full:
        faults.append("saturated")
    elif test.full and test.noise > NOISE_SHARE * test.full:
        faults.append("noisy")
    steps = max(1, round(test.full / messages.STEP_COUNTS)) if test.full else 1
    possible = 10 / (messages.STEP_US * (steps + 1) / 1e6)
    if test.rate and test.rate < RATE_SHARE * possible and steps < 64:
        faults.append("slow")
    return faults


def _line(test: messages.SelfTest) -> str:
    return say(
        "cli.tower.selftest.lane",
        lane=test.lane + 1,
        dark=test.dark[0],
        lit=test.lit[0],
        noise=test.noise,
        full=test.full,
        rate=f"{test.rate / 10:.0f}",
        beams="@cli.tower.selftest.with_beams"
        if test.flags & messages.SELFTEST_HAS_BEAMS
        else "@cli.tower.selftest.without_beams",
    )


def _plain(test: messages.SelfTest, faults: list[str]) -> dict[str, Any]:
    return {
        "lane": test.lane + 1,
        "present": bool(test.flags & messages.SELFTEST_PRESENT),
        "lamp": bool(test.flags & messages.SELFTEST_LAMP),
        "has_beams": bool(test.flags & messages.SELFTEST_HAS_BEAMS),
        "beams": bool(test.flags & messages.SELFTEST_BEAMS),
        "dark": list(test.dark),
        "lit": list(test.lit),
        "noise": test.noise,
        "full": test.full,
        "samples_per_s": test.rate / 10,
        "faults": faults,
    }
