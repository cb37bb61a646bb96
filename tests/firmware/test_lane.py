"""Lanes with beams: what is one passage, which samples belong to it, what is told."""

from __future__ import annotations

import itertools

from turmwart_fw import baseline, lane
from turmwart_fw.gate import A, B, Beam, Gate
from turmwart_fw.lane import Lane
from turmwart_fw.outbox import Outbox
from turmwart_wire import frame, messages
from turmwart_wire.messages import Fault, Passage, PassageSample

PERIOD = messages.TICKS_PERIOD
EMPTY = (10, 4, 4, 3)


class Clock:
    """Moves when told; comes round as on the board."""

    def __init__(self, now_us: int = 0) -> None:
        self.now_us = now_us

    def ticks_us(self) -> int:
        return self.now_us % PERIOD

    def ticks_diff(self, later: int, earlier: int) -> int:
        half = PERIOD // 2
        return (later - earlier + half) % PERIOD - half


class Bench:
    """A lane, fed with edges and samples at their times."""

    def __init__(self, start_us: int = 0) -> None:
        self.clock = Clock(start_us)
        self.outbox = Outbox(room=4096)
        self.lane = Lane(2, self.outbox, self.clock)
        self.lane.enter, self.lane.leave = 32, 22
        self._decoder = frame.Decoder()
        self.alive = 1
        for _ in range(80):
            self.run(4_800)

    def run(
        self,
        until_us: int,
        edges: dict[int, tuple[int, int]] | None = None,
        light: dict[int, tuple[int, ...]] | None = None,
    ) -> None:
        """Let ``until_us`` pass: edges at their times, a sample each 4.8 ms.

        Args:
            until_us: how long.
            edges: time -> (beam, dark).
            light: number of the sample -> counts above an empty window.
        """
        begun = self.clock.now_us
        coming = sorted((edges or {}).items())
        for at in range(200, until_us + 1, 200):
            while coming and coming[0][0] <= at:
                when, (beam, dark) = coming.pop(0)
                self.lane.edge(beam, dark, (begun + when) % PERIOD)
            self.clock.now_us = begun + at
            if at % 4_800 == 0 and self.alive:
                over = (light or {}).get(at // 4_800 - 1, (0, 0, 0, 0))
                counts = (over[i] + EMPTY[i] for i in range(4))
                raw = b"".join(each.to_bytes(2, "little") for each in counts)
                self.lane.sample(raw, self.clock.ticks_us())
            now_ms = self.clock.now_us // 1000 % PERIOD
            self.lane.poll(self.clock.ticks_us(), now_ms, self.alive)

    def told(self) -> list[Passage | Fault]:
        """What was put into the outbox since the last time."""
        out = bytearray(frame.FRAME_MAX)
        found: list[Passage | Fault] = []
        while length := self.outbox.encode_unsent(out, frame.encode_into):
            for kind, _, payload in self._decoder.feed(out[:length]):
                passage = kind == messages.PASSAGE
                found.append(
                    (messages.unpack_passage if passage else messages.unpack_fault)(payload)
                )
        return found


def cube(at: int, dark: int = 9_000, between: int = 12_000) -> dict[int, tuple[int, int]]:
    """Edges of one cube."""
    return {
        at: (A, 1),
        at + dark: (A, 0),
        at + between: (B, 1),
        at + between + dark: (B, 0),
    }


def peak(told: Passage) -> tuple[int, ...]:
    """The brightest sample, above the empty window."""
    return max((tuple(sample[1:]) for sample in told.samples), key=lambda counts: counts[0])


def test_one_cube_with_its_samples() -> None:
    """Times are those of the edges; samples those integrated while it was over the window."""
    bench = Bench()
    light = {2: (100, 50, 20, 10), 3: (300, 190, 55, 60), 4: (80, 40, 12, 9)}
    bench.run(60_000, cube(5_000), light)
    (told,) = bench.told()
    # Over the window from 5 + 4 = 9 to 5 + 8 + 9 = 22 ms; samples end at 4.8, 9.6, ... ms, so the
    # second to the fifth touch that.
    assert isinstance(told, Passage)
    assert told[:8] == (2, 0, 26 + 384, 9_000, 12_000, 9_000, messages.GAP_MORE, 4)
    assert told.empty == EMPTY
    assert told.samples == (
        PassageSample(46, 0, 0, 0, 0),
        PassageSample(94, *light[2]),
        PassageSample(142, *light[3]),
        PassageSample(190, *light[4]),
    )


def test_two_close_cubes_are_two() -> None:
    """The second darkens A before the first comes to B; the gap at A is told."""
    bench = Bench()
    bench.run(80_000, {**cube(5_000), **cube(15_000)})
    told = bench.told()
    assert [(p.a_dark_us, p.ab_us, p.b_dark_us, p.gap_ms) for p in told] == [
        (9_000, 12_000, 9_000, messages.GAP_MORE),
        (9_000, 12_000, 9_000, 1),
    ]


def test_one_to_a_and_two_to_b() -> None:
    """A passage of both and one of B alone, with times reckoned for a cube of 9 mm."""
    bench = Bench()
    edges = {
        5_000: (A, 1),
        23_000: (A, 0),
        17_000: (B, 1),
        26_000: (B, 0),
        26_600: (B, 1),
        35_600: (B, 0),
    }
    bench.run(100_000, edges)
    first, second = bench.told()
    assert (first.flags, first.a_dark_us, first.b_dark_us) == (0, 18_000, 9_000)
    assert (second.flags, second.a_dark_us) == (messages.PASSAGE_ONLY_B, 0)
    assert (second.ab_us, second.b_dark_us) == (12_000, 9_000)


def test_bounce_and_glitch_are_none() -> None:
    """Light for 0.2 ms is no gap, dark for 1 ms no cube."""
    bench = Bench()
    edges = cube(5_000)
    edges[9_000], edges[9_200] = (A, 0), (A, 1)
    edges[20_000], edges[20_200] = (B, 0), (B, 1)
    edges[50_000], edges[51_000] = (A, 1), (A, 0)
    edges[70_000], edges[71_000] = (B, 1), (B, 0)
    bench.run(400_000, edges)
    (told,) = bench.told()
    assert (told.flags, told.a_dark_us, told.b_dark_us) == (0, 9_000, 9_000)
    assert bench.lane.glitches == 2


def test_what_never_comes_to_b_is_told() -> None:
    """Soon after A, with an empty window: nothing can be between the beams."""
    bench = Bench()
    bench.run(40_000, {5_000: (A, 1), 14_000: (A, 0)})
    assert bench.told() == []
    bench.run(10_000)
    (told,) = bench.told()
    assert (told.flags, told.a_dark_us, told.ab_us) == (messages.PASSAGE_ONLY_A, 9_000, 12_000)


def test_what_never_comes_to_b_is_told_without_a_sensor() -> None:
    bench = Bench()
    bench.alive = 0
    bench.run(lane.STOOD_US, {5_000: (A, 1), 14_000: (A, 0)})
    assert bench.told() == []
    bench.run(40_000)
    assert bench.told()[-1].flags == messages.PASSAGE_ONLY_A | messages.PASSAGE_BUS


def test_two_to_a_and_one_to_b_do_not_shift_what_follows() -> None:
    """The second was one with the first to B: it is not taken for the next that comes there."""
    bench = Bench()
    pair = {
        5_000: (A, 1),
        14_000: (A, 0),
        14_700: (A, 1),
        23_700: (A, 0),
        17_000: (B, 1),
        35_700: (B, 0),
    }
    bench.run(200_000, {**pair, **cube(90_000), **cube(140_000)}, {18: (200, 99, 50, 50)})
    first, half, *others = bench.told()
    assert (first.a_dark_us, first.b_dark_us) == (9_000, 18_700)
    assert (half.flags, half.a_dark_us) == (messages.PASSAGE_ONLY_A, 9_000)
    assert [(p.flags, p.ab_us) for p in others] == [(0, 12_000), (0, 12_000)]


def test_a_cube_that_stops_over_the_window() -> None:
    """Told once after two seconds, counted once when it has gone, with the light it had."""
    bench = Bench()
    stands = dict.fromkeys(range(2, 1_000), (300, 190, 55, 60))
    bench.run(3_000_000, {5_000: (A, 1), 14_000: (A, 0)}, stands)
    assert bench.told() == [Fault(messages.FAULT_BLOCKED, 2)]
    bench.run(100_000, {1_000: (B, 1), 12_000: (B, 0)})
    (told,) = bench.told()
    assert told.flags == messages.PASSAGE_STOOD
    assert told.count > 20
    assert (told.ab_us, peak(told)) == (2_996_000, (300, 190, 55, 60))
    bench.run(100_000, cube(5_000))
    assert [p.flags for p in bench.told()] == [0]


def test_a_cube_that_stops_with_its_front_in_the_lower_beam() -> None:
    """However long it stands there, samples of it are told."""
    bench = Bench()
    stands = dict.fromkeys(range(2, 700), (300, 190, 55, 60))
    edges = {5_000: (A, 1), 14_000: (A, 0), 17_000: (B, 1), 3_370_000: (B, 0)}
    bench.run(3_500_000, edges, stands)
    blocked, told = bench.told()
    assert blocked == Fault(messages.FAULT_BLOCKED, 2)
    assert told.flags == messages.PASSAGE_STOOD
    assert [sample[1:] for sample in told.samples[1:7]] == [(300, 190, 55, 60)] * 6


def test_a_black_cube_that_stops_in_daylight_is_waited_for() -> None:
    """It differs from the empty window by a few counts only."""
    bench = Bench()
    stands = dict.fromkeys(range(2, 700), (12, 4, 4, 4))
    edges = {5_000: (A, 1), 14_000: (A, 0), 3_345_000: (B, 1), 3_356_000: (B, 0)}
    bench.run(3_500_000, edges, stands)
    blocked, told = bench.told()
    assert blocked == Fault(messages.FAULT_BLOCKED, 2)
    assert (told.flags, told.ab_us) == (messages.PASSAGE_STOOD, 3_340_000)


def test_a_cube_that_stops_behind_the_window_keeps_its_light() -> None:
    """The few samples that saw it outlast a thousand of the empty window."""
    bench = Bench()
    light = {2: (100, 50, 20, 10), 3: (300, 190, 55, 60), 4: (80, 40, 12, 9)}
    bench.run(5_000_000, {5_000: (A, 1), 14_000: (A, 0), 17_000: (B, 1), 4_900_000: (B, 0)}, light)
    told = bench.told()[-1]
    assert told.count < 64
    assert peak(told) == (300, 190, 55, 60)


def test_broken_beam_is_told_and_the_other_counts() -> None:
    """A dark for good: FAULT once, and what B sees is told as B's alone."""
    bench = Bench()
    bench.run(2_500_000, {5_000: (A, 1)})
    assert bench.told() == [Fault(messages.FAULT_BLOCKED, 2)]
    bench.run(2_500_000, {5_000: (B, 1), 14_000: (B, 0)})
    (told,) = bench.told()
    assert (told.flags, told.b_dark_us) == (messages.PASSAGE_ONLY_B, 9_000)


def test_light_without_a_beam() -> None:
    """A short one is a cube that no beam saw; one that stays is a lamp, and is learnt."""
    bench = Bench()
    bench.run(100_000, None, {3: (200, 100, 50, 50), 4: (220, 100, 50, 50)})
    assert bench.told() == [Fault(messages.FAULT_UNSEEN, 2)]
    lamp = dict.fromkeys(range(400), (60, 20, 20, 20))
    bench.run(1_500_000, None, lamp)
    assert bench.told() == []
    bench.run(60_000, cube(5_000), dict.fromkeys(range(100), (60, 20, 20, 20)))
    (told,) = bench.told()
    assert peak(told) == (0, 0, 0, 0)
    assert told.empty == (70, 24, 24, 23)


def test_too_much_foreign_light_is_told_once() -> None:
    """A quarter of the range and more: FAULT, and passages say so until it is gone."""
    bench = Bench()
    sun = dict.fromkeys(range(1_000), (400, 100, 100, 100))
    bench.run(2_000_000, None, sun)
    assert bench.told() == [Fault(messages.FAULT_BLIND, 2)]
    bench.run(60_000, cube(5_000), sun)
    (told,) = bench.told()
    assert told.flags == messages.PASSAGE_BLIND
    bench.run(2_000_000)
    bench.run(60_000, cube(5_000))
    assert [p.flags for p in bench.told()] == [0]


def test_saturation_of_any_channel_is_told() -> None:
    """Blue at the end of its range, clear far from it."""
    bench = Bench()
    bench.run(60_000, cube(5_000), {3: (300, 190, 55, messages.STEP_COUNTS)})
    (told,) = bench.told()
    assert told.flags == messages.PASSAGE_SATURATED


def test_without_its_sensor_a_lane_goes_on_counting() -> None:
    """No samples, the flag, and the times all the same."""
    bench = Bench()
    bench.alive = 0
    bench.run(60_000, cube(5_000))
    (told,) = bench.told()
    assert (told.flags, told.count, told.samples) == (messages.PASSAGE_BUS, 0, ())
    assert (told.a_dark_us, told.ab_us) == (9_000, 12_000)


def test_long_train_keeps_eight_samples_spread_over_it() -> None:
    """All are counted; eight go along, the first and the last among them."""
    bench = Bench()
    light = {n: (100 + n, n, n, n) for n in range(2, 22)}
    bench.run(300_000, cube(5_000, dark=81_000), light)
    (told,) = bench.told()
    assert told.count > 8
    assert len(told.samples) == messages.PASSAGE_SAMPLES_MAX
    offsets = [each.offset_100us for each in told.samples]
    assert offsets == sorted(set(offsets))
    steps = [b - a for a, b in itertools.pairwise(offsets)]
    assert max(steps) <= 2 * min(steps)


def test_ticks_come_round_in_a_passage() -> None:
    """A before, B after the wrap."""
    bench = Bench(PERIOD - 80 * 4_800 - 10_000)
    bench.run(60_000, cube(5_000), {2: (100, 50, 20, 10)})
    (told,) = bench.told()
    assert (told.a_dark_us, told.ab_us, told.b_dark_us) == (9_000, 12_000, 9_000)
    assert peak(told) == (100, 50, 20, 10)


def test_more_than_the_queues_hold_is_told_in_order() -> None:
    """Twelve darkenings of A without B: the oldest are told, none is forgotten."""
    bench = Bench()
    edges = {}
    for number in range(12):
        edges[5_000 + 12_000 * number] = (A, 1)
        edges[14_000 + 12_000 * number] = (A, 0)
    bench.run(2_000_000, edges)
    told = bench.told()
    assert [p.flags for p in told] == [messages.PASSAGE_ONLY_A] * 12
    assert [p.gap_ms for p in told] == [messages.GAP_MORE] + [3] * 11


def test_baseline_is_off_each_sample() -> None:
    """What the window shows empty, at whatever level, is not in a passage."""
    bench = Bench()
    for level in range(0, 40, 2):
        bench.run(480_000, None, dict.fromkeys(range(100), (level, level, level, level)))
    assert bench.told() == []
    bench.run(60_000, cube(5_000), {n: (38 + 100 * (n == 3), 38, 38, 38) for n in range(12)})
    (told,) = bench.told()
    assert peak(told) == (100, 0, 0, 0)
    assert told.empty == tuple(38 + counts for counts in EMPTY)
    assert bench.lane.base[baseline.LEARNT] >= baseline.SETTLED


class Pin:
    """A pin with a level."""

    def __init__(self) -> None:
        self.level = 0

    def value(self) -> int:
        return self.level


def test_ring_keeps_what_interrupts_note() -> None:
    """Lane, beam, level and time of each change; a full ring counts what it loses."""
    clock = Clock()
    gate = Gate(clock, edges=8)
    pin = Pin()
    beam = Beam(gate, 3, B, pin, dark_level=1)
    for number in range(10):
        clock.now_us = 100 * number
        pin.level = 1 - pin.level
        beam.on_edge(pin)
    found = []
    while gate.take():
        found.append((gate.code, gate.ticks_us))
    assert found == [(3 << 2 | B << 1 | (n + 1) % 2, 100 * n) for n in range(7)]
    assert gate.lost == 3
    gate.muted = True
    beam.on_edge(pin)
    assert not gate.take()


def test_fastest_cube_and_smallest_gap_are_what_they_seem() -> None:
    """8 mm at 1.5 m/s is no glitch, 0.8 mm no bounce."""
    assert lane.GLITCH_US < 8 / 1.5 * 1000 / 2
    assert lane.BOUNCE_US < 0.8 / 1.5 * 1000 / 2
