"""The tray mat as a PDF: one page of black squares and lines, in true size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from turmwart_vision.mat import MARKER_MM, Mat, cells

_POINTS_PER_MM = 72 / 25.4
_RULER_MM = 80


def mat_pdf(mat: Mat, lines: Sequence[str] = ()) -> bytes:
    """A PDF 1.4 file of the mat, with a ruler of 80 mm to check the print.

    Args:
        mat: from ``mat_of``.
        lines: what is written between the lower markers; Latin letters.
    """
    drawing = "\n".join(_drawing(mat, lines)).encode("cp1252", "replace")
    width, height = (side * _POINTS_PER_MM for side in mat.size_mm)
    page = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3f} {height:.3f}]"
        " /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>"
    )
    # Printers that shrink to fit would spoil the scale; viewers that know the wish heed it.
    catalogue = "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>"
    objects = [
        catalogue.encode(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        page.encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawing), drawing),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
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


def _drawing(mat: Mat, lines: Sequence[str]) -> Iterator[str]:
    # From here on in millimetres; the paper's y still runs upward.
    yield f"{_POINTS_PER_MM:.6f} 0 0 {_POINTS_PER_MM:.6f} 0 0 cm"
    high = mat.size_mm[1]
    cell = MARKER_MM / len(cells(mat.markers[0].number))
    yield "0 g"
    for marker in mat.markers:
        for row, column in np.argwhere(cells(marker.number)):
            x = marker.left_mm + column * cell
            y = high - marker.top_mm - (row + 1) * cell
            yield f"{x:.4f} {y:.4f} {cell:.4f} {cell:.4f} re"
    # Filled as one path: no hairlines between cells.
    yield "f"
    left, top, right, bottom = mat.field_mm
    yield f"0.6 G 0.3 w {left:.3f} {high - bottom:.3f} {right - left:.3f} {bottom - top:.3f} re S"
    lower = [m for m in mat.markers if m.top_mm == mat.markers[-1].top_mm]
    start = lower[0].left_mm + MARKER_MM + 5
    y = high - lower[0].top_mm - 6
    yield "0.3 g"
    for number, line in enumerate(lines):
        yield f"BT /F 3.2 Tf {start:.3f} {y - 4.6 * number:.3f} Td ({_escaped(line)}) Tj ET"
    upper = mat.markers[0]
    yield from _ruler(upper.left_mm + MARKER_MM + 5, high - upper.top_mm - MARKER_MM / 2)


def _ruler(x: float, y: float) -> Iterator[str]:
    """A line with a stroke at each centimetre, as long as the markers leave room."""
    yield f"0 G 0.2 w {x:.3f} {y:.3f} m {x + _RULER_MM:.3f} {y:.3f} l S"
    for at in range(0, _RULER_MM + 1, 10):
        long = 3 if at in (0, _RULER_MM) else 1.5
        yield f"{x + at:.3f} {y:.3f} m {x + at:.3f} {y + long:.3f} l S"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
