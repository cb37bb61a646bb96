"""Where the web view is: its address and a code to scan."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll

from turmwart.app.doors import Serve
from turmwart.app.keys import BACK, Command, bindings, key_bar
from turmwart.app.screens.ask import AskScreen, question
from turmwart.app.screens.base import Lines, TurmwartScreen
from turmwart.errors import TurmwartError
from turmwart.table.table import Table

OPEN = Command("open_lan", ("n", "f8"), "app.key.lan")


class WebScreen(TurmwartScreen[None]):
    """Starts the web view for this computer; after a question for the network."""

    BINDINGS = bindings((BACK, OPEN))

    def __init__(self, table: Table, serve: Serve) -> None:
        super().__init__()
        self._table = table
        self._serve = serve
        self._url = ""
        self._code: Sequence[str] = ()
        self._lan = False

    def compose(self) -> ComposeResult:
        """Title, address and code, keys."""
        yield Lines(id="header")
        with VerticalScroll(id="page"):
            yield Lines(id="lines")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Start it."""
        self.query_one("#page").focus()
        self.follow()
        self._start(False)

    def follow(self) -> None:
        """Draw address and code."""
        if not self.is_mounted:
            return
        words = self.words
        self.query_one("#header", Lines).put([Text(words("app.web.title"), "bold")])
        if not self._url:
            lines = [Text(words("app.web.starting"))]
        else:
            where = "app.web.lan" if self._lan else "app.web.local"
            code = [Text(line, "black on white", no_wrap=True) for line in self._code]
            lines = [Text(words(where)), Text(self._url, "bold"), *code]
        self.query_one("#lines", Lines).put(lines)
        commands = [(BACK, "")] if self._lan else [(BACK, ""), (OPEN, "")]
        keys = key_bar(commands, words, self.size.width - 2, lambda key: False)
        self.query_one("#keys", Lines).put([keys])

    @work(exclusive=True)
    async def _start(self, lan: bool) -> None:
        try:
            self._url, self._code = await self._serve(self._table, lan)
        except TurmwartError as error:
            self.turmwart.tell(self.words.error(error))
            return
        # It may have been open to the network already; a code is there then.
        self._lan = lan or bool(self._code)
        self.follow()

    @work
    async def action_open_lan(self) -> None:
        """Open it to the network, if the table wants so."""
        if self._lan:
            return
        ask = question("app.lan", ["app.no", "app.yes"])
        answers = await self.app.push_screen_wait(AskScreen(ask))
        if answers is not None and answers["choice"] == "yes":
            self._start(True)

    def action_back(self) -> None:
        """Back to the table; the web view goes on."""
        self.dismiss(None)
