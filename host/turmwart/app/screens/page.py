"""A page to read: log, provinces, tower, help."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll

from turmwart.app.keys import BACK, NEXT, PREVIOUS, bindings, key_bar
from turmwart.app.screens.base import Lines, TurmwartScreen

Draw = Callable[[int, int], list[Text]]
"""``draw(page, width)``: the lines of one page."""


class PageScreen(TurmwartScreen[None]):
    """Shows lines; arrows scroll and turn pages, Escape goes back.

    Args:
        title: text id of the title.
        draw: draws a page; called again whenever the table moves on.
        pages: how many there are.
        page: which to show first.
        at_end: show the end first, as of a log.
        again: the key that opened the page closes it too.
    """

    BINDINGS = bindings((BACK, NEXT, PREVIOUS))

    def __init__(
        self,
        title: str,
        draw: Draw,
        *,
        pages: int = 1,
        page: int = 0,
        at_end: bool = False,
        again: tuple[str, ...] = (),
    ) -> None:
        super().__init__()
        self._title = title
        self._draw = draw
        self._pages = pages
        self._page = page
        self._at_end = at_end
        for key in (*again, "enter", "q"):
            self._bindings.bind(key, "back", "", show=False)

    def compose(self) -> ComposeResult:
        """Title, lines, keys."""
        yield Lines(id="header")
        with VerticalScroll(id="page"):
            yield Lines(id="lines")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one("#page").focus()
        self.follow()
        if self._at_end:
            self.query_one("#page", VerticalScroll).scroll_end(animate=False)

    def follow(self) -> None:
        """Draw the page."""
        if not self.is_mounted:
            return
        width = self.size.width - 4
        self.query_one("#header", Lines).put([Text(self.words(self._title), "bold")])
        self.query_one("#lines", Lines).put(self._draw(self._page, width))
        commands = [(BACK, "")]
        if self._pages > 1:
            commands += [(NEXT, ""), (PREVIOUS, "")]
        line = key_bar(commands, self.words, width, lambda key: False)
        line.append("  " + self.words("app.page.scroll"), "dim")
        self.query_one("#keys", Lines).put([line])

    def action_next(self) -> None:
        """Turn to the next page."""
        self._turn(1)

    def action_previous(self) -> None:
        """Turn to the page before."""
        self._turn(-1)

    def action_back(self) -> None:
        """Close the page."""
        self.dismiss(None)

    def _turn(self, by: int) -> None:
        self._page = (self._page + by) % max(1, self._pages)
        self.query_one("#page", VerticalScroll).scroll_home(animate=False)
        self.follow()
