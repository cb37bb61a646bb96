"""The state of a game: what stands where, who holds what, what the game is in the middle of."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.anno1452.board import Board
from turmwart.games.anno1452.commands import Command
from turmwart.games.anno1452.setup import Settings
from turmwart.games.anno1452.steps import Step, Thrown

OTTOKAR = "ottokar"
"""Owner of the passive prince's Estates; no seat."""

ESTATES_EACH = 16
CITIZENS_EACH = 24
CITIES_TOTAL = 32
SOLDIERS_TOTAL = 12
SOLDIERS_F2 = 8
CARDS_TOTAL = 89
CARDS_G1 = 87
PRESTIGE_MOST = 20
UNREDUCED = 3
POINT_IN_GOLD = 5

PHASES = (
    "order",
    "placing",
    "pre_trade",
    "round",
    "cards",
    "income",
    "trade",
    "prestige",
    "coronation",
    "new_order",
    "over",
)
"""Phases; ``cards`` to ``new_order`` are phases 1 to 6 of an Event Round. The final Event Round
uses ``income`` and ``prestige`` only (A-END-2)."""

EVENT_PHASES = PHASES[4:10]
"""Phases 1 to 6 of an Event Round."""


@dataclass(frozen=True, slots=True)
class Player:
    """What belongs to a seat.

    Attributes:
        hand: number of action cards in the hand.
        known: those of them that the owner told; secret from all other seats and from the table
            screen (A-STATE-9, A-ASK-1).
        titles: title cards in front of him.
        marriage: marriage card in front of him; empty: none.
        alliances: Alliances card in front of him (A-CARD-SPEC-BUENDNISSE-AR); empty: none.
        married: he married in this Epoch and may not again (A-CARD-MARR-4).
        was_king: he was King at some time in this game (A-STATE-10).
        special_played: he played his one special card of this Event Round (A-ER-5).
        kept_actions: actions in each Action Round that outlive a lady (A-CARD-MARR-15,
            ``marriage_death_ends_bonus`` off).
    """

    seat: str
    name: str
    colour: str
    gold: int
    prestige: int
    hand: int = 0
    known: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    marriage: str = ""
    alliances: str = ""
    married: bool = False
    was_king: bool = False
    special_played: bool = False
    kept_actions: int = 0


@dataclass(frozen=True, slots=True)
class Estate:
    """An Estate on the board.

    Attributes:
        id: ``e1``, ``e2``..; never used twice in a game.
        owner: a seat, or ``ottokar``.
        value: 3 without a Reduction token, else 2 or 1; 0 only inside a battle.
        city: a City disc lies under it.
        citizens: Citizens at it.
    """

    id: str
    region: str
    owner: str
    value: int = UNREDUCED
    city: bool = False
    citizens: int = 0

    @property
    def capacity(self) -> int:
        """Most Citizens that may be placed here.

        Rule: A-STATE-7.
        """
        return self.value * 2 if self.city else self.value


@dataclass(frozen=True, slots=True)
class Holder:
    """A Principality card and who holds it."""

    region: str
    seat: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim on a Principality card by a marriage that stands."""

    region: str
    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class Office:
    """King or Anti-King.

    Attributes:
        seat: who; empty: nobody.
        soldiers: Soldiers he has left.
        until: an Anti-King's last Action Round: ``this_round`` or ``first_round`` (A-ANTI-6, 7).
    """

    seat: str = ""
    soldiers: int = 0
    until: str = ""


@dataclass(frozen=True, slots=True)
class InForce:
    """What cards changed until the marker moves to the next row.

    Attributes:
        storm_rounds: all three Action Rounds are played without dice (A-AR-8).
        storm_actions: two actions for everybody in the coming ARs (A-CARD-INST-STURM-ER).
        confusion: the present Action Round is the last (A-AR-9).
        intrigues: Court Intrigues drawn (A-AR-6).
        no_attacks: A-CARD-SPEC-BUENDNISSE-ER.
        charter_without_card: A-CARD-SPEC-STADTLUFT-ER.
        cities_destroyed: A-CARD-SPEC-VOELKERWANDERUNG-ER.
        excommunicated: seats attacked without a declaration point (A-BATTLE-11).
        instant_used: the instant of this round was drawn (A-INSTANT-2).
        good_crop: regions named by Good Crop, in order.
        special_tax: seats with the Special Tax bonus, once for each card.
        rebuilding: A-ER-INCOME-3.
        famine: A-ER-INCOME-11.
        trade_cancelled: A-ER-TRADE-6.
        no_trade: seats shut out of the trade phase (A-ER-TRADE-7).
        left_out: seats not compared in phase 4 (A-ER-PRES-7).
        swap_twice: seat that swaps twice in a row (A-VAR-B-6); empty: none.
        no_coronation: A-CORON-4.
        anti_king_waits: A-ANTI-7.
    """

    storm_rounds: bool = False
    storm_actions: bool = False
    confusion: bool = False
    intrigues: int = 0
    no_attacks: bool = False
    charter_without_card: bool = False
    cities_destroyed: bool = False
    excommunicated: tuple[str, ...] = ()
    instant_used: bool = False
    good_crop: tuple[str, ...] = ()
    special_tax: tuple[str, ...] = ()
    rebuilding: bool = False
    famine: bool = False
    trade_cancelled: bool = False
    no_trade: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    swap_twice: str = ""
    no_coronation: bool = False
    anti_king_waits: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn in an Action Round.

    Attributes:
        left: actions he may still take.
        taken: actions taken in this turn.
    """

    seat: str
    left: int
    taken: int = 0


@dataclass(frozen=True, slots=True)
class Wish:
    """A command that waits until a printed value is entered (A-DATA-8)."""

    command: Command


@dataclass(frozen=True, slots=True)
class Units:
    """Units of one side of a battle."""

    peasants: int = 0
    citizens: int = 0
    soldiers: int = 0

    @property
    def total(self) -> int:
        """All units together."""
        return self.peasants + self.citizens + self.soldiers


@dataclass(frozen=True, slots=True)
class Reaction:
    """A reaction card played in a battle.

    Attributes:
        side: ``attacker`` or ``defender``: the side it supports.
        estates: Estates that its player reduced to 1 (Relieving Force).
    """

    seat: str
    card: str
    side: str
    estates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BattleRound:
    """A round of a battle that was thrown.

    Attributes:
        number: from 1.
        attacker: units that threw.
        defender: units that threw.
        attacker_hits: hits of the attacker before nullifications.
        defender_hits: hits of the defender.
        nullified: hits of the attacker that were nullified.
        attacker_losses: units the attacker must give up.
        defender_losses: units the defender must give up.
        thrown: the dice themselves.
    """

    number: int
    attacker: Units
    defender: Units
    attacker_hits: int
    defender_hits: int
    nullified: int
    attacker_losses: int
    defender_losses: int
    thrown: tuple[Thrown, ...] = ()


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle; Peasants and Citizens stand in the Estates, Soldiers here.

    Attributes:
        number: from 1 in a game.
        attacker: a seat.
        defender: a seat, or ``ottokar``.
        force: attacking Estate; empty: Soldiers alone.
        target: Estate attacked.
        region: region of the target.
        source: region of the force; the target's where Soldiers fight alone (A-OPEN-18).
        city: the target was a City when the attack was declared.
        stage: ``soldiers``, ``reactions``, ``throw``, ``losses``, ``outcome``.
        attacker_soldiers: those still standing; None until the attacker chose.
        defender_soldiers: those still standing; None until the defender chose.
        reactions: cards played.
        passed: seats that passed since the last card was played.
        rounds: rounds thrown so far.
        attacker_left: units the attacker keeps of the present losses; None until chosen.
        defender_left: the same for the defender.
        outcome: ``attacker``, ``defender``, ``mutual``; empty while it goes on.
        brought: who chose how many Soldiers, 0 too, in their order.
        attacker_relief: relief dice of the attacker; as Peasants (``relief_dice``) those standing.
        defender_relief: the same of the defender.

    Rule: section 9.2.
    """

    number: int
    attacker: str
    defender: str
    force: str
    target: str
    region: str
    source: str
    city: bool
    stage: str = "soldiers"
    attacker_soldiers: int | None = None
    defender_soldiers: int | None = None
    reactions: tuple[Reaction, ...] = ()
    passed: tuple[str, ...] = ()
    rounds: tuple[BattleRound, ...] = ()
    attacker_left: Units | None = None
    defender_left: Units | None = None
    outcome: str = ""
    brought: tuple[tuple[str, int], ...] = ()
    attacker_relief: int = 0
    defender_relief: int = 0


@dataclass(frozen=True, slots=True)
class Agreement:
    """Words that were given in a trade phase.

    Attributes:
        seats: who is bound.
        words: as the table wrote them.
        until: row until which it holds; empty: no end was named.
        peace: the seats may not attack each other (A-ACT-ATTACK-9).
    """

    number: int
    seats: tuple[str, ...]
    words: str
    until: str = ""
    peace: bool = False


@dataclass(frozen=True, slots=True)
class IncomeLine:
    """A part of an income.

    Attributes:
        what: ``estates``, ``citizens``, ``cities``, ``principalities``, ``special_tax``,
            ``good_crop``.
        count: how many.
        gold: Gold it brings.
    """

    what: str
    count: int
    gold: int


@dataclass(frozen=True, slots=True)
class Income:
    """A player's income of one Event Round, with its parts."""

    seat: str
    lines: tuple[IncomeLine, ...]
    gold: int


@dataclass(frozen=True, slots=True)
class Category:
    """A category of phase 4.

    Attributes:
        name: ``estates``, ``citizens``, ``cities``, ``principalities``.
        counts: seat and number, in turn order.
        most: seats that gain a point; empty where all are equal.
        fewest: seats that lose a point.
    """

    name: str
    counts: tuple[tuple[str, int], ...]
    most: tuple[str, ...]
    fewest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's victory points and their parts; who shares a place has the same number."""

    place: int
    seat: str
    points: int
    estates: int
    citizens: int
    cities: int
    principalities: int
    gold: int
    prestige: int


@dataclass(frozen=True, slots=True)
class State:
    """A game of Anno 1452.

    Attributes:
        players: in seat order.
        ottokar_colour: empty without Ottokar.
        estates: all on the board, in the order in which they came.
        estates_made: Estates that ever came on the board; the next is ``e<n + 1>``.
        phase: one of ``PHASES``.
        row: index in ``epochs.ROWS``.
        final_row: index of the final year's row.
        round: Action Round of the row, 1 to 3; 0 in its Event Round and before the first.
        order: turn order, seats; empty until the first is rolled.
        round_order: order of this Action Round (A-ANTI-11).
        turn: index in ``order`` (Event Round, set-up) or ``round_order`` (Action Round).
        acting: the turn that is under way in an Action Round.
        action: the latest action of this Action Round; empty: none yet.
        reacted: seats that played a reaction card for that action (A-ACT-CARD-6).
        stack: what the game is in the middle of, innermost last.
        wish: a command that waits for a printed value.
        holders: Principality cards that somebody holds, in the board's order.
        claims: standing marriage claims, the latest last.
        last_king: seat crowned at the latest coronation; empty: there was none.
        crown_run: coronations of ``last_king`` in a row (A-VAR-C-1).
        deck: cards in the deck.
        discards: face-up cards of the discard pile.
        unseen: cards in the discard pile that nobody showed.
        in_play: cards being resolved.
        display: variant B.
        trade_done: seats that are done with the trade phase.
        battles: battles declared so far.
        last_battle: the latest battle that is over.
        streams: how many dice of each stream were thrown so far.
        categories: of the latest phase 4.
        incomes: of the latest income phase.
        stopping: the table stops early: the next Event Round is the last (A-END-9).
        ranking: at the end.
    """

    board: Board
    settings: Settings
    players: tuple[Player, ...]
    deck: int
    ottokar_colour: str = ""
    estates: tuple[Estate, ...] = ()
    estates_made: int = 0
    phase: str = "order"
    row: int = 0
    final_row: int = 9
    round: int = 0
    order: tuple[str, ...] = ()
    round_order: tuple[str, ...] = ()
    turn: int = 0
    acting: Turn | None = None
    action: str = ""
    reacted: tuple[str, ...] = ()
    stack: tuple[Step, ...] = ()
    wish: Wish | None = None
    holders: tuple[Holder, ...] = ()
    claims: tuple[Claim, ...] = ()
    king: Office = Office()
    anti_king: Office = Office()
    last_king: str = ""
    crown_run: int = 0
    in_force: InForce = InForce()
    discards: tuple[str, ...] = ()
    unseen: int = 0
    in_play: tuple[str, ...] = ()
    display: tuple[str, ...] = ()
    agreements: tuple[Agreement, ...] = ()
    trade_done: tuple[str, ...] = ()
    battle: Battle | None = None
    battles: int = 0
    last_battle: Battle | None = None
    streams: tuple[tuple[str, int], ...] = ()
    categories: tuple[Category, ...] = ()
    incomes: tuple[Income, ...] = ()
    stopping: bool = False
    ranking: tuple[Standing, ...] = ()

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, clockwise."""
        return tuple(player.seat for player in self.players)

    def player(self, seat: str) -> Player:
        """What belongs to a seat.

        Raises:
            ValueError: there is no such seat.
        """
        for player in self.players:
            if player.seat == seat:
                return player
        raise ValueError(f"no seat {seat}")

    def estate(self, estate: str) -> Estate:
        """An Estate on the board.

        Raises:
            ValueError: there is none of this id.
        """
        for one in self.estates:
            if one.id == estate:
                return one
        raise ValueError(f"no Estate {estate} on the board")

    def has_estate(self, estate: str) -> bool:
        """Whether an Estate of this id is on the board."""
        return any(one.id == estate for one in self.estates)

    def owned(self, owner: str) -> tuple[Estate, ...]:
        """Estates of a seat or of Ottokar, in the order in which they came."""
        return tuple(one for one in self.estates if one.owner == owner)

    def within(self, region: str) -> tuple[Estate, ...]:
        """All Estates in a region."""
        return tuple(one for one in self.estates if one.region == region)

    def estates_left(self, seat: str) -> int:
        """Estates in the own supply of a seat."""
        return ESTATES_EACH - len(self.owned(seat))

    def citizens_on_board(self, seat: str) -> int:
        """Citizens of a seat on the board."""
        return sum(one.citizens for one in self.owned(seat))

    def citizens_left(self, seat: str) -> int:
        """Citizens in the own supply of a seat."""
        return CITIZENS_EACH - self.citizens_on_board(seat)

    @property
    def cities_left(self) -> int:
        """City discs in the supply."""
        return CITIES_TOTAL - sum(one.city for one in self.estates)

    @property
    def soldiers_total(self) -> int:
        """Soldiers of the game.

        Rule: A-VAR-F2-1.
        """
        return SOLDIERS_F2 if self.settings.plays("F2") else SOLDIERS_TOTAL

    def holder(self, region: str) -> str:
        """Who holds the Principality card; empty: it is in the pile."""
        return next((one.seat for one in self.holders if one.region == region), "")

    def held(self, seat: str) -> tuple[str, ...]:
        """Regions whose Principality card a seat holds."""
        return tuple(one.region for one in self.holders if one.seat == seat)

    def thrown(self, stream: str) -> int:
        """How many dice of a stream were thrown so far."""
        return next((count for name, count in self.streams if name == stream), 0)

    @property
    def top(self) -> Step | None:
        """The innermost step; None where the phase itself goes on."""
        return self.stack[-1] if self.stack else None

    @property
    def extra_actions_later(self) -> bool:
        """Whether extra actions of this Action Round wait for a second pass.

        Rule: A-OPEN-24 (``extra_actions = second_pass``).
        """
        second_pass = self.settings.extra_actions == "second_pass"
        return second_pass and self.phase == "round" and self.turn < len(self.round_order)

    @property
    def event_round(self) -> bool:
        """Whether an Event Round is under way."""
        return self.phase in EVENT_PHASES

    @property
    def deciding_for_ottokar(self) -> str:
        """Seat that throws and chooses for Ottokar in the battle; empty: no such battle.

        Rule: A-OTTO-5.
        """
        if self.battle is None or self.battle.defender != OTTOKAR:
            return ""
        after = (*self.order, *self.order)
        start = after.index(self.battle.attacker)
        return after[start + 1]
