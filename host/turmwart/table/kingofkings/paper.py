"""A report as a PDF: A4, the map drawn, the text in a fixed pitch."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from textwrap import wrap

from turmwart.games.kingofkings.view import View
from turmwart.table.kingofkings.page import COLOURS
from turmwart.table.kingofkings.report import aligned, field_marks
from turmwart.table.kingofkings.sections import sections
from turmwart.texts import say

WIDTH, HEIGHT, MARGIN = 595, 842, 45
SIZE, LEADING = 8.5, 11.0
COLUMNS = 98
"""Characters of a line: (595 - 90) points / (0.6 x 8.5)."""

MAP_SIDE = 470
_NEAREST = {
    "ẞ": "ß",
    "ő": "ö",
    "ű": "ü",
    "Ő": "Ö",
    "Ű": "Ü",
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "Đ": "D",
}


def report_paper(view: View, language: str) -> bytes:
    """The report as a PDF 1.4 file.

    Rule: K-REPORT-8.
    """
    lines: list[str] = []
    for section in sections(view, language):
        lines += [section.title, "=" * len(section.title)]
        for line in (*section.lines, *aligned(section.table)):
            indent = " " * (len(line) - len(line.lstrip()))
            lines += wrap(line, COLUMNS, subsequent_indent=indent + "  ") if line.strip() else [""]
        lines.append("")
    fits = int((HEIGHT - 2 * MARGIN) / LEADING)
    texts = (lines[start : start + fits] for start in range(0, len(lines), fits))
    pages = ["\n".join(_map(view, language)), *("\n".join(_text(part)) for part in texts)]
    foot = say("kingofkings.report.game", language, game=view.game, round=view.round)
    return _file(
        [
            f"{page}\n{_line(MARGIN, 24, f'{foot}  {number}/{len(pages)}')}"
            for number, page in enumerate(pages, 1)
        ]
    )


def _text(lines: list[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        if line:
            yield _line(MARGIN, HEIGHT - MARGIN - LEADING * (number + 1), line)


def _line(x: float, y: float, text: str, size: float = SIZE) -> str:
    return f"BT /F {size:.2f} Tf {x:.2f} {y:.2f} Td ({_escaped(text)}) Tj ET"


def _map(view: View, language: str) -> Iterator[str]:
    wide, high = len(view.rows[0]), len(view.rows)
    side = min(MAP_SIDE / wide, 690 / high, 28)
    left, top = MARGIN + 18, HEIGHT - MARGIN - 40
    keys = {one.letter: one.key for one in view.terrains}
    marks = field_marks(view)
    owners = {(seen.x, seen.y): seen.owner for seen in view.fields}
    yield "0 g"
    yield _line(MARGIN, HEIGHT - MARGIN, say("kingofkings.report.title.map", language), 12)
    small = min(SIZE, side * 0.5)
    for column in range(wide):
        yield _line(left + column * side, top + 4, str(view.west + column), small)
    for row, letters in enumerate(view.rows):
        bottom = top - (row + 1) * side
        yield "0 g"
        yield _line(MARGIN, bottom + side * 0.3, str(view.north + row), small)
        for column, letter in enumerate(letters):
            x = left + column * side
            yield f"{_rgb(COLOURS.get(keys[letter], '#dddddd'))} rg 0.8 G 0.3 w"
            yield f"{x:.2f} {bottom:.2f} {side:.2f} {side:.2f} re B"
            at = view.west + column, view.north + row
            owner = owners.get(at)
            label = letter if keys[letter] != "sea" else ""
            label += marks.get(at, "") + (str(owner) if owner else "")
            if label:
                yield "0 g"
                yield _line(x + side * 0.1, bottom + side * 0.3, label, min(SIZE, side * 0.42))
    yield "0 g"
    legend = wrap(say("kingofkings.report.marks", language), COLUMNS)
    for number, line in enumerate(legend):
        yield _line(MARGIN, top - high * side - LEADING * (number + 2), line)


def _rgb(colour: str) -> str:
    parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return " ".join(f"{part:.3f}" for part in parts)


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _in_ink(text: str) -> str:
    """The text with letters that Courier has; one it lacks as the letter below its accents."""
    if text.isascii():
        return text
    return "".join(sign if _printed(sign) else _NEAREST.get(sign) or _bare(sign) for sign in text)


def _printed(sign: str) -> bool:
    try:
        sign.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _bare(sign: str) -> str:
    return unicodedata.normalize("NFD", sign)[:1]


def _file(pages: list[str]) -> bytes:
    """A file of pages that share one font; objects 1 to 3 are catalogue, pages, font."""
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
    ]
    for number, page in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] "
            f"/Contents {5 + 2 * number} 0 R /Resources << /Font << /F 3 0 R >> >> >>".encode()
        )
        drawing = _in_ink(page).encode("cp1252", "replace")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawing), drawing))
    file = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    file += b"".join(b"%010d 00000 n \n" % place for place in places)
    file += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    file += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(file)
