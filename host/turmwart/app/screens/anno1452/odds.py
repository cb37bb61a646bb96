"""The odds of a battle: who wins, what it costs, and what a card or a Soldier would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.text import Text
from textual.app import ComposeResult
from textual.events import Key

from turmwart.app.draw import cut
from turmwart.app.entries.base import ACTIVE
from turmwart.app.keys import BACK, Command, bindings, key_bar
from turmwart.app.screens.anno1452.acting import chances, percent
from turmwart.app.screens.base import Lines, TurmwartScreen
from turmwart.app.widgets.form import Draft
from turmwart.app.words import Words
from turmwart.games.anno1452.odds import Odds
from turmwart.games.anno1452.odds_cards import (
    ARMY_SOLDIERS,
    Force,
    Played,
    nullifying,
    objection,
    still_playable,
)
from turmwart.games.anno1452.odds_prestige import Stakes, expected_prestige
from turmwart.games.anno1452.odds_side import CHEAPEST_FIRST, KINDS, WEAKEST_FIRST
from turmwart.games.anno1452.outlook import Outlook

ATTACK = Command("attack", ("enter",), "app.key.attack")
_SIDES = ("attacker", "defender")
_BAR = 30
_OUTCOMES = ("attacker_wins", "defender_wins", "both_eliminated")


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that can be changed.

    Attributes:
        what: ``soldiers``, ``policy`` or ``card``.
        side: whose.
        card: the card that is played or not.
    """

    what: str
    side: str
    card: Played | None = None


class Odd:
    """An imagined battle and what is changed about it; knows no screen.

    Args:
        start: the battle as it stands.
        stakes: the points that it puts at stake.
    """

    def __init__(self, start: Outlook, stakes: Stakes) -> None:
        self.now = start
        self._start = start
        self._stakes = stakes
        self.at = 0

    @property
    def fought(self) -> bool:
        """Whether both sides have a unit."""
        return any(self.now.attacker.units) and any(self.now.defender.units)

    @property
    def odds(self) -> Odds[float]:
        """The odds as things are set now."""
        return chances(self.now)

    @property
    def prestige(self) -> tuple[float, float]:
        """Expected points of attacker and defender."""
        return expected_prestige(self.odds, self._stakes)

    @property
    def rows(self) -> tuple[Row, ...]:
        """All that can be changed."""
        rows = [Row("soldiers", side) for side in _SIDES]
        if self.now.house.loss_choice == "owner":
            rows += [Row("policy", side) for side in _SIDES]
        city, house = self.now.defender.city, self.now.house
        cards = still_playable(self._start.cards, city, house)
        return (*rows, *(Row("card", card.side, card) for card in cards))

    def force(self, side: str) -> Force:
        """A side as it is set now."""
        return self.now.attacker if side == "attacker" else self.now.defender

    def move(self, by: int) -> None:
        """Go to another row."""
        self.at = min(max(0, self.at + by), len(self.rows) - 1)

    def change(self, by: int) -> None:
        """Change the row: a Soldier more or less, the other policy, the card on or off."""
        row = self.rows[self.at]
        force = self.force(row.side)
        if row.what == "soldiers":
            other = self.force(_SIDES[1 - _SIDES.index(row.side)])
            most = ARMY_SOLDIERS - other.soldiers
            soldiers = min(max(0, force.soldiers + by), max(0, most))
            self._set(row.side, replace(force, soldiers=soldiers))
        elif row.what == "policy":
            policy = WEAKEST_FIRST if force.policy == CHEAPEST_FIRST else CHEAPEST_FIRST
            self._set(row.side, replace(force, policy=policy))
        elif row.card is not None:
            self.now = replace(self.now, cards=self.with_card(row.card))

    def with_card(self, card: Played) -> tuple[Played, ...]:
        """The cards with one more, or without it where it is played already.

        A card that cannot be played with the others changes nothing.
        """
        cards = self.now.cards
        if self.played(card):
            return tuple(one for one in cards if one != card)
        against = objection(card, cards, self.now.defender.city, self.now.house)
        return cards if against is not None else (*cards, card)

    def played(self, card: Played) -> bool:
        """Whether a card is set to be played."""
        return card in self.now.cards[len(self._start.cards) :]

    def what_if(self, card: Played) -> float | None:
        """Chance that the attacker wins with one card more or less; None where it cannot be."""
        cards = self.with_card(card)
        if cards == self.now.cards:
            return None
        return chances(replace(self.now, cards=cards)).attacker_wins

    def _set(self, side: str, force: Force) -> None:
        changed = {"attacker": force} if side == "attacker" else {"defender": force}
        self.now = replace(self.now, **changed)  # type: ignore[arg-type]


class OddsScreen(TurmwartScreen[bool]):
    """Shows an imagined battle; True where the attack is to be declared.

    Args:
        start: the battle as it stands.
        stakes: the points that it puts at stake.
        draft: of the attack that can be declared; None where it is declared already.
    """

    BINDINGS = bindings((BACK,))

    def __init__(self, start: Outlook, stakes: Stakes, draft: Draft | None = None) -> None:
        super().__init__()
        self.odd = Odd(start, stakes)
        self._draft = draft

    def compose(self) -> ComposeResult:
        """Sides, chances, what can be changed, keys."""
        yield Lines(id="header")
        yield Lines(id="throw")
        yield Lines(id="outcome")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Draw."""
        self.follow()

    def follow(self) -> None:
        """Draw the battle as it is set now."""
        if not self.is_mounted:
            return
        width, height = self.size.width - 2, self.size.height
        said = self._draft.entries[0].summary() if self._draft is not None else ""
        title = said or self.words("app.anno1452.odds.title")
        self.query_one("#header", Lines).put([Text(cut(title, width), "bold")])
        above = self._above(width)
        self.query_one("#throw", Lines).put(above)
        room = max(3, height - len(above) - 4)
        self.query_one("#outcome", Lines).put(self._rows(width, room))
        commands = [(ATTACK, "")] if self._draft is not None else []
        keys = key_bar([*commands, (BACK, "")], self.words, width, lambda key: False)
        keys.append("  " + self.words("app.anno1452.odds.hint"), "dim")
        keys.truncate(width)
        self.query_one("#keys", Lines).put([keys])

    def _above(self, width: int) -> list[Text]:
        odd, words = self.odd, self.words
        lines = [Text(cut(side_line(odd, side, words), width)) for side in _SIDES]
        if not odd.fought:
            return [*lines, Text(words("app.anno1452.odds.nobody"), "bold")]
        odds = odd.odds
        for outcome in _OUTCOMES:
            chance = getattr(odds, outcome)
            name = words(f"odds.outcome.{outcome}").ljust(18)
            line = Text(f"{name} {percent(chance, words).rjust(6)} % ", "bold")
            full = round(_BAR * chance)
            line.append("█" * full + "·" * (_BAR - full))
            lines.append(line)
        attacker, defender = (
            words.decimal(round(points, 2) + 0.0, 2, signed=True) for points in odd.prestige
        )
        lines.append(
            Text(
                words(
                    "app.anno1452.odds.expected",
                    rounds=words.decimal(odds.rounds),
                    attacker=attacker,
                    defender=defender,
                )
            )
        )
        lines += [
            Text(_losses(words, side, losses), "dim")
            for side, losses in zip(
                _SIDES, (odds.attacker_losses, odds.defender_losses), strict=True
            )
        ]
        return lines

    def _rows(self, width: int, room: int) -> list[Text]:
        rows = self.odd.rows
        first = min(max(0, self.odd.at - room // 2), max(0, len(rows) - room))
        return [
            self._row(row, first + n == self.odd.at, width)
            for n, row in enumerate(rows[first : first + room])
        ]

    def _row(self, row: Row, here: bool, width: int) -> Text:
        words, odd = self.words, self.odd
        side = words(f"odds.Side.{row.side}")
        force = odd.force(row.side)
        line = Text("› " if here else "  ", "bold")
        if row.what == "soldiers":
            said = words("app.anno1452.odds.soldiers", side=side, n=force.soldiers)
        elif row.what == "policy":
            policy = words(f"odds.policies.{force.policy}")
            said = words("app.anno1452.odds.policy", side=side, policy=policy)
        else:
            said = self._card(row)
        line.append(cut(said, width - 2), ACTIVE if here else "")
        return line

    def _card(self, row: Row) -> str:
        card, words, odd = row.card, self.words, self.odd
        if card is None:
            raise ValueError("a row of a card has one")
        name = words(f"odds.card.{card.card}")
        if card.estates:
            name = words("app.anno1452.odds.relief", card=name, n=card.estates)
        mark = "[x]" if odd.played(card) else "[ ]"
        side = words(f"anno1452.side.{row.side}")
        said = f"{mark} " + words("app.anno1452.odds.card", card=name, side=side)
        then = odd.what_if(card) if odd.fought else None
        if then is None:
            return said
        change = words.decimal(100 * (then - odd.odds.attacker_wins), signed=True)
        return f"{said.ljust(54)}" + words(
            "app.anno1452.odds.then", percent=percent(then, words), change=change
        )

    def on_key(self, event: Key) -> None:
        """Arrows go and change, Space changes, Enter declares."""
        key, character = event.key, event.character
        if key in ("up", "down"):
            self.odd.move(-1 if key == "up" else 1)
        elif key in ("left", "right", "space") or character in ("+", "-"):
            self.odd.change(-1 if key == "left" or character == "-" else 1)
        elif key == "enter":
            self.dismiss(self._draft is not None)
        else:
            return
        event.stop()
        event.prevent_default()
        if key != "enter":
            self.follow()

    def action_back(self) -> None:
        """Back; nothing is declared."""
        self.dismiss(False)


def side_line(odd: Odd, side: str, words: Words) -> str:
    """A side of the battle in one line."""
    force = odd.force(side)
    numbers = zip((*KINDS, "relief"), (*force.units, force.relief), strict=True)
    units = [
        words("odds.number", number=n, name=f"@odds.{'one' if n == 1 else 'kind'}.{kind}")
        for kind, n in numbers
        if n
    ]
    if force.city:
        units.append(words("odds.city"))
    if side == "defender":
        walls = nullifying(force.city, [card.card for card in odd.now.cards])
        if walls:
            units.append(words("odds.nullify", faces=f"@odds.faces_{walls}"))
    return f"{words(f'odds.Side.{side}')}: {', '.join(units) or '-'}"


def _losses(words: Words, side: str, losses: Sequence[float]) -> str:
    parts = ", ".join(
        f"{words.decimal(lost)} {words(f'odds.kind.{kind}')}"
        for kind, lost in zip(KINDS, losses, strict=True)
        if lost >= 0.05
    )
    side_name = words(f"odds.Side.{side}")
    return words("app.anno1452.odds.loses", side=side_name, parts=parts or "-")
