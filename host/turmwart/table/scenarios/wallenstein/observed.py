"""What a scenario may expect of a game, in the scenario's words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from turmwart.games.wallenstein.actions import active_seat
from turmwart.games.wallenstein.season import MONEY_BIDS, NO_BID
from turmwart.games.wallenstein.state import FARMERS, State
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection
from turmwart.kernel.ledger import Ledger
from turmwart.table.scenarios.values import Absent, Among, Either, Happened, Paths, Unordered
from turmwart.table.scenarios.wallenstein.described import described, owner_said
from turmwart.table.scenarios.wallenstein.run import Run
from turmwart.table.scenarios.wallenstein.seats import GREEN, Seats
from turmwart.texts import catalogue

NAMING = ("seat", "id", "name", "colour", "region")
"""Fields by which a path may pick an item of a list."""

PROMPT = "wallenstein.prompt."

PLACES = ("supply", "sites", "hand", "tower", "tray", "box")


def observed(run: Run, seats: Seats, objection: Objection | None = None) -> dict[str, Any]:
    """Everything that may be expected after a step, or at the end."""
    state = run.state
    prompts = run.prompts()
    due = _words(prompt.id for prompt in prompts if prompt.must)
    offered = _words(prompt.id for prompt in prompts)
    return {
        "phase": state.phase,
        "season": state.season,
        "year": state.year,
        "action": state.current_action() or None,
        "actions_done": state.actions_done,
        "action_cards": list(state.action_cards),
        "turn": owner_said(seats, active_seat(state) or state.drafting or None),
        "order": [owner_said(seats, seat) for seat in state.order],
        "event": state.event or None,
        "face_up_events": Unordered(state.year_events),
        "tiles": list(state.tiles),
        "awaiting_throw": state.awaiting_throw,
        "throws": state.throws,
        "prompt": Among(due, prompt_words()),
        "prompts": Among(offered, prompt_words()),
        "no_prompt": Absent(offered, prompt_words()),
        **_of_players(state, seats),
        "provinces": {p.id: _province(state, seats, p.id) for p in state.provinces},
        **{
            place: seats.counted(state.ledger.at(place).as_dict())
            for place in ("tower", "tray", "hand", "sites")
        },
        "bank": state.bank,
        "stock": {
            "palace": state.stock.palace,
            "church": state.stock.church,
            "trading_house": state.stock.trading_house,
            "revolt_markers": state.stock.markers,
        },
        "battle": _battle(state, seats),
        **_court(state, seats),
        "ranking": [owner_said(seats, place.seat) for place in state.ranking],
        "winners": Unordered(
            tuple(owner_said(seats, place.seat) for place in state.ranking if place.place == 1)
        ),
        "events": Happened(
            tuple(_event(event, seats) for event in run.last), tuple(run.game.events)
        ),
        "no_events": Absent(
            {type(e).__name__: type(e).__name__ for e in run.last}, tuple(run.game.events)
        ),
        "objection": objection.rule if objection is not None else None,
        "state": Paths(lambda path: look(state, path, seats)),
        "view": Paths(lambda path: _look_in_view(run, path, seats)),
    }


@cache
def prompt_words() -> tuple[str, ...]:
    """All prompts of the game: their last words, then their whole ids."""
    ids = [
        text_id.removesuffix(".text")
        for text_id in catalogue("en")
        if text_id.startswith(PROMPT) and text_id.endswith(".text")
    ]
    return (*(prompt.removeprefix(PROMPT) for prompt in ids), *ids)


def _bid(card: str) -> Any:
    """A bid in every way a scenario may say it; null while there is none."""
    if not card or card == NO_BID:
        return card or None
    if card in MONEY_BIDS:
        return Either((card, {"money": MONEY_BIDS[card]}))
    return Either((card, {"province": card}))


def _words(ids: Any) -> dict[str, str]:
    said = list(ids)
    return {word: full for full in said for word in (full, full.rsplit(".", 1)[-1])}


def _of_players(state: State, seats: Seats) -> dict[str, Any]:
    supply = {p.seat: state.supply(p.seat) for p in state.players}
    scores = {score.seat: score for score in state.scores}
    return {
        "thalers": seats.said({p.seat: p.thalers for p in state.players}),
        "grain": seats.said({p.seat: p.grain for p in state.players}),
        "points": seats.said({p.seat: p.points for p in state.players}),
        "supply": {
            **seats.said(supply),
            **dict.fromkeys((GREEN, FARMERS), state.ledger.at("supply")[GREEN]),
        },
        "bonus_tiles": seats.said({p.seat: p.tile or None for p in state.players}),
        "commanders": seats.said({p.seat: p.space or None for p in state.players}),
        "bids": seats.said({p.seat: _bid(p.bid) for p in state.players}),
        "groups": seats.said({p.seat: Unordered(p.groups) for p in state.players}),
        "province_count": seats.said({s: len(state.owned(s)) for s in seats.ids}),
        "shortages": seats.said(
            dict.fromkeys(seats.ids) | {s.seat: s.shortage for s in state.shortages}
        ),
        "scores": seats.said(
            {
                seat: {
                    "provinces": score.provinces,
                    "buildings": score.buildings,
                    "majorities": sum(m.points for m in score.majorities),
                    "points": score.points,
                }
                for seat, score in scores.items()
            }
        ),
    }


def _court(state: State, seats: Seats) -> dict[str, Any]:
    """Courtiers by place and player, favor cards and their costs; null without the Court."""
    court = state.court
    if court is None:
        return dict.fromkeys(("courtiers", "audience_hall", "favors", "favors_gone", "waiting"))
    return {
        "courtiers": seats.said({c.seat: c.antechamber for c in court.courtiers}),
        "audience_hall": seats.said({c.seat: c.hall for c in court.courtiers}),
        "favors": {str(favor.number): favor.cost for favor in court.favors},
        "favors_gone": Unordered(court.gone),
        "waiting": [owner_said(seats, seat) for seat in court.waiting],
    }


def _province(state: State, seats: Seats, province: str) -> dict[str, Any]:
    stands = state.province(province)
    place = state.card_place(province)
    return {
        "owner": owner_said(seats, stands.owner),
        "armies": state.armies(province),
        "buildings": Unordered(stands.buildings),
        "revolt_markers": stands.markers,
        "used": stands.used or None,
        "in_play": stands.in_play,
        "card": owner_said(seats, place) if place in seats.ids else place,
    }


def _battle(state: State, seats: Seats) -> Any:
    if state.battle is not None:
        battle = state.battle
        return {
            "type": battle.kind,
            "province": battle.province,
            "thrown": seats.counted(battle.thrown.as_dict()),
            "tray_before": seats.counted(battle.tray.as_dict()),
            "farmers_missing": battle.farmers_missing,
        }
    if state.last_battle is not None:
        return {
            **described(seats, state, state.last_battle),
            "thrown": seats.counted(state.last_battle.battle.thrown.as_dict()),
            "tray_before": seats.counted(state.last_battle.battle.tray.as_dict()),
            "farmers_missing": state.last_battle.battle.farmers_missing,
        }
    return None


def _event(event: Any, seats: Seats) -> tuple[str, Mapping[str, Any]]:
    said = spoken(event, seats)
    return type(event).__name__, said if isinstance(said, Mapping) else {}


def spoken(value: Any, seats: Seats) -> Any:
    """A value of the game in the scenario's words: seats by name, cubes as counts."""
    if isinstance(value, Cubes):
        return seats.counted(value.as_dict())
    if isinstance(value, Ledger):
        return {place: seats.counted(cubes.as_dict()) for place, cubes in value.places}
    if isinstance(value, str):
        return owner_said(seats, value) if value in seats.ids else value
    if isinstance(value, tuple):
        said = [spoken(item, seats) for item in value]
        if value and all(isinstance(i, tuple) and len(i) == 2 for i in value):
            named = {str(name): spoken(item, seats) for name, item in value}
            return Either(({**named, **seats.said(named)}, said))
        return said
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: spoken(getattr(value, f.name), seats) for f in fields(value)}
    return value


def look(root: Any, path: str, seats: Seats) -> Any:
    """The value at a path such as ``players.red.thalers`` or ``ledger.tower.green``.

    Raises:
        KeyError: there is nothing there; its argument says what there is.
    """
    value = root
    for step in path.split("."):
        value = _step(value, step, seats)
    return spoken(value, seats)


def _look_in_view(run: Run, path: str, seats: Seats) -> Any:
    first, _, rest = path.partition(".")
    seat = seats.find(first)
    view = run.game.view(run.state, seat.seat if seat is not None else None)
    return look(view, rest if seat is not None else path, seats)


def _step(value: Any, step: str, seats: Seats) -> Any:
    if isinstance(value, Ledger):
        if step not in PLACES and not step.startswith("province:"):
            raise KeyError(", ".join((*PLACES, "province:...")))
        return value.at(step)
    if isinstance(value, Cubes):
        seat = seats.find(step)
        return value[GREEN if step == FARMERS else seat.colour if seat is not None else step]
    if isinstance(value, tuple):
        return _item(value, step, seats)
    if is_dataclass(value) and step in (names := [f.name for f in fields(value)]):
        return getattr(value, step)
    known = ", ".join(names) if is_dataclass(value) else type(value).__name__
    raise KeyError(known)


def _item(items: tuple[Any, ...], step: str, seats: Seats) -> Any:
    seat = seats.find(step)
    words = {step, seat.seat} if seat is not None else {step}
    for item in items:
        if any(getattr(item, name, None) in words for name in NAMING):
            return item
        if isinstance(item, tuple) and len(item) == 2 and item[0] in words:
            return item[1]
    if step.isdigit() and 1 <= int(step) <= len(items):
        return items[int(step) - 1]
    raise KeyError(f"1..{len(items)}")
