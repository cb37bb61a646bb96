"""The page in a real browser: Debian's Chromium, at the sizes of a phone and of a television."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kok_world import setup_of
from playwright.async_api import Browser, Page, async_playwright, expect

from turmwart.games.kingofkings import GAME as KINGOFKINGS
from turmwart.games.paladins import GAME as PALADINS
from turmwart.games.paladins.setup import Seat as PaladinSeat
from turmwart.games.paladins.setup import Setup as PaladinSetup
from turmwart.journal.store import Journal
from turmwart.server.kok import create_kok_app
from turmwart.server.serve import Served, serve
from turmwart.table.palette import default_palette
from turmwart.table.printed_paladins import demo_board as paladins_board
from turmwart.table.table import Table

CHROMIUM = next(
    (
        found
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (found := shutil.which(name))
    ),
    None,
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {"phone": (390, 844), "television": (1920, 1080)}
EVIL = "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine's path")


@pytest.fixture
async def served(table: Any) -> AsyncIterator[Served]:
    served = await serve(table, 0, lan=False)
    yield served
    await served.stop()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        await browser.close()


async def open_page(browser: Browser, served: Served, size: str, **options: Any) -> Page:
    width, height = SIZES[size]
    page = await browser.new_page(viewport={"width": width, "height": height}, **options)
    page.problems = []  # type: ignore[attr-defined]
    page.on("console", lambda said: said.type == "error" and page.problems.append(said.text))
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on(
        "request", lambda asked: _foreign(asked.url, served) and page.problems.append(asked.url)
    )
    await page.goto(served.url)
    await expect(page.locator("#link")).to_have_text("Live")
    return page


def _foreign(url: str, served: Served) -> bool:
    return not url.startswith((served.url, f"ws://127.0.0.1:{served.port}/live"))


@pytest.mark.parametrize("size", SIZES)
async def test_a_new_score_and_falling_cubes_appear_without_reload(
    browser: Browser, served: Served, table: Any, size: str
) -> None:
    page = await open_page(browser, served, size)
    await page.evaluate("window.stays = true")
    points = page.locator("#scores tr[data-seat=s2] td b").first
    await expect(points).to_have_text("0")
    table.score("s2", 11)
    await expect(points).to_have_text("11")

    await expect(page.locator("#throw")).to_be_hidden()
    table.start_throw()
    await expect(page.locator("#throw")).to_be_visible()
    await expect(page.locator("#battle")).to_contain_text("Nordmark")
    cubes = page.locator("#throw .fall li")
    table.see("red", "green")
    await expect(cubes).to_have_count(2)
    await cubes.first.evaluate("cube => { cube.marked = true; }")
    table.see("blue")
    await expect(cubes).to_have_count(3)
    letters = await page.locator("#throw .fall [aria-hidden]").all_inner_texts()
    assert letters == ["R", "G", "B"]
    # Those that lie there stay as they are; only the new one falls.
    assert await cubes.first.evaluate("cube => cube.marked === true")
    await expect(page.locator("#throw tr[data-colour=red] td b")).to_have_text("1")

    table.settle()
    await expect(page.locator("#throw")).to_be_hidden()
    await expect(page.locator("#last")).to_contain_text("The attacker wins.")
    assert await page.evaluate("window.stays")
    assert page.problems == []  # type: ignore[attr-defined]


async def test_another_table_under_the_same_address_shows_its_own_name(
    browser: Browser, served: Served, table: Any
) -> None:
    """The app was left and another table opened; a phone that kept the page follows that one."""
    page = await open_page(browser, served, "phone")
    table.name = "Sunday"
    table.score("s2", 3)
    await expect(page.locator("h1 span")).to_have_text("Sunday")
    assert (await page.title()).startswith("Sunday · ")
    assert page.problems == []  # type: ignore[attr-defined]


async def test_a_battle_that_is_taken_back_is_shown_no_longer(
    browser: Browser, served: Served, table: Any
) -> None:
    page = await open_page(browser, served, "phone")
    table.start_throw()
    table.settle()
    await expect(page.locator("#last")).to_contain_text("The attacker wins.")
    won = table.now.last_battle
    table.commit(last_battle=None)
    await expect(page.locator("#last .card")).to_have_text("There was no battle yet.")
    table.commit(last_battle=won)
    await expect(page.locator("#last")).to_contain_text("The attacker wins.")


async def test_a_real_evening_is_followed(browser: Browser, evening: Any) -> None:
    """A real table on the made-up board: a battle cube by cube, then the points of winter."""
    table = evening.table
    evening.play_until(lambda view: view.battle is not None)
    served = await serve(table, 0, lan=False)
    try:
        page = await open_page(browser, served, "television")
        await page.evaluate("window.stays = true")
        await expect(page.locator("#battle")).to_be_visible()
        cubes = page.locator("#throw .fall li")
        fallen = []
        for colour in evening.pour():
            fallen.append(colour)
            await expect(cubes).to_have_count(len(fallen))
        assert await cubes.evaluate_all("all => all.map(one => one.dataset.colour)") == fallen
        evening.book()
        await expect(page.locator("#battle")).to_be_hidden()
        record = table.view(None).last_battle
        strengths = [str(record.attacker_strength), str(record.defender_strength)]
        await expect(page.locator("#last .strength")).to_have_text(strengths)

        evening.play_until(lambda view: any(player.points for player in view.players))
        points = [str(player.points) for player in table.view(None).players]
        await expect(page.locator("#scores tbody td:first-of-type b")).to_have_text(points)
        table.undo()
        await expect(page.locator("body")).to_have_attribute("data-version", str(table.version))
        evening.play_until(lambda view: view.phase == "over")
        await expect(page.locator("#result li")).to_have_count(3)
        assert await page.evaluate("window.stays")
        assert page.problems == []  # type: ignore[attr-defined]
    finally:
        await served.stop()


async def test_nothing_is_wider_than_the_screen(
    browser: Browser, evening: Any, new_table: Any
) -> None:
    """Long names without a blank, a full tray, and every list of provinces open."""
    evening.play_until(lambda view: view.phase == "actions")
    table = new_table()
    view = evening.table.view(None)
    players = tuple(
        replace(one, name=f"{'Wolfeschlegelstein' * 3}{one.seat}") for one in view.players
    )
    table.commit(players=players, neutral=view.neutral)
    table.start_throw()
    table.settle()
    table.start_throw()
    table.see(*["red", "blue", "green"] * 15)
    served = await serve(table, 0, lan=False)
    try:
        page = await open_page(browser, served, "phone")
        await expect(page.locator("#throw .fall li")).to_have_count(45)
        for summary in await page.locator("#details summary").all():
            await summary.click()
        await expect(page.locator("#details tbody tr").first).to_be_visible()
        for width in (320, 390, 768, 1024, 1920):
            await page.set_viewport_size({"width": width, "height": 800})
            assert await page.evaluate(TOO_WIDE) == [], width
    finally:
        await served.stop()


async def test_names_are_shown_as_they_are(browser: Browser, new_table: Any) -> None:
    table = new_table(EVIL, "Béla", "Clara")
    table.start_throw()
    served = await serve(table, 0, lan=False)
    try:
        page = await open_page(browser, served, "phone")
        name = page.locator("#scores tr[data-seat=s1] .name")
        await expect(name).to_have_text(EVIL)
        await expect(page.locator("#battle")).to_contain_text(EVIL)
        assert await page.locator("main script, main img").count() == 0
        assert await page.title() == "Tuesday · Wallenstein · Turmwart"
        assert page.problems == []  # type: ignore[attr-defined]
    finally:
        await served.stop()


async def test_the_page_comes_back_after_the_server_was_away(browser: Browser, table: Any) -> None:
    served = await serve(table, 0, lan=False)
    page = await open_page(browser, served, "phone")
    await served.stop()
    await expect(page.locator("#link")).to_contain_text("No connection")
    table.score("s1", 5)
    served = await serve(table, served.port, lan=False)
    try:
        await expect(page.locator("#link")).to_have_text("Live", timeout=15_000)
        await expect(page.locator("#scores tr[data-seat=s1] td b").first).to_have_text("5")
    finally:
        await served.stop()


async def test_a_game_without_battles_waits_for_none(browser: Browser, tmp_path: Path) -> None:
    """Paladins, in German: the longest labels of the facts are not covered by what they say."""
    seats = (PaladinSeat("s1", "Anna", "red"), PaladinSeat("s2", "Bert", "blue"))
    with Journal.open(tmp_path / "j.sqlite") as journal:
        setup = PaladinSetup(seats, paladins_board(), "full")
        table = Table.create(
            journal, "G", PALADINS, setup, palette=default_palette(), clock=lambda: 1
        )
        served = await serve(table, 0, lan=False, language="de")
        try:
            page = await open_page(browser, served, "phone")
            await expect(page.locator("#scores")).to_contain_text("Bert")
            labels = page.locator("#facts dt")
            await expect(labels.filter(has_text="Steuervorrat")).to_be_visible()
            assert await labels.evaluate_all(
                "all => all.every(e => e.scrollWidth <= e.clientWidth)"
            )
            await expect(page.locator("#last")).to_be_hidden()
            assert page.problems == []  # type: ignore[attr-defined]
        finally:
            await served.stop()
        table.close()


async def test_a_sheet_that_does_not_arrive_is_not_taken_for_handed_in(
    browser: Browser, tmp_path: Path
) -> None:
    """King of Kings: the receipt of the sheet before does not stand there any more."""
    setup = setup_of(["EE"], [("1/1", 1, "1 FU"), ("2/1", 2, "1 FU")])
    with Journal.open(tmp_path / "j.sqlite") as journal:
        table = Table.create(
            journal, "G", KINGOFKINGS, setup, palette=default_palette(), clock=lambda: 1
        )
        served = await serve(
            table, 0, False, "en", lambda hosts: create_kok_app(table, {"1": "word"}, "en")
        )
        page = await browser.new_page()
        await page.goto(f"{served.url}p/word")
        await page.locator("#sheet").fill("VERT 1 1 G")
        await page.locator("#hand-in").click()
        await expect(page.locator("#receipt")).to_contain_text("Handed in for round 1: sheet 1")
        await served.stop()
        await page.locator("#hand-in").click()
        await expect(page.locator("#receipt")).to_contain_text("No answer came")
        table.close()


async def test_a_screen_reader_finds_its_way(browser: Browser, served: Served, table: Any) -> None:
    """Tables have headings, cubes have names, and whose turn it is does not hang on a colour."""
    table.start_throw()
    table.see("red")
    page = await open_page(browser, served, "phone")
    scores = page.get_by_role("table", name="Players")
    await expect(scores.get_by_role("columnheader", name="Points")).to_have_count(1)
    await expect(scores.get_by_role("rowheader", name="Anna")).to_contain_text("to move")
    await expect(page.get_by_role("list", name="Cubes in the tray")).to_contain_text("red")
    await expect(page.get_by_role("status").first).to_have_text("Live")
    for place in ("#must", "#throw .status", "#last .card"):
        assert await page.locator(place).get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_letters_can_be_read_in_both_schemes(
    browser: Browser, served: Served, table: Any, scheme: Any
) -> None:
    """Contrast of at least 4.5 to 1 for words and for the letters on the cubes (WCAG AA)."""
    table.start_throw()
    table.see("red", "blue", "green", "yellow", "purple", "black")
    page = await open_page(browser, served, "phone", color_scheme=scheme)
    await expect(page.locator("#throw .fall li")).to_have_count(6)
    worst = await page.evaluate(CONTRAST)
    assert worst["ratio"] >= 4.5, worst


TOO_WIDE = """() => [...document.querySelectorAll("body *")]
  .filter((one) => !one.closest(".heard, .long, .skip"))
  .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)
  .map((one) => `${one.tagName} ${one.textContent.slice(0, 40)}`)"""

CONTRAST = """() => {
  const parse = (text) => (text.match(/[0-9.]+/g) || []).map(Number);
  const channel = (value) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = parse(getComputedStyle(one).backgroundColor);
      if (colour.length === 3 || colour[3] > 0.99) return colour;
    }
    return [255, 255, 255];
  };
  let worst = { ratio: 99, text: "" };
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || !element.getClientRects().length) continue;
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < worst.ratio) worst = { ratio, text: element.textContent, tag: element.tagName };
  }
  return worst;
}"""
