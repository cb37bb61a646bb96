"""What there is to see of a game, in the words of a scenario."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from turmwart.games.paladins.bonuses import coded
from turmwart.games.paladins.needs import needs, sheet_needs
from turmwart.games.paladins.rules import asked
from turmwart.games.paladins.scoring import score
from turmwart.games.paladins.state import NUMBERS
from turmwart.games.paladins.workers import typed
from turmwart.kernel.canon import to_plain
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Prompt
from turmwart.table.scenarios.paladins.position import Position
from turmwart.table.scenarios.paladins.run import Run
from turmwart.table.scenarios.values import Absent, Among, Happened
from turmwart.texts import catalogue

_PREFIX = "paladins.prompt."


def observed(run: Run, position: Position, objection: Objection | None = None) -> dict[str, Any]:
    """Everything that ``expect`` may name, by its key."""
    state = run.state
    players = {name: state.player(position.seat(name)) for name in position.names}
    names = {player.seat: name for name, player in players.items()}
    prompts = prompt_words(run)
    known = (*prompts, *_prompt_names())
    happened = tuple((type(event).__name__, _fields(event)) for event in run.last)
    numbers = {
        number: {name: getattr(player, number) for name, player in players.items()}
        for number in NUMBERS
    }
    return {
        "objection": objection.rule if objection is not None else None,
        "phase": state.phase,
        "mode": state.mode,
        "round": state.round,
        "step": state.step,
        "first": names[state.first],
        "turn": names.get(state.turn),
        "tax": state.tax,
        "orders": [order.action or None for order in state.orders],
        "favours": state.favours,
        "due": {names[one.seat]: one.cards for one in state.due},
        "hit": [names[one.seat] for one in state.inquiry.hits] if state.inquiry else [],
        "question": asked(state),
        **numbers,
        "workshops": {name: len(player.workshops) for name, player in players.items()},
        "workers": {
            name: typed(player.workers) if player.workers else ""
            for name, player in players.items()
        },
        "used": {name: list(player.used) for name, player in players.items()},
        "passed": {name: player.passed for name, player in players.items()},
        "outsiders": {
            name: coded(state.board, player.outsiders) for name, player in players.items()
        },
        "needs": {name: list(needs(state, player)) for name, player in players.items()},
        "sheet": {name: list(sheet_needs(state, player)) for name, player in players.items()},
        "points": {name: score(state, player.seat).points for name, player in players.items()},
        "prompt": Among(dict.fromkeys(prompts, ""), known),
        "no_prompt": Absent(dict.fromkeys(prompts, ""), known),
        "events": Happened(happened, tuple(run.game.events)),
    }


def prompt_words(run: Run) -> dict[str, Prompt]:
    """The prompts of the table by their short names; the first of a name."""
    found: dict[str, Prompt] = {}
    for prompt in run.prompts():
        found.setdefault(prompt.id.removeprefix(_PREFIX), prompt)
    return found


def _fields(event: Any) -> dict[str, Any]:
    return {field.name: to_plain(getattr(event, field.name)) for field in fields(event)}


def _prompt_names() -> tuple[str, ...]:
    """Names of all prompts that have a text."""
    ends = (".text", ".label")
    ids = (one for one in catalogue("en") if one.startswith(_PREFIX) and one.endswith(ends))
    return tuple(dict.fromkeys(one.removeprefix(_PREFIX).rpartition(".")[0] for one in ids))
