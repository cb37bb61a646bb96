"""Sheets, battles, phases, rolls and dice."""

from __future__ import annotations

import hashlib

import pytest
from kok_world import counts, do, fixed, force, play, results, state_of, with_orders, world_after

from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.battle import fight
from turmwart.games.kingofkings.commands import ConfirmLine, HandIn, PlayRound
from turmwart.games.kingofkings.fight import Side, Terms
from turmwart.games.kingofkings.playing import run
from turmwart.kernel.chance import RollRequest, no_rolls
from turmwart.kernel.decision import Objection
from turmwart.table.dealer import Seeded, new_seed
from turmwart.table.kingofkings.percentile import from_die, percentile, typed
from turmwart.table.kingofkings.tables import shipped_rules
from turmwart.table.rolls import DEALER, HAND, Answers, Roll, answer, correct, roll_of

FRONT = [
    *(("1/1", 1, "3 FU"), ("1/2", 1, "1 FU")),
    *(("2/1", 2, "2 FU"), ("2/2", 2, "1 FU")),
]
"""Two tribes side by side on a map of two rows."""

FRONT_ALONE = [("1/1", 1, "1 FU"), ("2/1", 1, "1 FU")]
ATTACK = {1: ["LAND 1 1 F FUSS 3 O"]}


@pytest.mark.rule("K-ORDER-5")
def test_a_doubtful_line_waits_for_a_yes() -> None:
    """BUCH is read as BURG only after it was confirmed; another sheet needs another yes."""
    state = state_of(["EE"], [("1/1", 1, "1 FU"), ("2/1", 1, "1 FU")], stock={1: {"wp": 12}})
    state = with_orders(state, {1: ["VERT 1 1 G", "EIN 1 1 BUCH"]})
    assert results(play(state), 1) == ["ok", "odd-spelling"]
    confirmed = do(state, ConfirmLine(1, 2))
    after = play(confirmed)
    assert results(after, 1) == ["ok", "ok"]
    assert force(after, "1/1", 1) == counts("1 FU 1 BU")
    again = do(confirmed, HandIn(1, "EIN 1 1 BUCH"))
    assert results(play(again), 1) == ["odd-spelling"]
    assert isinstance(GAME.decide(state, ConfirmLine(1, 1), no_rolls), Objection)


@pytest.mark.rule("K-ORDER-1", "K-ORDER-7")
def test_a_capital_sharp_s_is_one_too() -> None:
    """A sheet is written in capitals; with caps lock a keyboard gives FUẞ."""
    state = state_of(["EE"], [("1/1", 1, "1 FU"), ("2/1", 1, "1 FU")], stock={1: {"wp": 12}})
    assert results(play(state, {1: ["EIN 1 1 FUẞ", "EIN 2 1 fuß"]}), 1) == ["ok", "ok"]


@pytest.mark.rule("K-ORDER-6")
def test_without_orders_only_others_do_something() -> None:
    """Settings and stores stay; the report says that no orders came."""
    state = state_of(["EE~"], FRONT_ALONE, stock={1: {"wp": 3}})
    state = play(state, {1: ["VERT 1 1 G"]})
    after = play(state)
    assert after.place(1, 1).tactic == "G"
    assert GAME.view(after, "1").silent == (1,)
    assert GAME.view(play(state, {1: []}), "1").silent == ()


@pytest.mark.rule("K-ORDER-26")
def test_the_last_sheet_counts_as_a_whole() -> None:
    """Nothing of the first one is carried out."""
    state = state_of(["EE"], FRONT_ALONE)
    state = with_orders(state, {1: ["VERT 1 1 G", "VERT 2 1 F"]})
    state = with_orders(state, {1: ["VERT 1 1 U"]})
    sheet = state.sheet(1)
    assert sheet is not None
    assert (sheet.edition, sheet.lines) == (2, ("VERT 1 1 U",))
    after = play(state)
    assert (after.place(1, 1).tactic, after.place(2, 1).tactic) == ("U", "T")
    assert after.sheets == ()


@pytest.mark.rule("K-SEA-9")
def test_ships_detect_one_by_one() -> None:
    """n ships stop a fleet as soon as one of them rolls 10 or less: 1 - 0.9^n in all."""
    missed = 0
    for ships in (1, 2, 3):
        units = [("1/1", 1, "1 FU 1 SC"), ("2/1", 2, f"{ships} FU {ships} SC")]
        state = state_of(["~~~"], units)
        for hit in range(ships + 1):
            rolls = fixed(*[11] * hit, 10, *[1] * 9) if hit < ships else fixed(11)
            world = world_after(state, {1: ["SEE 1 1 FU 1 SC 1 O O"]}, roll=rolls)
            asked = [one.value for one in world.detections]
            assert len(asked) == min(hit + 1, ships)
            missed += results(world, 1) == ["ok@3/1"]
    assert missed == 3


@pytest.mark.rule("K-BATTLE-2", "K-BATTLE-12", "K-RETREAT-8")
def test_a_battle_from_the_tactics_to_the_new_owner() -> None:
    """F against T; the castle counts as a unit; with the victory castle and ships are gone."""
    units = [
        ("1/1", 1, "6 FU"),
        ("1/2", 1, "1 FU"),
        ("2/1", 2, "1 FU 1 BU 2 SC"),
        ("2/2", 2, "1 FU"),
    ]
    after = play(state_of(["EE~", "EE~"], units), {1: ["LAND 1 1 F FUSS 6 O"]}, fixed(1))
    assert after.record is not None
    (battle,) = after.record.battles
    assert (battle.tactics, battle.modifiers, battle.retreat) == ("FT", (0, 0), (0, 5))
    assert battle.outcome == "attacker_wins"
    place = after.place(2, 1)
    assert place.owner == 1
    assert [f.player for f in place.forces] == [1]


def test_the_castle_counts_when_numbers_are_compared() -> None:
    """Three against foot and castle: not more than double, so value +5 holds out."""
    terms = Terms(shipped_rules(), 5, None, (0, 0))
    attacker, defender = Side([counts("3 FU")]), Side([counts("1 FU 1 BU")])
    rolls = iter([100] * 5 + [1] * 100)
    fought = fight(terms, attacker, defender, (10, 5), lambda *_: (next(rolls), ""))
    assert len(fought.rounds) == 2


@pytest.mark.rule("K-BATTLE-6")
def test_who_finds_no_target_does_not_roll() -> None:
    """Five at one: the first hits, four do not roll."""
    terms = Terms(shipped_rules(), 5, None, (0, 0))
    attacker, defender = Side([counts("5 FU")]), Side([counts("1 FU")])
    fought = fight(terms, attacker, defender, (10, 10), lambda *_: (1, ""))
    assert [shot.side for shot in fought.rounds[0].shots] == ["A", "D"]


@pytest.mark.rule("K-BATTLE-14")
def test_after_100_combat_rounds_the_attacker_retreats() -> None:
    """If nobody ever hits."""
    terms = Terms(shipped_rules(), 5, None, (10, 10))
    attacker, defender = Side([counts("1 FU")]), Side([counts("1 FU")])
    fought = fight(terms, attacker, defender, (10, 10), lambda *_: (100, ""))
    assert (len(fought.rounds), fought.outcome) == (100, "attacker_breaks")


@pytest.mark.rule("K-PHASE-7")
def test_the_sequence_of_battles_changes_nothing() -> None:
    """Three battles forward and backward leave the same world."""
    rows = ["EEEEEE"] * 3
    units = [(f"{x}/{y}", x % 2 + 1, "4 FU") for x in range(1, 7) for y in range(1, 4)]
    orders = {
        1: ["LAND 2 1 F FUSS 3 O", "LAND 4 2 U FUSS 3 O", "LAND 6 3 G FUSS 3 W"],
        2: ["LAND 3 3 F FUSS 3 W", "VERT 3 1 G"],
    }
    state = with_orders(state_of(rows, units), orders)
    worlds = [run(state, Seeded("s", 1), reverse=reverse) for reverse in (False, True)]
    assert worlds[0].places() == worlds[1].places()
    assert worlds[0].morale == worlds[1].morale
    assert len(worlds[0].battles) == 4
    assert worlds[0].battles == worlds[1].battles[::-1]


@pytest.mark.rule("K-PHASE-6")
def test_a_round_ends_with_its_record_and_the_next_begins() -> None:
    """The number rises by one; the sheets are used up."""
    state = state_of(["EE"], FRONT_ALONE)
    after = play(state, {1: ["VERT 1 1 G"]})
    assert (state.round, after.round) == (1, 2)
    assert after.record is not None
    assert after.record.round == 1
    assert GAME.view(after, "1").round == 1


@pytest.mark.rule("K-CHANCE-1", "K-CHANCE-5")
def test_a_round_pauses_for_each_roll_and_keeps_who_saw_it() -> None:
    """Answered one by one, the round is the same as with all rolls at hand."""
    state = with_orders(state_of(["EE", "EE"], FRONT), ATTACK)
    seeded = Seeded("dice", 1)
    answers, asked = Answers(), 0
    while isinstance(request := GAME.decide(state, PlayRound(), answers), RollRequest):
        assert request.chance == 100
        asked += request.count
        values = [seeded(request.stream, request.index + n, 100) for n in range(request.count)]
        thrown = answer(roll_of(request, box=9), values, HAND)
        assert isinstance(thrown, Roll)
        answers.take(thrown)
    assert not isinstance(request, Objection)
    by_hand, by_seed = (play(state, roll=roll).record for roll in (answers, seeded))
    assert by_hand is not None
    assert by_seed is not None
    rolls = by_hand.rolls()
    assert len(rolls) == asked
    assert {one.witness for one in rolls} == {HAND}
    assert {one.witness for one in by_seed.rolls()} == {DEALER}
    assert [(r.stream, r.index, r.chance, r.value) for r in rolls] == [
        (r.stream, r.index, r.chance, r.value) for r in by_seed.rolls()
    ]


@pytest.mark.rule("K-CHANCE-7")
def test_a_handful_is_never_more_than_is_used() -> None:
    """Two defenders are left for three attackers: two dice are asked for, not three."""
    state = with_orders(state_of(["EE", "EE"], FRONT), ATTACK)
    first = GAME.decide(state, PlayRound(), no_rolls)
    assert first == RollRequest("land/2/1", 0, 100, 2)


@pytest.mark.rule("K-CHANCE-9")
def test_a_round_pauses_within_phase_2() -> None:
    """For a detection, before anything else is decided."""
    units = [("1/1", 1, "1 FU 1 SC"), ("2/1", 2, "1 FU 1 SC")]
    state = state_of(["~~~"], units, options={"report_mode": "zine"})
    state = with_orders(state, {1: ["SEE 1 1 FU 1 SC 1 O O"]})
    assert GAME.decide(state, PlayRound(), no_rolls) == RollRequest("detect/1/1", 0, 100, 1)


@pytest.mark.rule("K-CHANCE-9", "K-REPORT-10")
@pytest.mark.parametrize("line", ["SEE 1 1 FU 3 SC 3 O", "SEE 1 1 FU 3 SC 3 O O"])
def test_in_indi_mode_a_roll_at_sea_tells_nothing_more(line: str) -> None:
    """A battle of three ships against three, or a detection: one roll for a sea movement."""
    units = [("1/1", 1, "3 FU 3 SC"), ("2/1", 2, "3 FU 3 SC")]
    state = with_orders(state_of(["~~~"], units), {1: [line]})
    request = GAME.decide(state, PlayRound(), no_rolls)
    assert isinstance(request, RollRequest)
    assert (request.count, request.kind) == (1, "sea_movement")


@pytest.mark.rule("K-CHANCE-4")
def test_the_seed_is_secret_until_the_end() -> None:
    """Its hash stands in each report, the seed itself in the last."""
    state = state_of(["EE"], FRONT_ALONE, options={"end_rounds": 2}, seed="Grünstadt")
    first = GAME.view(play(state), "1")
    last = GAME.view(play(play(state)), "1")
    assert first.seed_hash == hashlib.sha256("Grünstadt".encode()).hexdigest()
    assert (first.seed, first.over, last.seed, last.over) == ("", False, "Grünstadt", True)
    assert last.winners == (1,)
    assert len({new_seed() for _ in range(9)}) == 9
    assert isinstance(GAME.decide(play(play(state)), PlayRound(), no_rolls), Objection)


@pytest.mark.rule("K-CHANCE-5", "K-CHANCE-6")
def test_percentile_dice_and_what_may_stand_for_them() -> None:
    """00 is 100; a d20 for multiples of 5, a d10 for multiples of 10; each hits as often."""
    assert [percentile(*pair) for pair in ((0, 0), (0, 7), (9, 9), (4, 0))] == [100, 7, 99, 40]
    for sides, chances in ((20, range(5, 100, 5)), (10, range(10, 100, 10))):
        for chance in chances:
            hits = sum(from_die(sides, face, chance) <= chance for face in range(1, sides + 1))
            assert hits * 100 == chance * sides
    assert [typed(word, 10) for word in ("00", "37", "d10:1", "D20:2")] == [100, 37, 10, 10]
    for word in ("0", "101", "-3", "x", "d20:7x", "d12:3", "d20:21", "d10:0", ""):
        with pytest.raises(ValueError, match=r"."):
            typed(word, 10)
    for sides, chance in ((20, 66), (20, 22), (10, 45)):
        with pytest.raises(ValueError, match="percentile"):
            from_die(sides, 1, chance)
    with pytest.raises(ValueError, match="0 to 9"):
        percentile(10, 0)


@pytest.mark.rule("K-CHANCE-8")
def test_a_corrected_roll_keeps_the_first_reading() -> None:
    """The camera's 31 stands beside the 37 that holds."""
    read = answer(roll_of(RollRequest("land/1/1", 0, 100)), [31], "camera")
    assert isinstance(read, Roll)
    corrected = correct(read, 1, 37)
    assert isinstance(corrected, Roll)
    assert (corrected.values, corrected.throws[0].values) == ((37,), (31,))
    assert next(corrected.observed()).witness == HAND


def test_a_roll_out_of_range_is_a_mistake() -> None:
    """Not a hit and not a miss."""
    state = with_orders(state_of(["EE", "EE"], FRONT), ATTACK)
    with pytest.raises(ValueError, match="1 to 100"):
        GAME.decide(state, PlayRound(), lambda *_: 101)
