"""What the screens show, as frozen dataclasses."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.wallenstein.court_state import Protection
from turmwart.games.wallenstein.court_view import CourtView
from turmwart.games.wallenstein.state import Battle, BattleRecord, Flag, Place, Score
from turmwart.kernel.cubes import Cubes


@dataclass(frozen=True, slots=True)
class ProvinceView:
    """A province of a player.

    Attributes:
        tax: thalers that collecting would bring now, event and tile applied; None if unknown.
        grain: the same in grain.
        printed_tax: thalers as printed; None if unknown.
        printed_grain: grain as printed; None if unknown.
        sites: building sites; None if unknown.
        used: action that its card served this season, ``bid``, ``exchange``, ``conquered`` or
            empty.
        revolt_farmers: farmers that would be thrown if it were collected from now; 0: no revolt.
        in_battle: whether its armies are in the hand for a throw.
    """

    id: str
    label: str
    region: str
    armies: int
    tax: int | None
    grain: int | None
    printed_tax: int | None
    printed_grain: int | None
    sites: int | None
    buildings: tuple[str, ...]
    markers: int
    used: str
    revolt_farmers: int
    in_battle: bool


@dataclass(frozen=True, slots=True)
class Lead:
    """Buildings of a kind that a player has in a region.

    Attributes:
        leads: nobody has more, and the player has at least one.
        shared: somebody else has as many.
    """

    region: str
    building: str
    count: int
    leads: bool
    shared: bool


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What belongs to a player."""

    seat: str
    name: str
    colour: str
    thalers: int
    grain: int
    points: int
    income_thalers: int
    income_grain: int
    supply: int
    groups: tuple[int, ...]
    tile: str
    space: int
    bid: str
    shortage: int
    provinces: tuple[ProvinceView, ...]
    leads: tuple[Lead, ...]


@dataclass(frozen=True, slots=True)
class EventView:
    """An event card; ``kind`` is empty while it is unknown."""

    id: str
    kind: str
    value: int | None
    building: str
    recruit_5: int | None
    recruit_3: int | None
    grain_loss: int | None
    text: str


@dataclass(frozen=True, slots=True)
class TowerView:
    """Contents by the books; ``tower`` is None where the option forbids to show it.

    ``on_request``: screens show it only when asked.
    """

    tower: Cubes | None
    on_request: bool
    tray: Cubes
    hand: Cubes


@dataclass(frozen=True, slots=True)
class View:
    """A whole table.

    Attributes:
        active: seat whose turn it is; empty if all or nobody.
        step: what the active player's turn waits for: ``reveal``, ``execute``, ``move``,
            ``battle``, ``turn_up`` or empty.
        actions: action cards known, by space; an empty name is a face-down card.
        action_index: index in ``actions`` of the present action; -1 outside the actions.
        event: event of the season; None if none.
        face_up: event cards still face up.
        settle_seconds: how long no cube must fall before a throw counts as over, seconds.
        battle: the battle whose cubes are in the hand.
        last_battle: the last battle decided.
        neutral: provinces in play without owner, id and name.
        substitutes_thalers: thalers of substitutes in use, since the bank ran short.
        substitutes_markers: substitute revolt markers in use.
        stock: buildings left, kind and number.
        flags: corrected values whose earlier use should be checked.
        court: the Imperial Court; None where the table plays without it.
        protections: attacks that cards forbid for the season.
        event_cancelled: a card cancelled the event of the season.
    """

    phase: str
    year: int
    season: str
    active: str
    step: str
    order: tuple[str, ...]
    actions: tuple[str, ...]
    action_index: int
    tiles: tuple[str, ...]
    event: EventView | None
    face_up: tuple[EventView, ...]
    display: tuple[str, ...]
    players: tuple[PlayerView, ...]
    neutral: tuple[tuple[str, str], ...]
    farmers: str
    farmers_supply: int
    bank: int
    stock: tuple[tuple[str, int], ...]
    markers_stock: int
    substitutes_thalers: int
    substitutes_markers: int
    tower: TowerView
    throws: int
    settle_seconds: int
    battle: Battle | None
    last_battle: BattleRecord | None
    scores: tuple[Score, ...]
    ranking: tuple[Place, ...]
    flags: tuple[Flag, ...]
    court: CourtView | None = None
    protections: tuple[Protection, ...] = ()
    event_cancelled: bool = False
