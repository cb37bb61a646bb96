"""What is wrong in a scenario is said: which key, where, and what was likely meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from turmwart.table.scenario import check, parse
from turmwart.texts import catalogue


def _said(text: str) -> str:
    """What differs in a document, one line each: line, place, expected, found."""
    (document,) = parse(f"id: T-1\n{text}", "t.yaml")
    return "\n".join(
        f"{d.line} {d.where} | {d.expected} | {d.found}" for d in check(document).differences
    )


def _position(given: str, steps: str = "{look: true}", expect: str = "{year: 1}") -> str:
    """A long form with a line for ``given``, one for the step, one for the end."""
    return f"given: {{players: [red, blue, yellow], {given}}}\nsteps: [{steps}]\nexpect: {expect}\n"


TAX_OF_7 = """\
given:
  board: {board}
  players: 3
  action: collect_tax
  turn: red
  provinces: {{{province}: {{owner: red, tax: 7}}}}
steps: [{{do: RevealPlan, seat: red, card: {province}}}]
expect: {{thalers: {{red: 25}}, events: [TaxCollected: {{printed: 7, after_event: 7, gained: 7}}]}}
"""


@pytest.mark.rule("W-ACT-15")
@pytest.mark.parametrize(
    ("board", "province"),
    [("open", "vogtland"), ("wallenstein", "vogtland"), ("demo-board", "new_province")],
)
def test_an_event_left_out_has_no_effect(board: str, province: str) -> None:
    """A tax of 7 yields 7, whatever the first card of the board says."""
    assert _said(TAX_OF_7.format(board=board, province=province)) == ""


PLAYERS = {
    "twice the same colour": ("[red, red, yellow]", "given.players[2]", "red names two players"),
    "twice, in capitals": ("[red, blue, Red]", "given.players[3]", "Red names two players"),
    "one's name is another's colour": (
        "[{name: red, colour: blue}, {colour: red}, {colour: yellow}]",
        "given.players",
        "red names two players",
    ),
    "twice the same colour, with names": (
        "[{name: Eva, colour: red}, {name: Gabor, colour: red}, {colour: yellow}]",
        "given.players",
        "red names two players",
    ),
    "a name is a seat": ("[s2, red, blue]", "given.players", "s2 names two players"),
    "two players": ("[red, blue]", "given.players", "2 players (red, blue); three to five"),
    "the farmers' colour": ("[red, green, blue]", "given.players[2]", "green is the colour of"),
}


@pytest.mark.parametrize(("players", "where", "words"), PLAYERS.values(), ids=PLAYERS)
def test_players_are_told_apart(players: str, where: str, words: str) -> None:
    """A colour, a name or a seat means one player."""
    said = _said(f"given: {{players: {players}}}\nexpect: {{year: 0}}\n")
    assert said.startswith(f"2 {where} |")
    assert words in said


IMPOSSIBLE = {
    "more thalers than there are": (
        "thalers: {red: 200}",
        "given.thalers",
        "players own 236 of 160 thalers",
    ),
    "more markers than there are": (
        "provinces: {anhalt: {owner: red, revolt_markers: 30},"
        " mark: {owner: red, revolt_markers: 13}}",
        "given.provinces",
        "43 of 42 revolt markers",
    ),
    "two of a kind": (
        "provinces: {anhalt: {owner: red, buildings: [palace, palace]}}",
        "given.provinces.anhalt.buildings",
        "cannot hold two of palace",
    ),
    "more buildings than sites": (
        "provinces: {anhalt: {owner: red, sites: 1, buildings: [palace, church]}}",
        "given.provinces.anhalt.buildings",
        "has 1 building sites for 2",
    ),
    "more buildings than sites of the values": (
        "values: {provinces: {anhalt: {sites: 2}}},"
        " provinces: {anhalt: {owner: red, buildings: [palace, church, trading_house]}}",
        "given.provinces.anhalt.buildings",
        "has 2 building sites for 3",
    ),
    "no such region": (
        "provinces: {anhalt: {owner: red, region: nowhere}}",
        "given.provinces.anhalt.region",
        "nowhere is not known here",
    ),
    "a neighbour of itself": (
        "provinces: {anhalt: {owner: red, neighbours: [anhalt]}}",
        "given.provinces.anhalt.neighbours",
        "anhalt cannot border on itself",
    ),
    "no neighbour of itself, as a value": (
        "values: {provinces: {anhalt: {no_neighbours: [anhalt]}}}",
        "given.values.provinces.anhalt.no_neighbours",
        "anhalt cannot border on itself",
    ),
    "neighbours and none": (
        "provinces: {anhalt: {neighbours: [mark]}, mark: {no_neighbours: [anhalt]}}",
        "given.provinces.mark.no_neighbours",
        "as neighbours and as none",
    ),
    "actions in winter": ("season: winter", "given.season", "does not belong to winter"),
    "famine in summer": (
        "phase: famine, season: summer",
        "given.season",
        "famine does not belong to summer",
    ),
    "six money cards": (
        "actions_done: 9, money_spaces: {red: 6}",
        "given.money_spaces.red",
        "from 0 to 5",
    ),
    "six money cards, one of them as a bid": (
        "actions_done: 9, bids: {red: money_1}, money_spaces: {red: 5}",
        "given.money_spaces",
        "showed 6",
    ),
    "more spaces shown than uncovered": (
        "actions_done: 2, turn: blue, empty_spaces: {red: 2, blue: 3}",
        "given.empty_spaces",
        "blue has uncovered 2 action spaces, not 3",
    ),
    "a player twice in the turn order": (
        "order: [red, red, blue]",
        "given.order",
        "every player comes once",
    ),
    "a player missing in the ranking of bids": (
        "phase: tiles, bid_order: [red, blue]",
        "given.bid_order",
        "every player without a bonus tile comes once",
    ),
    "five events of a season": (
        "face_up_events: [event_1, event_2, event_3, event_4, event_5]",
        "given.face_up_events",
        "in spring 4 lie face up",
    ),
    "an event that is not face up": (
        "event: event_5, face_up_events: [event_1, event_2, event_3, event_4]",
        "given.event",
        "event_5 is not among",
    ),
    "a card used by nobody": (
        "provinces: {anhalt: {used: collect_tax}}",
        "given.provinces.anhalt.used",
        "nobody owns anhalt",
    ),
    "a card that was bid and used": (
        "bids: {red: anhalt}, provinces: {anhalt: {owner: red, used: collect_tax}}",
        "given.bids.red",
        "used for collect_tax",
    ),
    "a money card there is not": (
        "bids: {red: money_7}",
        "given.bids.red",
        "there is no province money_7. Did you mean money_4?",
    ),
    "a misspelt money card": (
        "bids: {red: moeny_3}",
        "given.bids.red",
        "Did you mean money_3?",
    ),
    "more cards than there are": ("cards: {red: 51}", "given.cards.red", "from 0 to 50"),
    "armies of nobody": (
        "provinces: {anhalt: {armies: 2}}",
        "given.provinces.anhalt.armies",
        "names no owner",
    ),
    "more armies than there are": (
        "provinces: {anhalt: {owner: red, armies: 40}, mark: {owner: red, armies: 23}}",
        "given",
        "only 62 cubes of red",
    ),
}


@pytest.mark.parametrize(("given", "where", "words"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_cannot_lie_on_a_table_is_named(given: str, where: str, words: str) -> None:
    """A position that cannot be fails at its key, whatever is expected of it."""
    said = _said(_position(given))
    assert said.startswith(f"2 {where} |")
    assert words in said


OUT_OF_PHASE = {
    "cards": ("action_cards", "cards: {red: 11}", "bids, tiles, exchanges, actions"),
    "bids": ("bids", "bids: {red: money_1}", "tiles, exchanges, actions"),
    "bid_order": ("actions", "bid_order: [red, blue, yellow]", "tiles"),
    "event": ("planning", "event: event_1", "bids, tiles, exchanges, actions"),
    "turn": ("tiles", "turn: red", "exchanges, actions"),
    "money_spaces": ("bids", "money_spaces: {red: 1}", "actions"),
    "actions_done": ("winter", "actions_done: 3", "actions"),
    "commanders": (
        "events",
        "commanders: {red: 1}",
        "tiles, exchanges, actions, winter, famine, scoring",
    ),
}


@pytest.mark.parametrize(
    ("key", "phase", "given", "known"), [(k, *v) for k, v in OUT_OF_PHASE.items()]
)
def test_what_a_phase_does_not_use_is_refused(key: str, phase: str, given: str, known: str) -> None:
    """Nothing that is given is passed over without a word."""
    said = _said(_position(f"phase: {phase}, {given}"))
    assert f"given.{key} |" in said
    assert f"nothing in the phase {phase}; it counts in {known}." in said


UNKNOWN = {
    "an absent prompt": (
        "expect: {no_prompt: [choose_tlie]}",
        "3 expect.no_prompt |",
        "choose_tlie is not known here. Did you mean choose_tile?",
    ),
    "an absent prompt, one of several": (
        "expect: {no_prompt: [choose_tile, wallenstein.prompt.thrw]}",
        "3 expect.no_prompt |",
        "Did you mean wallenstein.prompt.throw?",
    ),
    "an offered prompt": ("expect: {prompts: [sttray]}", "3 expect.prompts |", "mean stray?"),
    "a due prompt": ("expect: {prompt: reveal_pln}", "3 expect.prompt |", "mean reveal_plan?"),
    "an absent event": (
        "expect: {no_events: [TaxColected]}",
        "3 expect.no_events |",
        "TaxColected is not known here. Did you mean TaxCollected?",
    ),
    "an event": (
        "expect: {events: [TaxColected: {gained: 3}]}",
        "3 expect.events |",
        "Did you mean TaxCollected?",
    ),
    "a field of an absent event": (
        "expect: {no_events: [TaxCollected: {gained: 3}]}",
        "3 expect.no_events |",
        "expected a word",
    ),
    "a prompt that is answered": (
        "steps: [{answer: {tile: plus_1_grain}, prompt: choose_tiel}]\nexpect: {year: 1}",
        "3 steps[1].prompt |",
        "Did you mean choose_tile?",
    ),
    "an answer": (
        "steps: [{answer: {carrd: money}}]\nexpect: {year: 1}",
        "3 steps[1].answer |",
        "Did you mean card?",
    ),
    "a waived rule": (
        "steps: [{do: RevealPlan, seat: red, card: money, waive: [W-CARD-66]}]\nexpect: {year: 1}",
        "3 steps[1].waive[1] |",
        "there is no rule W-CARD-66",
    ),
    "a witness": (
        "steps: [{do: RevealPlan, seat: red, card: money, witness: tabel}]\nexpect: {year: 1}",
        "3 steps[1].witness |",
        "Did you mean table?",
    ),
    "a field of a command": (
        "steps: [{do: RevealPlan, saet: red, card: money}]\nexpect: {year: 1}",
        "3 steps[1] |",
        "the key saet is not known here. Did you mean seat?",
    ),
    "a command": (
        "steps: [{do: RevealPlans, seat: red, card: money}]\nexpect: {year: 1}",
        "3 steps[1].do |",
        "Did you mean RevealPlan?",
    ),
    "a player": ("expect: {thalers: {rde: 18}}", "3 expect.thalers.rde |", "Did you mean red?"),
    "a key of the scenario": (
        "knid: battle\nexpect: {year: 1}",
        "3  |",
        "the scenario: the key knid is not known here. Did you mean kind?",
    ),
    "a key of an expectation": (
        "expect: {phsae: actions}",
        "3 expect.phsae |",
        "Did you mean phase?",
    ),
}


@pytest.mark.parametrize(("rest", "where", "words"), UNKNOWN.values(), ids=UNKNOWN)
def test_a_misspelt_name_never_holds(rest: str, where: str, words: str) -> None:
    """A name nobody knows is an error, above all where its absence is expected."""
    said = _said(f"given: {{players: [red, blue, yellow], action: collect_tax}}\n{rest}\n")
    assert said.startswith(where), said
    assert words in said


def test_absence_of_known_names_holds() -> None:
    """The same expectations hold where the names are right and nothing of the kind is there."""
    given = "given: {players: [red, blue, yellow], action: collect_tax}\n"
    assert _said(given + "expect: {no_prompt: [choose_tile], no_events: [TaxCollected]}\n") == ""


@pytest.mark.parametrize(
    ("kind", "given", "words"),
    [
        ("battel", "{}", "Did you mean battle?"),
        ("build", "{provnce: anhalt, sites: 1}", "the key provnce is not known here. Did you mean"),
        ("build", "{province: anhalt, sites: 1, buildings: [palce]}", "Did you mean palace?"),
        ("setup", "{province: anhalt, playrs: 4}", "Did you mean players?"),
        ("bid", "{bids: {red: moeny_1, blue: money_2}}", "Did you mean money_1?"),
        ("setup", "{province: anhlat}", "there is no province anhlat. Did you mean anhalt?"),
    ],
)
def test_the_likely_word_is_named(kind: str, given: str, words: str) -> None:
    """Kinds, keys and values of the compact form."""
    assert words in _said(f"kind: {kind}\ngiven: {given}\nexpect: {{thalers: 1}}\n")


@pytest.mark.rule("W-PLAN-7", "W-PLAN-10")
@pytest.mark.parametrize("bids", ["", "bids: {red: none}, "])
def test_bids_left_out_are_none(bids: str) -> None:
    """With nine cards and no bid one action space may stay empty, said or not."""
    lands = ", ".join(f"{p}: {{owner: red}}" for p in ("anhalt", "vogtland", "boehmen", "mark"))
    given = f"action: collect_tax, cards: {{red: 9}}, {bids}provinces: {{{lands}}}"
    passed = ", ".join(f"{{do: RevealPlan, seat: {s}, card: none}}" for s in ("red", "blue"))
    turned_up = "{do: RevealPlan, seat: yellow, card: none}, {do: RevealActionCard, action: move_a}"
    refused = "{do: RevealPlan, seat: red, card: none, objection: W-PLAN-7}"
    text = _position(given, f"{passed}, {turned_up}, {refused}", "{bids: {red: none}}")
    assert _said(text) == ""


@pytest.mark.parametrize(
    ("bid", "expected"),
    [
        ("{money: 4}", "{money: 4}"),
        ("{money: 4}", "money_4"),
        ("money_4", "{money: 4}"),
        ("{province: anhalt}", "anhalt"),
        ("anhalt", "{province: anhalt}"),
    ],
)
def test_a_bid_is_expected_in_both_forms(bid: str, expected: str) -> None:
    """As a word and as a mapping; another card is another one in both forms."""
    given = f"action: collect_tax, bids: {{red: {bid}}}, provinces: {{anhalt: {{owner: red}}}}"
    assert _said(_position(given, expect=f"{{bids: {{red: {expected}}}}}")) == ""
    for other in ("{money: 3}", "money_3", "{province: mark}", "mark", "none", "null", "{}"):
        assert _said(_position(given, expect=f"{{bids: {{red: {other}}}}}")) != ""


WORDS = {
    "text against number": (
        _position("action: collect_tax", expect="{thalers: {red: '18'}}"),
        "4 expect.thalers.red | '18' (text) | 18 (a number)",
    ),
    "truth against text": (
        _position("action: collect_tax", expect="{awaiting_throw: 'false'}"),
        "4 expect.awaiting_throw | 'false' (text) | false (true or false)",
    ),
    "nothing expected": (
        "given: {players: 3}\n",
        "1 expect |  | expect: nothing is expected",
    ),
    "compact, nothing expected": (
        "kind: setup\ngiven: {players: 3}\n",
        "1  |  | the scenario: expect is missing. Add it.",
    ),
    "no without quotes": (
        _position(
            "action: collect_tax",
            "{do: EnterPrinted, kind: neighbours, key: anhalt, field: mark, value: no}",
        ),
        "3 steps[1].value |  | steps[1].value: expected a word; no without quotes is read as false."
        " Write 'no' in quotes.",
    ),
    "yes as a name": (
        "given: {players: [red, yes, blue]}\nexpect: {year: 0}\n",
        "2 given.players[2] |  | given.players[2]: expected a word; yes without quotes",
    ),
    "a word for a number": (
        _position("action: collect_tax", "{do: CorrectMoney, seat: red, thalers: two, reason: x}"),
        "3 steps[1].thalers |  | steps[1].thalers: expected a whole number, found two.",
    ),
    "known words without an empty one": (
        _position("provinces: {anhalt: {owner: red, used: bidd}}"),
        "2 given.provinces.anhalt.used |  | given.provinces.anhalt.used: bidd is not known here."
        " Did you mean bid? Known: bid, conquered,",
    ),
    "more fallen than thrown": (
        "kind: conservation\ngiven: {colour: red, steps: [{t: fill, thrown: 7, fallen: 8}]}\n"
        "expect: {supply: 1}\n",
        "3 given.steps[1].fallen |  | given.steps[1].fallen: 8 cubes cannot fall of 7",
    ),
    "more fallen than thrown, after the groups": (
        "kind: conservation\ngiven: {colour: red, steps: [{t: groups}, {t: fill, fallen: 8}]}\n"
        "expect: {supply: 1}\n",
        "3 given |  | given: a rule speaks against ReportThrow: W-CUBE-5 (colour=@colour.red,",
    ),
    "a step too early": (
        "kind: conservation\ngiven: {colour: red, steps: [{t: fill, thrown: 7, fallen: 1}]}\n"
        "expect: {supply: 1}\n",
        "3 given.steps[1].t |  | given.steps[1].t: fill cannot come here; now comes groups.",
    ),
    "groups twice": (
        "kind: conservation\ngiven: {colour: red, steps: [{t: groups}, {t: groups}]}\n"
        "expect: {supply: 1}\n",
        "3 given.steps[2].t |  | given.steps[2].t: groups cannot come here; now comes fill.",
    ),
    "no path": (
        _position("action: move_a", expect="{state: {}}"),
        "4 expect.state |  | expect.state: nothing is expected",
    ),
    "an empty mapping": (
        _position("action: move_a", expect="{thalers: {}}"),
        "4 expect.thalers | {} | {red: 18,",
    ),
}


@pytest.mark.parametrize(("text", "words"), WORDS.values(), ids=WORDS)
def test_messages_say_what_is_wrong(text: str, words: str) -> None:
    """The place is never empty, and the words name the fault and its remedy."""
    said = _said(text)
    assert said.startswith(words), said


def test_an_empty_mapping_says_that_nobody_has_one() -> None:
    """``{}`` holds where nobody has any, and only there."""
    assert _said(_position("phase: planning", expect="{bonus_tiles: {}, shortages: {}}")) == ""
    tile = "action: move_a, bonus_tiles: {red: plus_1_grain}"
    assert _said(_position(tile, expect="{bonus_tiles: {}}")) != ""


HUNGER = "kind: famine\ngiven: {%s}\nexpect: {%s}\n"


@pytest.mark.rule("W-WINTER-3", "W-WINTER-4")
def test_a_famine_row_may_be_left_out() -> None:
    """The board's own row counts then; without a shortage none does."""
    none = HUNGER % ("provinces: 4, grain_after_loss: 4", "shortage: 0, farmers_thrown: 0")
    assert _said(none) == ""
    two = HUNGER % (
        "provinces: 6, grain_after_loss: 4",
        "shortage: 2, provinces_in_revolt: 1, farmers_thrown: 2",
    )
    assert _said(two) == ""


def test_a_famine_row_for_another_shortage_is_refused() -> None:
    """It would be passed over otherwise."""
    row = "famine_row: {short: 3, provinces: 1, extra_farmers: 1}"
    said = _said(HUNGER % (f"provinces: 6, grain_after_loss: 4, {row}", "shortage: 2"))
    assert said.startswith("3 given.famine_row.short |")
    assert "3 is given, but by the rules it is 2" in said


COUNT = """\
kind: conservation
given:
  colour: red
  players: 4
  steps:
    - {t: groups}
    - {t: fill, thrown: 7, fallen: 4}
    - {t: battle, %s}
expect: {supply: %s, provinces: %s, tower: %s, tray: 0, total: 62}
"""


@pytest.mark.rule("W-BATTLE-5", "W-CUBE-1")
@pytest.mark.parametrize(
    ("battle", "supply", "provinces", "tower"),
    [
        ("side: defender, from_provinces: 5, fallen: 4, to_supply: 1, to_province: 3", 35, 23, 4),
        ("side: defender, from_provinces: 5, fallen: 2", 36, 20, 6),
        ("from_provinces: 5, fallen: 3, to_supply: 1, to_province: 2", 35, 22, 5),
        ("side: attacker, from_provinces: 4, fallen: 3, to_supply: 1, to_province: 2", 35, 23, 4),
    ],
    ids=["holds", "lost", "no side named", "attacks"],
)
def test_a_defender_fights_with_a_whole_province(
    battle: str, supply: int, provinces: int, tower: int
) -> None:
    """All five armies of a province go in, and the count of the colour stays right."""
    assert _said(COUNT % (battle, supply, provinces, tower)) == ""


@pytest.mark.parametrize(
    ("battle", "words"),
    [
        ("side: defender, from_provinces: 1, fallen: 0", "none holds just 1; there are"),
        ("side: attacker, from_provinces: 5, fallen: 0", "holds 5 armies and one to stay"),
        ("from_provinces: 9, fallen: 0", "or just 9, to defend; there are provinces with 2, 3, 4"),
    ],
)
def test_armies_nobody_has_are_named(battle: str, words: str) -> None:
    """The error says which provinces there are."""
    said = _said(COUNT % (battle, 0, 0, 0))
    assert "given.steps[3].from_provinces |" in said
    assert words in said


def test_every_message_has_words_and_is_used() -> None:
    """Text ids in the code of scenarios and of ``turmwart check`` are those of the texts."""
    host = Path(__file__).parents[2] / "host" / "turmwart"
    files = [*(host / "table").rglob("*.py"), host / "cli" / "check.py"]
    code = "".join(file.read_text("utf-8") for file in files)
    used = set(re.findall(r"[\"'@](scenario\.[a-z0-9_.]+)[\"']", code))
    used |= {f"scenario.as_{kind}" for kind in ("text", "number", "truth", "nothing")}
    used |= {f"scenario.{army}" for army in ("no_army", "no_whole_army", "no_fight")}
    assert used == {text_id for text_id in catalogue("en") if text_id.startswith("scenario.")}
