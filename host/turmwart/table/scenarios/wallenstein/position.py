"""A position on the table: what a scenario gives, the rest by conservation and defaults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from turmwart.games.registry import load
from turmwart.games.wallenstein.board import BUILDINGS, Board
from turmwart.games.wallenstein.court_state import FAVOR_COSTS, TOWER_CARDS, Court, Favor
from turmwart.games.wallenstein.season import MONEY_BIDS
from turmwart.games.wallenstein.setup import Options, Setup
from turmwart.games.wallenstein.state import (
    ACTIONS,
    ARMIES_PER_COLOUR,
    BUILDINGS_TOTAL,
    FARMERS_TOTAL,
    MARKERS_TOTAL,
    MONEY_CARDS,
    MONEY_TOTAL,
    TILES,
    Player,
    Province,
    State,
    Stock,
    province_place,
)
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.fold import fold
from turmwart.kernel.ledger import Ledger
from turmwart.table.scenarios.run import Unsound
from turmwart.table.scenarios.wallenstein.seats import GREEN, Seats

AMPLE = 20
"""Thalers of a player whose thalers the scenario leaves out."""

SHOWN_ACTIONS = 5
LEAST_PLAYERS = 3
CARDS_LIE = ("bonus_tiles", "favors", "planning", "bids", "tiles", "exchanges", "actions")
"""Phases in which action cards lie on the board."""


ONE_BY_ONE = Options(skip_impossible=False)
"""An example shows each action, also one that a bare position leaves nobody to carry out."""


@dataclass(slots=True)
class Stand:
    """What stands in a province; ``owner`` is a seat."""

    owner: str | None = None
    armies: int = 0
    buildings: tuple[str, ...] = ()
    markers: int = 0
    used: str = ""


@dataclass(slots=True)
class Holding:
    """What a player has; ``cards`` None: all money and tower cards, one card for each province."""

    thalers: int = 0
    grain: int = 0
    points: int = 0
    tile: str = ""
    space: int = 0
    bid: str = ""
    cards: int | None = None
    empty_spaces: int = 0
    money_spaces: int = 0


@dataclass(slots=True)
class Position:
    """A position that is being put together, then made a state by ``state``.

    Attributes:
        stands: provinces with something in them, by id.
        holdings: what players have, by seat; those left out have the thalers of the start.
        tower: cubes inside the tower.
        tray: cubes in the tray.
        supplies: cubes in the supply of a colour where it is given; the colour's other cubes are
            then inside the tower.
        actions: action cards turned up; empty: the present ``action`` and what is before it.
        order: turn order; empty: clockwise.
        bid_order: seats by rank of their bids, while tiles are chosen; empty: clockwise.
        turn: seat whose turn it is; empty: the first in turn order.
        event: event card of the season; empty if none.
        year_events: event cards still face up.
        tiles: bonus tiles by space; empty: as the players have them.
        antechamber: courtiers in the antechamber by seat; the others are in the supply.
        favors: numbers of the favor cards in the hall.
    """

    seats: Seats
    board: Board
    options: Options = ONE_BY_ONE
    oldest: str = ""
    stands: dict[str, Stand] = field(default_factory=dict)
    holdings: dict[str, Holding] = field(default_factory=dict)
    tower: Cubes = field(default_factory=Cubes)
    tray: Cubes = field(default_factory=Cubes)
    supplies: dict[str, int] = field(default_factory=dict)
    phase: str = "actions"
    year: int = 1
    season: str = "spring"
    actions: tuple[str, ...] = ()
    actions_done: int = 0
    tiles: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    turn: str = ""
    bid_order: tuple[str, ...] = ()
    event: str = ""
    year_events: tuple[str, ...] = ()
    used_events: tuple[str, ...] = ()
    antechamber: dict[str, int] = field(default_factory=dict)
    favors: tuple[int, ...] = ()

    def stand(self, province: str) -> Stand:
        """What stands in a province, to be filled in."""
        return self.stands.setdefault(province, Stand())

    def own(self, province: str, seat: str, armies: int = 1) -> Stand:
        """Give a province to a player."""
        stand = self.stand(province)
        stand.owner, stand.armies = seat, armies
        return stand

    def holding(self, seat: str) -> Holding:
        """What a player has, to be filled in."""
        if seat not in self.holdings:
            thalers = self.board.numbers(len(self.seats.all)).start_thalers
            self.holdings[seat] = Holding(thalers=thalers)
        return self.holdings[seat]

    def spare(self, count: int = 1) -> list[str]:
        """Ids of ``count`` provinces in play in which nothing stands.

        Raises:
            Unsound: there are not so many.
        """
        excluded = len(self.seats.all) == LEAST_PLAYERS
        free = [
            facts.id
            for facts in self.board.provinces
            if facts.id not in self.stands and not (excluded and facts.excluded_with_3)
        ]
        if len(free) < count:
            raise Unsound("scenario.reason.few_provinces", count=count, left=len(free))
        return free[:count]

    def setup(self) -> Setup:
        """The start of the game this position belongs to."""
        return Setup(
            seats=self.seats.all,
            oldest=self.oldest or self.seats.ids[0],
            board=self.board,
            options=self.options,
            farmers=GREEN,
        )

    def state(self) -> State:
        """The state of the game.

        Raises:
            Unsound: the position breaks a law of conservation.
        """
        game = load("wallenstein")
        started: State = fold(game, None, game.start(self.setup()))
        known = {province.id for province in started.provinces}
        for unknown in sorted(set(self.stands) - known):
            raise Unsound("scenario.reason.no_province", "provinces", unknown, province=unknown)
        order = self.order or self.seats.ids
        turn = self.turn or order[0]
        if turn not in order:
            raise Unsound(
                "scenario.reason.not_in_order", "turn", order=", ".join(order), player=turn
            )
        if sorted(order) != list(self.seats.ids):
            raise Unsound("scenario.reason.order", "order")
        players = tuple(self._player(player, order) for player in started.players)
        stock = Stock(
            **{kind: self._stock(kind, BUILDINGS_TOTAL[kind]) for kind in BUILDINGS},
            markers=MARKERS_TOTAL - sum(stand.markers for stand in self.stands.values()),
        )
        state = replace(
            started,
            players=players,
            provinces=tuple(self._province(province) for province in started.provinces),
            ledger=self._ledger(),
            phase=self.phase,
            year=self.year,
            season=self.season,
            bank=MONEY_TOTAL - sum(player.thalers for player in players),
            stock=stock,
            display=(),
            drafting="",
            throws=1,
            year_events=self.year_events,
            used_events=self.used_events,
            event=self.event,
            action_cards=self._actions(),
            actions_done=self.actions_done,
            tiles=self._tiles(order),
            order=order,
            turn=order.index(turn),
            bid_groups=tuple((seat,) for seat in self._bid_order()),
            court=self._court(started.court),
        )
        if state.bank < 0:
            owned = MONEY_TOTAL - state.bank
            raise Unsound("scenario.reason.thalers", "thalers", owned=owned, total=MONEY_TOTAL)
        if stock.markers < 0:
            laid = MARKERS_TOTAL - stock.markers
            raise Unsound("scenario.reason.markers", "provinces", laid=laid, total=MARKERS_TOTAL)
        broken = game.invariants(state)
        if broken:
            raise Unsound("scenario.reason.laws", laws="; ".join(broken))
        return state

    def _court(self, court: Court | None) -> Court | None:
        if court is None:
            key = "favors" if self.favors else "courtiers"
            if self.favors or self.antechamber:
                raise Unsound("scenario.reason.no_court", key)
            return None
        for seat, number in self.antechamber.items():
            court = court.moved(seat, "supply", "antechamber", number)
        ranked = sorted(self.favors, reverse=True)
        if len(set(ranked)) != len(ranked) or len(ranked) > len(FAVOR_COSTS):
            raise Unsound("scenario.reason.favors", "favors", most=len(FAVOR_COSTS))
        return replace(court, favors=tuple(map(Favor, ranked, FAVOR_COSTS)))

    def _bid_order(self) -> tuple[str, ...]:
        if self.phase != "tiles":
            return ()
        waiting = tuple(seat for seat in self.seats.ids if not self.holding(seat).tile)
        if self.bid_order and sorted(self.bid_order) != sorted(waiting):
            raise Unsound("scenario.reason.bid_order", "bid_order")
        return self.bid_order or waiting

    def _player(self, player: Player, order: Sequence[str]) -> Player:
        holding = self.holding(player.seat)
        owned = sum(1 for stand in self.stands.values() if stand.owner == player.seat)
        self._check_spaces(player, order)
        hand = MONEY_CARDS + (TOWER_CARDS if self.options.imperial_court else 0)
        return replace(
            player,
            thalers=holding.thalers,
            grain=holding.grain,
            points=holding.points,
            groups=(),
            seen=(),
            cards=hand + owned if holding.cards is None else holding.cards,
            bid=holding.bid,
            tile=holding.tile,
            space=self._space(player.seat, order),
            empty_spaces=holding.empty_spaces,
            money_spaces=holding.money_spaces,
        )

    def _check_spaces(self, player: Player, order: Sequence[str]) -> None:
        """Refuse more spaces that showed money, or nothing, than can have shown it."""
        holding, colour = self.holding(player.seat), player.colour
        money = holding.money_spaces + (holding.bid in MONEY_BIDS)
        if money > MONEY_CARDS:
            raise Unsound(
                "scenario.reason.money_cards",
                "money_spaces",
                player=colour,
                total=MONEY_CARDS,
                shown=money,
            )
        before = order.index(self.turn) if self.turn in order else 0
        turned_up = self.actions_done + (order.index(player.seat) < before)
        shown = holding.money_spaces + holding.empty_spaces
        if shown > turned_up:
            key = "money_spaces" if holding.money_spaces else "empty_spaces"
            raise Unsound(
                "scenario.reason.spaces", key, player=colour, uncovered=turned_up, shown=shown
            )

    def _space(self, seat: str, order: Sequence[str]) -> int:
        """Space of a commander; in turn order from space 1 on where nothing is given."""
        given = self.holding(seat).space
        if given or self.phase not in ("exchanges", "actions"):
            return given
        return order.index(seat) + 1 if seat in order else 0

    def _tiles(self, order: Sequence[str]) -> tuple[str, ...]:
        """Tiles by space, so that the players' tiles lie where their commanders stand."""
        taken: dict[int, str] = {}
        for seat in self.seats.ids:
            tile, space = self.holding(seat).tile, self._space(seat, order)
            if tile and self.tiles and (not space or self.tiles[space - 1] != tile):
                raise Unsound(
                    "scenario.reason.tile_elsewhere", "bonus_tiles", tile=tile, space=space
                )
            if tile and tile in taken.values():
                raise Unsound("scenario.reason.tile_twice", "bonus_tiles", tile=tile)
            if tile:
                taken[space] = tile
        if self.tiles:
            return self.tiles
        rest = [tile for tile in TILES if tile not in taken.values()]
        return tuple(taken.get(space) or rest.pop(0) for space in range(1, len(TILES) + 1))

    def _province(self, province: Province) -> Province:
        stand = self.stands.get(province.id)
        if stand is None:
            return province
        place = ("provinces", province.id)
        if not province.in_play:
            count = len(self.seats.all)
            raise Unsound("scenario.reason.in_box", *place, province=province.id, count=count)
        if stand.owner is None and (stand.armies or stand.buildings or stand.markers):
            raise Unsound("scenario.reason.bears", *place, province=province.id)
        if stand.owner is not None and stand.armies < 1:
            raise Unsound("scenario.reason.no_army", *place, province=province.id)
        doubled = [kind for kind in BUILDINGS if stand.buildings.count(kind) > 1]
        if doubled:
            raise Unsound(
                "scenario.reason.doubled",
                *place,
                "buildings",
                province=province.id,
                building=doubled[0],
            )
        sites = self.board.province(province.id).sites
        if sites is not None and len(stand.buildings) > sites:
            raise Unsound(
                "scenario.reason.few_sites",
                *place,
                "buildings",
                province=province.id,
                sites=sites,
                count=len(stand.buildings),
            )
        return replace(
            province,
            owner=stand.owner,
            buildings=tuple(kind for kind in BUILDINGS if kind in stand.buildings),
            markers=stand.markers,
            used=stand.used,
        )

    def _stock(self, kind: str, total: int) -> int:
        standing = sum(1 for stand in self.stands.values() if kind in stand.buildings)
        return total - standing

    def _ledger(self) -> Ledger:
        places: dict[str, Cubes] = {}
        for province, stand in self.stands.items():
            if stand.owner is not None:
                colour = self.seats.colour(stand.owner)
                places[province_place(province)] = Cubes.from_counts({colour: stand.armies})
        fixed = Cubes.sum((*places.values(), self.tray))
        tower = self.tower.as_dict()
        supply: dict[str, int] = {}
        totals = dict.fromkeys(self.seats.colours, ARMIES_PER_COLOUR) | {GREEN: FARMERS_TOTAL}
        for colour, total in totals.items():
            left = total - fixed[colour] - tower.get(colour, 0)
            if colour in self.supplies:
                supply[colour] = self.supplies[colour]
                if self.tower[colour]:
                    if supply[colour] != left:
                        raise Unsound(
                            "scenario.reason.supply",
                            "supply",
                            colour,
                            colour=colour,
                            supply=supply[colour],
                            left=left,
                        )
                else:
                    tower[colour] = left - supply[colour]
            else:
                supply[colour] = left
            if supply[colour] < 0 or tower.get(colour, 0) < 0:
                raise Unsound("scenario.reason.cubes", total=total, colour=colour)
        places["tower"] = Cubes.from_counts(tower)
        places["tray"] = self.tray
        places["supply"] = Cubes.from_counts(supply)
        return Ledger.from_places(places)

    def _actions(self) -> tuple[str, ...]:
        if self.actions or self.phase not in CARDS_LIE:
            return self.actions
        return ACTIONS[: min(self.actions_done + SHOWN_ACTIONS, len(ACTIONS))]


def actions_first(action: str, done: int = 0) -> tuple[str, ...]:
    """Action cards as turned up after ``done`` actions, ``action`` being the present one."""
    others = [other for other in ACTIONS if other != action]
    order = (*others[:done], action, *others[done:])
    return order[: min(done + SHOWN_ACTIONS, len(ACTIONS))]
