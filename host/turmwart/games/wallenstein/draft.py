"""Set-up: province cards, groups, line-ups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turmwart.games.wallenstein.board import SEAT_LETTERS, lineup_key
from turmwart.games.wallenstein.checks import doubtful, draw_of, due, named, not_now, wrong_choice
from turmwart.games.wallenstein.commands import (
    EnterLineup,
    LayDisplay,
    PlaceGroup,
    RefreshDisplay,
    TakeCard,
    TurnUpCard,
    UseLineup,
)
from turmwart.games.wallenstein.events import (
    CardTaken,
    CardTurnedUp,
    DisplayLaid,
    DisplayRefreshed,
    DraftEnded,
    Event,
    FillGathered,
    GroupPlaced,
    LineupChosen,
    LineupPlaced,
    PrintedLearnt,
)
from turmwart.games.wallenstein.state import State
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection

FILL_FARMERS = 10
FILL_ARMIES = 7
DISPLAY = 2


def in_deck(state: State) -> tuple[str, ...]:
    """Cards that can come from the face-down deck: in play, unowned, not face up."""
    return tuple(
        stands.id
        for stands in state.provinces
        if stands.in_play
        and stands.owner is None
        and stands.id not in state.display
        and stands.id != state.drafted
    )


def must_name(state: State) -> bool:
    """Whether the table must name a province of its board before it can go on.

    Rule: W-DATA-2, W-OPEN-1.
    """
    if len(state.board.provinces) >= state.board.provinces_total:
        return False
    wanted = {"display": DISPLAY, "draft": 1}.get(state.phase, 0)
    if state.phase == "lineup":
        wanted = max(len(player.groups) for player in state.players)
    return len(in_deck(state)) < wanted


def fill(state: State) -> tuple[Event, ...]:
    """Gather the cubes that fill the tower.

    Rule: W-SETUP-23.
    """
    cubes = {player.colour: FILL_ARMIES for player in state.players}
    cubes[state.farmers] = FILL_FARMERS
    return (FillGathered(Cubes.from_counts(cubes)),)


def ended(state: State) -> tuple[Event, ...]:
    """The draft is over once every group is on the map.

    Rule: W-SETUP-12, W-SETUP-18.
    """
    if any(player.groups for player in state.players):
        return ()
    return (DraftEnded(),)


def may_refresh(state: State, seat: str) -> bool:
    """Whether the two face-up cards are those of the player's last draft turn.

    Rule: W-SETUP-16.
    """
    seen = state.player(seat).seen
    return len(seen) == DISPLAY and set(seen) == set(state.display)


def lay_display(state: State, command: LayDisplay) -> Iterator[Objection | Event]:
    """Turn up the first two province cards.

    Rule: W-SETUP-9.
    """
    yield from due(state, "display")
    yield from draw_of(state, command.cards, DISPLAY, in_deck(state), "W-SETUP-9")
    yield DisplayLaid(command.cards, command.witness)


def refresh(state: State, command: RefreshDisplay) -> Iterator[Objection | Event]:
    """Put both face-up cards under the deck and turn up two others.

    Rule: W-SETUP-16.
    """
    yield from _own_turn(state, command.seat)
    if state.drafted:
        yield not_now(state)
    yield from draw_of(state, command.cards, DISPLAY, in_deck(state), "W-SETUP-16")
    if not may_refresh(state, command.seat):
        yield doubtful("W-SETUP-16", "display_not_seen")
    yield DisplayRefreshed(command.seat, command.cards, command.witness)


def take_card(state: State, command: TakeCard) -> Iterator[Objection | Event]:
    """Take a face-up card, or the top card of the deck unseen.

    Rule: W-SETUP-12, W-SETUP-13, W-SETUP-3.
    """
    yield from _own_turn(state, command.seat)
    if state.drafted:
        yield not_now(state)
    if command.province not in (*state.display, *in_deck(state)):
        yield wrong_choice("W-SETUP-13", "not_there", card=named(state, command.province))
    from_deck = command.province not in state.display
    yield CardTaken(command.seat, command.province, from_deck, command.witness)


def turn_up(state: State, command: TurnUpCard) -> Iterator[Objection | Event]:
    """Replace a face-up card that was taken.

    Rule: W-SETUP-15.
    """
    yield from due(state, "draft")
    if len(state.display) >= DISPLAY:
        yield not_now(state)
    yield from draw_of(state, (command.province,), 1, in_deck(state), "W-SETUP-15")
    yield CardTurnedUp(command.province, command.witness)


def place_group(state: State, command: PlaceGroup) -> Iterator[Objection | Event]:
    """Move one whole group to the province whose card was taken.

    Rule: W-SETUP-14, W-SETUP-15.
    """
    yield from _own_turn(state, command.seat)
    if not state.drafted:
        yield not_now(state)
    if len(state.display) < DISPLAY:
        yield wrong_choice("W-SETUP-15", "card_first")
    if command.armies not in state.player(command.seat).groups:
        yield wrong_choice("W-SETUP-14", "no_such_group", armies=command.armies)
    yield GroupPlaced(command.seat, state.drafted, command.armies)


def enter_lineup(state: State, command: EnterLineup) -> Iterator[Objection | Event]:
    """Place all groups of a seat as the table laid them out.

    Rule: W-SETUP-20, W-OPEN-6.
    """
    yield from due(state, "display", "lineup")
    if command.seat not in state.seats:
        yield wrong_choice("W-SETUP-1", "no_seat", seat=command.seat)
    sizes = state.player(command.seat).groups
    if tuple(name for name, _ in command.groups) != group_names(sizes):
        yield wrong_choice("W-SETUP-20", "wrong_count", count=len(sizes))
    placed = tuple(
        (province, size) for (_, province), size in zip(command.groups, sizes, strict=False)
    )
    yield from _place_all(state, command.seat, placed, command.witness)
    yield from _remembered(state, placed)


def use_lineup(state: State, command: UseLineup) -> Iterator[Objection | Event]:
    """Place all groups of a seat by a line-up whose list is known.

    Rule: W-SETUP-20.
    """
    yield from due(state, "display", "lineup")
    if command.seat not in state.seats:
        yield wrong_choice("W-SETUP-1", "no_seat", seat=command.seat)
    known = {lineup.id: lineup for lineup in state.board.lineups}
    if command.lineup not in known or known[command.lineup].players != len(state.players):
        yield wrong_choice("W-SETUP-20", "no_lineup", lineup=command.lineup)
    sizes = sorted(state.player(command.seat).groups)
    placed = known[command.lineup].provinces
    if sorted(size for _, size in placed) != sizes:
        yield wrong_choice("W-SETUP-20", "wrong_count", count=len(sizes))
    yield from _place_all(state, command.seat, placed, command.witness)


def _remembered(state: State, placed: tuple[tuple[str, int], ...]) -> Iterator[PrintedLearnt]:
    """A line-up laid out by hand is known from then on; each of a number of players has a letter.

    Rule: W-OPEN-6, W-DATA-2.
    """
    players = len(state.players)
    known = [one for one in state.board.lineups if one.players == players]
    if any(sorted(one.provinces) == sorted(placed) for one in known):
        return
    ids = {one.id for one in known}
    free = [key for letter in SEAT_LETTERS if (key := lineup_key(players, letter)) not in ids]
    # Shipped lists bear no letter, and there is one list for each seat.
    if free and len(known) < players:
        for name, (province, _) in zip(group_names(placed), placed, strict=True):
            yield PrintedLearnt("lineup", free[0], name, province)


def group_names(sizes: Sequence[object]) -> tuple[str, ...]:
    """Names of the rows in which a line-up is entered."""
    return tuple(f"group_{number}" for number in range(1, len(sizes) + 1))


def _place_all(
    state: State, seat: str, placed: tuple[tuple[str, int], ...], witness: str
) -> Iterator[Objection | Event]:
    if not state.player(seat).groups:
        yield wrong_choice("W-SETUP-20", "already_placed", player=state.player(seat).name)
    provinces = tuple(province for province, _ in placed)
    yield from draw_of(state, provinces, len(placed), in_deck(state), "W-SETUP-20")
    if state.phase == "display":
        yield LineupChosen()
    yield LineupPlaced(seat, placed, witness)


def _own_turn(state: State, seat: str) -> Iterator[Objection]:
    yield from due(state, "draft")
    if seat != state.drafting:
        name = state.player(state.drafting).name if state.drafting else ""
        yield wrong_choice("W-SETUP-12", "not_your_turn", player=name)
