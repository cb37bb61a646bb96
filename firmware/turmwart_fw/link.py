"""The board's end of the link: hands out events until they are acknowledged.

How the two ends speak is told in ``turmwart_wire.messages``.
"""

import struct

from turmwart_wire import frame, messages

_BYTES_PER_PUMP = 64  # so the next sample never waits long


class Link:
    """Joins outbox, sampler and port.

    Args:
        port: has ``get`` and ``put``, see ``port.StreamPort``.
        outbox: where events wait.
        sampler: gives latest samples, takes configurations.
        firmware: version, u16.
        boot: 4 random bytes.
        clock: has ``ticks_diff``.
        desk: answers what is no event, see ``desk.Desk``; None: nobody does.

    Attributes:
        answered: whether a host has asked for events since boot.
        strays: frames from the host that made no sense.
    """

    def __init__(self, port, outbox, sampler, firmware: int, boot: bytes, clock, desk=None) -> None:
        self._port = port
        self._outbox = outbox
        self._sampler = sampler
        self._desk = desk
        self._ticks_diff = clock.ticks_diff  # bound once: binding allocates
        self._decoder = frame.Decoder()
        self._out = bytearray(frame.FRAME_MAX)
        self._out_at = 0
        self._out_end = 0
        self._hello = bytearray(messages.HELLO_SIZE)
        struct.pack_into("<BH", self._hello, 0, messages.PROTOCOL, firmware)
        self._hello[3:7] = boot
        self._config = bytearray(messages.CONFIG_SIZE)
        self._sample = bytearray(messages.SAMPLE_SIZE)
        self._hello_due = True
        self._config_is_due = bytearray(len(sampler) + 1)
        self._hello_ms = 0
        self._progress_ms = 0
        self._sample_ms = 0
        self._sample_of = 0
        self._sample_seq = 0
        self.answered = False
        self.strays = 0

    @property
    def bad_frames(self) -> int:
        """Damaged frames from the host since boot."""
        return self._decoder.bad

    def pump(self, ticks_ms: int) -> None:
        """Take and hand on a few bytes, as many as need no waiting.

        Args:
            ticks_ms: board time.
        """
        self._receive(ticks_ms)
        self._transmit(ticks_ms)

    def _receive(self, ticks_ms: int) -> None:
        for _ in range(_BYTES_PER_PUMP):
            byte = self._port.get()
            if byte < 0:
                return
            if self._decoder.push(byte):
                self._handle(ticks_ms)

    def _handle(self, ticks_ms: int) -> None:
        decoder = self._decoder
        kind = decoder.kind
        body = decoder.body
        if kind == messages.ACK and decoder.size == 2:
            # Before a REPLAY the ACK may be meant for an earlier boot.
            if self.answered and self._outbox.acknowledge(body[3] | (body[4] << 8)):
                self._progress_ms = ticks_ms
        elif kind == messages.REPLAY and decoder.size == 2:
            self._outbox.rewind_to(body[3] | (body[4] << 8))
            self._progress_ms = ticks_ms
            self.answered = True
            self._hello_due = True
            for index in range(len(self._sampler)):
                self._config_is_due[index] = 1
        elif kind == messages.CONFIG and decoder.size == messages.CONFIG_SIZE:
            self._configure(body)
        elif self._desk is None or not self._desk.take(kind, body, decoder.size, ticks_ms):
            self.strays += 1

    def _configure(self, body) -> None:
        asked, enter, leave, integration, gain = struct.unpack_from(messages.CONFIG_FORMAT, body, 3)
        sensors = len(self._sampler)
        everyone = asked == messages.ALL_SENSORS
        if not everyone and asked >= sensors:
            self.strays += 1
            return
        if 1 <= leave <= enter and integration >= 1 and gain < len(messages.GAINS):
            for index in range(sensors):
                if everyone or index == asked:
                    self._sampler.configure(index, enter, leave, integration, gain)
        self._config_is_due[sensors if everyone else asked] = 1

    def _transmit(self, ticks_ms: int) -> None:
        for _ in range(_BYTES_PER_PUMP):
            if self._out_at == self._out_end:
                self._out_at = 0
                self._out_end = self._next_frame(ticks_ms)
                if self._out_end == 0:
                    return
            if not self._port.put(self._out[self._out_at]):
                return
            self._out_at += 1

    def _next_frame(self, ticks_ms: int) -> int:
        passed = self._ticks_diff
        outbox = self._outbox
        if not self.answered and passed(ticks_ms, self._hello_ms) >= messages.HELLO_AGAIN_MS:
            self._hello_due = True
        if self._hello_due:
            self._hello_due = False
            self._hello_ms = ticks_ms
            struct.pack_into("<II", self._hello, 7, outbox.oldest, outbox.next)
            return self._encode(messages.HELLO, 0, self._hello)
        if not self.answered:
            return 0
        for asked in range(len(self._config_is_due)):
            if self._config_is_due[asked]:
                self._config_is_due[asked] = 0
                return self._encode_config_is(asked)
        if outbox.unsent == outbox.oldest:
            self._progress_ms = ticks_ms
        elif passed(ticks_ms, self._progress_ms) >= messages.RESEND_MS:
            self._progress_ms = ticks_ms
            outbox.rewind()
        desk = self._desk
        if desk is not None:
            kind = desk.answer(ticks_ms)
            if kind:
                return frame.encode_into(self._out, kind, 0, desk.payload, 0, desk.size)
        length = outbox.encode_unsent(self._out, frame.encode_into)
        if length == 0 and passed(ticks_ms, self._sample_ms) >= messages.SAMPLE_EVERY_MS:
            length = self._encode_sample(ticks_ms)
        return length

    def _encode_config_is(self, asked: int) -> int:
        sensors = len(self._sampler)
        if asked == sensors:
            self._sampler.configuration_into(self._config, 0, messages.ALL_SENSORS)
        else:
            self._sampler.configuration_into(self._config, asked, asked)
        return self._encode(messages.CONFIG_IS, 0, self._config)

    def _encode_sample(self, ticks_ms: int) -> int:
        index = self._sample_of
        self._sample[0] = index
        raw = self._sampler.raw[index]
        for i in range(8):
            self._sample[1 + i] = raw[i]
        self._sample_of = index + 1
        if self._sample_of == len(self._sampler):
            self._sample_of = 0
            self._sample_ms = ticks_ms
        seq = self._sample_seq
        self._sample_seq = (seq + 1) & 0xFFFF
        return self._encode(messages.SAMPLE, seq, self._sample)

    def _encode(self, kind: int, seq: int, payload) -> int:
        return frame.encode_into(self._out, kind, seq, payload, 0, len(payload))
