"""What all screens share."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from rich.text import Text
from textual.screen import Screen
from textual.widgets import Static

from turmwart.app.words import Words

if TYPE_CHECKING:
    from turmwart.app.app import TurmwartApp
    from turmwart.app.widgets.form import Draft

Result = TypeVar("Result")


class Lines(Static):
    """Lines that a screen draws; markup in them means nothing."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)

    def put(self, lines: list[Text]) -> None:
        """Show these lines."""
        self.update(Text("\n").join(lines))


class TurmwartScreen(Screen[Result]):
    """A screen of this app."""

    @property
    def turmwart(self) -> TurmwartApp:
        """The app."""
        return cast("TurmwartApp", self.app)

    @property
    def words(self) -> Words:
        """The language."""
        return self.turmwart.words

    def follow(self) -> None:
        """The table moved on, or the terminal changed its size: draw again."""

    def answered(self, draft: Draft) -> None:
        """The screen's form was filled in."""

    def left(self) -> None:
        """Escape was pressed at the first slot of the screen's form."""

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.follow()

    def on_screen_resume(self) -> None:
        """Draw what happened while another screen was in front."""
        self.follow()
