"""The form in which a prompt is answered, the same for every prompt of every game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from rich.text import Text
from textual.events import Key
from textual.message import Message
from textual.widget import Widget

from turmwart.app.draw import stacked, wrapped
from turmwart.app.entries import Entry, Pressed, Problem, entry_of
from turmwart.app.entries.base import is_letter
from turmwart.app.entries.counts import CubesEntry
from turmwart.app.words import Words
from turmwart.kernel.decision import Objection
from turmwart.kernel.game import Game
from turmwart.kernel.prompt import Prompt, command_of

if TYPE_CHECKING:
    from turmwart.app.screens.base import TurmwartScreen

WAIVE = "exclamation_mark"
"""Key that enters a command although a rule speaks against it."""


@dataclass
class Draft:
    """A prompt that is being answered; kept while another one is looked at.

    Attributes:
        at: which slot is being filled in.
        waived: rules whose objection the table overrode.
        objection: what a rule said to the last try; None after a change.
        problem: why the entry cannot be taken.
    """

    prompt: Prompt
    entries: list[Entry]
    at: int = 0
    waived: tuple[str, ...] = ()
    objection: Objection | None = None
    problem: Problem | None = None

    @staticmethod
    def of(prompt: Prompt, words: Words) -> Draft:
        """An empty draft."""
        return Draft(prompt, [entry_of(prompt, slot, words) for slot in prompt.slots])

    @property
    def entry(self) -> Entry | None:
        """The entry that takes the keys; None where the prompt asks for nothing."""
        return self.entries[self.at] if self.entries else None

    @property
    def cubes(self) -> CubesEntry | None:
        """The entry for cubes, if there is one."""
        return next((e for e in self.entries if isinstance(e, CubesEntry)), None)

    def answers(self) -> dict[str, Any]:
        """Slot name -> plain data, as ``command_of`` takes them."""
        slots = zip(self.prompt.slots, self.entries, strict=True)
        answers = {slot.name: entry.answer() for slot, entry in slots}
        if self.waived:
            answers["waived"] = list(self.waived)
        return answers

    def command(self, game: Game) -> Any:
        """The command that the answers make.

        Raises:
            ValueError: they make none; the message names the answer.
        """
        return command_of(game, self.prompt, self.answers())


class PromptForm(Widget, can_focus=True):
    """Shows a prompt and takes its answer from the keyboard.

    The screen is called, not told by a message: a key that waits already belongs to what comes
    after the answer, and must find it here.

    Args:
        words: the language.

    Attributes:
        held: the answer is being carried out; no key changes it, none answers again.
    """

    class Changed(Message):
        """Something was entered; other parts of the screen may follow."""

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._words = words
        self.draft: Draft | None = None
        self.who = ""
        self.more = ""
        self.note = ""
        self.empty = "app.form.nothing"
        self.held = False

    def show(self, draft: Draft | None, who: str = "") -> None:
        """Show a draft; ``who`` names the player it is for."""
        self.draft = draft
        self.who = who
        self.refresh()
        self.post_message(self.Changed())

    def object(self, objection: Objection) -> None:
        """A rule speaks against what was entered; nothing of it is lost."""
        if self.draft is not None:
            self.draft.objection = objection
            self.refresh()
            self.post_message(self.Changed())

    def refuse(self, problem: Problem) -> None:
        """What was entered makes no command; nothing of it is lost."""
        if self.draft is not None:
            self.draft.problem = problem
            self.refresh()

    def claims(self, key: str) -> bool:
        """Whether the key is the form's now, and no command of the screen."""
        entry = self.draft.entry if self.draft else None
        return entry is not None and entry.claims(key)

    def on_key(self, event: Key) -> None:
        """Hand a key to the entry that is being filled in."""
        if self.held or not self.screen.is_current:
            # Pressed before the screen that is in front now, or will be, could be seen.
            event.stop()
            event.prevent_default()
            return
        if self.draft is None or not self._take(self.draft, event.key, event.character):
            return
        event.stop()
        event.prevent_default()
        self.refresh()
        self.post_message(self.Changed())

    def _take(self, draft: Draft, key: str, character: str | None) -> bool:
        if draft.objection is not None and draft.objection.waivable and key == WAIVE:
            draft.waived = (*draft.waived, draft.objection.rule)
            draft.objection = None
            self._over.answered(draft)
            return True
        entry = draft.entry
        if entry is None:
            if key != "enter":
                return key == "escape" and self._back(draft)
            self._over.answered(draft)
            return True
        pressed = entry.press(key, character)
        if pressed is Pressed.IGNORED:
            return self._back(draft) if key == "escape" else is_letter(key) and entry.claims(key)
        draft.objection = None
        draft.problem = None
        if pressed is Pressed.DONE:
            self._next(draft, entry)
        return True

    def _next(self, draft: Draft, entry: Entry) -> None:
        draft.problem = entry.problem
        if draft.problem is not None:
            return
        if draft.at + 1 < len(draft.entries):
            draft.at += 1
        else:
            self._over.answered(draft)

    def _back(self, draft: Draft) -> bool:
        draft.problem = None
        draft.objection = None
        if draft.at > 0:
            draft.at -= 1
        else:
            self._over.left()
        return True

    @property
    def _over(self) -> TurmwartScreen[Any]:
        """The screen that the form is on."""
        return cast("TurmwartScreen[Any]", self.screen)

    def render(self) -> Text:
        """Draw prompt, finished slots, the one being filled in, and what speaks against it."""
        width, height = self.content_size.width, self.content_size.height
        if self.draft is None:
            return Text(self._words(self.empty))
        return stacked(self.lines(width, height))

    def lines(self, width: int, height: int) -> list[Text]:
        """The form in at most ``height`` lines."""
        draft = self.draft
        if draft is None:
            return []
        lines = self._asked(draft, width)
        contra = against(draft, self._words, width)
        done = self._done(draft, width)
        entry = draft.entry
        if entry is None:
            return [*lines, *contra, *self._hint(draft, width)]
        room = height - len(lines) - len(contra) - len(self._hint(draft, width, more=True))
        title = Text(self._title(draft), "bold") if self._titled(draft) else None
        room -= 1 if title is not None else 0
        done = done[-max(0, min(len(done), room - 3)) :] if room > 3 else []
        lines.extend(done)
        if title is not None:
            lines.append(title)
        lines.extend(entry.lines(width, max(1, room - len(done))))
        return [*lines, *contra, *self._hint(draft, width, more=entry.more)]

    def _asked(self, draft: Draft, width: int) -> list[Text]:
        asked = Text()
        if self.who:
            asked.append(f"{self.who}: ", "bold")
        asked.append(self._words.prompt(draft.prompt), "bold")
        if not draft.prompt.must:
            asked.append(" " + self._words("app.form.may"))
        if draft.prompt.rule:
            asked.append(f"  {draft.prompt.rule}", "dim")
        note = wrapped(Text(f"? {self.note}", "bold"), width, 2) if self.note else []
        return [*wrapped(asked, width, 3), *note]

    def _titled(self, draft: Draft) -> bool:
        return len(draft.entries) > 1

    def _title(self, draft: Draft) -> str:
        slot = draft.prompt.slots[draft.at]
        return self._words.slot(draft.prompt, slot.name)

    def _done(self, draft: Draft, width: int) -> list[Text]:
        lines = []
        for slot, entry in zip(draft.prompt.slots[: draft.at], draft.entries, strict=False):
            label = self._words.slot(draft.prompt, slot.name)
            lines.append(Text(f"✓ {label}: {entry.summary()}"[:width]))
        return lines

    def _hint(self, draft: Draft, width: int, *, more: bool = False) -> list[Text]:
        said = [self._words(draft.entry.hint if draft.entry else "app.hint.enter"), self.more]
        if more:
            said.insert(1, self._words("app.hint.more"))
        return wrapped(Text(" ".join(said).strip(), "dim"), width, 2)


def against(draft: Draft, words: Words, width: int) -> list[Text]:
    """What speaks against a draft: a rule with its sentence, or a problem; empty if nothing."""
    if draft.objection is not None:
        sentence = Text().append(f"! {draft.objection.rule}: ", "bold")
        sentence.append(words.objection(draft.objection))
        can = "app.form.waive" if draft.objection.waivable else "app.form.no_waive"
        return [*wrapped(sentence, width, 3), Text("  " + words(can), "bold")]
    if draft.problem is not None:
        reason = words.filled(draft.problem.text_id, draft.problem.values)
        return wrapped(Text(f"! {reason}", "bold"), width, 2)
    return []
