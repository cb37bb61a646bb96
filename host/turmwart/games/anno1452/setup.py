"""What a game of Anno 1452 starts from: seats, settings, printed values, Ottokar's position."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.anno1452.board import Board

VARIANTS = ("A", "B", "C", "D", "E", "F1", "F2", "F3", "G1", "G2", "H", "I")
FINAL_YEARS = ("1452", "1438", "1400", "1378")

CHOICES: dict[str, tuple[str, ...]] = {
    "final_year": FINAL_YEARS,
    "setup_one_estate_per_region": ("all", "own"),
    "insolvency": ("per_point", "all_or_nothing"),
    "phase4_order": ("sequential", "net"),
    "excess_citizens": ("stay", "return"),
    "loss_choice": ("owner", "opponent", "weakest_first"),
    "relief_dice": ("dice", "peasants"),
    "relief_origin": ("attacked_region", "fighting_estate"),
    "reaction_window": ("before_first_throw", "before_every_throw"),
    "weapon_cards_scope": ("one_side", "both_sides"),
    "extra_actions": ("consecutive", "second_pass"),
    "barbara_region": ("bayern", "city_region"),
    "marriage_end": ("er4", "before_er"),
    "excommunication_scope": ("declaration", "declaration_and_transfer"),
    "reactions_in_er": ("no", "kindbett"),
    "victory_tie": ("shared", "gold_then_prestige"),
}
"""Settings that are one of several words, the default first; the others are yes or no, except
``dice_available`` (1 to 21) and ``variants``."""


@dataclass(frozen=True, slots=True)
class Settings:
    """By which reading of the open points, and with which variants, the table plays.

    Each attribute is a row of section 18 of the specification and bears its name.
    """

    final_year: str = "1452"
    setup_one_estate_per_region: str = "all"
    insolvency: str = "per_point"
    phase4_order: str = "sequential"
    excess_citizens: str = "stay"
    loss_choice: str = "owner"
    last_peasant_last: bool = True
    relief_dice: str = "dice"
    relief_origin: str = "attacked_region"
    reaction_window: str = "before_first_throw"
    weapon_cards_scope: str = "one_side"
    king_defends_others: bool = False
    anti_king_may_be_king: bool = False
    intrigues_stack: bool = False
    marriage_death_ends_bonus: bool = True
    extra_actions: str = "consecutive"
    barbara_region: str = "bayern"
    tie_counts_as_extreme: bool = True
    marriage_end: str = "er4"
    good_crop_includes_principality: bool = True
    good_crop_stacks: bool = False
    excommunication_scope: str = "declaration"
    pest_can_destroy: bool = False
    reactions_in_er: str = "no"
    ottokar_in_comparisons: bool = False
    victory_tie: str = "shared"
    dice_available: int = 6
    merge_equal_groups: bool = False
    variants: tuple[str, ...] = ()

    def plays(self, variant: str) -> bool:
        """Whether a variant is in force."""
        return variant in self.variants


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: ``s1``, ``s2``.. clockwise, the player's name and colour.

    ``person`` is the id under which the player is known beyond this table; may stay empty.
    """

    seat: str
    name: str
    colour: str
    person: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """One of Ottokar's Estates as it stands at the start."""

    region: str
    city: bool = False
    citizens: int = 0


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a game starts from.

    Attributes:
        seats: two to four, clockwise, with different colours.
        board: printed values as far as known.
        settings: readings and variants.
        ottokar: Ottokar's Estates; empty without him.
        ottokar_colour: his colour.
    """

    seats: tuple[Seat, ...]
    board: Board
    settings: Settings = Settings()
    ottokar: tuple[Placed, ...] = ()
    ottokar_colour: str = ""


def check(setup: Setup) -> None:
    """Refuse a setup that cannot be played.

    Raises:
        ValueError: the message says what is wrong.

    Rule: A-COMP-1, A-EPOCH-10, A-EPOCH-11, A-OTTO-1, A-DATA-6, A-VAR-G-1.
    """
    count = len(setup.seats)
    if not 2 <= count <= 4:
        raise ValueError(f"Anno 1452 is for 2 to 4 players, not {count}")
    expected = tuple(f"s{n}" for n in range(1, count + 1))
    if tuple(seat.seat for seat in setup.seats) != expected:
        raise ValueError(f"seats must be {', '.join(expected)}, clockwise")
    colours = [seat.colour for seat in setup.seats]
    if setup.ottokar:
        colours.append(setup.ottokar_colour)
    if len(set(colours)) != len(colours) or "" in colours:
        raise ValueError(f"everybody needs a colour of his own: {colours}")
    _check_settings(setup.settings, count)
    if setup.ottokar:
        _check_ottokar(setup, count)


def _check_settings(settings: Settings, count: int) -> None:
    for name, words in CHOICES.items():
        if getattr(settings, name) not in words:
            raise ValueError(f"{name} must be one of {', '.join(words)}")
    if not 1 <= settings.dice_available <= 21:
        raise ValueError("dice_available must be 1 to 21")
    unknown = [variant for variant in settings.variants if variant not in VARIANTS]
    if unknown or len(set(settings.variants)) != len(settings.variants):
        raise ValueError(f"variants must be different ones of {', '.join(VARIANTS)}")
    if settings.plays("G1") and settings.plays("G2"):
        raise ValueError("variants G1 and G2 exclude each other")
    if settings.plays("B") and count != 2:
        raise ValueError("variant B is for two players")


def _check_ottokar(setup: Setup, count: int) -> None:
    if count > 3:
        raise ValueError("Ottokar plays with two or three players only")
    placed = setup.ottokar
    if len(placed) != 16 or sum(one.citizens for one in placed) != 24:
        raise ValueError("Ottokar has 16 Estates and 24 Citizens on the map")
    for one in placed:
        if one.citizens > (6 if one.city else 3):
            raise ValueError(f"too many Citizens at an Estate of Ottokar in {one.region}")
    for region in {one.region for one in placed}:
        facts = setup.board.region(region)
        here = [one for one in placed if one.region == region]
        if facts.estate_limit is not None and len(here) > facts.estate_limit:
            raise ValueError(f"too many Estates of Ottokar in {region}")
        if facts.city_limit is not None and sum(o.city for o in here) > facts.city_limit:
            raise ValueError(f"too many Cities of Ottokar in {region}")
