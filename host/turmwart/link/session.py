"""Acknowledgement and replay: every event exactly once and in order, or an explicit gap.

Knows no bytes, threads or clocks. Frames, ticks and the owner's word that an event is stored go
in; frames to send and events for the table come out.

The one danger is a boot that passes unseen: then seqs of two boots would be mixed, and an ACK
would free events that were never stored. A board that has rebooted says nothing but HELLO until a
REPLAY comes. So after every REPLAY the session waits for HELLO, and until then takes no event and
sends no ACK.
"""

from __future__ import annotations

from collections.abc import Callable

from turmwart.link.asking import Asking
from turmwart.link.outputs import (
    Assured,
    BoardFault,
    ConfigInForce,
    ConfigKept,
    Connected,
    CubePassed,
    GapFound,
    Mismatch,
    Output,
    PassageSeen,
    Rebooted,
    Sampled,
    SelfTested,
    Send,
    StateTold,
)
from turmwart_wire import messages
from turmwart_wire.messages import Config

AGAIN_MS = 500
"""After so long without an answer a question is asked again."""

SILENCE_MS = 2000
"""After so long without any frame the board is asked whether it is there."""

_SEQS = 0x10000
_HALF = 0x8000


def check_config(config: Config) -> None:
    """Refuse what a board would not take over.

    Raises:
        ValueError: a value out of range.
    """
    if not (
        1 <= config.leave <= config.enter <= 0xFFFF
        and 1 <= config.integration <= 255
        and 0 <= config.gain < len(messages.GAINS)
        and 0 <= config.sensor <= messages.ALL_SENSORS
    ):
        raise ValueError(f"{config} is out of range")


class Session:
    """One end of the talk with a board; outlives an unplugged port.

    Args:
        known: boot id -> count of the next event the owner has not stored; None for a boot it
            never heard of.
        last_boot: boot id under which the board was heard last; None if it never was.

    Attributes:
        boot: boot id of the board; None before the first HELLO.
        connected: whether events are taken at present.
        ended: whether the board turned out to speak another protocol.
        doubled: events that came again.
        gaps: gaps found.
        strays: frames that made no sense.
        samples_lost: SAMPLE frames that did not come.
        firmware: version of the board's firmware; 0 before the first HELLO.
        lanes: number of lanes the board has told of so far.
    """

    def __init__(self, known: Callable[[int], int | None], last_boot: int | None = None) -> None:
        self._known = known
        self._last_boot = last_boot
        self.boot: int | None = None
        self.connected = False
        self.ended = False
        self.doubled = 0
        self.gaps = 0
        self.strays = 0
        self.samples_lost = 0
        self.firmware = 0
        self.lanes = 0
        self._open = False
        self._announced = False
        self._expected = 0
        self._stored = 0
        self._oldest = 0
        self._highest = 0
        self._asked = 0
        self._asked_ms = 0
        self._now_ms = 0
        self._heard_ms = 0
        self._ack_due = False
        self._sample_seq: int | None = None
        self._wanted: dict[int, Config] = {}
        self._unconfirmed: set[int] = set()
        self._configured_ms = 0
        self._nexts: dict[int, int] = {}
        self._asking = Asking()

    @property
    def expected(self) -> int:
        """Count of the next event."""
        return self._expected

    def opened(self, now_ms: int) -> tuple[Output, ...]:
        """The port is open, for the first time or again."""
        self._open = True
        self.ended = False
        self._announced = False
        self._now_ms = now_ms
        return self._replay()

    def closed(self) -> None:
        """The port is gone."""
        self._open = False
        self.connected = False

    def tick(self, now_ms: int) -> tuple[Output, ...]:
        """Time has passed; what is unanswered is asked again.

        Args:
            now_ms: any clock that only goes forward, in milliseconds.
        """
        self._now_ms = now_ms
        if not self._open or self.ended:
            return ()
        if not self.connected:
            return self._replay() if now_ms - self._asked_ms >= AGAIN_MS else ()
        if now_ms - self._heard_ms >= SILENCE_MS:
            return self._replay()
        outputs: list[Output] = []
        if self._ack_due:
            outputs += self._ack()
        if self._unconfirmed and now_ms - self._configured_ms >= AGAIN_MS:
            outputs += self._send_configs()
        outputs += self._asking.due(now_ms)
        return tuple(outputs)

    def stored(self, boot: int, count: int) -> tuple[Output, ...]:
        """The owner has stored this event and all before it; only now the board may forget them.

        Raises:
            ValueError: the event has not been handed out.
        """
        if boot != self.boot:
            # The owner was still at the events of the boot before.
            return ()
        if count >= self._expected:
            raise ValueError(f"event {count} was not handed out, next is {self._expected}")
        self._stored = max(self._stored, count + 1)
        if not self.connected:
            return ()
        return self._ack()

    def configure(self, config: Config) -> tuple[Output, ...]:
        """Have the board take over a configuration; repeated until it says that it has.

        Raises:
            ValueError: a value out of range.
        """
        check_config(config)
        if config.sensor == messages.ALL_SENSORS:
            self._wanted.clear()
            self._unconfirmed.clear()
        self._wanted[config.sensor] = config
        self._unconfirmed.add(config.sensor)
        return self._send_configs() if self.connected else ()

    def ask(self, kind: int, argument: int = messages.ALL_SENSORS) -> tuple[Output, ...]:
        """Ask the board for something; repeated until it answers, whatever happens meanwhile.

        Args:
            kind: ``STATE_ASK``, ``SELFTEST`` or ``KEEP``.
            argument: lane or ``ALL_SENSORS`` of SELFTEST, wish of KEEP.

        Raises:
            ValueError: another kind.
        """
        self._asking.add(kind, argument)
        return self._asking.due(self._now_ms) if self.connected else ()

    def prompt(self) -> tuple[Output, ...]:
        """Have the board start anew without its program; what it has not handed over is lost."""
        return (Send(messages.PROMPT, 0, messages.PROMPT_WORD),) if self.connected else ()

    def on_frame(self, kind: int, seq: int, payload: bytes) -> tuple[Output, ...]:
        """A good frame came."""
        if not self._open or self.ended:
            return ()
        self._heard_ms = self._now_ms
        try:
            if kind == messages.HELLO:
                return self._hello(payload)
            if kind in messages.ASSURED:
                return self._event(kind, seq, payload)
            if kind == messages.SAMPLE:
                return self._sample(seq, payload)
            if kind == messages.CONFIG_IS:
                return self._config_is(payload)
            if kind == messages.STATE:
                return self._state(payload)
            if kind == messages.SELFTEST_IS:
                return self._selftest(payload)
            if kind == messages.KEPT:
                return self._kept(payload)
        except ValueError:
            # A payload of a length that its kind does not have.
            pass
        self.strays += 1
        return ()

    def _hello(self, payload: bytes) -> tuple[Output, ...]:
        if payload and payload[0] != messages.PROTOCOL:
            self.ended = True
            self.connected = False
            return (Mismatch(payload[0], messages.PROTOCOL),)
        hello = messages.unpack_hello(payload)
        # Asked before anything changes: the owner's word may fail.
        known = None if hello.boot == self.boot else self._known(hello.boot)
        expected = self._next_of(hello.boot, known)
        if not hello.oldest <= hello.next < hello.oldest + _SEQS or expected > hello.next:
            raise ValueError("counts that cannot be")
        outputs: list[Output] = []
        if hello.boot != self.boot:
            outputs += self._begin_boot(hello.boot, expected, known or 0)
        self.firmware = hello.firmware
        self._oldest = hello.oldest
        self._highest = max(self._highest, hello.next)
        if hello.oldest > self._expected:
            outputs.append(self._gap(hello.boot, self._expected, hello.oldest - 1))
            self._expected = hello.oldest
        if self.connected or self._begins_at(hello) > self._expected:
            # A HELLO that nobody asked for: the board has booted and waits to be asked.
            outputs += self._replay()
            return tuple(outputs)
        self.connected = True
        if not self._announced:
            self._announced = True
            waiting = hello.next - self._expected
            outputs.append(Connected(hello.boot, hello.firmware, self._expected, waiting))
        outputs += self._ack()
        outputs += self._send_configs()
        outputs += self._asking.due(self._now_ms)
        return tuple(outputs)

    def _next_of(self, boot: int, known: int | None) -> int:
        if boot == self.boot:
            return self._expected
        # What was handed out already may not be stored yet.
        return max(known or 0, self._nexts.get(boot, 0))

    def _begin_boot(self, boot: int, expected: int, stored: int) -> list[Output]:
        outputs: list[Output] = []
        old = self._last_boot if self.boot is None else self.boot
        if self.boot is not None:
            if self._highest > self._expected:
                outputs.append(self._gap(self.boot, self._expected, self._highest - 1))
            self._nexts[self.boot] = max(self._expected, self._highest)
        if old is not None and old != boot:
            outputs.append(Rebooted(old, boot))
        self.boot = boot
        self.connected = False
        self._announced = False
        self._expected = self._highest = expected
        self._stored = stored
        self.lanes = 0
        self._sample_seq = None
        self._unconfirmed = set(self._wanted)
        return outputs

    def _begins_at(self, hello: messages.Hello) -> int:
        """Count of the first event that the board sends after the REPLAY that was asked last."""
        ahead = (self._asked - hello.oldest) % _SEQS
        return int(hello.oldest + (ahead if ahead <= hello.next - hello.oldest else 0))

    def _event(self, kind: int, seq: int, payload: bytes) -> tuple[Output, ...]:
        if self.boot is None or not self.connected:
            return ()
        ahead = (seq - self._expected) % _SEQS
        if ahead >= _HALF:
            return self._double(self._expected + ahead - _SEQS)
        self._highest = max(self._highest, self._expected + ahead + 1)
        if ahead:
            return self._replay()
        count = self._expected
        self._expected += 1
        try:
            return (_read(kind, self.boot, count, payload),)
        except ValueError:
            # It would come again for ever; so it counts as lost, and says so.
            self.strays += 1
            return (self._gap(self.boot, count, count),)

    def _double(self, count: int) -> tuple[Output, ...]:
        if count < self._oldest:
            # The board forgot this one long ago: it must be another boot's.
            return self._replay()
        self.doubled += 1
        if count < self._stored:
            # The ACK was lost.
            self._ack_due = True
        return ()

    def _sample(self, seq: int, payload: bytes) -> tuple[Output, ...]:
        sample = messages.unpack_sample(payload)
        if self._sample_seq is not None:
            self.samples_lost += (seq - self._sample_seq - 1) % _SEQS
        self._sample_seq = seq
        return (Sampled(sample),)

    def _state(self, payload: bytes) -> tuple[Output, ...]:
        state = messages.unpack_state(payload)
        self.lanes = len(state.bus_errors)
        self._asking.answered(messages.STATE_ASK)
        return (StateTold(state),)

    def _selftest(self, payload: bytes) -> tuple[Output, ...]:
        selftest = messages.unpack_selftest(payload)
        self._asking.answered(messages.SELFTEST, selftest.lane, self.lanes)
        return (SelfTested(selftest),)

    def _kept(self, payload: bytes) -> tuple[Output, ...]:
        kept = messages.unpack_kept(payload)
        self._asking.answered(messages.KEEP, kept.what)
        return (ConfigKept(kept),)

    def _config_is(self, payload: bytes) -> tuple[Output, ...]:
        config = messages.unpack_config(payload)
        if config.sensor != messages.ALL_SENSORS:
            self.lanes = max(self.lanes, config.sensor + 1)
        everyone = self._wanted.get(messages.ALL_SENSORS)
        wanted = self._wanted.get(config.sensor, everyone)
        if wanted is None:
            return (ConfigInForce(config),)
        allowed = [wanted]
        if config.sensor == messages.ALL_SENSORS and 0 in self._wanted:
            # For all sensors the board tells what is in force at the first one.
            allowed.append(self._wanted[0])
        if config not in [each._replace(sensor=config.sensor) for each in allowed]:
            self._unconfirmed.add(wanted.sensor)
        elif config.sensor == wanted.sensor:
            self._unconfirmed.discard(wanted.sensor)
        return (ConfigInForce(config),)

    def _gap(self, boot: int, first: int, last: int) -> GapFound:
        self.gaps += 1
        return GapFound(boot, first, last)

    def _replay(self) -> tuple[Output, ...]:
        self.connected = False
        self._asked = self._expected % _SEQS
        self._asked_ms = self._now_ms
        return (Send(messages.REPLAY, 0, messages.pack_seq(self._asked)),)

    def _ack(self) -> tuple[Output, ...]:
        self._ack_due = False
        return (Send(messages.ACK, 0, messages.pack_seq(self._stored)),)

    def _send_configs(self) -> tuple[Output, ...]:
        self._configured_ms = self._now_ms
        if messages.ALL_SENSORS in self._unconfirmed:
            # It overrides the others, so they have to follow it.
            self._unconfirmed.update(self._wanted)
        return tuple(
            Send(messages.CONFIG, 0, messages.pack_config(self._wanted[sensor]))
            for sensor in sorted(self._unconfirmed, reverse=True)
        )


def _read(kind: int, boot: int, count: int, payload: bytes) -> Assured:
    """An assured event.

    Raises:
        ValueError: the payload has a length that its kind does not have.
    """
    if kind == messages.CUBE:
        return CubePassed(boot, count, payload, messages.unpack_cube(payload))
    if kind == messages.PASSAGE:
        return PassageSeen(boot, count, payload, messages.unpack_passage(payload))
    return BoardFault(boot, count, payload, messages.unpack_fault(payload))
