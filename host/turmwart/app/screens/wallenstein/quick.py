"""The forms for an action season: cards, moves and bids in a few keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from turmwart.app.screens.face import QuickForm
from turmwart.app.screens.wallenstein.quick_bids import BidsEntry
from turmwart.app.screens.wallenstein.quick_cards import CardEntry, MoveEntry, codes_of
from turmwart.app.widgets.form import Draft
from turmwart.games.wallenstein import skipping
from turmwart.games.wallenstein.state import State
from turmwart.kernel.game import Game
from turmwart.kernel.prompt import Prompt, command_of
from turmwart.kernel.prompt import Text as TextSlot

_ID = "app.wallenstein.quick"
Made = Callable[[], tuple[Prompt, dict[str, Any]]]


@dataclass
class QuickDraft(Draft):
    """A draft that makes the command of one of the table's prompts."""

    made: Made | None = field(default=None)

    def command(self, game: Game) -> Any:
        """The command of what was typed.

        Raises:
            ValueError: it makes none.
        """
        if self.made is None:
            raise ValueError("a quick draft knows what it makes")
        prompt, answers = self.made()
        if self.waived:
            answers = {**answers, "waived": list(self.waived)}
        return command_of(game, prompt, answers)


class Quick(QuickForm):
    """Gives the form for what is due."""

    def _make(self) -> QuickDraft | None:
        prompts = {prompt.command: prompt for prompt in self._table.prompts()}
        if any(p.must and p.command == "EnterPrinted" for p in prompts.values()):
            return None
        state: State = self._table.state
        if "RevealPlan" in prompts:
            return self._card(state, prompts)
        if "MoveArmies" in prompts:
            return self._move(state, prompts)
        if "RevealBids" in prompts:
            return self._bids(state, prompts["RevealBids"])
        return None

    def _card(self, state: State, prompts: dict[str, Prompt]) -> QuickDraft:
        prompt = prompts["RevealPlan"]
        action = state.current_action()
        why = skipping.obstacle(state, prompt.seat, action)
        entry = CardEntry(state, prompt, "PassAction" in prompts, why, self._words)

        def made() -> tuple[Prompt, dict[str, Any]]:
            if entry.all_pass:
                return prompts["PassAction"], {}
            rest = {slot.name: False for slot in prompt.slots[1:]}
            return prompt, {"card": entry.answer(), **rest}

        return self._draft("card", prompt, entry, made)

    def _move(self, state: State, prompts: dict[str, Prompt]) -> QuickDraft:
        prompt = prompts["MoveArmies"]
        entry = MoveEntry(state, prompt, self._words)

        def made() -> tuple[Prompt, dict[str, Any]]:
            if entry.stays:
                return prompts["Pass"], {}
            return prompt, {"target": entry.target, "armies": entry.armies}

        return self._draft("move", prompt, entry, made)

    def _bids(self, state: State, prompt: Prompt) -> QuickDraft:
        entry = BidsEntry(prompt, codes_of(state.board), self._words)
        return self._draft("bids", prompt, entry, lambda: (prompt, {"bids": entry.answer()}))

    def _draft(self, name: str, prompt: Prompt, entry: Any, made: Made) -> QuickDraft:
        values = () if name == "bids" else prompt.values
        slots = (TextSlot("code"),)
        asked = Prompt(f"{_ID}.{name}", "", prompt.seat, True, slots, (), prompt.rule, values)
        return QuickDraft(asked, [entry], made=made)
