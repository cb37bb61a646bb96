"""The web view that the app starts and stops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turmwart.errors import TurmwartError
from turmwart.table.table import Table

if TYPE_CHECKING:
    from turmwart.server.serve import Served

WEB_PORT = 8452


class WebView:
    """The web view of the table in the app; started anew where it is opened to the network.

    Once opened it stays so: who asks for the address again must not cut off who looks on.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._served: Served | None = None
        self._table: Table | None = None

    async def show(self, table: Table, lan: bool) -> tuple[str, Sequence[str]]:
        """Serve the table; gives the address and the lines of its QR code.

        Raises:
            TurmwartError: the port may not be used, or there is no network.
        """
        open_already = self._served is not None and (bool(self._served.code) or not lan)
        if self._served is not None and open_already and self._table is table:
            return self._served.url, self._served.code
        await self.stop()
        self._table = table
        try:
            self._served = await self._serve(table, lan)
        except TurmwartError:
            # Who looked on from this machine goes on looking.
            if lan:
                self._served = await self._serve(table, lan=False)
            raise
        return self._served.url, self._served.code

    async def _serve(self, table: Table, lan: bool) -> Served:
        # Loaded only when somebody asks for it, so that the first screen stands at once.
        from turmwart.server.serve import serve

        try:
            return await serve(table, self._port, lan)
        except TurmwartError as error:
            if error.text_id != "server.port_in_use":
                raise
        # In the app nobody can name another port, and the address stands on the screen.
        return await serve(table, 0, lan)

    async def stop(self) -> None:
        """End the web view, if it runs."""
        if self._served is not None:
            await self._served.stop()
            self._served = None
