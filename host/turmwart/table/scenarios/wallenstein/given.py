"""The long form's ``given``: the start of a game, or any position in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from turmwart.games.registry import load
from turmwart.games.wallenstein.board import BUILDINGS, Board, EventFacts
from turmwart.games.wallenstein.court_state import COURTIERS_PER_COLOUR, TOWER_CARD
from turmwart.games.wallenstein.flow import consequences
from turmwart.games.wallenstein.season import MONEY_BIDS, NO_BID
from turmwart.games.wallenstein.setup import Options, Seat
from turmwart.games.wallenstein.state import ACTIONS, FARMERS, MONEY_CARDS, SEASONS, TILES, State
from turmwart.kernel.fold import fold
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.values import Fault, Reader, meant, text, whole, word
from turmwart.table.scenarios.wallenstein.board import (
    BOARDS,
    learn,
    learn_famine,
    learn_neighbours,
    learn_province,
    learn_region,
    read_event,
    set_event,
)
from turmwart.table.scenarios.wallenstein.cards import bid_card
from turmwart.table.scenarios.wallenstein.position import (
    CARDS_LIE,
    ONE_BY_ONE,
    Position,
    actions_first,
)
from turmwart.table.scenarios.wallenstein.run import Run
from turmwart.table.scenarios.wallenstein.seats import GREEN, KNOWN_COLOURS, Seats

OF_THE_START = frozenset({"players", "oldest", "board", "values", "options", "chosen_by_us"})
PHASES = (
    "events",
    "action_cards",
    "bonus_tiles",
    "favors",
    "planning",
    "bids",
    "tiles",
    "exchanges",
    "actions",
    "winter",
    "famine",
    "scoring",
)
IN_CODE = {"winter": "grain_loss", "famine": "shortages"}
EVENTS_PER_YEAR = 4
BORDERS = ("neighbours", "no_neighbours")
WINTER = ("winter", "famine", "scoring")
COUNTS_IN = {
    "cards": ("bids", "tiles", "exchanges", "actions"),
    "bids": ("tiles", "exchanges", "actions"),
    "bid_order": ("tiles",),
    "bonus_tiles": ("tiles", "exchanges", "actions"),
    "commanders": ("tiles", "exchanges", "actions", *WINTER),
    "order": ("exchanges", "actions", *WINTER),
    "turn": ("exchanges", "actions"),
    "event": ("bids", "tiles", "exchanges", "actions"),
    "action": CARDS_LIE,
    "action_cards": CARDS_LIE,
    "actions_done": ("actions",),
    "money_spaces": ("actions",),
    "empty_spaces": ("actions",),
    "tiles": ("favors", "planning", "bids", "tiles", "exchanges", "actions"),
    "favors": ("planning", "bids", "tiles", "exchanges"),
}
"""Phases in which what is given makes a difference; in another one it is an error."""


def begin(given: Reader) -> tuple[Run, Seats]:
    """The run a scenario's steps go on from."""
    given.texts("chosen_by_us")
    seats = _seats(given)
    board = _board(given)
    position = Position(seats, board, options=_options(given))
    if "oldest" in given:
        position.oldest = seats.seat(given.need("oldest"), given.place("oldest"))
    if given.holds_only(OF_THE_START):
        game = load("wallenstein")
        state: State = fold(game, None, game.start(position.setup()))
        return Run(state), seats
    _fill(position, given)
    run = Run(position.state())
    run.take(consequences(run.state))
    return run, seats


def _seats(given: Reader) -> Seats:
    node = given.node("players")
    if node is None or isinstance(node, tree.Leaf):
        count = given.whole_or_none("players", 3, 5)
        return Seats.named(_named_anywhere(given), count, given.at, given.where)
    if isinstance(node, tree.Mapping):
        raise Fault("scenario.not_list", node, given.place("players"), found="{}")
    words, colours, names = [], [], []
    for n, item in enumerate(given.items("players"), 1):
        if isinstance(item, tree.Mapping):
            part = Reader(item, f"{given.place('players')}[{n}]", item)
            colours.append(part.text("colour"))
            names.append(part.text("name", colours[-1]))
            part.close()
        else:
            word_at = f"{given.place('players')}[{n}]"
            words.append(text(item, word_at))
            if words[-1].lower() in (GREEN, FARMERS):
                raise Fault("scenario.players_green", item, word_at, found=words[-1])
            if words[-1].lower() in (said.lower() for said in words[:-1]):
                raise Fault("scenario.players_doubled", item, word_at, found=words[-1])
    if colours and words:
        raise Fault("scenario.players_mixed", node, given.place("players"))
    if not colours:
        seats = Seats.named(words, len(words), node, given.place("players"))
        return seats.distinct(node, given.place("players"))
    if not 3 <= len(colours) <= 5:
        raise Fault(
            "scenario.players",
            node,
            given.place("players"),
            found=len(colours),
            said=", ".join(colours),
        )
    pairs = enumerate(zip(names, colours, strict=True), 1)
    seats = Seats(tuple(Seat(f"s{n}", name, colour) for n, (name, colour) in pairs))
    return seats.distinct(node, given.place("players"))


def _named_anywhere(given: Reader) -> list[str]:
    """Colours that the given position names, so that the right seats are made."""
    found: list[str] = []
    for key in ("thalers", "grain", "points", "tower", "tray", "supply", "bonus_tiles"):
        node = given.node(key)
        if isinstance(node, tree.Mapping):
            found += [tree.text_of(k.value) for k, _ in node.pairs]
    provinces = given.node("provinces")
    if isinstance(provinces, tree.Mapping):
        owners = [
            part.get("owner") for _, part in provinces.pairs if isinstance(part, tree.Mapping)
        ]
        found += [tree.text_of(o.value) for o in owners if isinstance(o, tree.Leaf)]
    return [w for w in dict.fromkeys(found) if w in KNOWN_COLOURS]


def _board(given: Reader) -> Board:
    name = given.word("board", BOARDS, "open")
    board = BOARDS[name]()
    values = given.reader("values")
    for region in values.texts("regions"):
        board = learn_region(board, region)
    provinces = values.reader("provinces")
    for key in provinces.keys:
        board = _printed(board, key, provinces.reader(key))
    _no_border_twice(given)
    events = values.reader("events")
    for key in events.keys:
        board = set_event(board, read_event(events.reader(key), key))
    famine = values.reader("famine")
    for key in famine.keys:
        if not key.isdigit() or int(key) < 1:
            raise famine.fault(key, "scenario.famine_key", found=key)
        row = famine.reader(key)
        board = learn_famine(board, int(key), row.whole("provinces"), row.whole("extra_farmers"))
    track = values.whole_or_none("grain_track_max")
    if track is not None:
        board = learn(board, "board", "grain_track", "grain_track_max", track)
    return board


def _printed(board: Board, province: str, part: Reader) -> Board:
    """What is printed about a province, from a mapping that may hold more than that."""
    board = learn_province(board, province)
    for field in ("tax", "grain", "sites"):
        number = part.whole_or_none(field, most=20)
        if number is not None:
            board = learn(board, "province", province, field, number)
    if "region" in part:
        region = part.word("region", [known.id for known in board.regions])
        board = learn(board, "province", province, "region", region)
    for key in BORDERS:
        for other in part.texts(key):
            if other == province:
                raise part.fault(key, "scenario.own_neighbour", province=province)
    for other in part.texts("neighbours"):
        board = learn_neighbours(learn_province(board, other), province, other)
    for other in part.texts("no_neighbours"):
        board = learn(learn_province(board, other), "neighbours", province, other, "no")
    return board


def _no_border_twice(given: Reader) -> None:
    """Refuse two provinces that are said to be neighbours, and not to be.

    Raises:
        Fault: there are such; names the second place.
    """
    said: dict[frozenset[str], str] = {}
    for parts in (given.reader("values").reader("provinces"), given.reader("provinces")):
        for province in parts.keys:
            part = parts.reader(province)
            for key in BORDERS:
                for other in part.texts(key):
                    if said.setdefault(frozenset((province, other)), key) != key:
                        raise part.fault(
                            key, "scenario.border_both", province=province, other=other
                        )


def _options(given: Reader) -> Options:
    part = given.reader("options")
    values: dict[str, Any] = {}
    for field in fields(Options):
        default = getattr(ONE_BY_ONE, field.name)
        if isinstance(default, bool):
            values[field.name] = part.flag(field.name, default)
        elif isinstance(default, int):
            values[field.name] = part.whole(field.name, default, 0, 60)
        else:
            values[field.name] = part.text(field.name, default)
    return Options(**values)


def _fill(position: Position, given: Reader) -> None:
    seats = position.seats
    position.year = given.whole("year", 1, 1, 2)
    phase = given.word("phase", PHASES, "actions")
    winter = phase in WINTER
    position.season = given.word("season", SEASONS, "winter" if winter else "spring")
    if winter != (position.season == "winter"):
        key = "season" if "season" in given else "phase"
        raise given.fault(key, "scenario.season_phase", phase=phase, season=position.season)
    for key, phases in COUNTS_IN.items():
        if key in given and phase not in phases:
            known = ", ".join(phases)
            raise given.fault(key, "scenario.not_in_phase", phase=phase, known=known)
    position.phase = IN_CODE.get(phase, phase)
    _provinces(position, given)
    _players(position, given)
    for place in ("tower", "tray"):
        setattr(position, place, seats.cubes(given.reader(place)))
    supply = given.reader("supply")
    for key in supply.keys:
        colour = seats.cube_colour(key, supply.need(key), supply.where)
        position.supplies[colour] = supply.whole(key, most=62)
    _events(position, given)
    _actions(position, given)
    position.tiles = given.words("tiles", TILES)
    if not position.tiles and position.phase in ("favors", "planning", "bids", "tiles"):
        position.tiles = TILES
    position.order = tuple(
        seats.seat(item, f"{given.place('order')}[{n}]")
        for n, item in enumerate(given.items("order"), 1)
    )
    position.bid_order = tuple(
        seats.seat(item, f"{given.place('bid_order')}[{n}]")
        for n, item in enumerate(given.items("bid_order"), 1)
    )
    courtiers = given.reader("courtiers")
    for key in courtiers.keys:
        seat = seats.of(key, courtiers.need(key), courtiers.where)
        position.antechamber[seat] = courtiers.whole(key, most=COURTIERS_PER_COLOUR)
    position.favors = tuple(
        whole(item, f"{given.place('favors')}[{n}]", 1, 1000)
        for n, item in enumerate(given.items("favors"), 1)
    )
    for number in position.favors:
        position.board = learn(position.board, "favor", str(number), "number", number)
    if "turn" in given:
        position.turn = seats.seat(given.need("turn"), given.place("turn"))


def _provinces(position: Position, given: Reader) -> None:
    provinces = given.reader("provinces")
    for key in provinces.keys:
        part = provinces.reader(key)
        position.board = _printed(position.board, key, part)
        owner = part.node("owner")
        stand = position.stand(key)
        if owner is not None and not (isinstance(owner, tree.Leaf) and owner.value is None):
            stand.owner = position.seats.seat(owner, part.place("owner"))
            stand.armies = part.whole("armies", 1, 1, 62)
        elif "armies" in part:
            raise part.fault("armies", "scenario.no_owner", province=key)
        stand.buildings = part.words("buildings", BUILDINGS)
        stand.markers = part.whole("revolt_markers", 0, 0, 42)
        stand.used = part.word("used", ("", "bid", "conquered", *ACTIONS), "")
        if stand.used and stand.owner is None:
            raise part.fault("used", "scenario.no_owner_used", province=key)


def _players(position: Position, given: Reader) -> None:
    seats = position.seats
    most = {
        "money_spaces": MONEY_CARDS,
        "empty_spaces": len(ACTIONS),
        "cards": MONEY_CARDS + len(position.board.provinces),
    }
    for field in ("thalers", "grain", "points", "cards", "money_spaces", "empty_spaces"):
        part = given.reader(field)
        for key in part.keys:
            seat = seats.of(key, part.need(key), part.where)
            setattr(position.holding(seat), field, part.whole(key, most=most.get(field, 500)))
    tiles, spaces = given.reader("bonus_tiles"), given.reader("commanders")
    for key in tiles.keys:
        position.holding(seats.of(key, tiles.need(key), tiles.where)).tile = tiles.word(key, TILES)
    for key in spaces.keys:
        seat = seats.of(key, spaces.need(key), spaces.where)
        position.holding(seat).space = spaces.whole(key, least=1, most=len(TILES))
    if position.phase in ("tiles", "exchanges", "actions"):
        for seat in seats.ids:
            position.holding(seat).bid = NO_BID
    bids = given.reader("bids")
    for key in bids.keys:
        node = bids.need(key)
        seat = seats.of(key, node, bids.where)
        card = bid_card(node, bids.place(key))
        position.holding(seat).bid = card
        if card in MONEY_BIDS or card in (NO_BID, TOWER_CARD):
            continue
        provinces = [facts.id for facts in position.board.provinces]
        if card not in provinces:
            hint = meant(card, (*provinces, *MONEY_BIDS))
            raise bids.fault(key, "scenario.no_province", found=card, hint=hint)
        stand = position.stand(card)
        if stand.used not in ("", "bid"):
            raise bids.fault(key, "scenario.bid_and_used", province=card, used=stand.used)
        if stand.owner is not None:
            stand.used = "bid"


def _events(position: Position, given: Reader) -> None:
    """Event cards: those given, else the first of the board in order."""
    node = given.node("event")
    in_season = position.phase in ("bids", "tiles", "exchanges", "actions")
    cards = [facts.id for facts in position.board.events]
    if isinstance(node, tree.Mapping):
        card = cards[0] if cards else "event_1"
        position.board = set_event(position.board, read_event(given.reader("event"), card))
        position.event = card
    elif node is not None:
        position.event = word(node, given.place("event"), cards)
    elif in_season:
        position.event = _plain_event(position, given.texts("face_up_events"))
        cards = [facts.id for facts in position.board.events]
    if "grain_loss" in given:
        position.board = set_event(
            position.board,
            EventFacts("winter", "free_text", grain_loss=given.whole("grain_loss"), text="-"),
        )
        cards.append("winter")
    index = SEASONS.index(position.season)
    gone = (position.year - 1) * EVENTS_PER_YEAR
    if "face_up_events" in given:
        position.year_events = _face_up(position, given, cards)
    else:
        first = "winter" if "grain_loss" in given else position.event
        order = [card for card in (first, position.event) if card]
        order += [card for card in cards if card not in order]
        left = EVENTS_PER_YEAR - index
        if position.phase == "events" and position.season == "spring":
            left = 0
            position.year -= 1
        position.year_events = tuple(dict.fromkeys(order))[:left]
    if "used_events" in given:
        position.used_events = given.words("used_events", cards)
    else:
        rest = [card for card in cards if card not in position.year_events]
        position.used_events = tuple(rest[len(rest) - gone - index :]) if gone + index else ()


def _face_up(position: Position, given: Reader, cards: list[str]) -> tuple[str, ...]:
    """The event cards face up, as they are given.

    Raises:
        Fault: they are more than the season has left, or the season's event is not among them.
    """
    shown = given.words("face_up_events", cards)
    most = EVENTS_PER_YEAR - SEASONS.index(position.season)
    if len(shown) > most:
        raise given.fault(
            "face_up_events",
            "scenario.too_many_events",
            found=len(shown),
            season=position.season,
            most=most,
        )
    if "event" in given and position.event and position.event not in shown:
        raise given.fault(
            "event", "scenario.event_not_up", found=position.event, known=", ".join(shown)
        )
    return shown


def _plain_event(position: Position, face_up: Sequence[str]) -> str:
    """An event card without effect: one of the board, else one nobody has read, made plain.

    Where the cards face up are given, one of them if there is such a one.
    """
    events = [facts for facts in position.board.events if not face_up or facts.id in face_up]
    plain = next((facts.id for facts in events if facts.kind == "free_text"), None)
    if plain is not None:
        return plain
    unread = next((facts for facts in events if facts.kind is None), EventFacts("plain"))
    made = replace(unread, kind="free_text", text="-")
    position.board = set_event(position.board, made)
    return made.id


def _actions(position: Position, given: Reader) -> None:
    done = given.whole("actions_done", 0, 0, len(ACTIONS) - 1)
    position.actions_done = done
    shown = given.words("action_cards", ACTIONS)
    action = given.word("action", ACTIONS, "")
    if shown and action and (len(shown) <= done or shown[done] != action):
        raise given.fault("action", "scenario.not_so", found=action, known=", ".join(shown))
    if shown:
        position.actions = shown
    elif action:
        position.actions = actions_first(action, done)
