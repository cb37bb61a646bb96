"""The outbox: own counts, kept until acknowledged, overrun visible."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from turmwart_fw import edge
from turmwart_fw.outbox import Outbox
from turmwart_wire import frame, messages


def put(outbox: Outbox, clear: int) -> None:
    """Put a cube that can be told by its clear counts."""
    state = edge.new_state(32, 22)
    state[edge.SAMPLES], state[edge.CLEAR] = 3, clear
    outbox.put_cube(1, 1 << 30 | 77, state)


def sent(outbox: Outbox) -> list[tuple[int, int]]:
    """Send all that is unsent; returns (seq, clear) of each."""
    out = bytearray(frame.FRAME_MAX)
    decoder = frame.Decoder()
    found = []
    while length := outbox.encode_unsent(out, frame.encode_into):
        for kind, seq, payload in decoder.feed(out[:length]):
            assert kind == messages.CUBE
            found.append((seq, messages.unpack_cube(payload).clear))
    return found


def test_cube_keeps_its_fields() -> None:
    """What was put in comes out, board time wrapped to its period."""
    outbox = Outbox(4)
    state = edge.new_state(32, 22)
    for index, value in ((edge.SAMPLES, 9), (edge.CLEAR, 300), (edge.RED, 190), (edge.BLUE, 60)):
        state[index] = value
    outbox.put_cube(1, 1 << 30 | 77, state)
    outbox.put_fault(messages.FAULT_BUS, 2)
    out = bytearray(frame.FRAME_MAX)
    length = outbox.encode_unsent(out, frame.encode_into)
    ((_, seq, payload),) = frame.Decoder().feed(out[:length])
    assert (seq, messages.unpack_cube(payload)) == (0, messages.Cube(1, 77, 9, 300, 190, 0, 60))
    length = outbox.encode_unsent(out, frame.encode_into)
    ((kind, seq, payload),) = frame.Decoder().feed(out[:length])
    assert (kind, seq, messages.unpack_fault(payload)) == (messages.FAULT, 1, (3, 2))


def test_events_stay_until_acknowledged() -> None:
    """Sent is not stored: a rewind sends again what no ACK has freed."""
    outbox = Outbox(8)
    for clear in (100, 101, 102):
        put(outbox, clear)
    assert sent(outbox) == [(0, 100), (1, 101), (2, 102)]
    assert outbox.acknowledge(1)
    outbox.rewind()
    assert sent(outbox) == [(1, 101), (2, 102)]
    outbox.rewind_to(2)
    assert sent(outbox) == [(2, 102)]
    outbox.rewind_to(40)
    assert sent(outbox) == [(1, 101), (2, 102)]


def test_overrun_shows_as_oldest_beyond_expected() -> None:
    """Nobody reads: the oldest events give way, and the count says so."""
    outbox = Outbox(4)
    for clear in range(100, 110):
        put(outbox, clear)
    assert (outbox.oldest, outbox.next) == (6, 10)
    assert sent(outbox) == [(6, 106), (7, 107), (8, 108), (9, 109)]


def test_foreign_acknowledgement_frees_nothing() -> None:
    """A seq that is not in the outbox is of another boot."""
    outbox = Outbox(8)
    put(outbox, 100)
    assert not outbox.acknowledge(0)
    assert not outbox.acknowledge(2)
    assert not outbox.acknowledge(0xFFFF)
    assert outbox.oldest == 0


def test_counts_run_on_beyond_16_bits() -> None:
    """The 65,537th event is acknowledged like any other."""
    outbox = Outbox(8)
    for count in range(65_540):
        put(outbox, 100 + count % 7)
        assert outbox.acknowledge(count + 1 & 0xFFFF)
    put(outbox, 200)
    assert (outbox.oldest, outbox.next) == (65_540, 65_541)
    assert sent(outbox) == [(65_540 & 0xFFFF, 200)]


@settings(deadline=None)
@given(
    st.integers(1, 9),
    st.lists(st.one_of(st.just("put"), st.just("send"), st.just("rewind"), st.integers(0, 40))),
)
def test_never_out_of_order_and_never_lost_unless_overrun(capacity: int, deeds: list) -> None:
    """Whatever happens, what is kept is the newest, in order, and nothing unacknowledged goes."""
    outbox = Outbox(capacity)
    put_so_far = acknowledged = 0
    for deed in deeds:
        if deed == "put":
            put(outbox, 100 + put_so_far)
            put_so_far += 1
        elif deed == "send":
            sent(outbox)
        elif deed == "rewind":
            outbox.rewind()
        elif outbox.acknowledge(deed):
            acknowledged = deed
        assert outbox.oldest == max(acknowledged, put_so_far - capacity, 0)
        assert outbox.oldest <= outbox.unsent <= outbox.next == put_so_far
    outbox.rewind()
    assert sent(outbox) == [(count, 100 + count) for count in range(outbox.oldest, put_so_far)]


class Told:
    """What a lane hands over."""

    def __init__(self, number: int, samples: int) -> None:
        self.passage = [number % 128, number, 9_000, 12_000, 9_001, 77, samples, samples]
        self.empty = [number % 60_000, 1, 2, 3]
        self.samples = self
        self.told = [(-1) ** n * n for n in range(5 * samples)]
        for first in range(0, 5 * samples, 5):
            self.told[first] = first  # a time is never below 0


def test_passage_keeps_its_fields() -> None:
    """Head, light and samples as the lane told them."""
    outbox = Outbox()
    outbox.put_passage(3, Told(1_000, 2))
    out = bytearray(frame.FRAME_MAX)
    length = outbox.encode_unsent(out, frame.encode_into)
    ((kind, seq, payload),) = frame.Decoder().feed(out[:length])
    assert (kind, seq) == (messages.PASSAGE, 0)
    passage = messages.unpack_passage(payload)
    assert passage[:8] == (3, 1_000 % 128, 1_000, 9_000, 12_000, 9_001, 77, 2)
    assert passage.empty == (1_000, 1, 2, 3)
    assert [tuple(each) for each in passage.samples] == [(0, -1, 2, -3, 4), (5, 6, -7, 8, -9)]


@settings(deadline=None)
@given(
    st.integers(250, 700),
    st.lists(
        st.one_of(
            st.integers(0, 8),  # a passage with so many samples
            st.just("fault"),
            st.just("send"),
            st.just("rewind"),
            st.integers(100, 140),  # an ACK of so many events on
        ),
        max_size=80,
    ),
)
def test_ring_of_unequal_events_is_a_queue(room: int, deeds: list) -> None:
    """Against a plain list: what is kept are the newest, whole and in order, nothing else."""
    outbox = Outbox(room=room)
    all_payloads: list[bytes] = []
    out = bytearray(frame.FRAME_MAX)
    decoder = frame.Decoder()
    acknowledged = 0

    def send() -> None:
        while length := outbox.encode_unsent(out, frame.encode_into):
            for _, seq, payload in decoder.feed(out[:length]):
                assert payload == all_payloads[seq]

    for deed in deeds:
        number = len(all_payloads)
        if deed == "fault":
            outbox.put_fault(number % 200, number)
            all_payloads.append(messages.pack_fault(messages.Fault(number % 200, number)))
        elif deed == "send":
            send()
        elif deed == "rewind":
            outbox.rewind_to(outbox.oldest + (outbox.next - outbox.oldest) // 2)
        elif deed >= 100:
            count = min(outbox.oldest + deed - 100, outbox.next)
            if outbox.acknowledge(count & 0xFFFF):
                acknowledged = count
        else:
            told = Told(number, deed)
            outbox.put_passage(0, told)
            samples = [tuple(told.told[5 * n : 5 * n + 5]) for n in range(deed)]
            passage = messages.Passage(0, *told.passage[:7], told.empty, samples)
            all_payloads.append(messages.pack_passage(passage))
        assert outbox.next == len(all_payloads)
        assert acknowledged <= outbox.oldest <= outbox.unsent <= outbox.next
        kept = sum(len(payload) + 2 for payload in all_payloads[outbox.oldest :])
        assert kept <= room
        assert outbox.evicted + acknowledged >= outbox.oldest
    outbox.rewind()
    sent_from = outbox.unsent
    send()
    assert sent_from == outbox.oldest
    assert decoder.bad == 0


def test_an_hour_of_play_fits() -> None:
    """As docs/tower.md reckons: 900 passages with the samples of a usual cube, 20 faults."""
    outbox = Outbox()
    for number in range(900):
        outbox.put_passage(number % 4, Told(number, (3, 3, 4, 4, 5, 2, 6, 3)[number % 8]))
    for number in range(20):
        outbox.put_fault(1, number)
    assert outbox.evicted == 0
    assert (outbox.oldest, outbox.next) == (0, 920)


def test_end_of_the_ring_is_written_over_while_an_event_behind_it_waits() -> None:
    """The last event before the end was sent, one at the beginning waits, small ones fill up."""
    outbox = Outbox(room=300)
    out = bytearray(frame.FRAME_MAX)
    for number in range(2):
        outbox.put_passage(0, Told(number, 8))
    outbox.encode_unsent(out, frame.encode_into)
    outbox.put_passage(0, Told(2, 8))
    outbox.encode_unsent(out, frame.encode_into)
    assert outbox.acknowledge(2)
    outbox.put_passage(0, Told(3, 7))
    for number in range(4, 8):
        outbox.put_fault(1, number)
    found = []
    while length := outbox.encode_unsent(out, frame.encode_into):
        found += [(seq, len(p)) for _, seq, p in frame.Decoder().feed(out[:length])]
    assert found == [(2, 111), (3, 101), (4, 3), (5, 3), (6, 3), (7, 3)]
