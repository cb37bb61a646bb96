"""What the table must do now, and what it may."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turmwart.games.wallenstein import (
    actions,
    court,
    court_prompts,
    draft,
    execution,
    movement,
    season,
    throws,
)
from turmwart.games.wallenstein.asking import card_option, corrections, questions
from turmwart.games.wallenstein.court_state import TOWER_CARD
from turmwart.games.wallenstein.printed import needs
from turmwart.games.wallenstein.state import ACTIONS, FARMERS, TILES, Acting, State
from turmwart.games.wallenstein.whereabouts_events import LOST
from turmwart.kernel.prompt import Choice, CubeCount, Number, Option, Prompt, Several, Sheet

ID = "wallenstein.prompt."


def prompts(state: State, seat: str | None = None) -> tuple[Prompt, ...]:
    """What must be done now first, then what may be left out.

    Args:
        state: the game.
        seat: only what this seat or the whole table is asked; None: everything.

    Rule: W-OBS-1 to W-OBS-13.
    """
    return tuple(
        prompt
        for prompt in (*_due(state), *corrections(state))
        if seat is None or prompt.seat in ("", seat)
    )


def _due(state: State) -> Iterator[Prompt]:
    if state.awaiting_throw:
        yield _throw(state)
        return
    asked = questions(state, needs(state))
    if asked:
        yield from asked
        return
    match state.phase:
        case "display":
            yield _lay_display(state)
            yield from _lineups(state, must=False)
        case "draft":
            yield from _draft(state)
        case "lineup":
            yield from _lineups(state, must=True)
        case "events":
            yield _lay_events(state)
        case "action_cards":
            yield _several(
                "lay_action_cards", "LayActionCards", "actions", _actions(ACTIONS), 5, "W-PHASE-4"
            )
        case "bonus_tiles":
            yield _several(
                "lay_bonus_tiles", "LayBonusTiles", "tiles", _tiles(TILES), len(TILES), "W-BONUS-1"
            )
        case "favors":
            yield court_prompts.favors_due(state)
        case "exchanges":
            yield from court_prompts.exchanges_due(state)
        case "audience":
            yield from court_prompts.audience_due(state)
        case "planning":
            yield _draw_event(state)
        case "bids":
            yield _bids(state)
        case "tiles":
            yield _choose_tile(state)
        case "actions":
            yield from _turn(state)
        case "famine":
            yield from _famine(state)
        case "over":
            yield from _over(state)


def provinces(state: State, ids: Iterable[str]) -> tuple[Option, ...]:
    """Options that name provinces."""
    return tuple(Option(province, label=state.label(province)) for province in ids)


def _actions(ids: Iterable[str]) -> tuple[Option, ...]:
    return tuple(Option(action, f"wallenstein.action.{action}") for action in ids)


def _tiles(ids: Iterable[str]) -> tuple[Option, ...]:
    return tuple(Option(tile, f"wallenstein.tile.{tile}") for tile in ids)


def _several(
    name: str, command: str, slot: str, options: tuple[Option, ...], count: int, rule: str
) -> Prompt:
    chosen = Several(slot, options, count, count, ordered=True)
    return Prompt(ID + name, command, slots=(chosen,), rule=rule, values=(("count", count),))


def _throw(state: State) -> Prompt:
    battle = state.battle
    values: tuple[tuple[str, int | str], ...]
    if battle is None:
        rule = "W-SETUP-23"
        values = (
            ("what", "@wallenstein.battle.fill"),
            ("province", ""),
            ("attacker", ""),
            ("defender", ""),
            ("missing", 0),
        )
    else:
        rule = "W-BATTLE-11"
        values = (
            ("what", f"@wallenstein.battle.{battle.kind}"),
            ("province", state.label(battle.province)),
            ("attacker", side(state, battle.attacker)),
            ("defender", side(state, battle.defender)),
            ("missing", battle.farmers_missing),
        )
    fallen = CubeCount(
        "fallen",
        throws.bounds(state),
        state.ledger.at("hand"),
        tower=True,
        hidden=state.tower_hidden,
        colours=state.colours,
    )
    values = (*values, ("cubes", state.ledger.at("hand").total))
    return Prompt(ID + "throw", "ReportThrow", slots=(fallen,), rule=rule, values=values)


def side(state: State, which: str) -> str:
    """Name of a side of a battle, as a value of a text."""
    return "@wallenstein.farmers" if which == FARMERS else state.player(which).name


def _lay_display(state: State) -> Prompt:
    cards = provinces(state, draft.in_deck(state))
    return _several("lay_display", "LayDisplay", "cards", cards, draft.DISPLAY, "W-SETUP-9")


def _lineups(state: State, *, must: bool) -> Iterator[Prompt]:
    free = draft.in_deck(state)
    for player in state.players:
        if not player.groups:
            continue
        names = draft.group_names(player.groups)
        values: tuple[tuple[str, int | str], ...] = (
            ("player", player.name),
            *zip(names, player.groups, strict=True),
        )
        rows = tuple(Choice(name, provinces(state, free)) for name in names)
        yield Prompt(
            ID + "enter_lineup",
            "EnterLineup",
            player.seat,
            must,
            (Sheet("groups", rows),),
            (("seat", player.seat),),
            "W-SETUP-20",
            values,
        )
        known = tuple(
            Option(lineup.id, label=", ".join(state.label(p) for p, _ in lineup.provinces))
            for lineup in state.board.lineups
            if lineup.players == len(state.players)
            and lineup.complete
            and {p for p, _ in lineup.provinces} <= set(free)
        )
        if known:
            yield Prompt(
                ID + "use_lineup",
                "UseLineup",
                player.seat,
                False,
                (Choice("lineup", known),),
                (("seat", player.seat),),
                "W-SETUP-20",
                (("player", player.name),),
            )


def _draft(state: State) -> Iterator[Prompt]:
    seat = state.drafting
    player = state.player(seat)
    fixed = (("seat", seat),)
    named: tuple[tuple[str, int | str], ...] = (("player", player.name),)
    deck = provinces(state, draft.in_deck(state))
    if len(state.display) < draft.DISPLAY:
        # With no card left that is known by name, the table is asked for a name first.
        if deck:
            slots = (Choice("province", deck),)
            yield Prompt(ID + "turn_up_card", "TurnUpCard", slots=slots, rule="W-SETUP-15")
        return
    if state.drafted:
        sizes = tuple(Option(n, label=str(n)) for n in sorted(set(player.groups), reverse=True))
        yield Prompt(
            ID + "place_group",
            "PlaceGroup",
            seat,
            slots=(Choice("armies", sizes),),
            fixed=fixed,
            rule="W-SETUP-14",
            values=(*named, ("province", state.label(state.drafted))),
        )
        return
    shown = provinces(state, state.display)
    for name, options, must in (("take_card", shown, True), ("take_from_deck", deck, False)):
        if not options:
            continue
        yield Prompt(
            ID + name,
            "TakeCard",
            seat,
            must,
            (Choice("province", options),),
            fixed,
            "W-SETUP-13",
            named,
        )
    if draft.may_refresh(state, seat):
        cards = Several("cards", deck, draft.DISPLAY, draft.DISPLAY)
        yield Prompt(
            ID + "refresh_display",
            "RefreshDisplay",
            seat,
            False,
            (cards,),
            fixed,
            "W-SETUP-16",
            named,
        )


def event_option(state: State, card: str, *, loss: bool = False) -> Option:
    """An event card as an option."""
    return card_option(card, state.board.event(card), loss=loss)


def _lay_events(state: State) -> Prompt:
    cards = tuple(event_option(state, card, loss=True) for card in season.events_left(state))
    chosen = Several("cards", cards, season.EVENTS_PER_YEAR, season.EVENTS_PER_YEAR)
    values = (("year", state.year + 1), ("count", season.EVENTS_PER_YEAR))
    rule = "W-SETUP-25" if state.year == 0 else "W-YEAREND-1"
    return Prompt(ID + "lay_events", "LayEvents", slots=(chosen,), rule=rule, values=values)


def _draw_event(state: State) -> Prompt:
    cards = Choice(
        "card", tuple(event_option(state, card, loss=True) for card in state.year_events)
    )
    values = (("count", len(state.year_events)),)
    name = "plan_and_draw_event" if state.court is None else "plan_court_and_draw_event"
    return Prompt(ID + name, "DrawEvent", slots=(cards,), rule="W-PHASE-8", values=values)


def _bids(state: State) -> Prompt:
    tied = season.tie(state)
    if tied:
        options = tuple(Option(seat, label=state.player(seat).name) for seat in tied)
        return _several("draw_commanders", "DrawCommanders", "order", options, len(tied), "W-BID-4")
    rows = []
    for player in state.players:
        money = tuple(Option(card, f"wallenstein.card.{card}") for card in season.MONEY_BIDS)
        own = provinces(state, (stands.id for stands in state.owned(player.seat)))
        words = [season.NO_BID] if state.court is None else [TOWER_CARD, season.NO_BID]
        others = tuple(Option(card, f"wallenstein.card.{card}") for card in words)
        rows.append(Choice(player.seat, (*reversed(money), *own, *others)))
    values = tuple((player.seat, player.name) for player in state.players)
    return Prompt(
        ID + "reveal_bids",
        "RevealBids",
        slots=(Sheet("bids", tuple(rows)),),
        rule="W-BID-1",
        values=values,
    )


def _choose_tile(state: State) -> Prompt:
    seat = state.bid_groups[0][0]
    return Prompt(
        ID + "choose_tile",
        "ChooseTile",
        seat,
        slots=(Choice("tile", _tiles(season.tiles_left(state))),),
        fixed=(("seat", seat),),
        rule="W-BID-5",
        values=(("player", state.player(seat).name),),
    )


def _turn(state: State) -> Iterator[Prompt]:
    if season.card_due(state):
        left = Choice("action", _actions(season.cards_left(state)))
        space = len(state.action_cards) + 1
        yield Prompt(
            ID + "reveal_action_card",
            "RevealActionCard",
            slots=(left,),
            rule="W-PHASE-7",
            values=(("space", space),),
        )
    elif state.acting is not None:
        yield from _move(state, state.acting)
    else:
        yield _reveal(state)
        yield Prompt(
            ID + "pass_action",
            "PassAction",
            must=False,
            rule="W-EXEC-3",
            values=(("action", f"@wallenstein.action.{state.current_action()}"),),
        )


def _reveal(state: State) -> Prompt:
    seat = actions.active_seat(state)
    action = state.current_action()
    unused = provinces(state, (p.id for p in state.owned(seat) if not p.used))
    cards = [actions.MONEY, actions.NO_CARD]
    if court.tower_cards_left(state, state.player(seat)) > 0:
        cards.append(TOWER_CARD)
    words = tuple(Option(card, f"wallenstein.card.{card}") for card in cards)
    slots: tuple[Choice, ...] = (Choice("card", (*unused, *words)),)
    if execution.sixth_army(state, seat, action):
        yes_no = (Option(False, "wallenstein.no"), Option(True, "wallenstein.yes"))
        slots = (*slots, Choice("without_tile", yes_no, default=False))
    return Prompt(
        ID + "reveal_plan",
        "RevealPlan",
        seat,
        slots=slots,
        fixed=(("seat", seat),),
        rule="W-EXEC-2",
        values=(
            ("player", state.player(seat).name),
            ("action", f"@wallenstein.action.{action}"),
            ("space", state.actions_done + 1),
        ),
    )


def _move(state: State, acting: Acting) -> Iterator[Prompt]:
    there = state.armies(acting.province)
    fixed = (("seat", acting.seat),)
    values: tuple[tuple[str, int | str], ...] = (
        ("player", state.player(acting.seat).name),
        ("action", f"@wallenstein.action.{acting.action}"),
        ("province", state.label(acting.province)),
        ("armies", there),
    )
    target = Choice("target", provinces(state, movement.targets(state, acting)))
    number = Number("armies", 1, there - 1)
    own = acting.action == "recruit_1_move"
    yield Prompt(
        ID + ("move_own" if own else "move"),
        "MoveArmies",
        acting.seat,
        slots=(target, number),
        fixed=fixed,
        rule="W-MOVE-4" if own else "W-MOVE-5",
        values=values,
    )
    yield Prompt(
        ID + "stay",
        "Pass",
        acting.seat,
        False,
        fixed=fixed,
        rule="W-ACT-17" if own else "W-MOVE-8",
        values=values,
    )


def _famine(state: State) -> Iterator[Prompt]:
    under_way = state.famine
    if under_way is None:
        return
    seat = under_way.seat
    values: tuple[tuple[str, int | str], ...] = (
        ("player", state.player(seat).name),
        ("neighbour", state.player(state.left_neighbour(seat)).name),
        ("count", under_way.provinces),
    )
    fixed = (("seat", seat),)
    if not under_way.drawn:
        hand = provinces(state, (stands.id for stands in state.owned(seat)))
        drawn = Several("provinces", hand, under_way.provinces, under_way.provinces)
        yield Prompt(
            ID + "draw_famine_cards",
            "DrawFamineCards",
            state.left_neighbour(seat),
            slots=(drawn,),
            fixed=fixed,
            rule="W-WINTER-5",
            values=values,
        )
    elif not under_way.ordered:
        cards = provinces(state, under_way.drawn)
        order = Several("provinces", cards, len(cards), len(cards), ordered=True)
        yield Prompt(
            ID + "order_famine",
            "OrderFamine",
            seat,
            slots=(order,),
            fixed=fixed,
            rule="W-WINTER-6",
            values=values,
        )


def _over(state: State) -> Iterator[Prompt]:
    if not state.cleared:
        total = state.ledger.total()
        found = total - state.ledger.at(LOST)
        yield Prompt(
            ID + "empty_tower",
            "EmptyTower",
            must=False,
            slots=(CubeCount("counted", total, found),),
            rule="W-END-5",
        )
