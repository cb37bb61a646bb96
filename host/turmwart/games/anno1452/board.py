"""What is printed on board and cards, as far as it is known, and how a table adds to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from turmwart.games.anno1452.cardtable import Card

REGIONS = 16
ESTATE_LIMIT_SUM = 64
CITY_LIMIT_SUM = 32
LIMIT_LEAST = 2
LIMIT_MOST = 6
TOWERS_BESIDE_CITY_CARDS = 28

Learnt = tuple[str, str, str, int | str]
"""Kind, key, field, value of one printed value; see ``learn``."""


@dataclass(frozen=True, slots=True)
class RegionFacts:
    """What is printed about a region; None is unknown.

    Attributes:
        id: id of the data file, or ``region_<n>`` for one the table named.
        label: name on the board; empty where the table has not named it yet.
        estate_limit: digit on the shield, 2 to 6.
        city_limit: towers above the shield.
        city_limit_min: lower bound that follows from a card.
        has_border: a card speaks of regions bordering on it.
        neighbours: ids of regions known to share a border.
        denied: ids of regions known to share none.
        listed: its neighbours were entered from its own side (A-DATA-3).
    """

    id: str
    label: str
    estate_limit: int | None = None
    city_limit: int | None = None
    city_limit_min: int = 0
    has_border: bool = False
    neighbours: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    listed: bool = False


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What is printed on one of the 48 cards whose banner names a region; None is unknown.

    Attributes:
        card: id of the card.
        region: region in the banner.
        city: name of the city below it; empty where the table left it out.
        tower: ``yes`` or ``no``.
    """

    card: str
    region: str | None = None
    city: str | None = None
    tower: str | None = None


@dataclass(frozen=True, slots=True)
class Need:
    """A printed value that a rule needs now; names as in ``learn``."""

    kind: str
    key: str
    field: str
    rule: str


class Unknown(Exception):
    """A rule needs a printed value that nobody has entered yet.

    Inside the rules only: ``decide`` holds the wish and asks, the flow waits, and who lists
    possibilities counts it as possible (A-MAJ-14, A-DATA-8).
    """

    def __init__(self, need: Need) -> None:
        super().__init__(f"{need.kind} {need.key} {need.field}")
        self.need = need


@dataclass(frozen=True, slots=True)
class Board:
    """The printed values of one copy of the game.

    Attributes:
        name: of the copy's data.
        invention: True for made-up boards, which teach nothing.
        regions: the 16 regions, in the order of the data file.
        facts: of the cards whose banner names a region.
        cards: all action cards and the crowns.
    """

    name: str
    invention: bool
    regions: tuple[RegionFacts, ...]
    facts: tuple[CardFacts, ...]
    cards: tuple[Card, ...]

    @property
    def region_ids(self) -> tuple[str, ...]:
        """Ids of all regions, in order."""
        return tuple(region.id for region in self.regions)

    def region(self, region: str) -> RegionFacts:
        """What is printed about a region.

        Raises:
            ValueError: there is no such region.
        """
        for facts in self.regions:
            if facts.id == region:
                return facts
        raise ValueError(f"no region {region}")

    def card(self, card: str) -> Card:
        """A card by its id.

        Raises:
            ValueError: there is no such card.
        """
        for one in self.cards:
            if one.id == card:
                return one
        raise ValueError(f"no card {card}")

    def has_card(self, card: str) -> bool:
        """Whether there is an action card of this id."""
        return any(one.id == card and one.kind != "crown" for one in self.cards)

    def card_facts(self, card: str) -> CardFacts:
        """What is printed in a card's banner.

        Raises:
            ValueError: its banner names no region.
        """
        for facts in self.facts:
            if facts.card == card:
                return facts
        raise ValueError(f"the banner of {card} names no region")


def estate_limit(board: Board, region: str) -> int:
    """The digit on the shield.

    Raises:
        Unknown: nobody has entered it.
    """
    limit = board.region(region).estate_limit
    if limit is None:
        raise Unknown(Need("region", region, "estate_limit", "A-COMP-9"))
    return limit


def city_limit(board: Board, region: str) -> int:
    """The number of towers above the shield.

    Raises:
        Unknown: nobody has entered it.
    """
    limit = board.region(region).city_limit
    if limit is None:
        raise Unknown(Need("region", region, "city_limit", "A-COMP-10"))
    return limit


def borders(board: Board, first: str, second: str) -> bool:
    """Whether two regions share a border; a region never borders on itself.

    Raises:
        Unknown: nobody has entered it.

    Rule: A-CARD-COND-1.
    """
    if first == second:
        return False
    facts = board.region(first)
    if second in facts.neighbours:
        return True
    if second in facts.denied:
        return False
    raise Unknown(Need("border", first, second, "A-DATA-8"))


def near(board: Board, first: str, second: str) -> bool:
    """Whether two regions are the same or share a border.

    Raises:
        Unknown: nobody has entered it.
    """
    return first == second or borders(board, first, second)


def neighbours(board: Board, region: str) -> tuple[str, ...]:
    """All regions that border on a region, in the board's order.

    Raises:
        Unknown: not all of them are known.
    """
    facts = board.region(region)
    if len(facts.neighbours) + len(facts.denied) < len(board.regions) - 1:
        raise Unknown(Need("region", region, "neighbours", "A-DATA-8"))
    return tuple(one for one in board.region_ids if one in facts.neighbours)


def banner_region(board: Board, card: str) -> str:
    """The region in the banner of a card.

    Raises:
        Unknown: nobody has entered it.

    Rule: A-DATA-4.
    """
    region = board.card_facts(card).region
    if region is None:
        raise Unknown(Need("card", card, "region", "A-DATA-4"))
    return region


def has_tower(board: Board, card: str) -> bool:
    """Whether a card shows a tower and can be played as a city card.

    Raises:
        Unknown: nobody has entered it.

    Rule: A-CARD-CITY-1, A-CARD-CITY-6, A-DATA-5.
    """
    if all(facts.card != card for facts in board.facts):
        return False
    tower = board.card_facts(card).tower
    if tower is None:
        raise Unknown(Need("card", card, "tower", "A-DATA-5"))
    return tower == "yes"


def known(board: Board, kind: str, key: str, field: str) -> int | str | None:
    """The printed value of this name; None where it is unknown.

    Raises:
        ValueError: there is nothing of this name.
    """
    if kind == "border":
        facts = board.region(key)
        board.region(field)
        if field in facts.neighbours:
            return "yes"
        return "no" if field in facts.denied else None
    if kind == "region" and field in ("label", "estate_limit", "city_limit"):
        value: int | str | None = getattr(board.region(key), field)
        return None if value == "" else value
    if kind == "region" and field == "listed":
        return "yes" if board.region(key).listed else None
    if kind == "card" and field in ("region", "city", "tower"):
        printed: str | None = getattr(board.card_facts(key), field)
        return printed
    raise ValueError(f"nothing printed is called {kind} {key} {field}")


def learn(board: Board, kind: str, key: str, field: str, value: int | str) -> Board:
    """The board with one printed value entered.

    Args:
        board: as known so far.
        kind: ``region``, ``border`` or ``card``.
        key: id of the region or the card; of a border the first region.
        field: ``label``, ``estate_limit``, ``city_limit``, ``listed`` of a region; ``region``,
            ``city``, ``tower`` of a card; of a border the second region.
        value: what is printed; ``yes`` or ``no`` for borders and towers.
    """
    if kind == "border":
        one = _with_border(board.region(key), field, value)
        other = _with_border(board.region(field), key, value)
        return _with_region(_with_region(board, one), other)
    if kind == "region":
        changed: dict[str, Any] = {field: value == "yes" if field == "listed" else value}
        return _with_region(board, replace(board.region(key), **changed))
    facts = tuple(_with_printed(one, key, field, value) for one in board.facts)
    return replace(board, facts=facts)


def fits(board: Board, kind: str, field: str, value: int | str) -> bool:
    """Whether a value is of the kind that stands in this place.

    Rule: A-COMP-11, A-DATA-2.
    """
    if kind == "border" or (kind == "card" and field == "tower"):
        return value in ("yes", "no")
    if kind == "card" and field == "region":
        return value in board.region_ids
    if kind == "region" and field == "estate_limit":
        return isinstance(value, int) and LIMIT_LEAST <= value <= LIMIT_MOST
    if kind == "region" and field == "city_limit":
        return isinstance(value, int) and 0 <= value <= LIMIT_MOST
    if kind == "region" and field == "listed":
        return value == "yes"
    return isinstance(value, str) and bool(value.strip())


def _with_region(board: Board, facts: RegionFacts) -> Board:
    regions = tuple(facts if one.id == facts.id else one for one in board.regions)
    return replace(board, regions=regions)


def _with_border(facts: RegionFacts, other: str, value: int | str) -> RegionFacts:
    neighbours = tuple(one for one in facts.neighbours if one != other)
    denied = tuple(one for one in facts.denied if one != other)
    if value == "yes":
        return replace(facts, neighbours=(*neighbours, other), denied=denied)
    return replace(facts, neighbours=neighbours, denied=(*denied, other))


def _with_printed(facts: CardFacts, card: str, field: str, value: int | str) -> CardFacts:
    if facts.card != card:
        return facts
    changed: dict[str, Any] = {field: value}
    return replace(facts, **changed)
