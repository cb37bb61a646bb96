"""One lane with two beams: joins what the beams saw with what the sensor saw to passages.

Nothing is decided here about cubes: a dark interval of beam A and the dark interval of beam B that
belongs to it become one PASSAGE, with the samples that were integrated while it was over the
window. Nothing is allocated after the lane was made.
"""

from array import array

from turmwart_wire import messages

from . import baseline
from .samples import Samples

BOUNCE_US = 250
"""Light for a shorter time, a beam was dark all the while."""
GLITCH_US = 2_000
"""Dark for a shorter time, nothing was there: the fastest cube takes 5.3 ms."""
STOOD_US = 2_000_000
LOST_US = 250_000
"""So long after A, with an empty window, nothing comes to B any more."""
PASSED_US = 30_000
"""So long after A what is between the beams covers the window, or was one with another to B."""
GONE_US = 8_000_000
"""The same with a window that is hardly other than empty: daylight may have changed since."""
LONGEST_US = messages.SPAN_US_MAX
"""Longer times are told as this one: ticks in us come round after 1,074 s."""
UNSEEN_US = 400_000
"""Light that stays longer without a beam is a lamp, not a cube."""

_CALM = 4
"""Counts by which a sample of the empty window may differ from the baseline: where one differs
more, something stands there, if only a black cube in daylight."""
_DEEP = 8  # passages under way at once; a lane holds three cubes between its beams

# Indices of ``Lane.passage``.
FLAGS = 0
TICKS_MS = 1
A_DARK = 2
AB = 3
B_DARK = 4
GAP = 5
COUNT = 6
KEPT = 7


class Lane:
    """What is under way in one lane.

    Args:
        number: of the lane.
        outbox: takes passages and faults.
        clock: has ``ticks_diff``.

    Attributes:
        base: state of the baseline.
        over: clear of the latest sample above the baseline.
        passage: the passage being told: flags, ticks_ms, a_dark, ab, b_dark, gap, count, and the
            number of samples kept.
        empty: what the empty window was taken for, 4 int.
        samples: the latest ones; ``told`` of it are those of the passage, five numbers each.
        glitches: darkenings too short for a cube since boot.
        enter: counts above the baseline from which something is over the window.
        frozen: while true, nothing is learnt (the lamps are being switched).
    """

    def __init__(self, number: int, outbox, clock) -> None:
        self._number = number
        self._outbox = outbox
        self._diff = clock.ticks_diff
        self.base = baseline.new_state()
        self.over = 0
        self.passage = array("i", bytes(4 * 8))
        self.empty = array("i", bytes(4 * 4))
        self.samples = Samples(clock)
        self.glitches = 0
        self.enter = 0
        self.leave = 0
        self.frozen = False
        self.integration_us = messages.STEP_US
        self.full = messages.STEP_COUNTS
        self._calm_us = 2 * messages.STEP_US
        # Two queues of dark intervals: start, length (-1: still dark); of A also the gap before.
        self._a_start = array("i", bytes(4 * _DEEP))
        self._a_dark = array("i", bytes(4 * _DEEP))
        self._a_gap = array("i", bytes(4 * _DEEP))
        self._a_count = 0
        self._b_start = array("i", bytes(4 * _DEEP))
        self._b_dark = array("i", bytes(4 * _DEEP))
        self._b_count = 0
        self._a_light_us = 0
        self._a_ever = False
        self._last_end = 0
        self._quiet_us = 0
        self._spoilt = 0
        self._blocked = False
        self._blind = False
        self._bright_us = 0
        self._bright = 0
        self._now_us = 0
        self._now_ms = 0
        self.base[baseline.LIMIT] = self.full
        self._alive = 1

    @property
    def still(self) -> bool:
        """Whether nothing is under way in the lane."""
        return self._a_count == 0 and self._b_count == 0

    def spoil(self, flag: int) -> None:
        """Mark what is under way, and the next passage if nothing is, with a flag."""
        self._spoilt |= flag

    def reset_light(self, integration: int) -> None:
        """The sensor begins anew, with so many steps of integration."""
        self.integration_us = integration * messages.STEP_US
        self.full = min(integration * messages.STEP_COUNTS, 65535)
        self._calm_us = self.integration_us + messages.STEP_US
        self.base[baseline.LIMIT] = self.full
        self.base[baseline.LEARNT] = 0
        self.samples.clear()
        self._bright = 0

    def edge(self, beam: int, dark: int, at_us: int) -> None:
        """Take in a change of a beam.

        Args:
            beam: 0 for A, 1 for B.
            dark: 1 if something is in it now.
            at_us: when.
        """
        if beam == 0:
            self._edge_a(dark, at_us)
        else:
            self._edge_b(dark, at_us)

    def _edge_a(self, dark: int, at_us: int) -> None:
        last = self._a_count - 1
        open_ = last >= 0 and self._a_dark[last] < 0
        if dark:
            if open_:
                return
            light_us = self._diff(at_us, self._a_light_us)
            if last >= 0 and self._a_ever and light_us < BOUNCE_US:
                self._a_dark[last] = -1
                return
            if last + 1 == _DEEP:
                self._tell(True, False)
                last -= 1
            self._a_start[last + 1] = at_us
            self._a_dark[last + 1] = -1
            self._a_gap[last + 1] = (
                min(light_us // 1000, messages.GAP_MORE)
                if self._a_ever and light_us >= 0
                else messages.GAP_MORE
            )
            self._a_count = last + 2
        elif open_:
            span_us = self._diff(at_us, self._a_start[last])
            if span_us < GLITCH_US:
                self._a_count = last
                self.glitches += 1
                return
            self._a_dark[last] = span_us
            self._a_light_us = at_us
            self._a_ever = True

    def _edge_b(self, dark: int, at_us: int) -> None:
        last = self._b_count - 1
        open_ = last >= 0 and self._b_dark[last] < 0
        if dark:
            if open_:
                return
            if last >= 0 and self._diff(at_us, self._b_end(last)) < BOUNCE_US:
                self._b_dark[last] = -1
                return
            if last + 1 == _DEEP:
                self._tell(False, True)
                last -= 1
            self._b_start[last + 1] = at_us
            self._b_dark[last + 1] = -1
            self._b_count = last + 2
        elif open_:
            span_us = self._diff(at_us, self._b_start[last])
            if span_us < GLITCH_US:
                self._b_count = last
                self.glitches += 1
            else:
                self._b_dark[last] = span_us

    def _b_end(self, index: int) -> int:
        # Ticks are opaque; the clock adds by its difference.
        return (self._b_start[index] + self._b_dark[index]) & (messages.TICKS_PERIOD - 1)

    def sample(self, raw, end_us: int) -> None:
        """Take in a sample of the sensor.

        Args:
            raw: 8 bytes as read.
            end_us: when its integration ended.
        """
        base = self.base
        diff = self._diff
        span_us = diff(end_us, self._last_end)
        self._last_end = end_us
        samples = self.samples
        if self._a_count or self._b_count:
            samples.make_room(self._since_us())
        place = 4 * samples.place
        base[baseline.SPAN] = span_us if span_us > 0 else 0
        base[baseline.PLACE] = place
        # The viper forms take any buffer where their stubs say ptr8 and ptr32.
        if base[baseline.LEARNT] == 0 and self.still:
            baseline.learn(raw, base)  # pyright: ignore[reportArgumentType]
        empty = baseline.subtract(raw, base, samples.counts)  # pyright: ignore[reportArgumentType]
        self.over = samples.counts[place]
        samples.took(end_us, empty & 1)
        if self._a_count or self._b_count:
            self._bright = 0
            self._quiet_us = end_us
        elif not self.frozen and diff(end_us, self._quiet_us) > self._calm_us:
            self._watch_empty(raw, empty >> 1, end_us)

    def _watch_empty(self, raw, empty: int, end_us: int) -> None:
        """Learn from a sample while no beam knows of a cube."""
        base = self.base
        if self.over < self.enter:
            if self._bright:
                if self._bright > 1:
                    self._outbox.put_fault(messages.FAULT_UNSEEN, self._number)
                self._bright = 0
            baseline.learn(raw, base)  # pyright: ignore[reportArgumentType]
            if self.samples.place == 0:
                self._judge_light(empty)
        elif base[baseline.LEARNT] < baseline.SETTLED:
            base[baseline.LEARNT] = 0
        elif self._bright == 0:
            self._bright = 1
            self._bright_us = end_us
        else:
            self._bright += 1
            if self._diff(end_us, self._bright_us) > UNSEEN_US:
                # Somebody has switched on a lamp: this is what empty looks like from now on.
                base[baseline.LEARNT] = 0
                self._bright = 0
                self._judge_light(empty + self.over)

    def _judge_light(self, empty: int) -> None:
        """Tell, once, where there is too much foreign light."""
        blind = empty > self.full // 4 or baseline.error(self.base) > self.enter // 2
        if blind and not self._blind:
            self._outbox.put_fault(messages.FAULT_BLIND, self._number)
        self._blind = blind

    def poll(self, now_us: int, now_ms: int, alive: int) -> bool:
        """Tell what is complete, and what takes too long.

        Args:
            now_us: board time in us.
            now_ms: the same in ms.
            alive: whether the sensor answers.

        Returns:
            Whether a passage was put into the outbox.
        """
        self._now_us = now_us
        self._now_ms = now_ms
        self._alive = alive
        if self._a_count == 0 and self._b_count == 0:
            self._blocked = False
            return False
        if self._b_count and self._b_dark[0] >= 0:
            return self._complete(now_us, alive)
        if self._b_count:
            return self._watch(now_us, self._b_start[0], self._b_start)
        if self._a_dark[0] < 0:
            return self._watch(now_us, self._a_start[0], self._a_start)
        waits_us = self._diff(now_us, self._a_start[0]) - self._a_dark[0]
        calm = abs(self.over) <= max(_CALM, 3 * baseline.error(self.base))
        covered = not calm if waits_us < GONE_US else self.over >= self.enter
        if calm and alive and self._passed(now_us):
            self._tell(True, False)
            return True
        if waits_us > (LOST_US if alive else STOOD_US) and not covered:
            self._tell(True, False)
            return True
        return self._watch(now_us, self._a_start[0], self._a_start)

    def _passed(self, now_us: int) -> bool:
        """Whether nothing can be between the beams: a sample since A became light was of an empty
        window, and whatever is between two light beams covers it."""
        last = self._a_count - 1
        if self._a_dark[last] < 0:
            return False
        light_us = self._diff(now_us, self._a_start[last]) - self._a_dark[last]
        seen_us = self._diff(now_us, self._last_end) + self.integration_us
        return light_us > PASSED_US and seen_us < light_us

    def _watch(self, now_us: int, since_us: int, starts) -> bool:
        span_us = self._diff(now_us, since_us)
        if span_us > STOOD_US and not self._blocked:
            self._blocked = True
            self._outbox.put_fault(messages.FAULT_BLOCKED, self._number)
        if span_us > LONGEST_US or span_us < 0:
            starts[0] = (now_us - LONGEST_US) & (messages.TICKS_PERIOD - 1)
        return False

    def _complete(self, now_us: int, alive: int) -> bool:
        since_us = self._diff(now_us, self._b_start[0]) - self._b_dark[0]
        if since_us <= BOUNCE_US:
            return False
        paired = self._a_count > 0 and self._diff(self._b_start[0], self._a_start[0]) > 0
        if paired and self._a_dark[0] < 0:
            # One to A, two to B: the first half waits until A is light, unless A is just broken.
            self._watch(now_us, self._a_start[0], self._a_start)
            if since_us < STOOD_US:
                return False
            paired = False
        if alive and since_us < 2 * self.integration_us + 2 * messages.STEP_US:
            # A sample that saw the end of the cube may still be integrated or unread.
            ab_us = self._diff(self._b_start[0], self._a_start[0]) if paired else 0
            left_us = -since_us - ab_us // 3
            begun_us = self._diff(self._last_end, now_us) - self.integration_us
            if begun_us < left_us:
                return False
        self._tell(paired, True)
        return True

    def _tell(self, with_a: bool, with_b: bool) -> None:
        """Put the passage at the head of the queues into the outbox."""
        passage = self.passage
        flags = self._spoilt
        a_dark = self._a_dark[0] if with_a else 0
        b_dark = self._b_dark[0] if with_b else 0
        # Taken out of a full queue one may still be dark.
        a_dark = max(a_dark, 0)
        b_dark = max(b_dark, 0)
        if with_a and with_b:
            ab_us = self._diff(self._b_start[0], self._a_start[0])
        else:
            flags |= messages.PASSAGE_ONLY_A if with_a else messages.PASSAGE_ONLY_B
            ab_us = (a_dark if with_a else b_dark) // 3 * 4  # a cube of 9 mm, beams 12 mm apart
        if a_dark > STOOD_US or b_dark > STOOD_US or ab_us > STOOD_US:
            flags |= messages.PASSAGE_STOOD
        if not self._alive:
            flags |= messages.PASSAGE_BUS
        if self._blind:
            flags |= messages.PASSAGE_BLIND
        if with_a:
            start_us = self._a_start[0]
        else:
            start_us = (self._b_start[0] - ab_us) & (messages.TICKS_PERIOD - 1)
        passage[GAP] = self._a_gap[0] if with_a else messages.GAP_MORE
        passage[A_DARK] = min(a_dark, LONGEST_US)
        passage[AB] = min(ab_us, LONGEST_US)
        passage[B_DARK] = min(b_dark, LONGEST_US)
        if self._gathered(start_us, a_dark, ab_us, b_dark):
            flags |= messages.PASSAGE_SATURATED
        passage[COUNT] = self.samples.found
        passage[KEPT] = self.samples.chosen
        for channel in range(4):
            self.empty[channel] = min((self.base[baseline.MEAN + channel] + 32) >> 6, 65535)
        passage[FLAGS] = flags
        ago_us = self._diff(self._now_us, self._b_end(0)) if b_dark else 0
        passage[TICKS_MS] = (self._now_ms - ago_us // 1000) & (messages.TICKS_PERIOD - 1)
        if with_a:
            self._a_count -= 1
            for index in range(self._a_count):
                self._a_start[index] = self._a_start[index + 1]
                self._a_dark[index] = self._a_dark[index + 1]
                self._a_gap[index] = self._a_gap[index + 1]
        if with_b:
            self._b_count -= 1
            for index in range(self._b_count):
                self._b_start[index] = self._b_start[index + 1]
                self._b_dark[index] = self._b_dark[index + 1]
        self._spoilt = 0
        self._outbox.put_passage(self._number, self)

    def _gathered(self, start_us: int, a_dark: int, ab_us: int, b_dark: int) -> bool:
        """Choose the samples of a passage; returns whether one of them was saturated."""
        # The window is a third of the way from A to B: over it from ab/3 to its end at 2 ab/3.
        from_us = ab_us // 3
        until_us = ab_us // 3 * 2 + (a_dark or b_dark)
        if max(ab_us, b_dark - a_dark) > LOST_US:
            # It stopped on its way: no place can be reckoned, all that was seen belongs to it.
            from_us = 0
            until_us = ab_us + b_dark
        return self.samples.gather(start_us, from_us, until_us, self.integration_us)

    def _since_us(self) -> int:
        """When what is under way for the longest time came to its first beam."""
        if self._a_count and (
            not self._b_count or self._diff(self._b_start[0], self._a_start[0]) > 0
        ):
            return self._a_start[0]
        return self._b_start[0]
