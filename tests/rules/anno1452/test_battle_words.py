"""Battles have words for all they ask, refuse and tell."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import turmwart.games.anno1452 as package
from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.commands import (
    AssignLosses,
    CommitSoldiers,
    DeclareAttack,
    PassReaction,
    React,
    ThrowDice,
)
from turmwart.games.anno1452.events_battle import BATTLE_EVENTS
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.waiting import dice_waiting
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Prompt, command_of
from turmwart.texts import catalogue, has, say

from .battle_play import begun, declared, field, stage, throw
from .rounds_play import Play

NEAR = [("s3", "schwaben", {}), ("s1", "schwaben", {})]
OWN = ("battle", "reactions", "losses", "soldiers", "aftermath", "fight")


def said(text_id: str, values: Any = ()) -> str:
    """The English text; it must be there and have all its places filled."""
    assert has(text_id), text_id
    words = say(text_id, "en", **dict(values))
    assert "{" not in words, (text_id, words)
    assert "[" not in words, (text_id, words)
    assert "@" not in words, (text_id, words)
    return words


def prompt_words(prompt: Prompt) -> Iterator[str]:
    """Text and label of a prompt, its slots and its options."""
    yield said(f"{prompt.id}.text", prompt.values)
    yield said(f"{prompt.id}.label", prompt.values)
    for slot in prompt.slots:
        own = f"{prompt.id}.{slot.name}"
        yield said(own if has(own) else f"anno1452.slot.{slot.name}", prompt.values)
        for option in getattr(slot, "options", ()):
            yield option.label or said(option.text)


class Told(Play):
    """A table that looks at the words of each prompt on its way."""

    def __init__(self, state: State) -> None:
        self.start = state
        super().__init__(state)

    def do(self, command: Any) -> tuple[Any, ...]:
        """Carry out a command after all prompts were read."""
        mine = [p for p in GAME.prompts(self.state, None) if p.command == type(command).__name__]
        assert mine, command
        for prompt in mine:
            assert all(prompt_words(prompt))
        return super().do(command)


def told(play: Told) -> Iterator[str]:
    """The lines of the log of all that happened, from the state it happened in."""
    state: State = play.start
    for event in play.events:
        state = GAME.apply(state, event)
        text, values = GAME.describe(event, state)
        if isinstance(event, BATTLE_EVENTS):
            yield said(text, values)


def test_a_battle_with_everything_is_told_in_words() -> None:
    """Soldiers, cards, relief, losses, a City, the end; alone and with an Estate."""
    lines: list[str] = []
    for alone in (False, True):
        start = field((3, 1, 2), (3, 0, 2), hands=3, city=True, more=NEAR)
        play = Told(start)
        play.do(declared_command(alone))
        play.do(CommitSoldiers("s1", 2))
        play.do(CommitSoldiers("s2", 0))
        play.do(PassReaction("s1"))
        play.do(React("s2", "reaction-befestigte-staedte"))
        play.do(PassReaction("s1"))
        play.do(React("s3", "reaction-entsatzheer", "defender", ("e3",)))
        play.do(PassReaction(""))
        while play.state.battle is not None:
            if stage(play) == "losses":
                listed = [c for c in GAME.legal(play.state, None) if isinstance(c, AssignLosses)]
                play.do(listed[0])
            else:
                dice = dice_waiting(play.state)[0]
                play.do(ThrowDice(((6, 1, 5, 4, 2, 3) * 2)[: dice.count]))
        lines.extend(told(play))
    assert any("Soldiers alone" in line for line in lines)
    assert any("1 die in every round" in line for line in lines)
    assert any("nullified" in line for line in lines)


def declared_command(alone: bool) -> Any:
    """Ada's attack."""
    return DeclareAttack("s1", "e2", "" if alone else "e1")


@pytest.mark.rule("A-ASK-3", "A-ASK-4")
def test_the_end_of_a_battle_is_told_with_names() -> None:
    """Who won against whom."""
    play = Told(field((3, 0, 0), (1, 0, 0)))
    play.do(declared_command(False))
    throw(play, {"attacker": {"peasants": [6, 1, 1]}, "defender": {"peasants": [2]}})
    lines = list(told(play))
    assert "Ada wins the battle against Ben." in lines
    assert lines[-1] == "The battle is over."


def test_every_objection_of_a_battle_has_words() -> None:
    """Read from the program: each name of an objection has a text."""
    folder = Path(str(package.__file__)).parent
    names = set()
    for module in OWN:
        for node in ast.walk(ast.parse((folder / f"{module}.py").read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "refused",
                "doubtful",
            ):
                argument = node.args[1]
                assert isinstance(argument, ast.Constant), ast.unparse(node)
                names.add(argument.value)
    assert len(names) > 15
    missing = [name for name in names if f"anno1452.objection.{name}" not in catalogue("en")]
    assert missing == []


def test_objections_fill_their_words() -> None:
    """One of each kind that names something."""
    play = declared(field((3, 2, 2), (3, 0, 0), hands=3, more=NEAR))
    wrong = [CommitSoldiers("s1", 9)]
    found = [play.objection(one) for one in wrong]
    play.do(CommitSoldiers("s1", 2))
    commands = (
        React("s3", "reaction-landwehr", "defender"),
        React("s1", "reaction-verrat"),
        React("s1", "reaction-landwehr", "defender"),
        React("s1", "reaction-entsatzheer", "attacker", ("e3",)),
        React("s1", "reaction-entsatzheer", "attacker", ("e1",)),
    )
    found.extend(play.objection(command) for command in commands)
    for one in found:
        assert isinstance(one, Objection)
        said(one.detail, one.values)
    assert len({one.detail for one in found}) == 5


def test_prompts_lead_to_commands_that_are_accepted() -> None:
    """The answers a screen would send: cards, relief, Soldiers, losses, dice."""
    play = Play(field((2, 1, 2), (2, 1, 0), hands=2, more=NEAR))
    play.do(declared_command(False))
    _answer(play, "commit_soldiers", {"soldiers": 2})
    relief = {"estates": ["e4"]}
    _answer(play, "relieve", relief)
    _answer(play, "react", {"card": "reaction-landwehr"})
    _answer(play, "react", {"card": "reaction-buergerwehr", "side": "attacker"})
    assert stage(play) == "throw"
    for values in ([6, 1], [1], [1, 1], [1], [6, 1], [1]):
        _answer(play, "throw_battle", {"values": values})
    kept = {"peasants": 1, "citizens": 1, "soldiers": 2}
    _answer(play, "assign_losses", kept)
    _answer(play, "assign_losses", {"peasants": 1, "citizens": 1, "soldiers": 0})
    assert stage(play) == "throw"


def _answer(play: Play, name: str, answers: dict[str, Any]) -> None:
    prompt = next(p for p in GAME.prompts(play.state, None) if p.id == f"anno1452.prompt.{name}")
    command = command_of(GAME, prompt, answers)
    assert isinstance(GAME.decide(play.state, command, no_rolls), tuple), command
    play.do(command)


def test_the_defenders_wall_stands_in_the_prompt() -> None:
    """A City: its units' dice nullify on 1; the attacker's and relief dice do not."""
    card = React("s3", "reaction-entsatzheer", "defender", ("e3",))
    play = begun((3, 0, 0), (3, 0, 0), card, city=True, more=NEAR)
    asked = [p for p in GAME.prompts(play.state, None) if p.command == "ThrowDice"]
    names = [prompt.id.rsplit(".", 1)[1] for prompt in asked]
    assert names == ["throw_battle", "throw_battle_walls", "throw_battle"]
    assert dict(asked[1].values)["walls"] == "1"
    battle = GAME.view(play.state, None).battle
    assert battle is not None
    dice = [(one.side, one.kind, one.count, one.hits) for one in battle.dice]
    assert dice == [
        ("attacker", "peasants", 3, (6,)),
        ("defender", "peasants", 3, (6,)),
        ("defender", "relief", 1, (6,)),
    ]
    assert battle.walls == (1,)
