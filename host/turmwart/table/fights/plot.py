"""The calibration of the odds as a picture: chance given to the right, share won upwards."""

from __future__ import annotations

from xml.sax.saxutils import escape

from turmwart.table.fights.luck import Calibration
from turmwart.texts import say

SIZE = 420
_LEFT, _TOP, _PLOT = 60, 40, 320
"""Margins and side of the square, pixels."""
_INK, _FAINT, _ACCENT = "#222222", "#bbbbbb", "#1f5fa8"
_BIGGEST = 10.0
"""Radius of the dot with the most fights, pixels."""


def svg(found: Calibration, language: str = "") -> str:
    """A drawing: the diagonal, and for each tenth a dot whose area tells how many fights.

    Args:
        found: the calibration.
        language: of the words in it.
    """
    title = say("fights.plot.title", language, fights=found.fights)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{SIZE}" '
        f'viewBox="0 0 {SIZE} {SIZE}" font-family="sans-serif" font-size="12" fill="{_INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{SIZE}" height="{SIZE}" fill="#ffffff"/>',
        _text(_LEFT + _PLOT / 2, _TOP - 16, title),
        f'<rect x="{_LEFT}" y="{_TOP}" width="{_PLOT}" height="{_PLOT}" fill="none" '
        f'stroke="{_INK}"/>',
        _line(0, 0, 1, 1, _FAINT, 'stroke-dasharray="4 4"'),
    ]
    for tenth in range(0, 11, 2):
        share = tenth / 10
        said = say("fights.plot.percent", language, percent=10 * tenth)
        lines.append(_text(_x(share), _TOP + _PLOT + 16, said))
        lines.append(_text(_LEFT - 8, _y(share) + 4, said, "end"))
    lines.append(_text(_x(0.5), _TOP + _PLOT + 38, say("fights.plot.given", language)))
    turned = f'transform="rotate(-90 16 {_y(0.5):g})"'
    lines.append(_text(16, _y(0.5), say("fights.plot.won", language), more=turned))
    most = max((one.fights for one in found.bins), default=1)
    for one in found.bins:
        lines.append(_line(one.given, one.low, one.given, one.high, _ACCENT, 'stroke-width="2"'))
        radius = max(2.5, _BIGGEST * (one.fights / most) ** 0.5)
        said = say(
            "fights.plot.bin",
            language,
            fights=one.fights,
            given=f"{100 * one.given:.0f}",
            won=f"{100 * one.won:.0f}",
        )
        lines.append(
            f'<circle cx="{_x(one.given):.1f}" cy="{_y(one.won):.1f}" r="{radius:.1f}" '
            f'fill="{_ACCENT}" fill-opacity="0.7"><title>{escape(said)}</title></circle>'
        )
    return "\n".join([*lines, "</svg>", ""])


def _x(share: float) -> float:
    return _LEFT + _PLOT * share


def _y(share: float) -> float:
    return _TOP + _PLOT * (1 - share)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str) -> str:
    return (
        f'<line x1="{_x(x1):.1f}" y1="{_y(y1):.1f}" x2="{_x(x2):.1f}" y2="{_y(y2):.1f}" '
        f'stroke="{colour}" {more}/>'
    )


def _text(x: float, y: float, said: str, anchor: str = "middle", more: str = "") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{" " if more else ""}{more}>'
        f"{escape(said)}</text>"
    )
