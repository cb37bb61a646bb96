"""The pages of King of Kings: for each player his own, for the game master all of it.

Who knows a token sees what its seat may see and nothing else; every answer is made of that seat's
``View``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from html import escape
from secrets import compare_digest
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, Field

from turmwart.errors import TurmwartError
from turmwart.games.kingofkings.checking import check_sheet, digest
from turmwart.games.kingofkings.commands import HandIn, PlayRound
from turmwart.games.kingofkings.reading import lines_of
from turmwart.games.kingofkings.view import GAME_MASTER, View
from turmwart.kernel.decision import Objection
from turmwart.server import faults
from turmwart.server.guard import LOOPBACK, Guard, headers_for
from turmwart.table.dealer import Seeded
from turmwart.table.kingofkings.page import STYLE, report_body
from turmwart.table.table import Done, Table
from turmwart.texts import say, spoken

MOST_CHARACTERS = 100_000
MOST_BYTES = 500_000
_OWN_STYLE = (
    "textarea{box-sizing:border-box;width:100%;min-height:14rem;"
    "font:15px/1.4 ui-monospace,monospace}"
    "button{font-size:1rem;padding:.4rem 1rem;margin:.5rem .5rem .5rem 0}"
    ".bad{color:#a11212}.hint{color:#8a5a00}#receipt{font-weight:600}"
)
_SCRIPT = """\
"use strict";
const form = document.querySelector("#sheet");
const answer = document.querySelector("#answer");
const receipt = document.querySelector("#receipt");
const play = document.querySelector("#play");
async function send(what) {
  const round = Number((form || play).dataset.round);
  const body = JSON.stringify(form ? {text: form.value, round} : {round});
  const headers = {"Content-Type": "application/json"};
  let reply, said;
  try {
    reply = await fetch(location.pathname + "/" + what, {method: "POST", headers, body});
    said = await reply.json();
  } catch {
    receipt.textContent = receipt.dataset.silent;
    return null;
  }
  if (!reply.ok) { receipt.textContent = said.error.message; return null; }
  return said;
}
function show(lines) {
  answer.replaceChildren(...lines.map((line) => {
    const item = document.createElement("li");
    item.value = line.number;
    item.className = line.error ? "bad" : line.hints.length ? "hint" : "";
    item.textContent = [line.text, line.words, line.meant].filter(Boolean).join(" - ");
    return item;
  }));
}
async function check() {
  const said = await send("check");
  if (said) show(said.lines);
}
let waiting = 0;
if (form) {
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(check, 400);
  });
  document.querySelector("#hand-in").addEventListener("click", async () => {
    // The one before must not pass for the answer to this click.
    receipt.textContent = "";
    const said = await send("sheet");
    if (said) { receipt.textContent = said.receipt; show(said.lines); }
  });
  check();
}
if (play) {
  play.addEventListener("click", async () => { if (await send("play")) location.reload(); });
}
"""


class Meant(BaseModel):
    """Which round is meant; a page names the one it was made for, a program may leave it out."""

    round: int | None = None


class Written(Meant):
    """A sheet as written in the form."""

    text: str = Field(max_length=MOST_CHARACTERS)


class LineAnswer(BaseModel):
    """What can be said of a line before the round."""

    number: int
    text: str
    error: str
    hints: list[str]
    words: str
    meant: str


class CheckAnswer(BaseModel):
    """A sheet that was checked; ``receipt`` is empty where it was not stored."""

    receipt: str
    lines: list[LineAnswer]


def create_kok_app(
    table: Table,
    tokens: Mapping[str, str],
    language: str = "",
    *,
    hosts: Collection[str] = LOOPBACK,
    late: Callable[[], TurmwartError | None] = lambda: None,
) -> FastAPI:
    """The pages of a game.

    Args:
        table: of King of Kings; must be used in the loop that runs the application.
        tokens: seat (a tribe's number, or ``gm``) -> secret word in the address of its page.
        language: of all words; none: the one that is spoken.
        hosts: names and addresses under which it may be asked.
        late: why no sheet is taken in any more; None while it is.

    Rule: K-REPORT-10.
    """
    language = language or spoken()
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)

    def seat_of(token: str) -> str | None:
        found = None
        # All are compared, so that the time tells nothing.
        for seat, secret in tokens.items():
            if compare_digest(secret.encode(), token.encode()):
                found = seat
        return found

    def unknown() -> Response:
        return faults.fault(404, "server.kok.no_page", language)

    def outdated(meant: Meant | None) -> Response | None:
        """A page that stayed open while the round was played, on this device or on another."""
        now: int = table.state.round
        if meant is None or meant.round in (None, now) or table.state.over:
            return None
        return _fault("server.kok.outdated", language, {"round": meant.round, "now": now})

    @app.get("/kok.css")
    def style() -> Response:
        return Response(STYLE + _OWN_STYLE, media_type="text/css")

    @app.get("/kok.js")
    def script() -> Response:
        return Response(_SCRIPT, media_type="text/javascript")

    @app.get("/favicon.ico")
    def icon() -> Response:
        return Response(status_code=204)

    @app.get("/p/{token}")
    async def page(token: str) -> Response:
        seat = seat_of(token)
        return unknown() if seat is None else HTMLResponse(_page(table.view(seat), language))

    @app.post("/p/{token}/check")
    async def check(token: str, written: Written) -> Response:
        seat = seat_of(token)
        if seat is None or seat == GAME_MASTER:
            return unknown()
        old = outdated(written)
        return old or _checked(table.view(seat), written.text, "", language)

    @app.post("/p/{token}/sheet")
    async def hand_in(token: str, written: Written) -> Response:
        seat = seat_of(token)
        if seat is None or seat == GAME_MASTER:
            return unknown()
        old = outdated(written)
        if old is not None:
            return old
        refused = late()
        if refused is not None:
            return _fault(refused.text_id, language, refused.values)
        done = table.do(HandIn(int(seat), written.text), by=seat)
        if isinstance(done, Objection):
            return _fault(done.detail, language, dict(done.values))
        view: View = table.view(seat)
        return _checked(view, written.text, _receipt(view, language), language)

    @app.post("/p/{token}/play")
    async def play(token: str, meant: Meant | None = None) -> Response:
        if seat_of(token) != GAME_MASTER:
            return unknown()
        old = outdated(meant)
        if old is not None:
            return old
        state = table.state
        done = table.do(PlayRound(), by=GAME_MASTER, roll=Seeded(state.setup.seed, state.round))
        if isinstance(done, Done):
            return JSONResponse({"round": table.state.record.round})
        detail = done.detail if isinstance(done, Objection) else "kok.roll_missing"
        return faults.fault(409, detail, language)

    @app.middleware("http")
    async def bounded(request: Request, answer: Any) -> Response:
        length = request.headers.get("content-length", "0")
        chunked = "transfer-encoding" in request.headers
        if chunked or not length.isdecimal() or int(length) > MOST_BYTES:
            return faults.fault(413, "server.kok.too_long", language, most=MOST_BYTES)
        response: Response = await answer(request)
        return response

    # The addresses of the web view, which other refusals name, are not there.
    nothing = dict.fromkeys((404, 405), "server.kok.no_page")
    faults.install(app, language, headers_for(""), nothing)
    app.add_middleware(Guard, hosts=hosts, language=language)
    return app


def _fault(text_id: str, language: str, values: Mapping[str, Any]) -> Response:
    return faults.fault(409, text_id, language, **values)


def _page(view: View, language: str) -> str:
    tribe = view.tribe(view.seat)
    name = tribe.leader if tribe else say("kingofkings.report.for_master", language)
    title = escape(f"{view.game}: {name}")
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<title>{title}</title><link rel="stylesheet" href="/kok.css">'
        f'<script src="/kok.js" defer></script></head><body><h1>{title}</h1>'
        + (_form(view, language) if tribe else _desk(view, language))
        + report_body(view, language)
        + "</body></html>\n"
    )


def _form(view: View, language: str) -> str:
    """The order sheet for the next round."""
    if view.over:
        return ""
    title = escape(say("server.kok.sheet", language, round=view.next_round))
    text = "\n".join(view.sheets[0].lines) if view.sheets else ""
    receipt = escape(_receipt(view, language)) if view.sheets else ""
    return (
        f'<section><h2><label for="sheet">{title}</label></h2>'
        f'<textarea id="sheet" maxlength="{MOST_CHARACTERS}" spellcheck="false" '
        # The first line break in it is none to a browser; without, an empty first line were lost.
        f'data-round="{view.next_round}">\n{escape(text)}</textarea>'
        f'<button id="hand-in">{escape(say("server.kok.hand_in", language))}</button>'
        f'{_told(receipt, language)}<ol id="answer"></ol></section>'
    )


def _desk(view: View, language: str) -> str:
    """Who has handed in, and the button for the round."""
    sheets = {sheet.player: sheet for sheet in view.sheets}
    rows = []
    for tribe in view.tribes:
        sheet = sheets.get(tribe.number)
        kind = "sheet" if sheet else "npc" if tribe.npc else "none"
        text = say(
            f"server.kok.status_{kind}",
            language,
            number=tribe.number,
            leader=tribe.leader,
            lines=len(sheet.lines) if sheet else 0,
        )
        rows.append(f"<li>{escape(text)}</li>")
    label = escape(say("server.kok.play", language, round=view.next_round))
    number = view.next_round
    button = "" if view.over else f'<button id="play" data-round="{number}">{label}</button>'
    return f"<section><ul>{''.join(rows)}</ul>{button}{_told('', language)}</section>"


def _told(receipt: str, language: str) -> str:
    """Where the page says how it went, and what it says where no answer comes."""
    silent = escape(say("server.kok.silent", language))
    return f'<p id="receipt" role="status" data-silent="{silent}">{receipt}</p>'


def _receipt(view: View, language: str) -> str:
    sheet = view.sheets[0]
    return say(
        "server.kok.receipt",
        language,
        round=view.next_round,
        edition=sheet.edition,
        lines=len(sheet.lines),
        digest=digest(sheet.lines),
    )


def _checked(view: View, text: str, receipt: str, language: str) -> JSONResponse:
    lines = []
    for one in check_sheet(view, lines_of(text)):
        codes = [one.error] if one.error else list(one.hints)
        words = "; ".join(say(f"kingofkings.result.{code}", language) for code in codes)
        meant = say("kingofkings.report.meant", language, line=one.meant) if one.meant else ""
        lines.append(
            LineAnswer(
                number=one.number,
                text=one.text,
                error=one.error,
                hints=list(one.hints),
                words=words,
                meant=meant,
            )
        )
    return JSONResponse(CheckAnswer(receipt=receipt, lines=lines).model_dump())
