"""A report as one HTML page with the map as SVG; no script, no file beside it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from turmwart.games.kingofkings.view import Seen, View
from turmwart.table.kingofkings.sections import Row, sections, tribe_name, units_text
from turmwart.texts import say

SIDE = 28
"""Side of a field in the drawing."""

COLOURS = {
    "farmland": "#e3d26f",
    "plain": "#cfe3a0",
    "grass": "#a9d08e",
    "desert": "#f2e3b3",
    "steppe": "#ddd3a8",
    "forest": "#6fa36b",
    "hills": "#c8ab84",
    "mountains": "#a39a94",
    "marsh": "#9fc3b0",
    "swamp": "#8fa68f",
    "city": "#e8b4a0",
    "large_city": "#e09a86",
    "metropolis": "#d67f6b",
    "sea": "#a8cbe8",
}
STYLE = (
    "body{font:15px/1.45 system-ui,sans-serif;margin:1.5rem auto;max-width:76rem;padding:0 1rem;"
    "color:#1b1b1b;background:#fff}h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:1.6rem;"
    "border-bottom:1px solid #bbb}table{border-collapse:collapse}th,td{text-align:left;"
    "padding:.15rem .6rem;border-bottom:1px solid #ddd}"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere;"
    "font:13px/1.4 ui-monospace,monospace}.wide{overflow-x:auto}svg text{font-family:"
    "ui-monospace,monospace}"
)


def report_page(view: View, language: str) -> str:
    """The report as a complete HTML document.

    Rule: K-REPORT-8.
    """
    title = escape(sections(view, language)[0].lines[0])
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head><body>"
        f"<h1>{title}</h1>{report_body(view, language)}</body></html>\n"
    )


def report_body(view: View, language: str) -> str:
    """The sections of a report as HTML, the map after the first one."""
    body: list[str] = []
    for number, section in enumerate(sections(view, language)):
        body.append(f'<section id="{section.key}"><h2>{escape(section.title)}</h2>')
        if section.lines:
            body.append("<pre>" + escape("\n".join(section.lines)) + "</pre>")
        if section.table:
            body.append('<div class="wide">' + "".join(_table(section.table)) + "</div>")
        body.append("</section>")
        if number == 0:
            heading = escape(say("kingofkings.report.title.map", language))
            body.append(f'<section id="map"><h2>{heading}</h2><div class="wide">')
            body.append(map_svg(view, language) + "</div></section>")
    return "\n".join(body)


def map_svg(view: View, language: str) -> str:
    """The map: terrain by colour and letter, owners by frame and number, units when pointed at.

    Rule: K-REPORT-3.
    """
    wide, high = len(view.rows[0]) + 1, len(view.rows) + 1
    name = escape(say("kingofkings.report.title.map", language), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{name}" '
        f'width="{wide * SIDE}" height="{high * SIDE}" viewBox="0 0 {wide * SIDE} {high * SIDE}">'
        + "".join(_cells(view, language))
        + "</svg>"
    )


def owner_colour(number: int) -> str:
    """A colour for a tribe; 50 of them stay apart."""
    return f"hsl({number * 137 % 360} 75% {30 + number * 7 % 20}%)"


def _cells(view: View, language: str) -> Iterator[str]:
    known = {(seen.x, seen.y): seen for seen in view.fields}
    keys = {one.letter: one.key for one in view.terrains}
    for column in range(len(view.rows[0])):
        yield _text((column + 1.5) * SIDE, 0.65 * SIDE, str(view.west + column), "#555")
    for row, letters in enumerate(view.rows):
        top = (row + 1) * SIDE
        yield _text(0.5 * SIDE, top + 0.65 * SIDE, str(view.north + row), "#555")
        for column, letter in enumerate(letters):
            left = (column + 1) * SIDE
            at = view.west + column, view.north + row
            yield "<g>"
            key = keys[letter]
            # A terrain that the game master added has no colour of its own.
            colour = COLOURS.get(key, "#dddddd")
            yield (
                f'<rect x="{left}" y="{top}" width="{SIDE}" height="{SIDE}" '
                f'fill="{colour}" stroke="#fff"/>'
            )
            terrain = say(f"kingofkings.terrain.{key}", language)
            seen = known.get(at)
            yield f"<title>{escape(_tip(view, at, terrain, seen, language))}</title>"
            if key != "sea":
                yield _text(left + 6, top + 11, letter, "#0007", 9)
            if seen is not None:
                yield from _holder(seen, left, top)
            yield "</g>"


def _holder(seen: Seen, left: int, top: int) -> Iterator[str]:
    player = seen.owner or (seen.forces[0].player if seen.forces else 0)
    if not player:
        return
    colour = owner_colour(player)
    dashed = "" if seen.owner else ' stroke-dasharray="3 2"'
    yield (
        f'<rect x="{left + 2}" y="{top + 2}" width="{SIDE - 4}" height="{SIDE - 4}" '
        f'fill="none" stroke="{colour}" stroke-width="3"{dashed}/>'
    )
    yield _text(left + SIDE / 2 + 2, top + SIDE - 7, str(player), colour, 13)


def _tip(view: View, at: tuple[int, int], terrain: str, seen: Seen | None, language: str) -> str:
    words = [f"{at[0]}/{at[1]}", terrain]
    if seen is not None:
        words += [seen.name] if seen.name else []
        words += [tribe_name(view, seen.owner, language)] if seen.owner else []
        words += [f"[{force.player}] {units_text(force.counts)}" for force in seen.forces]
    return ", ".join(words)


def _text(x: float, y: float, text: str, colour: str, size: int = 11) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="middle" '
        f'fill="{colour}">{escape(text)}</text>'
    )


def _table(table: tuple[Row, ...]) -> Iterator[str]:
    yield "<table>"
    for number, row in enumerate(table):
        tag = "td" if number else "th"
        yield "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) + "</tr>"
    yield "</table>"
