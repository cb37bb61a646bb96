"""Battles in words: who fights whom, what is poured, what the rules make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from turmwart.app.draw import counted, wrapped
from turmwart.app.screens.wallenstein.names import (
    named,
    player_of,
    province_label,
    side,
)
from turmwart.app.words import Words
from turmwart.games.wallenstein.view import View
from turmwart.kernel.cubes import Cubes

if TYPE_CHECKING:
    from turmwart.games.wallenstein.state import Battle, BattleRecord


def throw(view: View, words: Words, width: int) -> list[Text]:
    """Who fights whom where, and from where the cubes come that are poured now."""
    battle = view.battle
    if battle is None:
        lines = wrapped(Text(words("app.wallenstein.fill")), width, 2)
        return [*lines, _cubes(words("app.wallenstein.pour"), view.tower.hand, words)]
    lines = wrapped(Text(_who(view, battle, words), "bold"), width, 2)
    pour = Text(words("app.wallenstein.pour"))
    for number, gathering in enumerate(battle.gathered):
        pour.append(" · " if number else " ")
        pour.append_text(_cubes(_place(view, gathering.place, words), gathering.cubes, words))
    lines += wrapped(pour, width, 3)
    if battle.farmers_missing:
        lines.append(Text(words("app.wallenstein.missing", n=battle.farmers_missing)))
    if battle.kind == "player":
        text = "app.wallenstein.farmers_hold" if battle.markers else "app.wallenstein.farmers_help"
        lines.append(Text(words(text), "dim"))
    return lines


def outcome(before: View, after: View, words: Words, width: int) -> list[Text]:
    """What a throw decided and what to take from the tray."""
    record = after.last_battle
    if record is not None and record != before.last_battle:
        return _decided(before, record, words, width)
    if before.phase == "fill" and after.throws > before.throws:
        return wrapped(Text(words("app.wallenstein.fill_back")), width, 2)
    return []


def last(view: View, words: Words, width: int) -> list[Text]:
    """The last battle, short."""
    record = view.last_battle
    if record is None:
        return []
    title = Text(words("app.wallenstein.last_battle"), "bold")
    who = Text(_who(view, record.battle, words))
    return [title, *wrapped(who, width, 3), *wrapped(_result(view, record, words), width, 3)]


def _decided(view: View, record: BattleRecord, words: Words, width: int) -> list[Text]:
    lines = wrapped(_result(view, record, words), width, 2)
    if record.devastated:
        label = province_label(view, record.battle.province)
        gone = ", ".join(named(words, "building", kind) for kind in record.buildings_removed)
        text = "app.wallenstein.devastated_buildings" if gone else "app.wallenstein.devastated"
        lines += wrapped(Text(words(text, province=label, buildings=gone)), width, 2)
    lines.append(_cubes(words("app.wallenstein.to_supply"), record.to_supply, words))
    to = words("app.wallenstein.to_province", province=province_label(view, record.battle.province))
    if record.to_province:
        lines.append(_cubes(to, record.to_province, words))
    lines.append(_cubes(words("app.wallenstein.stays"), record.stays, words))
    return lines


def _result(view: View, record: BattleRecord, words: Words) -> Text:
    battle = record.battle
    if record.outcome == "tie":
        winner = words("app.wallenstein.tie")
    else:
        won = battle.attacker if record.outcome == "attacker_wins" else battle.defender
        winner = words("app.wallenstein.wins", who=side(view, won, words))
    text = Text(
        words(
            "app.wallenstein.strengths",
            attacker=_short(view, battle.attacker, words),
            a=record.attacker_strength,
            defender=_short(view, battle.defender, words),
            d=record.defender_strength,
        ),
        "bold",
    )
    if record.farmers_helped:
        text.append(" " + words("app.wallenstein.helped"))
    text.append(" · " + winner, "bold")
    return text


def _who(view: View, battle: Battle, words: Words) -> str:
    return words(
        f"app.wallenstein.battle.{battle.kind}",
        attacker=side(view, battle.attacker, words),
        defender=side(view, battle.defender, words),
        province=province_label(view, battle.province),
        source=province_label(view, battle.source) if battle.source else "",
    )


def _short(view: View, seat: str, words: Words) -> str:
    player = player_of(view, seat)
    return player.name if player is not None else words("wallenstein.farmers")


def _place(view: View, place: str, words: Words) -> str:
    kind, _, province = place.partition(":")
    if kind == "province":
        return words("app.wallenstein.from_province", province=province_label(view, province))
    return words(f"app.wallenstein.from_{kind}")


def _cubes(label: str, cubes: Cubes, words: Words) -> Text:
    line = Text(f"{label} ")
    line.append_text(counted(cubes, words))
    return line
