"""The session, case by case."""

from __future__ import annotations

import pytest

from turmwart.link.outputs import (
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
from turmwart.link.session import AGAIN_MS, SILENCE_MS, Session
from turmwart_wire import messages
from turmwart_wire.messages import (
    Config,
    Cube,
    Fault,
    Hello,
    Kept,
    Passage,
    PassageSample,
    Sample,
    SelfTest,
    State,
)

CUBE = Cube(0, 1000, 7, 500, 300, 100, 90)
PAYLOAD = messages.pack_cube(CUBE)


def hello(
    session: Session,
    boot: int = 7,
    oldest: int = 0,
    next_: int = 0,
    protocol: int = messages.PROTOCOL,
) -> tuple[Output, ...]:
    payload = messages.pack_hello(Hello(protocol, 0x0102, boot, oldest, next_))
    return session.on_frame(messages.HELLO, 0, payload)


def cube(session: Session, seq: int) -> tuple[Output, ...]:
    return session.on_frame(messages.CUBE, seq, PAYLOAD)


def replay(seq: int) -> Send:
    return Send(messages.REPLAY, 0, messages.pack_seq(seq))


def ack(seq: int) -> Send:
    return Send(messages.ACK, 0, messages.pack_seq(seq))


def connected(known: dict[int, int] | None = None, **counts: int) -> Session:
    session = Session((known or {}).get)
    session.opened(0)
    hello(session, **counts)
    assert session.connected
    return session


def test_asks_until_hello_comes() -> None:
    session = Session({}.get)
    assert session.opened(100) == (replay(0),)
    assert session.tick(100 + AGAIN_MS - 1) == ()
    assert session.tick(100 + AGAIN_MS) == (replay(0),)
    assert session.tick(100 + AGAIN_MS + 1) == ()
    assert hello(session) == (Connected(7, 0x0102, 0), ack(0))
    assert session.tick(100 + 3 * AGAIN_MS) == ()


def test_nothing_counts_before_hello() -> None:
    session = Session({}.get)
    session.opened(0)
    assert cube(session, 0) == ()
    assert session.expected == 0


def test_events_come_in_order_and_are_acknowledged_when_stored() -> None:
    session = connected()
    assert cube(session, 0) == (CubePassed(7, 0, PAYLOAD, CUBE),)
    fault = messages.pack_fault(Fault(3, 1))
    assert session.on_frame(messages.FAULT, 1, fault) == (BoardFault(7, 1, fault, Fault(3, 1)),)
    assert session.stored(7, 0) == (ack(1),)
    assert session.stored(7, 1) == (ack(2),)
    assert session.stored(7, 0) == (ack(2),)
    with pytest.raises(ValueError, match="event 2"):
        session.stored(7, 2)


def test_seqs_are_widened_by_hello() -> None:
    session = connected({7: 65_535}, oldest=65_535, next_=65_535)
    assert cube(session, 65_535) == (CubePassed(7, 65_535, PAYLOAD, CUBE),)
    assert cube(session, 0) == (CubePassed(7, 65_536, PAYLOAD, CUBE),)
    assert session.stored(7, 65_536) == (ack(1),)


def test_a_resumed_table_goes_on_where_it_stopped() -> None:
    """The board still keeps 3 to 5, of which 3 and 4 are stored here."""
    session = Session({7: 5}.get, last_boot=7)
    session.opened(0)
    assert hello(session, oldest=3, next_=6) == (Connected(7, 0x0102, 5, 1), ack(5))
    assert cube(session, 3) == ()
    assert cube(session, 4) == ()
    assert cube(session, 5) == (CubePassed(7, 5, PAYLOAD, CUBE),)
    assert session.doubled == 2


def test_a_replay_that_would_begin_too_late_is_asked_anew() -> None:
    """The first question names seq 0, which here is count 65536; 65530 is wanted."""
    session = Session({7: 65_530}.get)
    session.opened(0)
    assert hello(session, oldest=65_530, next_=65_540) == (replay(65_530),)
    assert cube(session, 0) == ()
    assert hello(session, oldest=65_530, next_=65_540)[0] == Connected(7, 0x0102, 65_530, 10)


def test_a_hole_is_asked_for_and_asked_again() -> None:
    session = connected()
    cube(session, 0)
    assert cube(session, 2) == (replay(1),)
    assert cube(session, 3) == ()
    assert session.stored(7, 0) == ()  # no ACK before HELLO: the board may have rebooted
    assert session.tick(AGAIN_MS) == (replay(1),)
    assert hello(session, next_=4) == (ack(1),)
    assert [cube(session, seq) for seq in (1, 2, 3)] == [
        (CubePassed(7, count, PAYLOAD, CUBE),) for count in (1, 2, 3)
    ]


def test_doubles_are_dropped_and_acknowledged_again() -> None:
    session = connected(next_=1)
    cube(session, 0)
    assert cube(session, 0) == ()
    assert session.tick(1) == ()  # not stored yet: nothing to acknowledge
    session.stored(7, 0)
    assert cube(session, 0) == ()
    assert session.tick(2) == (ack(1),)
    assert session.tick(3) == ()
    assert session.doubled == 2


def test_an_overrun_outbox_is_a_gap() -> None:
    session = connected()
    cube(session, 0)
    session.closed()
    session.opened(10)
    assert hello(session, oldest=5, next_=9) == (
        GapFound(7, 1, 4),
        Connected(7, 0x0102, 5, 4),
        ack(0),
    )
    assert cube(session, 5) == (CubePassed(7, 5, PAYLOAD, CUBE),)
    assert session.gaps == 1


def test_a_boot_nobody_knows_is_expected_from_its_first_event_on() -> None:
    session = Session({}.get)
    session.opened(0)
    assert hello(session, oldest=2, next_=3)[0] == GapFound(7, 0, 1)


def test_a_reboot_names_what_is_surely_lost() -> None:
    """Event 1 never came, though 2 did; both die with the old boot."""
    session = connected()
    cube(session, 0)
    cube(session, 2)
    assert hello(session, boot=8) == (
        GapFound(7, 1, 2),
        Rebooted(7, 8),
        Connected(8, 0x0102, 0),
        ack(0),
    )
    assert session.stored(7, 0) == ()
    assert cube(session, 0) == (CubePassed(8, 0, PAYLOAD, CUBE),)


def test_a_reboot_while_the_host_was_away() -> None:
    session = Session({6: 40}.get, last_boot=6)
    session.opened(0)
    assert hello(session, boot=8)[:2] == (Rebooted(6, 8), Connected(8, 0x0102, 0))


def test_a_hello_unasked_is_answered_by_a_question() -> None:
    """A board that has booted says HELLO until it is asked."""
    session = connected()
    cube(session, 0)
    assert hello(session, boot=8) == (Rebooted(7, 8), Connected(8, 0x0102, 0), ack(0))
    assert hello(session, boot=8) == (replay(0),)
    assert cube(session, 0) == ()
    assert hello(session, boot=8) == (ack(0),)


def test_a_seq_the_board_cannot_have_is_no_double() -> None:
    """Its oldest is 10, so a 3 is another boot's: the reboot passed unseen."""
    session = connected({7: 10}, oldest=10, next_=10)
    assert cube(session, 3) == (replay(10),)
    assert not session.connected


def test_a_boot_that_comes_back_is_not_told_twice() -> None:
    """Two boards in turn at one port; nothing of the first was stored yet."""
    session = connected(next_=2)
    cube(session, 0)
    cube(session, 1)
    session.closed()
    session.opened(10)
    hello(session, boot=8)
    session.closed()
    session.opened(20)
    assert hello(session, boot=7, next_=3) == (
        Rebooted(8, 7),
        Connected(7, 0x0102, 2, 1),
        ack(0),
    )
    assert cube(session, 2) == (CubePassed(7, 2, PAYLOAD, CUBE),)
    assert session.stored(7, 2) == (ack(3),)


@pytest.mark.parametrize(("oldest", "next_"), [(5, 4), (0, 0x10000), (0, 9)])
def test_counts_that_cannot_be_are_no_hello(oldest: int, next_: int) -> None:
    session = Session({7: 10}.get)
    session.opened(0)
    assert hello(session, oldest=oldest, next_=next_) == ()
    assert (session.connected, session.strays) == (False, 1)


def test_another_protocol_ends_the_session() -> None:
    session = Session({}.get)
    session.opened(0)
    assert session.on_frame(messages.HELLO, 0, b"\x09of another shape") == (
        Mismatch(9, messages.PROTOCOL),
    )
    assert session.ended
    assert hello(session) == ()
    assert session.tick(10_000) == ()
    session.closed()
    assert session.opened(20_000) == (replay(0),)
    assert hello(session)[0] == Connected(7, 0x0102, 0)


def test_silence_makes_ask() -> None:
    session = connected()
    cube(session, 0)
    assert session.tick(SILENCE_MS - 1) == ()
    assert session.tick(SILENCE_MS) == (replay(1),)
    assert hello(session, next_=1) == (ack(0),)


def test_an_event_of_the_wrong_length_is_a_gap() -> None:
    session = connected()
    assert session.on_frame(messages.CUBE, 0, b"short") == (GapFound(7, 0, 0),)
    assert cube(session, 1) == (CubePassed(7, 1, PAYLOAD, CUBE),)


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (messages.HELLO, b""),
        (messages.HELLO, bytes((messages.PROTOCOL,))),
        (messages.SAMPLE, b""),
        (messages.CONFIG_IS, b"1"),
        (messages.REPLAY, b"\0\0"),
        (0xFF, b""),
    ],
)
def test_frames_without_sense_are_counted(kind: int, payload: bytes) -> None:
    session = connected()
    assert session.on_frame(kind, 0, payload) == ()
    assert (session.connected, session.strays) == (True, 1)


def test_samples_are_told_and_their_loss_is_counted() -> None:
    session = connected()
    sample = Sample(1, 40, 10, 20, 30)
    for seq in (65_534, 65_535, 2):
        assert session.on_frame(messages.SAMPLE, seq, messages.pack_sample(sample)) == (
            Sampled(sample),
        )
    assert session.samples_lost == 2


def configure_frame(config: Config) -> Send:
    return Send(messages.CONFIG, 0, messages.pack_config(config))


def config_is(session: Session, config: Config) -> None:
    told = session.on_frame(messages.CONFIG_IS, 0, messages.pack_config(config))
    assert told == (ConfigInForce(config),)


def test_a_configuration_is_repeated_until_it_is_in_force() -> None:
    session = connected()
    wanted = Config(255, 40, 30, 2, 1)
    assert session.configure(wanted) == (configure_frame(wanted),)
    assert session.tick(AGAIN_MS) == (configure_frame(wanted),)
    config_is(session, wanted._replace(enter=32))
    assert session.tick(2 * AGAIN_MS) == (configure_frame(wanted),)
    config_is(session, wanted)
    assert session.tick(3 * AGAIN_MS) == ()


def test_a_configuration_follows_a_reboot() -> None:
    wanted = Config(0, 40, 30, 2, 1)
    session = Session({}.get)
    session.opened(0)
    assert session.configure(wanted) == ()
    assert hello(session)[-1] == configure_frame(wanted)
    config_is(session, wanted)
    assert hello(session, boot=8)[-1] == configure_frame(wanted)


def test_a_board_that_fell_back_is_configured_anew() -> None:
    session = connected()
    wanted = Config(0, 40, 30, 2, 1)
    session.configure(wanted)
    config_is(session, wanted)
    config_is(session, wanted._replace(gain=2))
    assert session.tick(AGAIN_MS) == (configure_frame(wanted),)


def test_one_sensor_may_differ_from_all() -> None:
    session = connected()
    everyone, first = Config(255, 40, 30, 2, 1), Config(0, 50, 30, 2, 1)
    session.configure(everyone)
    assert session.configure(first) == (configure_frame(everyone), configure_frame(first))
    config_is(session, first._replace(sensor=255))
    assert session.tick(AGAIN_MS) == (configure_frame(first),)
    config_is(session, first)
    config_is(session, everyone._replace(sensor=1))
    assert session.tick(2 * AGAIN_MS) == ()
    config_is(session, Config(1, 32, 22, 1, 2))
    assert session.tick(2 * AGAIN_MS) == (configure_frame(everyone), configure_frame(first))


@pytest.mark.parametrize(
    "config",
    [
        Config(0, 10, 11, 1, 0),
        Config(0, 10, 0, 1, 0),
        Config(0, 0x10000, 1, 1, 0),
        Config(0, 10, 5, 0, 0),
        Config(0, 10, 5, 256, 0),
        Config(0, 10, 5, 1, 4),
        Config(256, 10, 5, 1, 0),
    ],
)
def test_a_configuration_out_of_range(config: Config) -> None:
    with pytest.raises(ValueError, match="out of range"):
        connected().configure(config)


def test_a_closed_port_says_nothing() -> None:
    session = connected()
    session.closed()
    assert cube(session, 0) == ()
    assert session.tick(99_999) == ()
    assert session.opened(100_000) == (replay(0),)


def test_a_passage_is_an_event_like_a_cube() -> None:
    session = connected()
    seen = (PassageSample(30, 400, 200, 100, 90),)
    passage = Passage(3, 0, 1000, 9_000, 12_000, 9_100, 65_535, 1, (12, 4, 4, 3), seen)
    payload = messages.pack_passage(passage)
    assert session.on_frame(messages.PASSAGE, 0, payload) == (PassageSeen(7, 0, payload, passage),)
    assert session.on_frame(messages.PASSAGE, 0, payload) == ()
    assert session.doubled == 1
    assert session.stored(7, 0) == (ack(1),)
    assert session.on_frame(messages.PASSAGE, 1, payload[:-1]) == (GapFound(7, 1, 1),)


def state(lanes: int) -> State:
    return State(60, 5, 0, 90_000, 0x0200, 0, 0, 0, 0, 0, b"\xe6`X8C\x12\x34\x56", (0,) * lanes)


def test_a_question_is_repeated_until_it_is_answered() -> None:
    session = connected()
    question = Send(messages.STATE_ASK, 0, b"")
    assert session.ask(messages.STATE_ASK) == (question,)
    assert session.tick(499) == ()
    assert session.tick(500) == (question,)
    told = session.on_frame(messages.STATE, 0, messages.pack_state(state(4)))
    assert told == (StateTold(state(4)),)
    assert session.lanes == 4
    assert session.tick(1_500) == ()
    with pytest.raises(ValueError, match="no question"):
        session.ask(messages.CUBE)


def test_a_question_waits_for_the_board_and_outlives_its_restart() -> None:
    session = Session({}.get)
    question = Send(messages.KEEP, 0, b"\x01")
    assert session.ask(messages.KEEP, messages.KEEP_IN_FORCE) == ()
    session.opened(0)
    assert hello(session)[-1] == question
    session.tick(1_000)
    session.closed()
    session.opened(1_500)
    session.tick(2_000)
    assert hello(session, boot=8)[-1] == question
    kept = Kept(messages.KEEP_IN_FORCE, messages.KEPT_DONE)
    assert session.on_frame(messages.KEPT, 0, messages.pack_kept(kept)) == (ConfigKept(kept),)
    assert session.tick(3_900) == ()


def test_a_self_test_is_over_when_all_lanes_have_answered() -> None:
    session = connected()
    for lane in (0, 1):
        config_is(session, Config(lane, 32, 22, 1, 2))
    question = Send(messages.SELFTEST, 0, b"\xff")
    assert session.ask(messages.SELFTEST) == (question,)
    answers = [SelfTest(lane, 3, (1, 1, 1, 1), (9, 3, 3, 3), 2, 1024, 2083) for lane in (0, 1)]
    payloads = [messages.pack_selftest(answer) for answer in answers]
    told = session.on_frame(messages.SELFTEST_IS, 0, payloads[0])
    assert told == (SelfTested(answers[0]),)
    session.on_frame(messages.SAMPLE, 0, messages.pack_sample(Sample(0, 1, 1, 1, 1)))
    session.tick(1_900)
    session.on_frame(messages.SAMPLE, 1, messages.pack_sample(Sample(0, 1, 1, 1, 1)))
    session.tick(3_800)
    session.on_frame(messages.SAMPLE, 2, messages.pack_sample(Sample(0, 1, 1, 1, 1)))
    assert session.tick(5_000) == (question,)
    session.on_frame(messages.SELFTEST_IS, 0, payloads[1])
    assert session.tick(5_500) == ()


def test_an_owner_that_cannot_say_what_it_knows_changes_nothing() -> None:
    """Its journal fails once; the next HELLO finds the session as it was."""
    answers = [RuntimeError("locked"), 5]

    def known(boot: int) -> int:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    session = Session(known)
    session.opened(0)
    with pytest.raises(RuntimeError, match="locked"):
        hello(session, oldest=5, next_=5)
    assert (session.boot, session.connected) == (None, False)
    assert hello(session, oldest=5, next_=5)[0] == Connected(7, 0x0102, 5)
