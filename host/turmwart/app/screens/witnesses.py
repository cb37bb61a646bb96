"""What tower and camera say of a throw, side by side, and the question where they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from turmwart.app.desk import Finding
from turmwart.app.draw import wrapped
from turmwart.app.keys import cap
from turmwart.app.words import Words
from turmwart.kernel.cubes import Cubes

_COLUMNS = ("sensor", "camera", "most")
_ANSWER_LINES = 3
_CAUSES = 2


@dataclass(frozen=True, slots=True)
class Witnesses:
    """What each says has fallen.

    Attributes:
        sensor: the tower's sensor; None where it says nothing.
        camera: the camera above the tray; None where it says nothing.
    """

    sensor: Cubes | None
    camera: Cubes | None


def witness_heads(words: Words) -> Text:
    """The heads of the columns."""
    heads = (words(f"app.battle.column.{name}") for name in _COLUMNS)
    return Text("".join("  " + head.rjust(_size(head)) for head in heads), "dim")


def witness_cells(witnesses: Witnesses, colour: str, most: int | None, words: Words) -> Text:
    """The cells of one colour; the camera's tells by a sign whether it differs.

    Args:
        witnesses: what they say.
        colour: of the line.
        most: of it that can have fallen; None where the table plays without seeing that.
        words: the language.
    """
    sensor, camera = witnesses.sensor, witnesses.camera
    differ = sensor is not None and camera is not None and sensor[colour] != camera[colour]
    sign = "" if sensor is None or camera is None else "≠" if differ else "="
    cells = (
        words("app.hidden") if sensor is None else str(sensor[colour]),
        words("app.hidden") if camera is None else f"{sign}{camera[colour]}",
        words("app.hidden") if most is None else str(most),
    )
    line = Text()
    for cell, name in zip(cells, _COLUMNS, strict=True):
        size = _size(words(f"app.battle.column.{name}"))
        line.append("  " + cell.rjust(size), "bold" if differ and name != "most" else "")
    return line.append("  ")


def asked(finding: Finding, keys: Sequence[str], words: Words, width: int) -> list[Text]:
    """The likely answers with their keys, and what may be amiss; nothing where nobody asks.

    Args:
        finding: of the throw.
        keys: one for each answer.
        words: the language.
        width: in characters.
    """
    if finding.sure:
        return []
    line = Text()
    for (cubes, permille), key in zip(finding.answers, keys, strict=False):
        line.append("   " if line.plain else "")
        line.append(f"{cap(key, words)}", "bold reverse")
        # Words that belong together do not part at the end of a line.
        said = words(
            "app.battle.answer",
            cubes=_of(cubes, finding, words),
            by=_by(cubes, finding, words),
            chance=f"{permille / 10:.0f}",
        )
        line.append(f" {said}".replace(" ", "\N{NO-BREAK SPACE}"))
    lines = wrapped(line, width, _ANSWER_LINES) if line.plain else []
    causes = [
        words(text_id, colours=", ".join(words.colour(colour) for colour in colours))
        for text_id, colours in finding.causes[:_CAUSES]
    ]
    if causes:
        perhaps = words("app.battle.perhaps", causes=" ".join(causes))
        lines += wrapped(Text(perhaps, "dim"), width, 2)
    return lines


def _of(cubes: Cubes, finding: Finding, words: Words) -> str:
    """The counts of the colours in question, or all where none is named."""
    colours = finding.colours or tuple(cubes)
    if not colours:
        return words("app.cubes.none")
    return ", ".join(
        words("app.cubes.some", n=cubes[colour], colour=words.colour(colour)) for colour in colours
    )


def _by(cubes: Cubes, finding: Finding, words: Words) -> str:
    """Which witness says just this."""
    said = [
        words(f"app.battle.column.{name}")
        for name, count in (("sensor", finding.sensor), ("camera", finding.camera))
        if count == cubes
    ]
    return " + ".join(said) or words("app.battle.neither")


def _size(head: str) -> int:
    return max(len(head), 6)
