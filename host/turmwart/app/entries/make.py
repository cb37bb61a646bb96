"""The entry for a slot."""

from __future__ import annotations

from turmwart.app.entries.base import Entry
from turmwart.app.entries.choices import ChoiceEntry, SeveralEntry
from turmwart.app.entries.counts import CubesEntry, DiceEntry, NumberEntry
from turmwart.app.entries.sheets import SheetEntry, TextEntry
from turmwart.app.words import Words
from turmwart.kernel.prompt import (
    Choice,
    CubeCount,
    DiceThrow,
    Number,
    Prompt,
    Several,
    Sheet,
    Slot,
    Text,
)


def entry_of(prompt: Prompt, slot: Slot, words: Words) -> Entry:
    """A fresh entry for ``slot`` of ``prompt``."""
    match slot:
        case Choice():
            return ChoiceEntry(slot, words)
        case Several():
            return SeveralEntry(slot, words)
        case Number():
            return NumberEntry(slot, words)
        case CubeCount():
            return CubesEntry(slot, words)
        case DiceThrow():
            return DiceEntry(slot, words)
        case Text():
            return TextEntry(slot)
        case Sheet():
            return SheetEntry(slot, words, lambda name: words.row(prompt, slot.name, name))
