"""What a seat, or the table screen, may see."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.anno1452.outlook import Outlook
from turmwart.games.anno1452.state import (
    Agreement,
    Battle,
    Category,
    Income,
    InForce,
    Standing,
    Units,
)
from turmwart.games.anno1452.steps import Dice


@dataclass(frozen=True, slots=True)
class CardView:
    """A card by id and title."""

    id: str
    title: str
    kind: str


@dataclass(frozen=True, slots=True)
class EstateView:
    """An Estate on the board."""

    id: str
    owner: str
    value: int
    city: bool
    citizens: int
    capacity: int


@dataclass(frozen=True, slots=True)
class RegionView:
    """A region and what stands in it.

    Attributes:
        label: empty where the table has not named it yet.
        estate_limit: None where nobody has entered it.
        city_limit: None where nobody has entered it.
        holder: seat that holds the Principality card; empty: the pile.
        claim: marriage card that gives it; empty: none.
        build_cost: Gold that the next Estate costs.
    """

    id: str
    label: str
    estate_limit: int | None
    city_limit: int | None
    estates: tuple[EstateView, ...]
    holder: str
    claim: str
    build_cost: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player.

    Attributes:
        hand: number of his cards.
        cards: cards of his hand as far as he told them; only in his own view.
        office: ``king``, ``anti_king`` or empty.
    """

    seat: str
    name: str
    colour: str
    gold: int
    prestige: int
    hand: int
    cards: tuple[CardView, ...]
    titles: tuple[CardView, ...]
    marriage: CardView | None
    alliances: CardView | None
    principalities: tuple[str, ...]
    estates: int
    citizens: int
    cities: int
    estates_left: int
    citizens_left: int
    office: str
    soldiers: int
    was_king: bool
    special_played: bool


@dataclass(frozen=True, slots=True)
class DiceView:
    """Dice that a side throws in a round.

    Attributes:
        side: ``attacker`` or ``defender``.
        kind: ``peasants``, ``citizens``, ``soldiers``, ``relief``, or several in one throw.
        count: how many.
        hits: faces that hit.
    """

    side: str
    kind: str
    count: int
    hits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BattleView:
    """The battle that is fought.

    Attributes:
        attacker_units: units of the attacker that still stand.
        defender_units: units of the defender that still stand.
        dice: what both sides throw with those units.
        walls: faces on which the defending units nullify a hit.
        outlook: the battle from here on, as the odds name it.
    """

    battle: Battle
    attacker_units: Units
    defender_units: Units
    dice: tuple[DiceView, ...]
    walls: tuple[int, ...]
    outlook: Outlook


@dataclass(frozen=True, slots=True)
class View:
    """The game as it is shown.

    Attributes:
        year: id of the row of the time table.
        active: seat that must act; empty where all or nobody must.
        actions_left: actions of the turn under way.
        dice: throws that are waited for, the first one first.
        dice_available: how many dice are thrown at once, at most.
        incomes: what the income phase would pay now; empty while a printed value is missing.
        categories: what phase 4 would score now.
        last_incomes: what the latest income phase paid.
        last_categories: what the latest phase 4 scored.
    """

    phase: str
    year: str
    final_year: str
    round: int
    order: tuple[str, ...]
    round_order: tuple[str, ...]
    active: str
    actions_left: int
    players: tuple[PlayerView, ...]
    ottokar_colour: str
    regions: tuple[RegionView, ...]
    in_force: InForce
    deck: int
    discards: tuple[CardView, ...]
    unseen: int
    display: tuple[CardView, ...]
    cities_left: int
    soldiers_left: int
    agreements: tuple[Agreement, ...]
    dice: tuple[Dice, ...]
    dice_available: int
    battle: BattleView | None
    last_battle: Battle | None
    incomes: tuple[Income, ...]
    categories: tuple[Category, ...]
    last_incomes: tuple[Income, ...]
    last_categories: tuple[Category, ...]
    ranking: tuple[Standing, ...]
