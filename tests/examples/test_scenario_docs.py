"""The tables of docs/scenarios.md say what the game does: prompts, objections, phases."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from turmwart.games.registry import load as game_of
from turmwart.kernel.prompt import Prompt
from turmwart.table.scenario import check, load, parse
from turmwart.table.scenarios.values import Reader
from turmwart.table.scenarios.wallenstein.given import COUNTS_IN, PHASES, begin
from turmwart.table.scenarios.wallenstein.observed import prompt_words
from turmwart.table.scenarios.wallenstein.run import Run

FOLDER = Path(__file__).parent
TEXT = (FOLDER.parents[1] / "docs" / "scenarios.md").read_text("utf-8")
GAME = game_of("wallenstein")


def _part(title: str) -> str:
    """The part of the page under a heading."""
    (part,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", TEXT, re.S | re.M)
    return str(part)


def _rows(text: str) -> list[tuple[str, ...]]:
    """The rows of a table, cells without code marks."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    cells = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
    return [row for row in cells[1:] if set(row[0]) != {"-"}]


def _words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


PROMPTS = {
    _words(name)[0]: (_words(answers), _words(command)[0])
    for name, answers, command, _ in _rows(_part("Prompts"))
}


def test_all_prompts_are_listed() -> None:
    """Each prompt the game has words for stands in the table once, and no other."""
    known = [word for word in prompt_words() if "." not in word]
    assert sorted(PROMPTS) == sorted(known)
    assert len(_rows(_part("Prompts"))) == len(known)


def _offered(monkeypatch: pytest.MonkeyPatch) -> list[Prompt]:
    """Every prompt that is offered anywhere in the worked examples."""
    seen: list[Prompt] = []
    asked = Run.prompts

    def watched(run: Run, seat: str | None = None) -> tuple[Prompt, ...]:
        prompts = asked(run, seat)
        seen.extend(prompts)
        return prompts

    monkeypatch.setattr(Run, "prompts", watched)
    for file in sorted(FOLDER.glob("*/*.yaml")):
        for document in load(file):
            assert check(document).ok
    return seen


def test_prompts_ask_for_what_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Command and answers of each prompt, as the game offers it in some example."""
    seen = [*_offered(monkeypatch), *_unknown_famine()]
    answers: dict[str, set[str]] = {}
    for prompt in seen:
        word = prompt.id.rsplit(".", 1)[-1]
        listed, command = PROMPTS[word]
        names = [slot.name for slot in prompt.slots]
        assert names == [name for name in listed if name in names], word
        assert prompt.command == command, word
        answers.setdefault(word, set()).update(names)
    assert {word: sorted(names) for word, names in answers.items()} == {
        word: sorted(listed) for word, (listed, _) in PROMPTS.items()
    }


def _unknown_famine() -> tuple[Prompt, ...]:
    """What is asked in a famine whose table nobody knows and no other game suggests."""
    lands = "provinces: {anhalt: {owner: red}, mark: {owner: red}}"
    text = f"id: T\ngiven: {{phase: famine, players: 3, grain: {{red: 1}}, {lands}}}\n"
    (document,) = parse(text, "t.yaml")
    run, _ = begin(Reader(document.node, "", document.node).reader("given"))
    board = replace(run.state.board, famine=(), famine_suggestion=())
    return GAME.prompts(replace(run.state, board=board, phase="shortages", famine=None), None)


def _objections() -> list[tuple[str, str, str, str]]:
    """What is tried, rule, given and steps of each row of the tables of objections."""
    tables = re.findall(r"```yaml\n(given: ?.*?)```\n(.*?)(?=\n\*\*|\Z)", TEXT, re.S)
    return [
        (tried, _words(rule)[0], given, _words(step)[0])
        for given, table in tables
        for tried, rule, step in _rows(table)
    ]


OBJECTIONS = _objections()


def test_the_tables_of_objections_are_read() -> None:
    """As many rows are tried as stand in the part of the page."""
    lines = re.findall(r"^\| [^|]+ \| `W-", _part("Which rule objects"), re.M)
    assert len(OBJECTIONS) == len(lines) > 60


@pytest.mark.parametrize(
    ("rule", "given", "step"), [row[1:] for row in OBJECTIONS], ids=[row[0] for row in OBJECTIONS]
)
def test_the_listed_rule_objects(rule: str, given: str, step: str) -> None:
    """Played as it stands there, the last step is refused by this rule and by no other."""
    steps = step.removeprefix("[").removesuffix("]")
    for named, holds in ((rule, True), ("W-NO-RULE", False)):
        text = f"id: T\n{given}steps: [{steps.removesuffix('}')}, objection: {named}}}]\n"
        (document,) = parse(text, "docs/scenarios.md")
        assert check(document).ok is holds, check(document).differences


def test_every_rule_that_refuses_is_listed() -> None:
    """Every rule that refuses a step in the worked examples stands in a table."""
    listed = {rule for _, rule, _, _ in OBJECTIONS}
    tried = set()
    for file in sorted(FOLDER.glob("*/*.yaml")):
        tried |= set(re.findall(r"objection: (W-[A-Z]+-\d+)", file.read_text("utf-8")))
    assert tried - listed == set()


def test_phases_are_told() -> None:
    """Each key that only some phases use is named where the page tells of it, and each phase."""
    told = re.search(r"What the phase cannot use is an error\.(.*?)\n\n", TEXT, re.S)
    assert told is not None
    missing = [key for key in COUNTS_IN if f"`{key}`" not in told[1]]
    assert missing == []
    assert [phase for phase in PHASES if f"`{phase}`" not in TEXT] == []
