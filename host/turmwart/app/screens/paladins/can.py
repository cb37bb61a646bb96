"""Can I do that?: what each action asks of a player, what is missing, what silver makes up for."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.events import Key

from turmwart.app.draw import cut
from turmwart.app.entries.base import ACTIVE
from turmwart.app.keys import BACK, NEXT, PREVIOUS, bindings, key_bar
from turmwart.app.screens.base import Lines, TurmwartScreen
from turmwart.app.words import Words
from turmwart.games.paladins.requirements import STRENGTH_PER_SILVER
from turmwart.games.paladins.view import Can, PlayerView, View
from turmwart.table.table import Table

_NAME, _NUMBER = 12, 5
_TYPED = ("attack", "convert")


class CanScreen(TurmwartScreen[bool]):
    """Shows a player's actions; digits type the value on a card.

    Args:
        table: the table.
    """

    BINDINGS = bindings((BACK, NEXT, PREVIOUS))

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._value = ""
        view: View = table.view()
        seats = [player.seat for player in view.players]
        self._at = seats.index(view.active) if view.active in seats else 0

    def compose(self) -> ComposeResult:
        """Title, lines, keys."""
        yield Lines(id="header")
        yield Lines(id="lines")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Draw."""
        self.follow()

    def follow(self) -> None:
        """Draw what the player can do."""
        if not self.is_mounted:
            return
        view: View = self._table.view()
        player = view.players[self._at]
        width = self.size.width - 4
        self.query_one("#header", Lines).put([Text(self.words("app.paladins.can.title"), "bold")])
        value = int(self._value) if self._value else None
        lines = can_lines(view, player, value, self.words, width)
        self.query_one("#lines", Lines).put(lines)
        bar = key_bar([(BACK, ""), (NEXT, ""), (PREVIOUS, "")], self.words, width, lambda _: False)
        bar.append("  " + self.words("app.paladins.can.type"), "dim")
        self.query_one("#keys", Lines).put([bar])

    def on_key(self, event: Key) -> None:
        """Digits type the value of a card."""
        if event.character and event.character in "0123456789":
            self._value = (self._value + event.character)[-2:]
        elif event.key == "backspace":
            self._value = self._value[:-1]
        else:
            return
        event.stop()
        event.prevent_default()
        self.follow()

    def action_next(self) -> None:
        """The next player."""
        self._turn(1)

    def action_previous(self) -> None:
        """The player before."""
        self._turn(-1)

    def action_back(self) -> None:
        """Back; nothing is entered."""
        self.dismiss(False)

    def _turn(self, by: int) -> None:
        self._at = (self._at + by) % len(self._table.view().players)
        self.follow()


def can_lines(
    view: View, player: PlayerView, value: int | None, words: Words, width: int
) -> list[Text]:
    """What each action asks of a player, one line each; ``value`` is that of a card."""
    lines = [_who(player, words)]
    if not player.can:
        return [*lines, Text(words("app.paladins.can.unknown"))]
    typed = words("app.paladins.can.value", value="_" if value is None else value)
    lines += [Text(f" {typed} ", ACTIVE), Text()]
    head = Text("  " + words("app.paladins.can.action").ljust(_NAME), "dim")
    for name in ("asks", "have", "cost", "workers", "left"):
        head.append(words(f"app.paladins.can.{name}").rjust(_NUMBER))
    lines.append(head)
    for one in player.can:
        lines.append(_line(view, player, one, value, words, width))
    return lines


def _who(player: PlayerView, words: Words) -> Text:
    line = Text(player.name, "bold reverse")
    names = ("faith", "strength", "influence")
    more = player.points or (0, 0, 0)
    for name, extra in zip(names, more, strict=True):
        base: int = getattr(player, name)
        shown = f"{base}+{extra}={base + extra}" if extra else str(base)
        line.append(f"  {words(f'paladins.attribute.{name}')} {shown}", "")
    if player.paladin:
        line.append(f"  ({player.paladin})")
    return line


def _line(
    view: View, player: PlayerView, one: Can, value: int | None, words: Words, width: int
) -> Text:
    need = value if one.action in _TYPED else one.need
    known = need is not None and need >= 0
    missing = max(0, (need or 0) - one.have) if known and one.attribute else 0
    note, fine = _note(view, player, one, missing, words)
    if not known and one.attribute and fine:
        note = words("app.paladins.can.card")
    line = Text(("✓ " if fine and known else "· " if fine else "✗ "), "bold")
    line.append(cut(words(f"paladins.action.{one.action}"), _NAME).ljust(_NAME), "bold")
    asks = "-" if not one.attribute else str(need) if known else "?"
    have = str(one.have) if one.attribute else "-"
    cost = "-" if not one.good else f"{one.cost if one.cost >= 0 else '?'}"
    left = "-" if one.left < 0 else str(one.left)
    for cell in (asks, have, cost, one.workers, left):
        line.append(cell.rjust(_NUMBER))
    line.append("  " + note)
    line.truncate(width)
    return line


def _note(view: View, player: PlayerView, one: Can, missing: int, words: Words) -> tuple[str, bool]:
    """What is missing in words, and whether nothing stands in the way."""
    said = []
    fine = one.open and one.left != 0
    if not one.open:
        said.append(words("app.paladins.can.used"))
    if one.left == 0:
        what = "no_room" if one.action == "convert" else "no_piece"
        said.append(words(f"app.paladins.can.{what}"))
    if missing:
        attribute = words(f"paladins.attribute.{one.attribute}")
        text = words("app.paladins.can.missing", n=missing, what=attribute)
        silver = -(-missing // STRENGTH_PER_SILVER)
        payable = one.action == "attack" or (one.action == "convert" and view.paid_shortfall)
        if payable:
            text += " " + words("app.paladins.can.pay", n=silver)
            fine = fine and silver <= player.silver
        else:
            fine = False
        said.append(text)
    if one.lacks:
        good = words(f"paladins.numbers.{one.good}")
        said.append(words("app.paladins.can.missing", n=one.lacks, what=good))
        fine = False
    if one.columns is not None:
        reached, highest = one.columns
        if 0 <= reached < highest:
            said.append(words("app.paladins.can.columns", n=reached))
    return ", ".join(said), fine
