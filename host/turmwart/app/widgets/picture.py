"""A picture on the screen: sharp where the terminal can, else in coarse blocks."""

from __future__ import annotations

from rich.color import Color
from rich.style import Style
from rich.text import Text
from textual.app import RenderResult
from textual.widget import Widget

from turmwart.app.doors import Sight
from turmwart.app.graphics import BLOCKS, ITERM, KITTY, SIXEL, iterm, kitty, kitty_gone, placed

_LONGEST_PX = 1280
_MARK = "bold white on black"
_CELL_PX = (8, 16)
"""A character at least; terminals do not all tell."""


class PictureBox(Widget):
    """Shows what the camera saw; nothing while there is nothing.

    Args:
        protocol: of ``app.graphics``.
    """

    def __init__(self, protocol: str = BLOCKS, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._protocol = protocol
        self._sight: Sight | None = None
        self._corrections: tuple[tuple[int, int], ...] = ()

    def show(self, sight: Sight | None, corrections: tuple[tuple[int, int], ...]) -> None:
        """Show a picture with its dice marked; None: none."""
        same = sight is self._sight and corrections == self._corrections
        self._sight, self._corrections = sight, corrections
        if not same:
            self.refresh()
            self.send()

    def render(self) -> RenderResult:
        """Coarse blocks; blank where the terminal draws the picture itself."""
        width, height = self.size
        if self._sight is None or self._protocol != BLOCKS or width < 2 or height < 1:
            return Text()
        lines = []
        for row in self._sight.blocks(width, height):
            line = Text(no_wrap=True)
            for upper, lower in row:
                colours = Style(color=Color.from_rgb(*upper), bgcolor=Color.from_rgb(*lower))
                line.append("▀", colours)
            lines.append(line)
        for column, place, text in self._sight.marks(width, height, self._corrections):
            line = lines[place]
            lines[place] = Text.assemble(
                line[:column], (text, _MARK), line[column + len(text) :], no_wrap=True
            )
        return Text("\n").join(lines)

    def on_resize(self) -> None:
        """The place moved: send the picture again."""
        self.send()

    def on_unmount(self) -> None:
        """Take the picture away."""
        self._write(kitty_gone() if self._protocol == KITTY else "")

    def send(self) -> None:
        """Send the picture once what lies under it is drawn."""
        if self._protocol != BLOCKS:
            self.call_after_refresh(self._send)

    def _send(self) -> None:
        sight, (width, height) = self._sight, self.size
        if not self.is_mounted or width < 2 or height < 1 or not self.screen.is_current:
            return
        if sight is None:
            self._write(kitty_gone() if self._protocol == KITTY else "")
            return
        columns, rows = sight.fitted(width, height)
        if self._protocol == SIXEL:
            picture = sight.sixel(width * _CELL_PX[0], height * _CELL_PX[1], self._corrections)
        else:
            make = {KITTY: kitty, ITERM: iterm}[self._protocol]
            picture = make(sight.png(_LONGEST_PX, self._corrections), columns, rows)
        self._write(placed(picture, self.region.x, self.region.y))

    def _write(self, sequence: str) -> None:
        driver = self.app._driver
        if sequence and driver is not None:
            driver.write(sequence)
            driver.flush()
