"""Cubes that went another way than through a throw: books, objections, the hand count's audit."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.audit import Difference, differences, mending
from turmwart.games.wallenstein.commands import (
    CorrectLedger,
    EmptyTower,
    MoveArmies,
    ReportStray,
    RevealPlan,
)
from turmwart.games.wallenstein.events import TrayLifted
from turmwart.games.wallenstein.whereabouts_commands import (
    FindCubes,
    LoseCubes,
    Recount,
    TakeFromTray,
    TipOutTower,
)
from turmwart.games.wallenstein.whereabouts_events import LOST, Recounted, TowerTippedOut
from turmwart.journal.store import Journal
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.prompt import command_of
from turmwart.table.palette import default_palette
from turmwart.table.table import Done, Table

from .tables import Play, position, setup

INSIDE = Cubes.of(red=3, blue=2, green=4)
LYING = Cubes.of(yellow=2, green=1)


def play() -> Play:
    """A position with cubes in tower and tray."""
    return position(tower=INSIDE, tray=LYING)


def fighting() -> Play:
    """The same while red's and blue's cubes are in the hand."""
    return play().do(RevealPlan("s1", "cinderholt"), MoveArmies("s1", "dunmere", 3))


# -- each thing that happens ----------------------------------------------------------------------


@pytest.mark.rule("W-CUBE-12")
def test_a_hand_takes_cubes_from_the_tray() -> None:
    """To the supply, or back into the tower; what does not lie there cannot be taken."""
    now = play().do(TakeFromTray(Cubes.of(yellow=1), "supply"))
    assert (now.at("tray"), now.at("supply")["yellow"]) == (Cubes.of(yellow=1, green=1), 59)
    now.do(TakeFromTray(Cubes.of(green=1), "tower"))
    assert now.at("tower") == INSIDE + Cubes.of(green=1)
    assert now.refused(TakeFromTray(Cubes.of(green=1), "tower")).rule == "W-CUBE-1"
    assert now.refused(TakeFromTray(Cubes(), "tower")).rule == "W-CUBE-1"
    assert now.refused(TakeFromTray(Cubes.of(yellow=1), "province:dunmere")).rule == "W-CUBE-12"


@pytest.mark.rule("W-OPEN-26", "W-CUBE-1")
def test_a_cube_under_the_sofa_is_out_of_play_and_comes_back() -> None:
    """Lost from the tray, found again, and put where the table says it belongs."""
    now = play().do(LoseCubes("tray", Cubes.of(yellow=1)))
    assert (now.at(LOST), now.at("tray")) == (Cubes.of(yellow=1), Cubes.of(yellow=1, green=1))
    assert GAME.view(now.state, None).tower.lost == Cubes.of(yellow=1)
    assert now.refused(FindCubes(LOST, Cubes.of(yellow=2), "tray")).rule == "W-CUBE-1"
    assert now.refused(FindCubes(LOST, Cubes.of(yellow=1), "hand")).rule == "W-CUBE-4"
    assert now.refused(FindCubes("supply", Cubes.of(yellow=1), "tray")).rule == "W-CUBE-12"
    now.do(FindCubes(LOST, Cubes.of(yellow=1), "province:ravensike"))
    assert (now.armies("ravensike"), now.at(LOST)) == (3, Cubes())


@pytest.mark.rule("W-CUBE-16")
def test_a_cube_that_the_books_have_in_the_tower_lies_on_the_floor() -> None:
    """It had fallen out: it goes to the tray and into the next throw."""
    now = play().do(FindCubes("tower", Cubes.of(red=1), "tray"))
    assert (now.at("tower")["red"], now.at("tray")["red"]) == (2, 1)
    assert now.refused(FindCubes("tower", Cubes.of(red=1), "tower")).rule == "W-CUBE-12"


@pytest.mark.rule("W-CUBE-2", "W-CUBE-3", "W-BATTLE-11")
def test_found_cubes_join_only_armies_of_their_colour() -> None:
    """No farmer, no second colour, no neutral and no contested province."""
    now = play().do(LoseCubes("tower", Cubes.of(red=1, green=1)))
    farmer, army = Cubes.of(green=1), Cubes.of(red=1)
    assert now.refused(FindCubes(LOST, farmer, "province:dunmere")).rule == "W-CUBE-2"
    assert now.refused(FindCubes(LOST, army, "province:dunmere")).rule == "W-CUBE-3"
    assert now.refused(FindCubes(LOST, army, "province:lowbarrow")).rule == "W-CUBE-12"
    fought = fighting().do(LoseCubes("tower", Cubes.of(blue=1)))
    refused = fought.refused(FindCubes(LOST, Cubes.of(blue=1), "province:dunmere"))
    assert refused.rule == "W-BATTLE-11"


@pytest.mark.rule("W-CUBE-3", "W-CUBE-4")
def test_neither_province_nor_hand_become_empty_by_a_loss() -> None:
    """The table puts another cube there first."""
    now = play()
    assert now.refused(LoseCubes("province:dunmere", Cubes.of(blue=3))).rule == "W-CUBE-3"
    now.do(LoseCubes("province:dunmere", Cubes.of(blue=2)))
    assert now.armies("dunmere") == 1
    fought = fighting()
    hand = fought.at("hand")
    assert fought.refused(LoseCubes("hand", hand)).rule == "W-CUBE-4"
    fought.do(LoseCubes("hand", hand - Cubes.of(red=1)), FindCubes(LOST, Cubes.of(blue=1), "hand"))
    assert fought.at("hand") == Cubes.of(red=1, blue=1)
    fought.throw(red=1)
    assert fought.state.last_battle.outcome == "attacker_wins"  # type: ignore[union-attr]


@pytest.mark.rule("W-BATTLE-35", "W-BATTLE-36", "W-CUBE-6")
def test_a_tower_that_falls_over() -> None:
    """Only with two words of the table; what is missing is lost, the rest lies in the tray."""
    now = play()
    out = INSIDE - Cubes.of(green=1)
    assert now.refused(TipOutTower(INSIDE + Cubes.of(red=1))).rule == "W-CUBE-5"
    early = now.refused(TipOutTower(out))
    assert (early.rule, early.waivable) == ("W-BATTLE-35", True)
    missing = now.refused(TipOutTower(out, waived=("W-BATTLE-35",)))
    assert (missing.rule, missing.waivable) == ("W-CUBE-6", True)
    now.do(TipOutTower(out, waived=("W-BATTLE-35", "W-CUBE-6")))
    assert now.only(TowerTippedOut).missing == Cubes.of(green=1)
    assert (now.at("tower"), now.at("tray"), now.at(LOST)) == (
        Cubes(),
        LYING + out,
        Cubes.of(green=1),
    )


@pytest.mark.rule("W-BATTLE-4", "W-BATTLE-36")
def test_what_a_fallen_tower_gives_joins_the_throw_that_waits() -> None:
    """The tray is lifted into the hand before the throw."""
    fought = fighting()
    fought.do(TipOutTower(INSIDE, waived=("W-BATTLE-35",)))
    assert fought.only(TrayLifted).cubes == INSIDE
    assert fought.at("hand") >= INSIDE


@pytest.mark.rule("W-BATTLE-4", "W-BATTLE-36", "W-CUBE-13")
def test_what_is_to_be_poured_follows_the_hand() -> None:
    """Nobody is told to pour what is lost, nor kept from pouring what joined."""
    fought = fighting().do(
        ReportStray(Cubes.of(green=1)),
        LoseCubes("hand", Cubes.of(red=1, yellow=1)),
        CorrectLedger("supply", "hand", Cubes.of(blue=1), "forgotten"),
    )
    waits = fought.state.battle
    assert waits is not None
    assert {part.place: part.cubes for part in waits.gathered} == {
        "province:cinderholt": Cubes.of(red=2),
        "province:dunmere": Cubes.of(blue=3),
        "supply": Cubes.of(blue=1),
        "tray": Cubes.of(green=2, yellow=1),
    }
    assert (waits.thrown, waits.tray) == (Cubes.of(red=2, blue=4), Cubes.of(green=2, yellow=1))
    assert waits.thrown + waits.tray == fought.at("hand")
    assert fought.do(FindCubes(LOST, Cubes.of(red=1), "hand")).state.battle.thrown["red"] == 3  # type: ignore[union-attr]


@pytest.mark.rule("W-CUBE-1", "W-CUBE-5")
def test_a_place_counted_again_by_hand() -> None:
    """The difference comes from where the table says, as far as that place can give it."""
    now = play()
    now.do(Recount("tray", LYING + Cubes.of(red=1) - Cubes.of(green=1), "tower"))
    assert now.at("tower") == Cubes.of(red=2, blue=2, green=5)
    assert now.only(Recounted).surplus == Cubes.of(red=1)
    refused = now.refused(Recount("tray", Cubes.of(red=4), "tower"))
    assert (refused.rule, refused.waivable) == ("W-CUBE-5", False)
    assert now.refused(Recount("tray", Cubes(), "tray")).rule == "W-CUBE-12"
    assert now.refused(Recount("hand", Cubes(), "tray")).rule == "W-CUBE-12"
    now.do(Recount("tower", Cubes(), LOST))
    assert now.at(LOST) == Cubes.of(red=2, blue=2, green=5)
    now.do(Recount("tower", Cubes(), LOST))
    assert GAME.describe(now.events[0], now.state)[0].endswith("RecountedSame")


@pytest.mark.rule("W-BATTLE-3", "W-CUBE-7")
def test_no_place_is_counted_while_a_throw_waits() -> None:
    """What lay in the tray is in the hand by the books: counted there it would be there twice."""
    fought = fighting()
    for place, counted in (("tray", LYING), ("tower", INSIDE)):
        assert fought.refused(Recount(place, counted, "supply")).rule == "W-BATTLE-3"
        assert f"recount_{place}" in play().prompt_names()
        assert f"recount_{place}" not in fought.prompt_names()


@pytest.mark.rule("W-PHASE-1")
def test_nothing_of_it_while_groups_lie_on_their_sites() -> None:
    """There the groups themselves are counted."""
    (started,) = GAME.start(setup(3))
    state = GAME.apply(None, started)
    for command in (LoseCubes("supply", Cubes.of(red=1)), TipOutTower(Cubes())):
        assert Play(state).refused(command).rule == "W-PHASE-1"
    assert "lose_cubes" not in Play(state).prompt_names()


@pytest.mark.rule("W-END-5")
def test_the_last_count_leaves_out_what_is_lost() -> None:
    """61 red cubes are all there are when one is under the sofa."""
    now = play().do(LoseCubes("supply", Cubes.of(red=1)))
    state = replace(now.state, phase="over", acting=None)
    over = Play(state)
    total = state.ledger.total()
    assert over.prompt("empty_tower").slots[0].expected == total - Cubes.of(red=1)  # type: ignore[union-attr]
    assert over.refused(EmptyTower(total)).rule == "W-END-5"
    assert tuple(GAME.legal(state, None)) == (EmptyTower(total - Cubes.of(red=1)),)
    over.do(EmptyTower(total - Cubes.of(red=1)))
    assert (over.at("box")["red"], over.at(LOST)) == (61, Cubes.of(red=1))


# -- prompts, undo --------------------------------------------------------------------------------

ANSWERS: dict[str, dict[str, object]] = {
    "stray": {"fallen": {"blue": 1}},
    "take_from_tray": {"cubes": {"green": 1}, "target": "tower"},
    "lose_cubes": {"source": "supply", "cubes": {"green": 1}},
    "find_cubes": {"source": LOST, "cubes": {"green": 1}, "target": "supply"},
    "recount_tray": {"counted": {"yellow": 2}, "against": "tower"},
    "recount_tower": {"counted": {"red": 3}, "against": "supply"},
    "tip_out_tower": {"counted": {"red": 3}, "waived": ["W-BATTLE-35"]},
}


def test_each_is_a_prompt_that_its_slots_answer() -> None:
    """In this order; the rules keep every law at each event."""
    now = play()
    for name, answer in ANSWERS.items():
        now.do(command_of(GAME, now.prompt(name), answer))
    assert (now.at("tower"), now.at(LOST)) == (Cubes(), Cubes())


def test_each_is_undone_as_one_step(tmp_path: Path) -> None:
    """Back and forth at a real table, from its journal too."""
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        table = Table.create(
            journal, "t", GAME, setup(3), palette=default_palette(), clock=count().__next__
        )
        chance = random.Random(3)
        while table.state.throws < 3:
            commands = list(GAME.legal(table.state, None))
            assert isinstance(table.do(chance.choice(commands)), Done)
        inside = table.state.ledger.at("tower")
        red = next(iter(inside))
        one = Cubes.from_counts({red: 1})
        commands = [
            ReportStray(one),
            TakeFromTray(one, "tower"),
            LoseCubes("tower", one),
            FindCubes(LOST, one, "supply"),
            Recount("tower", inside, "supply"),
            TipOutTower(inside, waived=("W-BATTLE-35",)),
        ]
        hashes = [table.hash()]
        for command in commands:
            assert isinstance(table.do(command), Done), command
            hashes.append(table.hash())
        assert len(table.log(200)) > len(commands)
        for before in reversed(hashes[:-1]):
            assert isinstance(table.undo(), Done)
            assert table.hash() == before
        for after in hashes[1:]:
            assert isinstance(table.redo(), Done)
            assert table.hash() == after
        table.close()
        again = Table.open(journal, "t", GAME, palette=default_palette(), clock=count().__next__)
        assert again.hash() == hashes[-1]
        again.close()


# -- the audit ------------------------------------------------------------------------------------


def test_an_audit_names_each_difference() -> None:
    """Place, colour, belief and count; what was not counted is not compared."""
    state = play().state
    counted = {"tower": Cubes.of(red=3, blue=1, green=4), "tray": LYING + Cubes.of(blue=1)}
    assert differences(state, counted) == (
        Difference("tower", "blue", 2, 1),
        Difference("tray", "blue", 0, 1),
    )
    assert differences(state, {"tray": LYING}) == ()
    with pytest.raises(ValueError, match="hand"):
        differences(state, {"hand": Cubes()})
    with pytest.raises(ValueError, match="hand"):
        mending(state, {"hand": Cubes()})


@pytest.mark.parametrize(
    ("tower", "tray", "commands"),
    [
        (INSIDE, LYING, ()),
        (
            INSIDE - Cubes.of(red=2),
            LYING + Cubes.of(red=2),
            (ReportStray(Cubes.of(red=2)),),
        ),
        (
            INSIDE + Cubes.of(yellow=1),
            LYING - Cubes.of(yellow=1),
            (TakeFromTray(Cubes.of(yellow=1), "tower"),),
        ),
        (INSIDE, LYING - Cubes.of(green=1), (LoseCubes("tray", Cubes.of(green=1)),)),
        (None, LYING + Cubes.of(red=1), (ReportStray(Cubes.of(red=1)),)),
        (INSIDE - Cubes.of(red=1), None, (ReportStray(Cubes.of(red=1)),)),
        (
            INSIDE,
            LYING + Cubes.of(purple=1),
            (Recount("tray", LYING + Cubes.of(purple=1), "supply"),),
        ),
    ],
)
def test_the_likeliest_mending(
    tower: Cubes | None, tray: Cubes | None, commands: tuple[object, ...]
) -> None:
    """Fallen by itself, put back, lost, out of the supply."""
    counted = {"tower": tower, "tray": tray}
    told = {place: cubes for place, cubes in counted.items() if cubes is not None}
    assert mending(play().state, told).commands == commands


def test_found_before_it_is_taken_from_the_supply() -> None:
    """What is lost is the first to have turned up."""
    now = play().do(LoseCubes("tray", Cubes.of(yellow=1)))
    found = mending(now.state, {"tray": LYING})
    assert found.commands == (FindCubes(LOST, Cubes.of(yellow=1), "tray"),)


def test_more_than_there_are() -> None:
    """21 farmers were counted: nobody can say where they come from."""
    counted = {"tower": Cubes.of(green=21), "tray": Cubes()}
    assert mending(play().state, counted).too_many == Cubes.of(green=1)


def test_after_any_mending_the_books_say_what_was_counted() -> None:
    """Random counts of both places or of one, with cubes lost before."""
    chance = random.Random(6)
    colours = ("red", "blue", "green", "yellow")
    mended = 0
    for _ in range(300):
        now = play().do(LoseCubes("supply", Cubes.of(red=chance.randint(1, 3), green=2)))
        places = chance.choice((("tower",), ("tray",), ("tower", "tray")))
        counted = {
            place: Cubes.from_counts({c: chance.randint(0, 6) for c in colours}) for place in places
        }
        found = mending(now.state, counted)
        assert not found.too_many
        now.do(*found.commands)
        assert all(now.at(place) == cubes for place, cubes in counted.items())
        assert GAME.decide(now.state, TipOutTower(now.at("tower")), no_rolls)
        mended += len(found.commands)
    assert mended > 300
