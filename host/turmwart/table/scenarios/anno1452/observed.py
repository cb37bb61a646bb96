"""What there is to see of a game, in the words of a scenario."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from turmwart.games.anno1452.epochs import ROW_IDS
from turmwart.games.anno1452.viewing import active
from turmwart.kernel.canon import to_plain
from turmwart.kernel.decision import Objection
from turmwart.table.scenarios.anno1452.position import Position
from turmwart.table.scenarios.anno1452.run import Run
from turmwart.table.scenarios.values import Absent, Among, Happened
from turmwart.texts import catalogue


def observed(run: Run, position: Position, objection: Objection | None = None) -> dict[str, Any]:
    """Everything that ``expect`` may name, by its key."""
    state = run.state
    seats = {colour: position.seat(colour) for colour in position.colours}
    players = {colour: state.player(seat) for colour, seat in seats.items()}
    prompts = prompt_words(run)
    known = tuple(prompts)
    happened = tuple((type(event).__name__, _fields(event)) for event in run.last)
    return {
        "objection": objection.rule if objection is not None else None,
        "phase": state.phase,
        "year": ROW_IDS[state.row],
        "round": state.round,
        "order": [position.colour(seat) for seat in state.order],
        "round_order": [position.colour(seat) for seat in state.round_order],
        "active": position.colour(active(state)),
        "actions_left": state.acting.left if state.acting is not None else 0,
        "gold": {colour: player.gold for colour, player in players.items()},
        "prestige": {colour: player.prestige for colour, player in players.items()},
        "hand": {colour: player.hand for colour, player in players.items()},
        "titles": {colour: list(player.titles) for colour, player in players.items()},
        "marriage": {colour: player.marriage or None for colour, player in players.items()},
        "estates": {colour: len(state.owned(seat)) for colour, seat in seats.items()},
        "citizens": {colour: state.citizens_on_board(seat) for colour, seat in seats.items()},
        "cities": {
            colour: sum(one.city for one in state.owned(seat)) for colour, seat in seats.items()
        },
        "board": {
            region: {
                colour: sum(e.owner == seat for e in state.within(region))
                for colour, seat in seats.items()
            }
            for region in state.board.region_ids
        },
        "values": {estate.id: estate.value for estate in state.estates},
        "holders": {
            region: position.colour(state.holder(region)) for region in state.board.region_ids
        },
        "king": position.colour(state.king.seat),
        "king_soldiers": state.king.soldiers,
        "anti_king": position.colour(state.anti_king.seat),
        "anti_king_soldiers": state.anti_king.soldiers,
        "deck": state.deck,
        "discards": list(state.discards),
        "unseen": state.unseen,
        "stack": [type(step).__name__ for step in state.stack],
        "waiting_wish": state.wish is not None,
        "prompt": Among(dict.fromkeys(prompts, ""), (*known, *_prompt_names())),
        "no_prompt": Absent(dict.fromkeys(prompts, ""), (*known, *_prompt_names())),
        "events": Happened(happened, tuple(run.game.events)),
    }


def prompt_words(run: Run) -> dict[str, Any]:
    """The prompts of the table, by their short names."""
    return {prompt.id.removeprefix("anno1452.prompt."): prompt for prompt in run.prompts()}


def _fields(event: Any) -> dict[str, Any]:
    return {field.name: to_plain(getattr(event, field.name)) for field in fields(event)}


def _prompt_names() -> tuple[str, ...]:
    """Names of all prompts that have a text."""
    ids = (one for one in catalogue("en") if one.startswith("anno1452.prompt."))
    names = (one.removeprefix("anno1452.prompt.").rsplit(".", 1)[0] for one in ids)
    return tuple(dict.fromkeys(names))
