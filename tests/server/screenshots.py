"""Takes the pictures of the web view for the documents: ``python tests/server/screenshots.py``.

A real table on the made-up board in a real browser. Writes docs/captures/web-*.png.
"""

from __future__ import annotations

import asyncio
import tempfile
from itertools import islice
from pathlib import Path
from typing import Any

from conftest import Evening
from playwright.async_api import Browser, Page, async_playwright, expect
from test_browser import ARGUMENTS, CHROMIUM, SIZES

from turmwart.server.serve import serve

CAPTURES = Path(__file__).parents[2] / "docs" / "captures"
SEED = 7
NAMES = ("Anna", "Béla", "Clara", "Dóra", "Emil")


def a_good_fight(view: Any) -> bool:
    """A battle between two players after winter, in a season that brought somebody income."""
    fight = view.battle is not None and view.battle.kind == "player"
    return view.year == 2 and fight and any(player.income_thalers for player in view.players)


async def take(pages: dict[str, Page], version: int, picture: str) -> None:
    """Photograph all pages when they show ``version`` and nothing moves any more."""
    for name, page in pages.items():
        await expect(page.locator("body")).to_have_attribute("data-version", str(version))
        await page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
        await page.screenshot(path=CAPTURES / f"web-{name}-{picture}.png")


async def follow(browser: Browser, evening: Evening) -> None:
    """Play to the moments worth a picture."""
    table = evening.table
    served = await serve(table, 0, lan=False)
    pages = {}
    for name, scheme in (("phone", "light"), ("television", "dark")):
        width, height = SIZES[name]
        pages[name] = await browser.new_page(
            viewport={"width": width, "height": height},
            color_scheme=scheme,  # type: ignore[arg-type]
        )
        await pages[name].goto(served.url)
    evening.play_until(a_good_fight)
    falling = evening.pour()
    fallen = len(list(islice(falling, 7)))
    for page in pages.values():
        await expect(page.locator("#throw .fall li")).to_have_count(fallen)
    await take(pages, table.version, "battle")
    for _ in falling:
        pass
    evening.book()
    await take(pages, table.version, "table")
    evening.play_until(lambda view: view.phase == "over")
    await take(pages, table.version, "result")
    await served.stop()


async def main() -> None:
    """Open a browser and a table."""
    CAPTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(Path(folder), seed=SEED, names=NAMES)
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            await follow(browser, evening)
            await browser.close()
        evening.close()


if __name__ == "__main__":
    asyncio.run(main())
