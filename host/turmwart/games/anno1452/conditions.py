"""Conditions of cards: whether they hold, what fails, which objects they speak of."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from turmwart.games.anno1452.board import Unknown, banner_region, borders
from turmwart.games.anno1452.cardtable import Term
from turmwart.games.anno1452.epochs import within
from turmwart.games.anno1452.estates import city_room, estate_room
from turmwart.games.anno1452.state import OTTOKAR, UNREDUCED, Estate, State

BANNER = "@banner"


def failing(state: State, seat: str, term: Term | None, card: str) -> Term | None:
    """The first part of a condition that does not hold for a player; None: all holds.

    Args:
        state: the game.
        seat: who wants to play the card, or has it before him.
        term: the condition; None: there is none.
        card: id of the card, for its banner.

    Raises:
        Unknown: it depends on a printed value that nobody has entered.

    Rule: A-CARD-COND-1 to A-CARD-COND-5.
    """
    if term is None:
        return None
    if term.name == "all":
        for part in term.parts:
            failed = failing(state, seat, part, card)
            if failed is not None:
                return failed
        return None
    if term.name == "any":
        holds = any(failing(state, seat, part, card) is None for part in term.parts)
        return None if holds else term
    if term.name == "not":
        return term if failing(state, seat, term.parts[0], card) is None else None
    return None if _LEAVES[term.name](state, seat, term, card) else term


def fulfilled(state: State, seat: str, term: Term | None, card: str) -> bool:
    """Whether a condition holds for a player.

    Raises:
        Unknown: it depends on a printed value that nobody has entered.
    """
    return failing(state, seat, term, card) is None


def meant_estates(state: State, seat: str, term: Term, card: str) -> tuple[Estate, ...]:
    """Own Estates that an ``estates`` or ``cities`` condition speaks of.

    Raises:
        Unknown: a border or a banner that decides is unknown.
    """
    return tuple(one for one in _candidates(state, seat, term) if _lies(state, one, term, card))


def bound(state: State, seat: str, term: Term | None, card: str) -> tuple[Estate, ...]:
    """Own Estates that ``$e`` stands for in the results: those the condition binds.

    Raises:
        Unknown: a border or a banner that decides is unknown.
    """
    if term is None:
        return ()
    if term.has("bind"):
        return meant_estates(state, seat, term, card)
    return next((found for p in term.parts if (found := bound(state, seat, p, card))), ())


def targets(state: State, seat: str, term: Term) -> tuple[str, ...]:
    """Ids of Estates or seats that a ``target`` condition allows.

    Rule: the rules of the cards that choose (A-CARD-SPEC-*).
    """
    who = term.text("player")
    if who:
        return tuple(one for one in state.seats if who == "any" or one != seat)
    own = term.text("estate") == "self"
    return tuple(
        one.id
        for one in state.estates
        if (not own or one.owner == seat)
        and (not term.flag("city") or one.city)
        and (not term.flag("reduced") or one.value < UNREDUCED)
        and one.value >= term.number("value_at_least")
    )


def has_extreme(state: State, seat: str, of: str, extreme: str) -> bool:
    """Whether a player has ``most`` or ``fewest`` of ``estates`` or ``prestige``.

    Rule: A-CARD-COND-4, A-OTTO-7.
    """
    if of == "prestige":
        counts = {player.seat: player.prestige for player in state.players}
    else:
        counts = {one: len(state.owned(one)) for one in state.seats}
        if state.ottokar_colour and state.settings.ottokar_in_comparisons:
            counts[OTTOKAR] = len(state.owned(OTTOKAR))
    values = list(counts.values())
    if len(set(values)) == 1:
        return False
    end = max(values) if extreme == "most" else min(values)
    if counts[seat] != end:
        return False
    return state.settings.tie_counts_as_extreme or values.count(end) == 1


def _candidates(state: State, seat: str, term: Term) -> Iterator[Estate]:
    for estate in state.owned(seat):
        if (
            (term.name != "cities" or estate.city)
            and (not term.flag("cityless") or not estate.city)
            and (not term.flag("unreduced") or estate.value == UNREDUCED)
            and estate.value >= term.number("value_min")
            and estate.citizens >= term.number("citizens_min")
        ):
            yield estate


def _lies(state: State, estate: Estate, term: Term, card: str) -> bool:
    inside, bordering = term.text("in"), term.text("bordering")
    if inside == BANNER:
        inside = banner_region(state.board, card)
    if inside:
        return estate.region == inside
    return not bordering or borders(state.board, bordering, estate.region)


def _owns(state: State, seat: str, term: Term, card: str) -> bool:
    """Counts what is known first; an unknown border is only asked for where it decides."""
    found, unknown = 0, None
    for estate in _candidates(state, seat, term):
        try:
            found += _lies(state, estate, term, card)
        except Unknown as missing:
            unknown = missing
    if term.has("max"):
        if found > term.number("max"):
            return False
    elif found >= term.number("min", 1):
        return True
    if unknown is not None:
        raise unknown
    return term.has("max")


def _principality(state: State, seat: str, term: Term, card: str) -> bool:
    del card
    held = state.held(seat)
    if term.has("min"):
        return len(held) >= term.number("min")
    if term.has("region"):
        return term.text("region") in held
    unknown = None
    for region in held:
        try:
            if borders(state.board, term.text("bordering"), region):
                return True
        except Unknown as missing:
            unknown = missing
    if unknown is not None:
        raise unknown
    return False


def _target(state: State, seat: str, term: Term, card: str) -> bool:
    if term.flag("region_city_room"):
        regions = (
            {banner_region(state.board, card)}
            if state.board.card(card).kind != "special"
            else {one.region for one in state.owned(seat) if not one.city}
        )
        return any(city_room(state, one) for one in sorted(regions))
    if term.flag("region_estate_room"):
        has = bool(state.estates_left(seat)) or not term.flag("own_estate_in_supply")
        return has and estate_room(state, banner_region(state.board, card))
    return bool(targets(state, seat, term))


def _battle(state: State, seat: str, term: Term, card: str) -> bool:
    del seat, card
    if state.battle is None:
        return False
    return not term.has("defender_has_city") or state.battle.city == term.flag("defender_has_city")


def _year(state: State, seat: str, term: Term, card: str) -> bool:
    del seat, card
    return within(state.row, term.text("from"), term.text("to"))


_LEAVES: dict[str, Callable[[State, str, Term, str], bool]] = {
    "is_king": lambda state, seat, term, card: state.king.seat == seat,
    "has_been_king": lambda state, seat, term, card: state.player(seat).was_king,
    "prestige_at_least": lambda s, seat, term, card: s.player(seat).prestige >= term.number("n"),
    "gold_at_least": lambda s, seat, term, card: s.player(seat).gold >= term.number("n"),
    "citizens": lambda s, seat, term, card: s.citizens_on_board(seat) >= term.number("min"),
    "not_extreme": lambda s, seat, term, card: (
        not has_extreme(s, seat, term.text("of"), term.text("extreme"))
    ),
    "lady_in_play": lambda s, seat, term, card: any(one.marriage for one in s.players),
    "king_in_play": lambda s, seat, term, card: bool(s.king.seat),
    "king_after_this_coronation": lambda s, seat, term, card: bool(s.king.seat),
    "year": _year,
    "estates": _owns,
    "cities": _owns,
    "principality": _principality,
    "target": _target,
    "battle": _battle,
}
