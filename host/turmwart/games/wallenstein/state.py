"""The state of a game: what lies where, whose turn it is, what is known."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.wallenstein.board import Board, EventFacts, ProvinceFacts
from turmwart.games.wallenstein.court_state import TOWER_CARDS, Court, Protection
from turmwart.games.wallenstein.setup import Options
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.ledger import Ledger

FARMERS = "farmers"
"""Stands for the farmers where a side of a battle is named."""

ARMIES_PER_COLOUR = 62
FARMERS_TOTAL = 20
MONEY_TOTAL = 160
MARKERS_TOTAL = 42
BUILDINGS_TOTAL = {"palace": 28, "church": 26, "trading_house": 26}
MONEY_CARDS = 5

ACTIONS = (
    "build_palace",
    "build_church",
    "build_trading_house",
    "collect_grain",
    "collect_tax",
    "recruit_5",
    "recruit_3",
    "recruit_1_move",
    "move_a",
    "move_b",
)
TILES = ("plus_1_thaler", "plus_1_grain", "six_armies", "plus_1_attack", "plus_1_defence")
SEASONS = ("spring", "summer", "autumn", "winter")
PHASES = (
    "display",
    "draft",
    "lineup",
    "fill",
    "events",
    "action_cards",
    "bonus_tiles",
    "favors",
    "planning",
    "bids",
    "tiles",
    "exchanges",
    "audience",
    "actions",
    "grain_loss",
    "shortages",
    "famine",
    "scoring",
    "year_end",
    "over",
)
SETTING_UP = ("display", "draft", "lineup")
"""Phases in which the groups lie on their sites and are counted there: who errs undoes."""


def province_place(province: str) -> str:
    """The ledger's place of a province."""
    return f"province:{province}"


@dataclass(frozen=True, slots=True)
class Player:
    """What belongs to a seat.

    Attributes:
        groups: armies of the groups still on the landscape side (set-up only).
        seen: the two face-up cards at the own last draft turn.
        cards: cards held when planning began: money, tower and province cards.
        bid: card on the bid space as turned up: ``money_0`` .. ``money_4``, ``tower``, a
            province, ``none``.
        tile: bonus tile of the season; empty if none yet.
        space: space of the commander, 0 while it has none.
        empty_spaces: action spaces that were empty so far this season.
        money_spaces: action and exchange spaces that showed a money card so far this season.
        tower_spaces: the same for tower cards.
        empty_exchanges: exchange spaces that were empty this season.
        lost_cards: own cards that left the player this season.
        income_thalers: thalers collected this season.
        income_grain: grain collected this season.
    """

    seat: str
    name: str
    colour: str
    thalers: int
    grain: int = 0
    points: int = 0
    groups: tuple[int, ...] = ()
    seen: tuple[str, ...] = ()
    cards: int = 0
    bid: str = ""
    tile: str = ""
    space: int = 0
    empty_spaces: int = 0
    money_spaces: int = 0
    lost_cards: int = 0
    income_thalers: int = 0
    income_grain: int = 0
    tower_spaces: int = 0
    empty_exchanges: int = 0


@dataclass(frozen=True, slots=True)
class Province:
    """What stands in a province beside the armies, which are in the ledger.

    Attributes:
        owner: seat, or None; the owner holds the card.
        buildings: kinds, in the order of ``BUILDINGS``.
        markers: revolt markers.
        used: what its card did this season: an action's id, ``bid``, ``exchange``,
            ``conquered`` or empty.
        in_play: False for provinces in the box.
    """

    id: str
    owner: str | None = None
    buildings: tuple[str, ...] = ()
    markers: int = 0
    used: str = ""
    in_play: bool = True


@dataclass(frozen=True, slots=True)
class Stock:
    """The general stock; markers may fall below 0: that many substitutes lie on the board."""

    palace: int = BUILDINGS_TOTAL["palace"]
    church: int = BUILDINGS_TOTAL["church"]
    trading_house: int = BUILDINGS_TOTAL["trading_house"]
    markers: int = MARKERS_TOTAL


@dataclass(frozen=True, slots=True)
class Acting:
    """The player's turn that is under way.

    Attributes:
        province: province whose card was turned up.
        step: ``execute`` (may wait for a printed value), ``move`` (waits for the player),
            ``battle`` (waits for the throw), ``done``.
        without_tile: the player does without the sixth army.
    """

    seat: str
    action: str
    province: str
    step: str
    without_tile: bool = False


@dataclass(frozen=True, slots=True)
class Gathering:
    """Cubes that go from a place into the hand."""

    place: str
    cubes: Cubes


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle whose cubes are gathered and not yet thrown.

    Attributes:
        kind: ``player``, ``neutral``, ``revolt`` or ``famine``.
        province: contested province.
        source: province the attackers left; empty in revolts.
        attacker: seat, or ``farmers``.
        defender: seat, or ``farmers``.
        gathered: from where to the hand, the tray last.
        thrown: cubes of the two sides.
        tray: cubes lifted from the tray.
        markers: revolt markers of the province before the battle.
        farmers_missing: farmers that the supply could not give.
        thalers: income of the collection that caused the revolt.
        grain: the same in grain.
    """

    kind: str
    province: str
    source: str
    attacker: str
    defender: str
    gathered: tuple[Gathering, ...]
    thrown: Cubes
    tray: Cubes
    markers: int
    farmers_missing: int = 0
    thalers: int = 0
    grain: int = 0


@dataclass(frozen=True, slots=True)
class BattleRecord:
    """A battle that was decided.

    Attributes:
        number: number of the throw, from 1 (the filling of the tower).
        battle: what was thrown.
        fallen: what lay in the tray after the throw.
        witness: who counted.
        attacker_strength: cubes that counted for the attacker.
        defender_strength: cubes that counted for the defender, helping farmers among them.
        farmers_helped: whether fallen farmers fought for the defending player.
        outcome: ``attacker_wins``, ``defender_wins`` or ``tie``.
        to_supply: cubes to take from the tray to the supplies.
        to_province: cubes to take from the tray to the province.
        stays: third-party cubes that stay in the tray.
        owner: seat that holds the province now, or None.
        devastated: whether buildings, markers and card left the province.
        buildings_removed: buildings that left by devastation.
        markers_after: revolt markers afterwards.
    """

    number: int
    battle: Battle
    fallen: Cubes
    witness: str
    attacker_strength: int
    defender_strength: int
    farmers_helped: bool
    outcome: str
    to_supply: Cubes
    to_province: Cubes
    stays: Cubes
    owner: str | None
    devastated: bool
    buildings_removed: tuple[str, ...]
    markers_after: int


@dataclass(frozen=True, slots=True)
class Shortage:
    """What famine asks of a player: provinces in revolt, farmers added to each."""

    seat: str
    shortage: int
    provinces: int
    extra_farmers: int


@dataclass(frozen=True, slots=True)
class Famine:
    """The famine revolts of one player.

    Attributes:
        drawn: provinces whose cards were drawn; empty before the draw.
        queue: those still to revolt, in the player's order; empty before the order is known.
        ordered: whether the order is known.
    """

    seat: str
    provinces: int
    extra_farmers: int
    drawn: tuple[str, ...] = ()
    queue: tuple[str, ...] = ()
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Majority:
    """Points of one player for most buildings of a kind in a region."""

    region: str
    building: str
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """Points of one player in one winter."""

    year: int
    seat: str
    provinces: int
    buildings: int
    majorities: tuple[Majority, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the final ranking; who shares a place has the same number."""

    place: int
    seat: str
    points: int
    thalers: int


@dataclass(frozen=True, slots=True)
class Flag:
    """A printed value was corrected after a result had been computed from it."""

    kind: str
    key: str
    field: str
    was: int | str
    now: int | str


@dataclass(frozen=True, slots=True)
class State:
    """A game of Wallenstein.

    Attributes:
        phase: one of ``PHASES``.
        order: turn order of the season, seats.
        turn: index in ``order`` of the player whose turn it is.
        ledger: places ``supply``, ``sites``, ``province:<id>``, ``hand``, ``tower``, ``tray``,
            ``box``.
        bank: coins nobody owns; below 0: that many thalers of substitutes are in use.
        display: face-up province cards of the draft.
        drafting: seat whose draft turn it is.
        drafted: card the drafting player took and has no group on yet.
        throws: throws reported so far, the filling among them.
        year_events: event cards still face up.
        used_events: event cards that left the game.
        event: event card of the season; empty if none.
        action_cards: action cards turned up so far, by space.
        actions_done: actions done by all players this season, 0 to 10.
        tiles: bonus tiles by space; empty before they are laid.
        bid_groups: seats by rank of their bids, equal ones together.
        shortages: who suffers famine and is not through with it, in turn order.
        used_values: printed values that results were computed from, ``kind:key:field``.
        cleared: everything is back in the box.
        court: the Imperial Court; None where the table plays without it.
        protections: attacks that a card forbids for the season.
        event_cancelled: a card cancelled the event of the season.
    """

    board: Board
    options: Options
    farmers: str
    oldest: str
    players: tuple[Player, ...]
    provinces: tuple[Province, ...]
    ledger: Ledger
    phase: str = "display"
    year: int = 0
    season: str = "spring"
    bank: int = MONEY_TOTAL
    stock: Stock = Stock()
    display: tuple[str, ...] = ()
    drafting: str = ""
    drafted: str = ""
    throws: int = 0
    year_events: tuple[str, ...] = ()
    used_events: tuple[str, ...] = ()
    event: str = ""
    action_cards: tuple[str, ...] = ()
    actions_done: int = 0
    tiles: tuple[str, ...] = ()
    bid_groups: tuple[tuple[str, ...], ...] = ()
    order: tuple[str, ...] = ()
    turn: int = 0
    acting: Acting | None = None
    battle: Battle | None = None
    last_battle: BattleRecord | None = None
    shortages: tuple[Shortage, ...] = ()
    famine: Famine | None = None
    scores: tuple[Score, ...] = ()
    ranking: tuple[Place, ...] = ()
    used_values: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    cleared: bool = False
    court: Court | None = None
    protections: tuple[Protection, ...] = ()
    event_cancelled: bool = False

    @property
    def tower_hidden(self) -> bool:
        """Whether nobody is shown what is in the tower (W-OPEN-31)."""
        return self.options.show_tower_content == "never"

    @property
    def awaiting_throw(self) -> bool:
        """Whether cubes are in the hand and must be thrown."""
        return bool(self.ledger.at("hand"))

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, clockwise."""
        return tuple(player.seat for player in self.players)

    @property
    def colours(self) -> tuple[str, ...]:
        """Colours of all cubes in play."""
        return (*(player.colour for player in self.players), self.farmers)

    def player(self, seat: str) -> Player:
        """The player of a seat.

        Raises:
            KeyError: there is no such seat.
        """
        for player in self.players:
            if player.seat == seat:
                return player
        raise KeyError(seat)

    def province(self, province: str) -> Province:
        """What stands in a province.

        Raises:
            KeyError: there is no such province.
        """
        for candidate in self.provinces:
            if candidate.id == province:
                return candidate
        raise KeyError(province)

    def facts(self, province: str) -> ProvinceFacts:
        """What is printed about a province.

        Raises:
            KeyError: there is no such province.
        """
        return self.board.province(province)

    def label(self, province: str) -> str:
        """Name of a province."""
        return self.board.province(province).label

    def armies(self, province: str) -> int:
        """Number of cubes in a province."""
        return self.ledger.at(province_place(province)).total

    def owned(self, seat: str) -> tuple[Province, ...]:
        """Provinces of a player, in the order of the board."""
        return tuple(p for p in self.provinces if p.owner == seat)

    def supply(self, seat: str) -> int:
        """Armies in a player's supply."""
        return self.ledger.at("supply")[self.player(seat).colour]

    def event_facts(self) -> EventFacts | None:
        """The event of the season, None if there is none or a card cancelled it."""
        in_force = self.event and not self.event_cancelled
        return self.board.event(self.event) if in_force else None

    def hand_size(self, seat: str) -> int:
        """Cards a player plans with: money cards, tower cards and the own province cards.

        Rule: W-PLAN-9, W-COURT-14.
        """
        tower = TOWER_CARDS if self.court is not None else 0
        return MONEY_CARDS + tower + len(self.owned(seat))

    def current_action(self) -> str:
        """The action being executed; empty outside the actions and before its card is up."""
        if self.phase != "actions" or self.actions_done >= len(self.action_cards):
            return ""
        return self.action_cards[self.actions_done]

    def left_neighbour(self, seat: str) -> str:
        """The next seat clockwise."""
        seats = self.seats
        return seats[(seats.index(seat) + 1) % len(seats)]

    def card_place(self, province: str) -> str:
        """Where a province card is: ``box``, ``deck``, ``display``, ``pile`` or a seat.

        Rule: W-CARD-1, W-CARD-2, W-CARD-5, W-SETUP-19.
        """
        stands = self.province(province)
        if not stands.in_play:
            return "box"
        if stands.owner is not None:
            return stands.owner
        if province == self.drafted:
            return self.drafting
        if province in self.display:
            return "display"
        return "deck" if self.phase in ("display", "draft") else "pile"
