"""What ``turmwart odds`` is given: forces, cards and settings as words, made into data."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from turmwart.errors import InputError
from turmwart.games.anno1452.odds_cards import (
    CHILDBED,
    COPIES,
    HELPS,
    Force,
    House,
    Played,
    objection,
)
from turmwart.games.anno1452.odds_side import ATTACKER, CHEAPEST_FIRST, MOST, SIDES, WEAKEST_FIRST
from turmwart.texts import say, say_with

MOST_OF = {**MOST, "relief": 30}
"""Word -> the largest number that may follow it; two Relieving Forces bring 30 dice at most."""

MOST_THROWS = 30
"""By then hardly any battle goes on."""

OPTIONS = {
    "last_peasant_last": ("true", "false"),
    "loss_choice": ("owner", "opponent", "weakest_first"),
    "relief_dice": ("dice", "peasants"),
    "weapon_cards_scope": ("one_side", "both_sides"),
    "reaction_window": ("before_first_throw", "before_every_throw"),
    "excommunication_scope": ("declaration", "declaration_and_transfer"),
}
"""Setting -> its values, the default first."""

_PREFIX = "reaction-"


def read_force(side: str, text: str | None) -> Force:
    """A side as ``peasants=3,citizens=2,city``; what is left out is 0.

    Raises:
        InputError: it is missing, has no unit, or something in it cannot be understood.
    """
    if text is None:
        raise InputError("odds.error.no_force", side=side)
    found: dict[str, int] = {}
    city, policy, seen = False, WEAKEST_FIRST, set()
    for part in text.split(","):
        word, equals, value = (piece.strip() for piece in part.partition("="))
        if word in seen:
            raise InputError("odds.error.twice", side=side, word=word)
        seen.add(word)
        if word == "city" and not equals:
            city = True
        elif word == "policy" and equals:
            if value not in (WEAKEST_FIRST, CHEAPEST_FIRST):
                raise InputError("odds.error.policy", side=side, text=value)
            policy = value
        elif word in MOST_OF and equals:
            most = MOST_OF[word]
            if _whole(value) is None or int(value) > most:
                raise InputError("odds.error.number", side=side, kind=word, most=most, text=value)
            found[word] = int(value)
        else:
            raise InputError("odds.error.word", side=side, word=part.strip() or '""')
    force = Force(city=city, policy=policy, **found)
    if not any(force.units):
        raise InputError("odds.error.no_units", side=side, text=text)
    return force


def read_house(texts: Sequence[str]) -> tuple[House, str]:
    """Settings as ``KEY=VALUE``; what is left out has its default.

    Returns:
        The settings of battles, and what excommunication spares.

    Raises:
        InputError: no such setting or value.
    """
    chosen = {key: values[0] for key, values in OPTIONS.items()}
    for text in texts:
        key, _, value = text.partition("=")
        if value not in OPTIONS.get(key, ()):
            known = "; ".join(f"{key}={'|'.join(values)}" for key, values in OPTIONS.items())
            raise InputError("odds.error.option", text=text, known=known)
        chosen[key] = value
    return _house(chosen), chosen["excommunication_scope"]


def read_cards(texts: Sequence[str], city: bool, house: House) -> list[Played]:
    """Cards as ``[SIDE:]CARD[=ESTATES][@THROW]``, several with commas between them.

    Args:
        texts: as they were given.
        city: whether the attacked Estate is a City.
        house: settings of the table.

    Raises:
        InputError: no such card, its side or number missing or wrong, or a rule speaks against it.
    """
    played: list[Played] = []
    for text in (part.strip() for given in texts for part in given.split(",")):
        card = _card(text)
        against = objection(card, played, city, house)
        if against is not None:
            why = say_with(against.detail, against.values)
            raise InputError("odds.error.objection", why=why, rule=against.rule)
        played.append(card)
    return played


def _house(chosen: Mapping[str, str]) -> House:
    return House(
        last_peasant_last=chosen["last_peasant_last"] == "true",
        loss_choice=chosen["loss_choice"],
        relief_dice=chosen["relief_dice"],
        weapon_cards_scope=chosen["weapon_cards_scope"],
        reaction_window=chosen["reaction_window"],
    )


def _card(text: str) -> Played:
    side, colon, rest = (piece.strip() for piece in text.rpartition(":"))
    if colon and side not in SIDES:
        raise InputError("odds.error.side", text=side or '""')
    rest, at, throw = rest.partition("@")
    name, equals, estates = rest.partition("=")
    numbers = [number for mark, number in ((equals, estates), (at, throw)) if mark]
    if not all(_whole(number.strip()) for number in numbers) or int(throw or 1) > MOST_THROWS:
        raise InputError("odds.error.card_number", text=text, most=MOST_THROWS)
    card = _named(name)
    helped = side or HELPS.get(card, ATTACKER if card == CHILDBED else "")
    if not helped:
        title = say(f"odds.card.{card}")
        raise InputError("odds.error.whose", card=title, text=text)
    return Played(card, helped, int(estates or 0), int(throw or 1))


def _named(text: str) -> str:
    """The id of the card with that id or title, in whatever case and punctuation."""
    wanted = _plain(text)
    for card in COPIES:
        german = card.removeprefix(_PREFIX)
        if wanted in {_plain(card), _plain(german), _plain(say(f"odds.card.{card}"))}:
            return card
    known = ", ".join(f"{say(f'odds.card.{card}')} ({card})" for card in COPIES)
    raise InputError("odds.error.card", text=text.strip() or '""', known=known)


def _plain(text: str) -> str:
    """Letters and figures only, small; ae, oe and ue for the German letters."""
    # The text ids of cards are their German titles, written with ae, oe and ue.
    composed = unicodedata.normalize("NFC", text).casefold()
    spelt = composed.translate({ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"})
    return "".join(letter for letter in spelt if letter.isalnum())


def _whole(text: str) -> int | None:
    """The whole number that stands there, if one does and it is not beyond all sense."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 3 else None
