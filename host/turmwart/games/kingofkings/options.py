"""What the game master sets: 35 options, their choices and their ranges."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from turmwart.games.kingofkings.tables import BO, FU, GE, RE
from turmwart.kernel.numbers import is_number

LOSS_ORDER = (FU, BO, RE)
"""Who is lost first by siege and hunger; aboard, generals come after them."""

ABOARD_LOSS_ORDER = (FU, BO, RE, GE)

Value = bool | int | str | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """The options with the defaults of the specification, or its suggestions.

    Rule: K-OPTION-1.
    """

    report_mode: str = "indi"
    orders_per_round: int = 20
    max_generals: int = 3
    vp_per_general: int = 10
    home_builds_only: bool = False
    store_wp: int = 5
    store_wood: int = 9
    store_food: int = 0
    vp_points_troops: tuple[int, ...] = (3, 2, 1)
    vp_points_provinces: tuple[int, ...] = (3, 2, 1)
    vp_points_morale: tuple[int, ...] = (3, 2, 1)
    vp_points_wp: tuple[int, ...] = (3, 2, 1)
    spy_actions_total: int = 50
    end_by: str = "rounds"
    end_rounds: int = 20
    end_points: int = 100
    move_entry: str = "last_point"
    castle_hit_bonus: int = 5
    siege_mode: str = "fixed"
    siege_amount: int = 1
    landing_tactic: str = "F"
    sea_loss_rounding: str = "half_up"
    sea_general_bonus: bool = False
    crew_rule: bool = True
    place_and_move: bool = True
    ally_view: str = "lower_of_both"
    ally_overstep: str = "clamp"
    ally_timing: str = "immediate"
    passage_counts: str = "standing"
    raid_neutral: bool = True
    vert_persist: bool = True
    morale_scope: str = "round"
    order_rotation: str = "fixed"
    vp_needs_positive: bool = True
    npc_ranked: bool = False


CHOICES: dict[str, tuple[str, ...]] = {
    "report_mode": ("indi", "zine"),
    "end_by": ("rounds", "points"),
    "move_entry": ("last_point", "full_cost"),
    "siege_mode": ("fixed", "percent", "none"),
    "landing_tactic": ("F", "order_or_T"),
    "sea_loss_rounding": ("half_up", "down", "up"),
    "ally_view": ("lower_of_both", "own"),
    "ally_overstep": ("clamp", "reject"),
    "ally_timing": ("immediate", "next_round"),
    "passage_counts": ("standing", "standing_and_moving"),
    "morale_scope": ("round", "game"),
    "order_rotation": ("fixed", "rotate"),
}

RANGES: dict[str, tuple[int, int]] = {
    "orders_per_round": (1, 999),
    "max_generals": (0, 99),
    "vp_per_general": (1, 999),
    "store_wp": (0, 9999),
    "store_wood": (0, 9999),
    "store_food": (0, 9999),
    "spy_actions_total": (0, 9999),
    "end_rounds": (1, 999),
    "end_points": (1, 9999),
    "castle_hit_bonus": (0, 5),
    "siege_amount": (0, 100),
}

NAMES = tuple(field.name for field in fields(Options))
MOST_POINTS = 999


def fault_of(name: str, value: Value) -> str:
    """What may stand for an option, where ``value`` does not fit it; empty where it does."""
    if name not in NAMES:
        return ", ".join(NAMES)
    if name in CHOICES:
        return "" if value in CHOICES[name] else ", ".join(CHOICES[name])
    if name in RANGES:
        least, most = RANGES[name]
        fits = type(value) is int and least <= value <= most
        return "" if fits else f"{least}..{most}"
    if name.startswith("vp_points_"):
        fits = (
            isinstance(value, tuple)
            and len(value) == 3
            and all(type(v) is int and 0 <= v <= MOST_POINTS for v in value)
        )
        return "" if fits else "3,2,1"
    return "" if isinstance(value, bool) else "yes, no"


def with_option(options: Options, name: str, value: Value) -> Options:
    """The options with one of them changed.

    Raises:
        ValueError: there is no such option, or it cannot have this value; names what may stand.
    """
    fault = fault_of(name, value)
    if fault:
        raise ValueError(f"option {name} cannot be {value!r}: {fault}")
    return replace(options, **{name: value})  # type: ignore[arg-type]


def read_value(name: str, text: str) -> Value:
    """The value that a text gives to an option.

    Raises:
        ValueError: there is no such option, or it cannot have this value; names what may stand.
    """
    value: Value = text
    if name in RANGES and is_number(text.removeprefix("-")):
        value = int(text)
    elif name.startswith("vp_points_") and all(is_number(p) for p in text.split(",")):
        value = tuple(int(part) for part in text.split(","))
    elif name in NAMES and name not in CHOICES and text in ("yes", "no"):
        value = text == "yes"
    fault = fault_of(name, value)
    if fault:
        raise ValueError(f"option {name} cannot be {text!r}: {fault}")
    return value
