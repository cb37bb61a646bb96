"""Answers the host's questions that are no matter of events: state, self-test, keeping, prompt."""

import gc
import struct

from turmwart_wire import messages


class Desk:
    """Takes questions and has one answer after the other ready.

    Args:
        sampler, outbox, gate: what it tells of; ``gate`` may be None.
        selftest: see ``selftest.SelfTest``.
        store: see ``store.Store``; None: no flash.
        clock: has ``ticks_ms`` and ``ticks_diff``.
        firmware: version.
        board: id of the board, 8 bytes.
        resets: since power-on.
        cause: of the last, ``messages.RESET_*``.

    Attributes:
        payload, size: of the answer that ``answer`` has named.
        prompt: whether the host has asked for the prompt.
    """

    def __init__(
        self, sampler, outbox, gate, selftest, store, clock, firmware, board, resets, cause
    ) -> None:
        self._sampler = sampler
        self._outbox = outbox
        self._gate = gate
        self._selftest = selftest
        self._store = store
        self._diff = clock.ticks_diff
        self._firmware = firmware
        self._board = board
        self._resets = resets
        self._cause = cause
        self.payload = bytearray(messages.STATE_SIZE_MAX)
        self.size = 0
        self._link = None
        self.prompt = False
        self._state_due = False
        self._state_ms = clock.ticks_ms()
        self._free_bytes = 0
        self._measure_memory()
        self._test_due = bytearray(len(sampler))
        self._testing = False
        self._kept_due = False
        self._kept = bytearray(messages.KEPT_SIZE)
        self._uptime_ms = 0
        self._uptime_s = 0
        self._seen_ms = clock.ticks_ms()

    def serve(self, link) -> None:
        """Tell the counters of this link from now on."""
        self._link = link

    def count_time(self, ticks_ms: int) -> None:
        """Let the uptime go on; called more often than the ticks come round."""
        self._uptime_ms += self._diff(ticks_ms, self._seen_ms)
        self._seen_ms = ticks_ms
        if self._uptime_ms >= 1000:
            self._uptime_s += self._uptime_ms // 1000
            self._uptime_ms %= 1000

    def take(self, kind: int, body, size: int, ticks_ms: int) -> bool:
        """Take a frame with its payload from ``body[3]`` on; False if it makes no sense."""
        if kind == messages.STATE_ASK and size == 0:
            self._state_due = True
        elif kind == messages.SELFTEST and size == 1:
            return self._ask_test(body[3])
        elif kind == messages.KEEP and size == 1:
            self._keep(body[3])
        elif kind == messages.PROMPT and size == len(messages.PROMPT_WORD):
            for index in range(size):
                if body[3 + index] != messages.PROMPT_WORD[index]:
                    return False
            self.prompt = True
        else:
            return False
        return True

    def answer(self, ticks_ms: int) -> int:
        """Write the next answer into ``payload``; returns its kind, 0 if there is none."""
        if self._kept_due:
            self._kept_due = False
            self.payload[0] = self._kept[0]
            self.payload[1] = self._kept[1]
            self.size = messages.KEPT_SIZE
            return messages.KEPT
        if self._testing and not self._selftest.running:
            for index in range(len(self._test_due)):
                if self._test_due[index]:
                    self._test_due[index] = 0
                    self._selftest.result_into(self.payload, index)
                    self.size = messages.SELFTEST_SIZE
                    return messages.SELFTEST_IS
            self._testing = False
        if self._state_due or self._diff(ticks_ms, self._state_ms) >= messages.STATE_EVERY_MS:
            if self._state_due:
                self._measure_memory()
            self._state_due = False
            self._state_ms = ticks_ms
            return self._write_state()
        return 0

    def _ask_test(self, asked: int) -> bool:
        lanes = len(self._test_due)
        if asked != messages.ALL_SENSORS and asked >= lanes:
            return False
        for index in range(lanes):
            if asked in (index, messages.ALL_SENSORS):
                self._test_due[index] = 1
        self._testing = True
        self._selftest.begin()
        return True

    def _keep(self, what: int) -> None:
        result = messages.KEPT_UNKNOWN
        if self._store is not None and what in (messages.KEEP_IN_FORCE, messages.KEEP_NOTHING):
            in_force = what == messages.KEEP_IN_FORCE
            done = self._store.keep(self._sampler) if in_force else self._store.forget()
            result = messages.KEPT_DONE if done else messages.KEPT_REFUSED
        self._kept[0] = what
        self._kept[1] = result
        self._kept_due = True

    def _measure_memory(self) -> None:
        """Find out what is free without the garbage, which comes and goes by much.

        Only when asked: it takes as long as a few samples.
        """
        if hasattr(gc, "mem_free"):
            gc.collect()
            self._free_bytes = gc.mem_free()

    def _write_state(self) -> int:
        sampler, link, gate = self._sampler, self._link, self._gate
        lanes = len(sampler)
        struct.pack_into(
            messages.STATE_FORMAT,
            self.payload,
            0,
            self._uptime_s,
            self._outbox.next,
            self._outbox.evicted,
            self._free_bytes,
            self._firmware,
            min(gate.lost, 65535) if gate is not None else 0,
            min(link.bad_frames, 65535) if link is not None else 0,
            min(link.strays, 65535) if link is not None else 0,
            self._resets,
            self._cause,
            lanes,
            self._board,
        )
        for index in range(lanes):
            struct.pack_into(
                "<H", self.payload, messages.STATE_HEAD_SIZE + 2 * index, sampler.errors[index]
            )
        self.size = messages.STATE_HEAD_SIZE + 2 * lanes
        return messages.STATE
