"""What a game answers when a command cannot stand as it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Objection:
    """A rule speaks against a command.

    Attributes:
        rule: id of the rule, such as ``"W-MOVE-2"``.
        detail: id of the text that says why in one sentence.
        values: what the text names, as ``(name, value)`` pairs.
        waivable: whether the table may enter the command anyway, by naming ``rule`` in
            ``command.waived``. False where the books could not be kept afterwards.
    """

    rule: str
    detail: str
    values: tuple[tuple[str, int | str], ...] = ()
    waivable: bool = True
