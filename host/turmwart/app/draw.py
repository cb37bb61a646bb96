"""Small drawings: cubes as letter blocks, columns, cut text."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from turmwart.app.words import Words
from turmwart.kernel.cubes import Cubes

STYLES = {
    "red": "bold white on dark_red",
    "blue": "bold white on dark_blue",
    "green": "bold white on dark_green",
    "yellow": "bold black on yellow3",
    "purple": "bold white on purple4",
    "black": "bold white on grey11",
    "grey": "bold white on grey37",
    "white": "bold black on grey93",
    "orange": "bold black on dark_orange",
}
"""Styles of the colours of cubes; a letter always stands with them."""


def block(colour: str, words: Words) -> Text:
    """One cube: its letter in brackets."""
    return Text(f"[{words.letter(colour)}]", STYLES.get(colour, "bold"))


def counted(cubes: Cubes, words: Words) -> Text:
    """Cubes as blocks with counts, such as ``[R]2 [B]1``; a text for none."""
    if not cubes:
        return Text(words("app.cubes.none"))
    line = Text()
    for place, (colour, n) in enumerate(cubes.counts):
        line.append(" " if place else "")
        line.append_text(block(colour, words))
        line.append(str(n))
    return line


def cut(text: str, width: int) -> str:
    """The text in at most ``width`` characters; an ellipsis shows that something was cut."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def wrapped(text: Text, width: int, most: int) -> list[Text]:
    """The text in lines of at most ``width`` characters, at most ``most`` of them."""
    lines: list[Text] = []
    for paragraph in text.split("\n"):
        lines.extend(_wrap(paragraph, max(8, width)))
    if len(lines) > most:
        lines = lines[:most]
        lines[-1].truncate(max(1, width - 1))
        lines[-1].append("…")
    return lines


def stacked(lines: Iterable[Text]) -> Text:
    """Lines one below the other."""
    return Text("\n").join(lines)


def _wrap(text: Text, width: int) -> list[Text]:
    plain = text.plain
    pieces: list[Text] = []
    start = 0
    while len(plain) - start > width:
        gap = plain.rfind(" ", start, start + width + 1)
        end = gap if gap > start else start + width
        pieces.append(text[start:end])
        start = end + (1 if gap > start else 0)
    pieces.append(text[start:])
    return pieces
