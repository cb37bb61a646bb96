"""A card turned up, or a move, typed by the provinces' short codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from turmwart.app.codes import name_codes
from turmwart.app.entries.base import ACTIVE, Entry, Pressed, Problem, is_letter
from turmwart.app.entries.pick import plain, rank
from turmwart.app.words import Words
from turmwart.games.wallenstein import income
from turmwart.games.wallenstein.board import Board
from turmwart.games.wallenstein.state import State
from turmwart.kernel.prompt import Choice, Number, Prompt

MONEY, EMPTY, TOWER, ALL = "0", "-", "*", "."
"""Keys for a money card, an empty space, a tower card, and: everybody else passes."""
CARDS = {MONEY: "money", EMPTY: "none", TOWER: "tower"}
_ID = "app.wallenstein.quick"


def codes_of(board: Board) -> dict[str, str]:
    """Province -> its two characters; the same the whole evening, so that they can be learnt."""
    return name_codes((facts.id, _bare(facts.label)) for facts in board.provinces)


def found(typed: str, codes: Mapping[str, str], labels: Mapping[str, str]) -> tuple[str, ...]:
    """Provinces that typed letters can mean: by code where one begins so, else by name."""
    if not typed:
        return tuple(labels)
    by_code = tuple(one for one in labels if codes.get(one, "").startswith(typed))
    if by_code:
        return by_code
    ranked = [(r, one) for one, label in labels.items() if (r := rank(label, typed)) is not None]
    best = min((r for r, _ in ranked), default=0)
    return tuple(one for r, one in ranked if r == best)


class CardEntry(Entry):
    """The card on the space of the present action.

    Letters name a province: two are its code and are enough, one is where nothing else begins so,
    and Enter then carries it out. Other keys stand for the cards that are no province.

    Args:
        state: the game.
        prompt: asks for the card.
        may_all_pass: whether everybody else can pass at once.
        why: rule that keeps the player from the action whatever lies there; Enter passes then.
        words: the language.
    """

    def __init__(
        self, state: State, prompt: Prompt, may_all_pass: bool, why: str, words: Words
    ) -> None:
        self._words = words
        self._state = state
        self._seat = prompt.seat
        self._why = why
        options = prompt.slots[0].options if isinstance(prompt.slots[0], Choice) else ()
        self._cards = {str(o.value) for o in options if not o.label}
        self._labels = {str(o.value): o.label for o in options if o.label}
        self._codes = codes_of(state.board)
        self._may_all_pass = may_all_pass
        self.hint = f"{_ID}.card.hint"
        self.typed = ""
        self.card = ""
        self.all_pass = False

    @property
    def _found(self) -> tuple[str, ...]:
        return found(self.typed, self._codes, self._labels) if self.typed else ()

    def press(self, key: str, character: str | None) -> Pressed:
        """A letter goes on with the name; the signs are cards of their own."""
        if key == "enter":
            return self._enter()
        if key in ("escape", "backspace") and self.typed:
            self.typed = "" if key == "escape" else self.typed[:-1]
            self.card = ""
            return Pressed.TAKEN
        sign = character or ""
        if sign == ALL and self._may_all_pass and not self.typed:
            self.all_pass = True
            return Pressed.DONE
        if CARDS.get(sign) in self._cards and not self.typed:
            self.card = CARDS[sign]
            return Pressed.DONE
        letter = plain(sign) if sign else ""
        if len(letter) != 1 or not letter.isalnum():
            return Pressed.IGNORED
        if not self.typed and not self.claims(key):
            return Pressed.IGNORED
        self.typed += letter
        exact = [one for one in self._labels if self._codes.get(one) == self.typed]
        self.card = exact[0] if exact else ""
        return Pressed.DONE if exact else Pressed.TAKEN

    def _enter(self) -> Pressed:
        if not self.typed:
            if self._why and not self.card:
                self.card = CARDS[MONEY]
            return Pressed.DONE if self.card else Pressed.TAKEN
        if len(self._found) == 1:
            self.card = self._found[0]
        return Pressed.DONE

    def claims(self, key: str) -> bool:
        """Letters with which a province begins; behind the first of them every letter."""
        if not is_letter(key):
            return False
        starts = {self._codes[one][0] for one in self._labels if one in self._codes}
        return (bool(self.typed) and key.isalnum()) or plain(key) in starts

    @property
    def problem(self) -> Problem | None:
        """Nothing fits, or more than one province does."""
        if self.all_pass or self.card:
            return None
        if self.typed and not self._found:
            return Problem("app.problem.no_match", (("typed", self.typed),))
        return Problem(f"{_ID}.which", (("typed", self.typed),))

    def answer(self) -> Any:
        """The card."""
        return self.card

    def summary(self) -> str:
        """The card in words."""
        return self._labels.get(self.card, self.card)

    def lines(self, width: int, height: int) -> list[Text]:
        """What is typed, why nothing can be done, and the provinces with their codes."""
        line = Text("› ", "bold").append(f" {self.typed}_ ", ACTIVE)
        shown = self._found or tuple(self._labels)
        if len(self._found) == 1:
            line.append("  " + self._labels[self._found[0]], "bold")
        elif self.typed and not self._found:
            line.append("  " + self._words("app.problem.no_match", typed=self.typed), "bold")
        elif self._why:
            reason = self._words(f"{_ID}.cannot.{self._why}")
            line.append("  " + self._words(f"{_ID}.cannot_all", reason=reason), "bold")
        cells = [(self._codes[one], self._told(one)) for one in shown if one in self._codes]
        return [line, *columns(cells, width, max(0, height - 1), self._words)]

    def _told(self, province: str) -> str:
        """A province with what matters for the present action."""
        state, action = self._state, self._state.current_action()
        facts, stands = state.facts(province), state.province(province)
        said = f"{facts.label} {state.armies(province)}"
        if action in ("collect_tax", "collect_grain"):
            what = "tax" if action == "collect_tax" else "grain"
            printed = facts.tax if what == "tax" else facts.grain
            gain = "?" if printed is None else income.of(state, what, self._seat, printed).gained
            said = f"{facts.label} +{gain}"
            said += f" !{stands.markers}" if stands.markers else ""
        elif action.startswith("build_"):
            sites = "?" if facts.sites is None else facts.sites
            said = f"{facts.label} {len(stands.buildings)}/{sites}"
        return said


class MoveEntry(Entry):
    """Where armies move and how many: letters, digits, Enter.

    Args:
        state: the game.
        prompt: asks for target and number.
        words: the language.
    """

    def __init__(self, state: State, prompt: Prompt, words: Words) -> None:
        self._words = words
        self._state = state
        target, number = prompt.slots
        options = target.options if isinstance(target, Choice) else ()
        self._labels = {str(option.value): option.label for option in options}
        most = number.most if isinstance(number, Number) else None
        self._most = most or 1
        self._codes = codes_of(state.board)
        near = state.acting.province if state.acting is not None else ""
        neighbours = state.facts(near).neighbours if near else ()
        self._near = {one: self._labels[one] for one in neighbours if one in self._labels}
        self.hint = f"{_ID}.move.hint"
        self.typed = ""
        self.digits = ""
        self.stays = False

    @property
    def _found(self) -> tuple[str, ...]:
        """Known neighbours first: only where none fits can it be any other province."""
        if not self.typed:
            return ()
        return found(self.typed, self._codes, self._near) or found(
            self.typed, self._codes, self._labels
        )

    @property
    def target(self) -> str:
        """The province that is meant; empty while there are several."""
        return self._found[0] if len(self._found) == 1 else ""

    @property
    def armies(self) -> int:
        """How many move; all but one where no number was typed."""
        return int(self.digits) if self.digits else self._most

    def press(self, key: str, character: str | None) -> Pressed:
        """Letters name the target, digits the armies; minus or 0 stays."""
        sign = character or ""
        if key == "enter":
            return Pressed.DONE if self.typed else Pressed.TAKEN
        if not self.typed and sign in (MONEY, EMPTY) and sign:
            self.stays = True
            return Pressed.DONE
        if key in ("escape", "backspace") and (self.typed or self.digits):
            if self.digits:
                self.digits = "" if key == "escape" else self.digits[:-1]
            else:
                self.typed = "" if key == "escape" else self.typed[:-1]
            return Pressed.TAKEN
        if sign.isdecimal() and self.typed:
            self.digits = (self.digits + sign)[:2]
            return Pressed.TAKEN
        letter = plain(sign) if sign else ""
        if len(letter) == 1 and letter.isalpha() and not self.digits:
            self.typed += letter
            return Pressed.TAKEN
        return Pressed.IGNORED

    def claims(self, key: str) -> bool:
        """Every letter."""
        return is_letter(key) and key.isalpha()

    @property
    def problem(self) -> Problem | None:
        """Nothing fits, several do, or too many armies."""
        if self.stays:
            return None
        if self.typed and not self._found:
            return Problem("app.problem.no_match", (("typed", self.typed),))
        if not self.target:
            return Problem(f"{_ID}.which", (("typed", self.typed),))
        if not 1 <= self.armies <= self._most:
            return Problem("app.problem.too_big", (("most", self._most),))
        return None

    def answer(self) -> Any:
        """The target."""
        return self.target

    def summary(self) -> str:
        """Target and number."""
        return f"{self._labels.get(self.target, '')} {self.armies}"

    def lines(self, width: int, height: int) -> list[Text]:
        """What is typed, and where armies can go."""
        line = Text("› ", "bold").append(f" {self.typed}{self.digits}_ ", ACTIVE)
        if self.target:
            said = self._words(
                f"{_ID}.move.to", target=self._labels[self.target], armies=self.armies
            )
            line.append("  " + said, "bold")
        elif self.typed and not self._found:
            line.append("  " + self._words("app.problem.no_match", typed=self.typed), "bold")
        shown = self._found or tuple(self._near) or tuple(self._labels)
        cells = [(self._codes[one], self._told(one)) for one in shown]
        return [line, *columns(cells, width, max(0, height - 1), self._words)]

    def _told(self, province: str) -> str:
        owner = self._state.province(province).owner
        name = self._words(f"{_ID}.neutral") if owner is None else self._state.player(owner).name
        return f"{self._labels[province]} {name} {self._state.armies(province)}"


def columns(cells: Sequence[tuple[str, str]], width: int, height: int, words: Words) -> list[Text]:
    """Codes with what they stand for, in columns; what has no room is counted."""
    if not cells or height < 1:
        return []
    cell = min(width, max(len(code) + len(label) for code, label in cells) + 3)
    across = max(1, width // cell)
    rows = min(height, -(-len(cells) // across))
    shown = min(len(cells), rows * across)
    if shown < len(cells) and rows > 1:
        rows -= 1
        shown = rows * across
    drawn = []
    for row in range(rows):
        line = Text()
        for code, label in cells[row:shown:rows]:
            line.append(code, "bold reverse")
            room = cell - len(code) - 1
            line.append(f" {label}"[:room].ljust(room) + " ")
        line.truncate(width)
        drawn.append(line)
    if shown < len(cells):
        drawn.append(Text(words(f"{_ID}.more", n=len(cells) - shown), "dim"))
    return drawn


def _bare(label: str) -> str:
    """A name without the short title before it, such as ``Bm.``."""
    words = label.split()
    while len(words) > 1 and words[0].endswith("."):
        words = words[1:]
    return " ".join(words)
