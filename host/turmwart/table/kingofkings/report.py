"""A report in the style of the time: plain text, to be printed or mailed."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.kingofkings.view import View
from turmwart.table.kingofkings.sections import Row, sections
from turmwart.texts import say


def report_text(view: View, language: str) -> str:
    """The report as text, with the map.

    Rule: K-REPORT-8.
    """
    lines: list[str] = []
    for number, section in enumerate(sections(view, language)):
        lines += [section.title, "=" * len(section.title), *section.lines]
        lines += aligned(section.table)
        lines.append("")
        if number == 0:
            lines += [*map_lines(view, language), ""]
    return "\n".join(lines)


def map_lines(view: View, language: str) -> list[str]:
    """The map: a letter for the terrain, then a mark for whose the field is.

    Rule: K-REPORT-3 (the map is complete), K-MAP-2, K-MAP-3.
    """
    title = say("kingofkings.report.title.map", language)
    columns = range(view.west, view.west + len(view.rows[0]))
    lines = [title, "=" * len(title)]
    lines.append("     " + "".join(str(x // 10 or " ").ljust(2) for x in columns).rstrip())
    lines.append("     " + "".join(str(x % 10).ljust(2) for x in columns).rstrip())
    marks = field_marks(view)
    for y, row in enumerate(view.rows, view.north):
        cells = (letter + marks.get((x, y), " ") for x, letter in enumerate(row, view.west))
        lines.append(f"{y:>3}  " + "".join(cells).rstrip())
    lines.append(say("kingofkings.report.marks", language))
    return lines


def field_marks(view: View) -> dict[tuple[int, int], str]:
    """The mark of each field that is known: own ``*``, ally ``+``, enemy ``!``, fleets ``^``."""
    allies = {one.other for one in view.standings if one.in_force >= 1}
    marks: dict[tuple[int, int], str] = {}
    for seen in view.fields:
        mark = ""
        if seen.owner:
            own, ally = seen.owner == view.seat, seen.owner in allies
            mark = "*" if own else "+" if ally else "!"
        elif seen.forces:
            mark = "^"
        if mark:
            marks[seen.x, seen.y] = mark
    return marks


def aligned(table: tuple[Row, ...]) -> Iterator[str]:
    """Rows with their cells below each other."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for number, row in enumerate(table):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()
        if number == 0:
            yield "  ".join("-" * width for width in widths)
