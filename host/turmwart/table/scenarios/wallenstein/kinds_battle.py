"""Compact kinds of battles; each gathers, throws and settles by the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from turmwart.games.wallenstein.board import BUILDINGS, Board, EventFacts
from turmwart.games.wallenstein.commands import (
    DrawFamineCards,
    MoveArmies,
    OrderFamine,
    ReportThrow,
    RevealActionCard,
    RevealPlan,
)
from turmwart.games.wallenstein.events import (
    BattleBegan,
    BattleSettled,
    GrainCollected,
    TaxCollected,
)
from turmwart.games.wallenstein.state import ACTIONS, TILES, BattleRecord, State
from turmwart.kernel.cubes import Cubes
from turmwart.table.scenarios.values import Either, Reader, Unordered, shown
from turmwart.table.scenarios.wallenstein.board import (
    learn_event,
    learn_famine,
    learn_neighbours,
    learn_province,
    open_board,
    set_event,
)
from turmwart.table.scenarios.wallenstein.position import Position, Unsound, actions_first
from turmwart.table.scenarios.wallenstein.run import Refused, Run
from turmwart.table.scenarios.wallenstein.seats import GREEN, Seats
from turmwart.table.scenarios.wallenstein.start import laid_out
from turmwart.table.scenarios.wallenstein.winter import autumn_ends

TYPES = ("player", "neutral", "revolt", "famine")
PILE = "pile"


@dataclass(slots=True)
class Fight:
    """A battle as a scenario gives it.

    Attributes:
        thrown: cubes of the two sides, as the scenario says they were thrown.
        tower: cubes inside before; None: as many as make the fallen ones possible.
        tiles: bonus tile by seat.
        supplies: armies in the supply of a colour, where they are given.
    """

    kind: str
    province: str
    attacker: str
    defender: str
    thrown: Cubes
    tray: Cubes = field(default_factory=Cubes)
    fallen: Cubes = field(default_factory=Cubes)
    tower: Cubes | None = None
    source: str = ""
    markers: int = 0
    buildings: tuple[str, ...] = ()
    action: str = "move_a"
    income: int = 4
    extra_farmers: int | None = None
    tiles: dict[str, str] = field(default_factory=dict)
    supplies: dict[str, int] = field(default_factory=dict)

    def from_supply(self, colour: str, wanted: int) -> int:
        """How many of ``wanted`` armies the supply of a colour can give (W-BONUS-10)."""
        return min(wanted, self.supplies.get(colour, wanted))


def battle(given: Reader) -> dict[str, Any]:
    """A whole battle: what goes in, what falls, who wins, where every cube goes."""
    seats, fight, board = _read(given)
    run = Run(_position(seats, fight, board).state())
    before = run.state
    _begin(run, fight)
    began = run.newest(BattleBegan)
    if began is None:
        raise Unsound("no battle broke out")
    gathered = began.battle
    if gathered.thrown != fight.thrown:
        raise given.fault(
            "thrown",
            "scenario.not_thrown",
            found=shown(gathered.thrown.as_dict()),
            said=shown(fight.thrown.as_dict()),
        )
    moved = given.whole_or_none("armies_moved")
    if moved is not None:
        sent = _from_place(gathered.gathered, f"province:{gathered.source}").total
        if moved != sent:
            raise given.fault("armies_moved", "scenario.not_so", found=moved, known=sent)
    found: dict[str, Any] = {
        "from_supply": seats.counted(_from_place(gathered.gathered, "supply").as_dict()),
        "thrown": seats.counted(gathered.thrown.as_dict()),
        "farmers_missing": gathered.farmers_missing,
        "objection": None,
    }
    try:
        run.do(ReportThrow(fight.fallen))
    except Refused as refused:
        if refused.objection.rule != "W-CUBE-5":
            raise
        return {**found, "objection": refused.objection.rule}
    settled = run.newest(BattleSettled)
    if settled is None:
        raise Unsound("the battle was not settled")
    return {**found, **described(seats, run.state, settled.record), **_moved(seats, before, run)}


def described(seats: Seats, state: State, record: BattleRecord) -> dict[str, Any]:
    """What a scenario may expect of a settled battle."""
    removed = Unordered(record.buildings_removed)
    return {
        "type": record.battle.kind,
        "province": record.battle.province,
        "strength": {"attacker": record.attacker_strength, "defender": record.defender_strength},
        "outcome": record.outcome,
        "fallen": seats.counted(record.fallen.as_dict()),
        "to_supply": seats.counted(record.to_supply.as_dict()),
        "to_province": seats.counted(record.to_province.as_dict()),
        "stays_in_tray": seats.counted(record.stays.as_dict()),
        "owner": owner_said(seats, record.owner),
        "devastated": {"buildings_removed": removed, "card_to": PILE}
        if record.devastated
        else Either((None, False)),
        "revolt_markers_after": record.markers_after,
        "farmers_helped": record.farmers_helped,
        "buildings_after": Unordered(state.province(record.battle.province).buildings),
        "witness": record.witness,
    }


def owner_said(seats: Seats, owner: str | None) -> Either:
    """An owner by name, colour or seat; null where there is none."""
    if owner is None:
        return Either((None, "none", "neutral"))
    words = next((s.name, s.colour, s.seat) for s in seats.all if s.seat == owner)
    return Either(tuple(dict.fromkeys(words)))


def _moved(seats: Seats, before: State, run: Run) -> dict[str, Any]:
    """Where cubes, card and income went in the course of the battle."""
    settled = run.newest(BattleSettled)
    assert settled is not None
    province = settled.record.battle.province
    inside, left = before.ledger.at("tower"), run.state.ledger.at("tower")
    change = {c: left[c] - inside[c] for c in sorted({*inside, *left})}
    was, now = before.card_place(province), run.state.card_place(province)
    card: Any = None
    if was != now:
        card = {"from": _card(seats, was), "to": _card(seats, now)}
    defender = settled.record.battle.defender
    kept = 0
    if settled.record.battle.kind == "revolt":
        one, two = before.player(defender), run.state.player(defender)
        kept = two.thalers - one.thalers + two.grain - one.grain
    return {
        "tower_change": seats.counted(change),
        "tower_after": seats.counted(left.as_dict()),
        "tray_after": seats.counted(run.state.ledger.at("tray").as_dict()),
        "card": card,
        "income_kept": kept,
    }


def _card(seats: Seats, place: str) -> Either:
    return owner_said(seats, place) if place in seats.ids else Either((place,))


def _from_place(gathered: tuple[Any, ...], place: str) -> Cubes:
    return Cubes.sum(part.cubes for part in gathered if part.place == place)


def _read(given: Reader) -> tuple[Seats, Fight, Board]:
    kind = given.word("type", TYPES)
    sides = [given.text("attacker")] if kind in ("player", "neutral") else []
    sides += [given.text("defender")] if kind != "neutral" else []
    for optional in ("attacker", "defender"):
        if optional in given and given.text(optional) not in (*sides, GREEN, "farmers", "neutral"):
            raise given.fault(optional, "scenario.no_side", found=given.text(optional), kind=kind)
    keys = ("thrown", "tray_before", "fallen", "tower_before", "supply")
    parts = {key: given.reader(key) for key in keys}
    named = [*sides, *(key for part in parts.values() for key in part.keys)]
    count = given.whole_or_none("players", 3, 5)
    seats = Seats.named(named, count, given.at, given.where)
    attacker = seats.of(sides[0], given.at, given.where) if kind in ("player", "neutral") else ""
    defender = seats.of(sides[-1], given.at, given.where) if kind != "neutral" else ""
    cubes = {key: seats.cubes(part) for key, part in parts.items()}
    province = given.text("province", "vogtland")
    fight = Fight(
        kind,
        province,
        attacker,
        defender,
        thrown=cubes["thrown"],
        tray=cubes["tray_before"],
        fallen=cubes["fallen"],
        tower=cubes["tower_before"] if "tower_before" in given else None,
        source=given.text("from", "") if kind in ("player", "neutral") else "",
        markers=given.whole("revolt_markers", 0, 0, 42),
        buildings=given.words("buildings", BUILDINGS),
        tiles=_tiles(given, seats, attacker, defender),
        supplies={
            seats.cube_colour(key, given.at, parts["supply"].where): parts["supply"].whole(key)
            for key in parts["supply"].keys
        },
    )
    board = learn_event(open_board(), given, "event")
    board = learn_province(board, province)
    if kind in ("player", "neutral"):
        fight.action = given.word("action", ("move_a", "move_b"), "move_a")
    if kind == "revolt":
        fight.action = given.word("action", ("collect_tax", "collect_grain"), "collect_tax")
        fight.income = given.whole("income_taken", 4)
        what = "tax" if fight.action == "collect_tax" else "grain"
        board = learn_province(board, province, **{what: fight.income})
    if kind == "famine":
        fight.extra_farmers = given.whole_or_none("extra_farmers")
    return seats, fight, board


def _tiles(given: Reader, seats: Seats, attacker: str, defender: str) -> dict[str, str]:
    tiles: dict[str, str] = {}
    tile = given.word("bonus_tile", TILES, "")
    if tile:
        tiles[defender if tile == "plus_1_defence" or not attacker else attacker] = tile
    part = given.reader("bonus_tiles")
    for key in part.keys:
        tiles[seats.of(key, part.at, part.where)] = part.word(key, TILES)
    return tiles


def tower_for(fallen: Cubes, thrown: Cubes) -> Cubes:
    """The fewest cubes inside that let ``fallen`` fall when ``thrown`` goes in."""
    return Cubes.from_counts({c: max(0, fallen[c] - thrown[c]) for c in fallen})


def _position(seats: Seats, fight: Fight, board: Board) -> Position:
    """The position before the battle's command."""
    position = Position(seats, board, actions=actions_first(fight.action), event="event_1")
    position.tray = fight.tray
    inside = tower_for(fight.fallen, fight.thrown + fight.tray)
    position.tower = inside.without(*fight.supplies) if fight.tower is None else fight.tower
    position.supplies = dict(fight.supplies)
    for seat, tile in fight.tiles.items():
        position.holding(seat).tile = tile
    attacker, defender = seats.colour(fight.attacker), seats.colour(fight.defender)
    if fight.kind in ("player", "neutral"):
        position.order = (fight.attacker, *(s for s in seats.ids if s != fight.attacker))
        source = fight.source or next(p for p in position.spare(2) if p != fight.province)
        position.board = learn_province(position.board, source)
        position.board = learn_neighbours(position.board, source, fight.province)
        sent = _sent(fight, attacker)
        if sent < 1:
            raise Unsound("an attack needs an army that moves")
        position.own(source, fight.attacker, sent + 1)
        fight.source = source
    else:
        position.order = (fight.defender, *(s for s in seats.ids if s != fight.defender))
    if fight.kind != "neutral":
        joining = fight.from_supply(defender, _joining(fight, board))
        armies = fight.thrown[defender] - joining
        if armies < 1:
            raise Unsound("the defender needs an army in the province")
        stand = position.own(fight.province, fight.defender, armies)
        stand.buildings, stand.markers = fight.buildings, fight.markers
    elif fight.markers or fight.buildings:
        raise Unsound("a neutral province bears neither buildings nor revolt markers")
    if fight.kind == "famine":
        _starve(position, fight)
    return position


def _sent(fight: Fight, colour: str) -> int:
    """Armies that move in: those thrown without the one of the tile."""
    extra = 1 if fight.tiles.get(fight.attacker) == "plus_1_attack" else 0
    return fight.thrown[colour] - fight.from_supply(colour, extra)


def _joining(fight: Fight, board: Board) -> int:
    """Armies that join the defender from the supply."""
    joining = 0
    event = board.event("event_1")
    if event.kind == "building_defence" and event.building in fight.buildings:
        joining += (event.value or 0) if fight.kind != "famine" else 0
    if fight.kind == "player" and fight.tiles.get(fight.defender) == "plus_1_defence":
        joining += 1
    return joining


def _starve(position: Position, fight: Fight) -> None:
    """Let the defender's only province revolt for want of one grain."""
    extra = fight.extra_farmers
    if extra is None:
        extra = fight.thrown[GREEN] - fight.markers
    if extra < 0:
        raise Unsound("fewer farmers than revolt markers")
    position.board = learn_famine(position.board, 1, provinces=1, extra_farmers=extra)
    autumn_ends(position)
    position.holding(fight.defender).grain = 0


def _begin(run: Run, fight: Fight) -> None:
    """The commands that lead to the throw."""
    if fight.kind in ("player", "neutral"):
        run.do(RevealPlan(fight.attacker, fight.source))
        sent = _sent(fight, run.state.player(fight.attacker).colour)
        run.do(MoveArmies(fight.attacker, fight.province, sent))
    elif fight.kind == "revolt":
        run.do(RevealPlan(fight.defender, fight.province))
        if run.newest(TaxCollected) is None and run.newest(GrainCollected) is None:
            raise Unsound("nothing was collected")
    else:
        for seat in run.state.order[run.state.turn :]:
            run.do(RevealPlan(seat, "money"))
        starve(run, fight.defender, (fight.province,))


def starve(run: Run, seat: str, provinces: tuple[str, ...]) -> None:
    """Draw famine cards and choose the order, as far as the rules ask for it."""
    if run.prompt("DrawFamineCards") is not None:
        run.do(DrawFamineCards(seat, provinces))
    if run.prompt("OrderFamine") is not None:
        run.do(OrderFamine(seat, provinces))


def revolt_throw(given: Reader) -> dict[str, Any]:
    """Whether a collection causes a revolt, what is thrown, and what each end leaves."""
    action = given.word("action", ("collect_tax", "collect_grain"))
    province = given.text("province")
    what = "tax" if action == "collect_tax" else "grain"
    board = learn_event(open_board(), given, "event")
    board = learn_province(board, province, **{what: given.whole(f"printed_{what}", 4)})
    player = [given.text("player")] if "player" in given else []
    tray_part, tower_part = given.reader("tray_before"), given.reader("tower_before")
    named = [*player, *tray_part.keys, *tower_part.keys]
    seats = Seats.named(named, None, given.at, given.where)
    actor = seats.ids[0]
    position = Position(seats, board, actions=actions_first(action), event="event_1")
    position.tray, position.tower = seats.cubes(tray_part), seats.cubes(tower_part)
    stand = position.own(province, actor, given.whole("armies_in_province", least=1, most=62))
    stand.markers = given.whole("revolt_markers", 0, 0, 42)
    stand.buildings = given.words("buildings", BUILDINGS)
    state = position.state()
    run = Run(state)
    run.do(RevealPlan(actor, province))
    began = run.newest(BattleBegan)
    if began is None:
        return {"revolt": False, "revolt_markers_after": run.state.province(province).markers}
    thrown, colour = began.battle.thrown, seats.colour(actor)
    whole_tray = began.battle.tray == state.ledger.at("tray")
    tray: Any = seats.counted(began.battle.tray.as_dict())
    return {
        "revolt": True,
        "throw": {
            "player_armies": thrown[colour],
            "farmers": thrown[GREEN],
            "tray": Either((tray, "all")) if whole_tray else tray,
        },
        "if_player_wins": _ending(run.state, thrown.only(colour), actor, province),
        "if_farmers_win": _ending(run.state, Cubes(), actor, province),
    }


def _ending(state: State, fallen: Cubes, actor: str, province: str) -> dict[str, Any]:
    run = Run(state)
    run.do(ReportThrow(fallen))
    after = run.state.province(province)
    return {
        "keeps_province": after.owner == actor,
        "revolt_markers": after.markers,
        "armies_in_province": run.state.armies(province),
    }


def count_check(given: Reader) -> dict[str, Any]:
    """Whether a count of fallen cubes can be true.

    One colour of players and farmers are thrown as an attack on a neutral province, two colours
    as an attack on a player, three and more as the filling of the tower.
    """
    keys = ("tower_before", "thrown", "tray_before", "fallen")
    parts = {key: given.reader(key) for key in keys}
    named = [key for part in (parts["thrown"], *parts.values()) for key in part.keys]
    seats = Seats.named(named, None, given.at, given.where)
    cubes = {key: seats.cubes(part) for key, part in parts.items()}
    sides = tuple(cubes["thrown"].without(GREEN))
    if len(sides) > 2:
        run = laid_out(Seats.named(sides, len(sides), given.at, given.where))
        if cubes["tower_before"] or cubes["tray_before"]:
            raise given.fault("tower_before", "scenario.fill_empty")
    else:
        run = _fought(given, seats, cubes)
    gathered = run.state.ledger.at("hand")
    if gathered != cubes["thrown"] + cubes["tray_before"]:
        raise given.fault(
            "thrown",
            "scenario.not_thrown",
            found=shown(gathered.as_dict()),
            said=shown(cubes["thrown"].as_dict()),
        )
    slot = run.throw_slot()
    if slot is None:
        raise Unsound("no throw is due")
    beyond = tuple(c for c, n in cubes["fallen"].counts if n > slot.bounds[c])
    objection = run.objects(ReportThrow(cubes["fallen"]))
    return {
        "plausible": objection is None,
        "impossible_colours": Unordered(beyond),
        "objection": objection.rule if objection is not None else None,
    }


def _fought(given: Reader, seats: Seats, cubes: dict[str, Cubes]) -> Run:
    """A run in which the two sides' cubes are in the hand."""
    thrown = cubes["thrown"]
    fighters = [s.seat for c in thrown.without(GREEN) for s in seats.all if s.colour == c]
    if not fighters:
        raise given.fault("thrown", "scenario.sides", found=0)
    fight = Fight(
        "player" if len(fighters) == 2 else "neutral",
        "vogtland",
        fighters[0],
        fighters[1] if len(fighters) == 2 else "",
        thrown=thrown,
        tray=cubes["tray_before"],
        fallen=cubes["fallen"],
        tower=cubes["tower_before"],
    )
    board = open_board()
    if fight.kind == "neutral":
        defence = EventFacts("event_1", "neutral_defence", value=thrown[GREEN], grain_loss=0)
        board = set_event(board, defence)
    run = Run(_position(seats, fight, board).state())
    _begin(run, fight)
    return run


def card(given: Reader) -> dict[str, Any]:
    """What becomes of a card, and of the action planned with it, when its province falls."""
    conquered = given.text("conquered")
    plan = given.reader("loser_plan")
    planned = [(key, plan.text(key)) for key in plan.keys if key in ACTIONS]
    done = given.words("executed_so_far", ("move_a", "move_b"))
    move = done[-1] if done else "move_a"
    if len(planned) != 1 or planned[0][1] != conquered or len(done) > 1:
        raise given.fault("loser_plan", "scenario.card", conquered=conquered)
    action = planned[0][0]
    seats = Seats.named([], None, given.at, given.where)
    winner, loser, *others = seats.ids
    fight = Fight("player", conquered, winner, loser, Cubes.of(red=4, blue=1))
    fight.fallen, fight.action = Cubes.of(red=4), move
    board = learn_province(open_board(), conquered)
    position = _position(seats, fight, board)
    position.actions = (
        move,
        action,
        *(a for a in actions_first(action) if a not in (move, action)),
    )
    position.actions = position.actions[:5]
    run = Run(position.state())
    _begin(run, fight)
    run.do(ReportThrow(fight.fallen))
    for seat in (loser, *others):
        run.do(RevealPlan(seat, "money"))
    if run.prompt("RevealActionCard") is not None:
        run.do(RevealActionCard(next(a for a in ACTIONS if a not in run.state.action_cards)))
    holder = run.state.card_place(conquered)
    winner_plans = run.objects(RevealPlan(winner, conquered)) is None
    run.do(RevealPlan(winner, "money"))
    lost = run.objects(RevealPlan(loser, conquered)) is not None
    if lost:
        run.do(RevealPlan(loser, "none"))
        lost = run.state.turn == 2
    names = {winner: "winner", loser: "loser"}
    return {
        "card_holder": names.get(holder, holder),
        f"loser_{action}": "nothing" if lost else "executed",
        "winner_may_plan_it_this_season": winner_plans,
    }
