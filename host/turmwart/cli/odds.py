"""``turmwart odds``: who wins a battle, what it costs, and what a card would change."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from math import isclose

from turmwart.cli import odds_wallenstein
from turmwart.cli.odds_form import read_cards, read_force, read_house
from turmwart.errors import InputError
from turmwart.games.anno1452.odds import Odds
from turmwart.games.anno1452.odds_cards import (
    CHILDBED,
    Force,
    House,
    Played,
    doubts,
    nullifying,
    still_playable,
)
from turmwart.games.anno1452.odds_late import odds_of
from turmwart.games.anno1452.odds_prestige import Stakes, expected_prestige, stakes
from turmwart.games.anno1452.odds_side import (
    ATTACKER,
    CHEAPEST_FIRST,
    DEFENDER,
    KINDS,
    WEAKEST_FIRST,
)
from turmwart.kernel.decision import Objection
from turmwart.texts import decimal, say, say_with

GAMES = ("anno1452",)
OTHERS = (odds_wallenstein.NAME,)
"""Games whose odds are told by a module of their own."""
SCHEMA = "turmwart.odds/1"
POLICIES = (WEAKEST_FIRST, CHEAPEST_FIRST)
BAR = 40
"""Width of a bar in characters."""

Plain = dict[str, object]


@dataclass(frozen=True, slots=True)
class Found:
    """All that the command shows.

    Attributes:
        attacker: as asked.
        defender: as asked.
        cards: played.
        odds: with the policies asked for.
        prestige: expected points of attacker and defender.
        loss_choice: who chooses what is lost, as the setting says.
        by_policy: for each pair of policies of attacker and defender; empty where the owner has
            no choice.
        what_if: for each card that could be played next, if that was asked.
        doubts: why the forces cannot stand so on a board.
    """

    attacker: Force
    defender: Force
    cards: Sequence[Played]
    odds: Odds[float]
    prestige: tuple[float, float]
    loss_choice: str
    by_policy: Sequence[tuple[str, str, Odds[float]]]
    what_if: Sequence[tuple[Played, Odds[float]]] | None
    doubts: Sequence[Objection]


def run(arguments: argparse.Namespace) -> int:
    """Print the odds of one battle.

    Raises:
        InputError: the game, a force, a card or a setting cannot be used.
    """
    if arguments.game in OTHERS:
        return odds_wallenstein.run(arguments)
    if arguments.game not in GAMES:
        raise InputError("odds.error.game", game=arguments.game, known=", ".join((*GAMES, *OTHERS)))
    for option in odds_wallenstein.OWN:
        if getattr(arguments, option) is not None:
            raise InputError("odds.error.other_game", option=option, game=arguments.game)
    attacker = read_force(ATTACKER, arguments.attacker)
    defender = read_force(DEFENDER, arguments.defender)
    house, scope = read_house(arguments.option)
    cards = read_cards(arguments.cards, defender.city, house)
    at_stake = stakes(arguments.excommunicated, arguments.ottokar, scope)
    found = _find(attacker, defender, cards, house, at_stake, arguments.what_if)
    if arguments.json:
        print(json.dumps(_plain(found), indent=2))
    else:
        print("\n".join(line.rstrip() for line in _lines(found)))
    return 0


def _find(
    attacker: Force,
    defender: Force,
    cards: Sequence[Played],
    house: House,
    at_stake: Stakes,
    what_if: bool,
) -> Found:
    odds = odds_of(attacker, defender, cards, house)
    pairs = product(POLICIES, POLICIES) if house.loss_choice == "owner" else ()
    by_policy = [
        (a, d, odds_of(replace(attacker, policy=a), replace(defender, policy=d), cards, house))
        for a, d in pairs
    ]
    nexts = still_playable(cards, defender.city, house) if what_if else ()
    return Found(
        attacker=attacker,
        defender=defender,
        cards=cards,
        odds=odds,
        prestige=expected_prestige(odds, at_stake),
        loss_choice=house.loss_choice,
        by_policy=by_policy,
        what_if=[(card, odds_of(attacker, defender, [*cards, card], house)) for card in nexts]
        if what_if
        else None,
        doubts=doubts(attacker, defender),
    )


def _plain(found: Found) -> Plain:
    """The JSON of ``turmwart.odds/1``, as docs/odds.md describes it."""
    plain: Plain = {"schema": SCHEMA, "game": GAMES[0]}
    for side, force in ((ATTACKER, found.attacker), (DEFENDER, found.defender)):
        plain[side] = asdict(force)
    plain["loss_choice"] = found.loss_choice
    plain["cards"] = [asdict(card) for card in found.cards]
    plain["nullifying_faces"] = list(range(1, _nullifying(found) + 1))
    plain.update(_chances(found.odds))
    plain["rounds"] = found.odds.rounds
    plain["expected"] = {
        ATTACKER: dict(zip(KINDS, found.odds.attacker_losses, strict=True)),
        DEFENDER: dict(zip(KINDS, found.odds.defender_losses, strict=True)),
    }
    plain["prestige"] = dict(zip((ATTACKER, DEFENDER), found.prestige, strict=True))
    plain["by_policy"] = [
        {ATTACKER: a, DEFENDER: d, **_chances(odds)} for a, d, odds in found.by_policy
    ]
    if found.what_if is not None:
        plain["what_if"] = [{**asdict(card), **_chances(odds)} for card, odds in found.what_if]
    plain["notes"] = [
        {"rule": doubt.rule, "text": say_with(doubt.detail, doubt.values)} for doubt in found.doubts
    ]
    return plain


def _chances(odds: Odds[float]) -> dict[str, float]:
    return {
        "attacker_wins": odds.attacker_wins,
        "defender_wins": odds.defender_wins,
        "both_eliminated": odds.both_eliminated,
    }


def _lines(found: Found) -> Iterator[str]:
    yield say("odds.title")
    yield ""
    yield from _sides(found)
    yield ""
    for outcome, chance in _chances(found.odds).items():
        name = say(f"odds.outcome.{outcome}")
        yield say("odds.chance", name=f"{name:<18}", percent=_percent(chance), bar=_bar(chance))
    yield ""
    yield say("odds.rounds", rounds=decimal(found.odds.rounds, 2))
    # Adding 0.0 makes a rounded -0.0 positive.
    attacker, defender = (
        decimal(round(points, 2) + 0.0, 2, signed=True) for points in found.prestige
    )
    yield say("odds.prestige", attacker=attacker, defender=defender)
    yield ""
    yield from _losses(found)
    if found.by_policy:
        yield ""
        yield from _policies(found)
    if found.what_if is not None:
        yield ""
        yield from _what_if(found.odds, found.what_if)
    for doubt in found.doubts:
        yield ""
        yield say("odds.note", why=say_with(doubt.detail, doubt.values), rule=doubt.rule)


def _sides(found: Found) -> Iterator[str]:
    for side, force in ((ATTACKER, found.attacker), (DEFENDER, found.defender)):
        numbers = zip((*KINDS, "relief"), (*force.units, force.relief), strict=True)
        units = [
            say(
                "odds.number",
                number=number,
                name=f"@odds.{'one' if number == 1 else 'kind'}.{kind}",
            )
            for kind, number in numbers
            if number
        ]
        if force.city:
            units.append(say("odds.city"))
        policy = force.policy if found.loss_choice == "owner" else found.loss_choice
        more = [say("odds.gives_up", policy=f"@odds.policies.{policy}")]
        if side == DEFENDER and (force.city or _nullifying(found)):
            more.append(say("odds.nullify", faces=f"@odds.faces_{_nullifying(found)}"))
        yield from _block(say(f"odds.Side.{side}"), [", ".join(units), *more])
    if found.cards:
        yield from _block(say("odds.cards"), [_card(card) for card in found.cards])


def _block(head: str, texts: Sequence[str]) -> Iterator[str]:
    """Lines under each other, the head before the first."""
    for text in texts:
        yield say("odds.line", head=f"{head:<18}", text=text)
        head = ""


def _card(card: Played) -> str:
    values = {"card": f"@odds.card.{card.card}", "side": f"@odds.side.{card.side}"}
    if card.estates:
        text = say("odds.card_relief", estates=card.estates, **values)
    elif card.card == CHILDBED:
        text = say("odds.card_idle", **values)
    else:
        text = say("odds.card_for", **values)
    return text if card.throw == 1 else say("odds.card_late", card=text, throw=card.throw)


def _losses(found: Found) -> Iterator[str]:
    heads = [say(f"odds.kind.{kind}") for kind in KINDS]
    yield _row(say("odds.loss_heads"), heads)
    for side, force, losses in (
        (ATTACKER, found.attacker, found.odds.attacker_losses),
        (DEFENDER, found.defender, found.odds.defender_losses),
    ):
        cells = [
            say("odds.loss", lost=decimal(lost, 2), units=units)
            for lost, units in zip(losses, force.units, strict=True)
        ]
        yield _row("  " + say(f"odds.Side.{side}"), cells)
    if found.attacker.soldiers or found.defender.soldiers:
        yield say("odds.soldiers_go")


def _policies(found: Found) -> Iterator[str]:
    if all(isclose(odds.attacker_wins, found.odds.attacker_wins) for _, _, odds in found.by_policy):
        yield say("odds.policy_same")
        return
    yield say("odds.policy_heads")
    names = {policy: say(f"odds.policies.{policy}") for policy in POLICIES}
    yield _row("", list(names.values()))
    for policy, name in names.items():
        cells = [_percent(odds.attacker_wins) for a, _, odds in found.by_policy if a == policy]
        yield _row("  " + name, cells)


def _what_if(now: Odds[float], nexts: Sequence[tuple[Played, Odds[float]]]) -> Iterator[str]:
    if not nexts:
        yield say("odds.what_if_none")
        return
    yield say("odds.what_if")
    for card, odds in nexts:
        name = _card(replace(card, throw=1))
        change = _change(odds.attacker_wins, now.attacker_wins)
        yield f"  {name:<44}{_percent(odds.attacker_wins)} {change:>20}"


def _change(then: float, now: float) -> str:
    if isclose(then, now):
        return say("odds.change_none")
    points = round(100 * (then - now), 2)
    if points == 0:
        return say("odds.change_small")
    return say("odds.change", change=decimal(points, 2, signed=True))


def _row(head: str, cells: Sequence[str]) -> str:
    return f"{head:<19}" + "".join(f"{cell:>17}" for cell in cells)


def _nullifying(found: Found) -> int:
    return nullifying(found.defender.city, [card.card for card in found.cards])


def _percent(chance: float) -> str:
    """In per cent; as long as both sides have a unit nothing is certain, and nothing looks so."""
    least, percent = 0.01, round(100 * chance, 2)
    text = decimal(min(max(percent, least), 100 - least), 2)
    mark = "<" if percent < least else ">" if percent > 100 - least else ""
    return f"{mark + text:>6} %"


def _bar(chance: float) -> str:
    full = round(BAR * chance)
    return "#" * full + "." * (BAR - full)
