"""The actions of a turn by short codes: which there are, and what a code means so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from turmwart.app.screens.anno1452.codes import (
    card_codes,
    matching,
    place_codes,
    region_codes,
)
from turmwart.app.words import Words
from turmwart.games.anno1452.actions import SETTLE_MOST
from turmwart.games.anno1452.attack import forces
from turmwart.games.anno1452.estates import build_cost, citizen_cost
from turmwart.games.anno1452.odds import Odds
from turmwart.games.anno1452.odds_late import odds_of
from turmwart.games.anno1452.outlook import Outlook, imagined
from turmwart.games.anno1452.state import State
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Sheet

ACTIONS = ("build", "settle", "attack", "play_card", "play_city", "buy_charter", "pass")
"""Prompts that a code answers, by the end of their ids; in the order in which they are shown."""

_ID = "anno1452.prompt."
_NAMED = {"region": region_codes, "card": card_codes}


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that can be typed next."""

    code: str
    label: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a code means so far.

    Attributes:
        prompt: of the action; None while nothing is typed.
        answers: to its slots, as far as they are typed.
        chosen: labels of what is chosen.
        lines: what can be typed next.
        complete: whether Enter can carry it out.
        full: whether nothing more can be typed.
    """

    prompt: Prompt | None = None
    answers: Mapping[str, Any] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    complete: bool = False
    full: bool = False


def actions_of(prompts: Sequence[Prompt]) -> dict[str, Prompt]:
    """Prompts of the turn under way by their action; none where no turn is under way."""
    found = {prompt.id.removeprefix(_ID): prompt for prompt in prompts}
    if "pass" not in found:
        return {}
    return {name: found[name] for name in ACTIONS if name in found}


@lru_cache(maxsize=512)
def chances(outlook: Outlook) -> Odds[float]:
    """The odds of a battle; figures that were worked out before are kept."""
    return odds_of(outlook.attacker, outlook.defender, outlook.cards, outlook.house)


def percent(chance: float, words: Words) -> str:
    """In per cent; what may happen is never shown as certain."""
    at_the_end = {"0.0": "<" + words.decimal(0.1), "100.0": ">" + words.decimal(99.9)}
    return at_the_end.get(f"{100 * chance:.1f}", words.decimal(100 * chance))


class Acting:
    """Reads codes for one turn.

    Args:
        state: the game; nothing of a hand is looked at.
        prompts: what the table may do.
        words: the language.
    """

    def __init__(self, state: State, prompts: Sequence[Prompt], words: Words) -> None:
        self._state = state
        self._words = words
        actions = actions_of(prompts)
        self.keys = {words(f"app.anno1452.code.{name}"): actions[name] for name in actions}

    def read(self, typed: str) -> Reading | None:
        """What was typed; None where nothing begins so."""
        if not typed:
            lines = tuple(Line(key, self._words.label(p)) for key, p in self.keys.items())
            return Reading(lines=lines)
        prompt = self.keys.get(typed[0])
        if prompt is None:
            return None
        rest = typed[1:]
        if not prompt.slots:
            return Reading(prompt, complete=True, full=True) if not rest else None
        first = prompt.slots[0]
        if isinstance(first, Sheet):
            return self._settle(prompt, first, rest)
        if len(prompt.slots) == 2:
            return self._attack(prompt, rest)
        return self._one(prompt, first, rest) if isinstance(first, Choice) else None

    def attack(self, typed: str) -> tuple[str, str, str] | None:
        """Attacker, force and target where the code names them; None where it is no attack."""
        reading = self.read(typed)
        if reading is None or reading.prompt is None or "target" not in reading.answers:
            return None
        return reading.prompt.seat, reading.answers["force"], reading.answers["target"]

    def _one(self, prompt: Prompt, slot: Choice, rest: str) -> Reading | None:
        named = _NAMED.get(slot.name)
        options = slot.options
        if named is None:
            codes = place_codes(len(options))
        else:
            by_name = named(self._state.board)
            codes = tuple(by_name[str(option.value)] for option in options)
        found = matching(codes, rest)
        if not found:
            return None
        if len(rest) == len(codes[found[0]]):
            option = options[found[0]]
            answers = {slot.name: option.value}
            label = self._label(slot.name, option)
            return Reading(prompt, answers, (label,), complete=True, full=True)
        lines = tuple(Line(codes[n], self._label(slot.name, options[n])) for n in found)
        return Reading(prompt, lines=lines)

    def _label(self, slot: str, option: Option) -> str:
        label = self._words.option(option)
        if slot != "region":
            return label
        here = len(self._state.within(str(option.value)))
        limit = self._state.board.region(str(option.value)).estate_limit
        cost = build_cost(here)
        known = "?" if limit is None else limit
        return self._words(
            "app.anno1452.code.region", region=label, here=here, limit=known, cost=cost
        )

    def _settle(self, prompt: Prompt, sheet: Sheet, rest: str) -> Reading | None:
        rows = [row for row in sheet.rows if isinstance(row, Number)]
        codes = place_codes(len(rows))
        placed = [0] * len(rows)
        for character in rest:
            if character not in codes:
                return None
            row = codes.index(character)
            placed[row] += 1
            if placed[row] > (rows[row].most or 0):
                return None
        total = sum(placed)
        most = min(SETTLE_MOST, self._affordable())
        if total > most:
            return None
        names = dict(prompt.values)
        chosen = tuple(
            self._words("app.anno1452.code.citizens", n=n, estate=str(names[row.name]))
            for row, n in zip(rows, placed, strict=True)
            if n
        )
        lines = tuple(
            Line(code, str(names[row.name]))
            for code, row, n in zip(codes, rows, placed, strict=True)
            if n < (row.most or 0) and total < most
        )
        answers = {sheet.name: {row.name: n for row, n in zip(rows, placed, strict=True) if n}}
        return Reading(prompt, answers, chosen, lines, total > 0, total > 0 and not lines)

    def _affordable(self) -> int:
        turn = self._state.acting
        if turn is None:
            return 0
        player = self._state.player(turn.seat)
        return min(player.gold // citizen_cost(self._state), self._state.citizens_left(turn.seat))

    def _attack(self, prompt: Prompt, rest: str) -> Reading | None:
        targets, force_slot = prompt.slots
        if not isinstance(targets, Choice) or not isinstance(force_slot, Choice):
            return None
        codes = place_codes(len(targets.options))
        length = len(codes[0])
        found = matching(codes, rest[:length])
        if not found:
            return None
        if len(rest) < length:
            lines = tuple(Line(codes[n], self._words.option(targets.options[n])) for n in found)
            return Reading(prompt, lines=lines)
        target = targets.options[found[0]]
        possible = forces(self._state, prompt.seat, self._state.estate(str(target.value)))
        options = [one for one in force_slot.options if one.value in possible]
        options.sort(key=lambda one: -self._wins(prompt.seat, one, target))
        return self._force(prompt, target, options, rest[length:])

    def _force(
        self, prompt: Prompt, target: Option, options: Sequence[Option], rest: str
    ) -> Reading | None:
        codes = place_codes(len(options))
        found = matching(codes, rest)
        if not found:
            return None
        typed = bool(rest) and len(rest) == len(codes[found[0]])
        # The force with the best odds is meant where none is typed.
        force = options[found[0]]
        lines = tuple(
            Line(code, self._with_odds(prompt.seat, option, target))
            for code, option in zip(codes, options, strict=True)
            if not typed and len(options) > 1 and code.startswith(rest)
        )
        chosen = (
            self._words.option(target),
            self._words(
                "app.anno1452.code.from", force=self._with_odds(prompt.seat, force, target)
            ),
        )
        answers = {"target": target.value, "force": force.value}
        return Reading(prompt, answers, chosen, lines, True, not lines)

    def _with_odds(self, seat: str, force: Option, target: Option) -> str:
        chance = percent(self._wins(seat, force, target), self._words)
        text = "app.anno1452.code.wins" if force.value else "app.anno1452.code.all_win"
        return self._words(text, force=self._words.option(force), percent=chance)

    def _wins(self, seat: str, force: Option, target: Option) -> float:
        """Chance that an attack without cards wins, from an Estate without Soldiers too."""
        imagine = imagined(self._state, seat, str(force.value), str(target.value))
        return chances(imagine).attacker_wins
