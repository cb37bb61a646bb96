"""Draws the exact rates of readers on sources as an SVG of bars."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

INKS = ("#c0392b", "#2471a3", "#5dade2", "#7f8c8d", "#b7950b", "#229954")
WIDTH, LEFT, RIGHT = 720, 250, 40
BAR, GAP, HEAD = 12, 14, 64


def drawing(
    shares: Mapping[tuple[str, str], tuple[float, float | None]], pictures: Mapping[str, int]
) -> str:
    """An SVG: a group of bars for each source, a bar for each reader.

    Args:
        shares: by reader and source: share read exactly right, and share vouched for or None.
        pictures: how many pictures each source has.
    """
    readers = list(dict.fromkeys(reader for reader, _ in shares))
    sources = list(dict.fromkeys(source for _, source in shares))
    group = BAR * len(readers) + GAP
    height = HEAD + group * len(sources) + 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
    ]
    for tick in range(0, 101, 20):
        x = _x(tick / 100)
        parts.append(
            f'<path d="M{x:.1f} {HEAD - 6}V{height - 22}" stroke="#dddddd"/>'
            f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle">{tick} %</text>'
        )
    for index, reader in enumerate(readers):
        x, y = 12 + index % 3 * 190, 14 + index // 3 * 16
        parts.append(
            f'<rect x="{x}" y="{y - 9}" width="14" height="10" fill="{INKS[index % len(INKS)]}"/>'
            f'<text x="{x + 20}" y="{y}">{escape(reader)}</text>'
        )
    parts.append(
        '<text x="12" y="48" fill="#555555">read exactly right; the line: vouched for</text>'
    )
    for row, source in enumerate(sources):
        top = HEAD + row * group
        label = f"{source} ({pictures[source]})"
        middle = top + BAR * len(readers) / 2 + 4
        parts.append(
            f'<text x="{LEFT - 8}" y="{middle:.1f}" text-anchor="end">{escape(label)}</text>'
        )
        for index, reader in enumerate(readers):
            exact, sure = shares[reader, source]
            y = top + index * BAR
            ink = INKS[index % len(INKS)]
            parts.append(
                f'<rect x="{LEFT}" y="{y}" width="{_x(exact) - LEFT:.1f}" height="{BAR - 2}" '
                f'fill="{ink}"/><text x="{_x(exact) + 4:.1f}" y="{y + 9}">{exact * 100:.0f}</text>'
            )
            if sure is not None:
                parts.append(
                    f'<path d="M{_x(sure):.1f} {y - 2}v{BAR + 2}" stroke="black" stroke-width="2"/>'
                )
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _x(share: float) -> float:
    return LEFT + share * (WIDTH - LEFT - RIGHT)
