"""A battle in words: who fights whom, what is thrown now, what it did, what is left."""

from __future__ import annotations

from rich.text import Text

from turmwart.app.draw import cut, wrapped
from turmwart.app.screens.anno1452.acting import chances, percent
from turmwart.app.screens.anno1452.names import estate_label, name_of, region_name, who
from turmwart.app.words import Words
from turmwart.games.anno1452.state import Battle, BattleRound, Units
from turmwart.games.anno1452.view import BattleView, DiceView, View

SIDES = ("attacker", "defender")
_KINDS = ("peasants", "citizens", "soldiers")
_NAME, _CELL = 18, 15
_SHOWN_ROUNDS = 2


def lines(view: View, words: Words, width: int) -> list[Text]:
    """The battle that is fought; empty while there is none."""
    found = view.battle
    if found is None:
        return []
    battle = found.battle
    drawn = [Text(cut(title(view, battle, words), width), "bold")]
    drawn.append(_head(words, width))
    drawn += [_side(view, found, side, words, width) for side in SIDES]
    drawn += [
        Text(cut(round_line(view, battle, one, words), width))
        for one in battle.rounds[-_SHOWN_ROUNDS:]
    ]
    if battle.reactions:
        drawn += wrapped(Text(_cards(view, battle, words)), width, 2)
    if view.dice:
        drawn += wrapped(_throws(view, words), width, 2)
    odds = odds_line(found, words)
    if odds:
        drawn.append(Text(cut(odds, width), "dim"))
    return drawn


def title(view: View, battle: Battle, words: Words) -> str:
    """Who attacks whom, where, from where."""
    return words(
        "app.anno1452.battle.title" if battle.force else "app.anno1452.battle.title_alone",
        attacker=who(view, battle.attacker, words),
        defender=who(view, battle.defender, words),
        region=region_name(view, battle.region, words),
        source=region_name(view, battle.source, words),
        force=estate_label(view, battle.force, words),
        target=estate_label(view, battle.target, words),
    )


def round_line(view: View, battle: Battle, one: BattleRound, words: Words) -> str:
    """What the dice of a round did."""
    text = "app.anno1452.battle.round_nullified" if one.nullified else "app.anno1452.battle.round"
    return words(
        text,
        n=one.number,
        attacker=name_of(view, battle.attacker, words),
        defender=name_of(view, battle.defender, words),
        hits=one.attacker_hits,
        back=one.defender_hits,
        nullified=one.nullified,
        lost=one.attacker_losses,
        taken=one.defender_losses,
    )


def last(view: View, words: Words) -> str:
    """How the latest battle ended; empty before the first."""
    battle = view.last_battle
    if battle is None or not battle.outcome:
        return ""
    return words(
        f"app.anno1452.battle.ended.{battle.outcome}",
        attacker=name_of(view, battle.attacker, words),
        defender=name_of(view, battle.defender, words),
        region=region_name(view, battle.region, words),
        rounds=len(battle.rounds),
    )


def odds_line(found: BattleView, words: Words) -> str:
    """The odds from here on; empty where a side has no unit in the battle yet."""
    outlook = found.outlook
    if not any(outlook.attacker.units) or not any(outlook.defender.units):
        return ""
    odds = chances(outlook)
    return words(
        "app.anno1452.battle.odds",
        attacker=percent(odds.attacker_wins, words),
        defender=percent(odds.defender_wins, words),
        both=percent(odds.both_eliminated, words),
    )


def _head(words: Words, width: int) -> Text:
    head = "".join(words(f"app.anno1452.battle.column.{kind}").ljust(_CELL) for kind in _KINDS)
    line = " " * _NAME + head + words("app.anno1452.battle.column.relief")
    return Text(cut(line, width), "dim")


def _side(view: View, found: BattleView, side: str, words: Words, width: int) -> Text:
    battle = found.battle
    owner = battle.attacker if side == "attacker" else battle.defender
    units = found.attacker_units if side == "attacker" else found.defender_units
    name = words(f"app.anno1452.battle.{side}", name=name_of(view, owner, words))
    line = Text(cut(name, _NAME - 1).ljust(_NAME), "bold")
    dice = {one.kind: one for one in found.dice if one.side == side}
    first = _first(battle, side) or units
    for kind in _KINDS:
        count = getattr(units, kind)
        cell = words(
            "app.anno1452.battle.units",
            n=count,
            of=max(count, getattr(first, kind)),
            hits=_hits(dice, kind),
        )
        line.append((cell if getattr(first, kind) or count else "-").ljust(_CELL))
    relief = dice.get("relief")
    line.append(f"{relief.count} [{_faces(relief)}]" if relief is not None else "-")
    if side == "defender" and found.walls:
        walls = " ".join(str(face) for face in found.walls)
        line.append("  " + words("app.anno1452.battle.walls", faces=walls), "bold")
    line.truncate(width, overflow="ellipsis")
    return line


def _first(battle: Battle, side: str) -> Units | None:
    """What a side began with."""
    if not battle.rounds:
        return None
    return battle.rounds[0].attacker if side == "attacker" else battle.rounds[0].defender


def _hits(dice: dict[str, DiceView], kind: str) -> str:
    found = next((one for name, one in dice.items() if kind in name.split("_")), None)
    return _faces(found) if found is not None else "-"


def _faces(dice: DiceView) -> str:
    return " ".join(str(face) for face in dice.hits)


def _throws(view: View, words: Words) -> Text:
    """The throws that are waited for, the first one marked."""
    line = Text(words("app.anno1452.battle.now"), "bold")
    for number, dice in enumerate(view.dice):
        said = words(
            "app.anno1452.battle.throw",
            player=name_of(view, dice.seat, words),
            n=dice.count,
            kind=words(f"anno1452.dice.{dice.kind}"),
        )
        line.append(f" ▶ {said}" if number == 0 else f" · {said}", "bold" if number == 0 else "")
    return line


def _cards(view: View, battle: Battle, words: Words) -> str:
    played = ", ".join(
        words(
            "app.anno1452.battle.card",
            player=name_of(view, one.seat, words),
            card=words(f"odds.card.{one.card}"),
            side=words(f"anno1452.side.{one.side}"),
        )
        for one in battle.reactions
    )
    return words("app.anno1452.battle.cards", cards=played)
