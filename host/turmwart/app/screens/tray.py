"""The tray as the camera sees it, with the cubes it counted."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult

from turmwart.app.draw import wrapped
from turmwart.app.keys import BACK, Command, bindings, key_bar
from turmwart.app.screens.base import Lines, TurmwartScreen
from turmwart.app.widgets.picture import PictureBox
from turmwart.table.table import Table

AGAIN = Command("back", ("f2",), "app.key.back")


class TrayScreen(TurmwartScreen[None]):
    """Shows the picture that was counted, for as long as a camera watches the tray."""

    BINDINGS = bindings((BACK, AGAIN))

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def compose(self) -> ComposeResult:
        """How the camera stands, its picture, the count in words, keys."""
        yield Lines(id="header")
        yield PictureBox(self.turmwart.doors.graphics, id="picture")
        yield Lines(id="dice")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Draw."""
        self.follow()

    def follow(self) -> None:
        """Draw what is known now."""
        if not self.is_mounted:
            return
        width, words = self.size.width - 2, self.words
        tray = self._table.tray
        kept = None if tray is None else self._table.kept_tray
        seen, status, nothing = None, "", "app.tray.nothing"
        if tray is not None and kept is not None:
            # What lies in the tray by now is not what the throw's count was taken from.
            seen, status, nothing = (
                tray.kept(self._table, kept),
                words("app.tray.kept"),
                "app.tray.altered" if self._table.tray_altered else "app.tray.not_kept",
            )
        elif tray is not None:
            seen, status = tray.seen, tray.status(words.language)
        title = Text(words("app.tray.title"), "bold")
        self.query_one("#header", Lines).put([title, *wrapped(Text(status), width, 2)])
        self.query_one("#picture", PictureBox).show(seen, ())
        said = words(nothing) if seen is None else seen.words(words.language)
        self.query_one("#dice", Lines).put(wrapped(Text(said, "bold"), width, 3))
        bar = key_bar([(BACK, "")], words, width, lambda key: False)
        self.query_one("#keys", Lines).put([bar])

    def action_back(self) -> None:
        """Back to the throw."""
        self.dismiss(None)
