"use strict";
// Follows the table: shows each screen that the server sends. Reads only; every word comes from
// the server and is set as text, never as markup.
(() => {
  const words = document.body.dataset;
  const $ = (selector, root = document) => root.querySelector(selector);
  const shown = new Map();
  const noBattle = $("#last .card p");
  const FIRST_WAIT_MS = 500;
  const LONGEST_WAIT_MS = 8000;
  let wait = FIRST_WAIT_MS;
  let newest = null;

  /** Makes an element; children are elements or texts. */
  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined && value !== false) {
        element.setAttribute(name, value === true ? "" : value);
      }
    }
    element.append(...children.filter((child) => child !== null));
    return element;
  }

  /** Calls draw only where its part of the screen has changed, so that nothing flickers and a
   *  screen reader is told only what is new. */
  function part(name, value, draw) {
    const text = JSON.stringify(value ?? null);
    if (shown.get(name) !== text) {
      shown.set(name, text);
      draw(value);
    }
  }

  function chip(colour, more) {
    const size = colour.letter.length > 1 ? " wide" : "";
    return make(
      "span",
      { class: `cube${size}`, "data-colour": colour.id, title: colour.name, ...more },
      make("span", { "aria-hidden": "true" }, colour.letter),
      make("span", { class: "heard" }, colour.name),
    );
  }

  function facts(list) {
    $("#facts").replaceChildren(
      ...list.map((fact) =>
        make(
          "div",
          { "data-fact": fact.id },
          make("dt", {}, fact.label),
          make("dd", {}, fact.value),
        ),
      ),
    );
  }

  function ask(one) {
    // Most prompts name the player themselves.
    const who = one.who && !one.text.includes(one.who) ? `${one.who} · ` : null;
    const rule = one.rule ? make("small", { class: "rule" }, ` ${one.rule}`) : null;
    return make(
      "li",
      { "data-prompt": one.id },
      one.colour ? chip(one.colour) : null,
      make("span", { class: "words" }, who, one.text, rule),
    );
  }

  function asks(list) {
    const must = list.filter((one) => one.must);
    const may = list.filter((one) => !one.must);
    $("#must").replaceChildren(...must.map(ask));
    $("#asks").hidden = list.length === 0;
    $("#may").hidden = may.length === 0;
    $("#may ul").replaceChildren(...may.map(ask));
  }

  function head(one) {
    return make(
      "th",
      { scope: "col", role: "columnheader", class: one.number ? "number" : null },
      make("span", { class: "long" }, one.text),
      make("span", { class: "short", "aria-hidden": "true" }, one.short),
    );
  }

  function cell(one) {
    const note = one.note ? make("small", { "aria-hidden": "true" }, one.note) : null;
    const heard = one.spoken ? make("span", { class: "heard" }, `, ${one.spoken}`) : null;
    return make("td", { role: "cell", class: "number" }, make("b", {}, one.text), note, heard);
  }

  // The roles are named because the narrow layout takes the rows apart, which in some browsers
  // makes them mere boxes.
  function scores(board) {
    $("#scores-title").textContent = board.caption;
    $("#scores .note").textContent = board.note;
    $("#scores .note").hidden = !board.rows.some((row) => row.cells.some((one) => one.note));
    const heads = [make("td", { role: "cell" }), ...board.heads.map(head)];
    $("#scores thead").replaceChildren(make("tr", { role: "row" }, ...heads));
    $("#scores tbody").replaceChildren(
      ...board.rows.map((row) => {
        const turn = make(
          "span",
          { class: "turn" },
          make("span", { "aria-hidden": "true" }, row.turn ? "▶" : ""),
          row.turn ? make("span", { class: "heard" }, `${words.turn}: `) : null,
        );
        const name = make(
          "th",
          { scope: "row", role: "rowheader" },
          make(
            "span",
            { class: "player" },
            turn,
            chip(row.colour),
            make("span", { class: "name" }, row.name),
          ),
        );
        return make(
          "tr",
          { role: "row", "data-seat": row.seat, class: row.turn ? "active" : null },
          name,
          ...row.cells.map(cell),
        );
      }),
    );
  }

  /** Adds the cubes that are new and leaves those that lie there, so that only new ones fall. */
  function fallen(cubes) {
    const tray = $("#throw .fall");
    const same = [...tray.children].every(
      (lying, index) => index < cubes.length && lying.dataset.colour === cubes[index].id,
    );
    if (!same) {
      tray.replaceChildren();
    }
    for (const colour of cubes.slice(tray.children.length)) {
      tray.append(make("li", { "data-colour": colour.id }, chip(colour)));
    }
  }

  function tower(one) {
    $("#throw").hidden = !one;
    if (!one) {
      $("#throw .fall").replaceChildren();
      return;
    }
    $("#throw-title").textContent = one.title;
    if ($("#throw .status").textContent !== one.status) {
      $("#throw .status").textContent = one.status;
    }
    fallen(one.fallen);
    $("#throw tbody").replaceChildren(
      ...one.tally.map((row) =>
        make(
          "tr",
          { "data-colour": row.colour.id },
          make(
            "th",
            { scope: "row" },
            make(
              "span",
              { class: "player" },
              make("span", { "aria-hidden": "true" }, chip(row.colour)),
              row.colour.name,
              row.who ? make("small", {}, row.who) : null,
            ),
          ),
          make("td", { class: "number" }, make("b", {}, String(row.fallen))),
          make("td", { class: "number" }, String(row.thrown)),
          make("td", { class: "number" }, row.most === null ? "–" : String(row.most)),
        ),
      ),
    );
  }

  function side(one, won) {
    const open = one.strength === null;
    return make(
      "div",
      { class: won ? "side won" : "side" },
      make("span", { class: "role" }, one.role),
      make("span", { class: "player" }, chip(one.colour), make("span", { class: "name" }, one.name)),
      make("b", { class: "strength" }, String(open ? one.cubes : one.strength)),
      open ? make("span", { class: "role" }, words.thrown) : null,
      won ? make("span", { class: "winner" }, words.winner) : null,
    );
  }

  function card(fight) {
    const cubes = fight.cubes.map((count) =>
      make("li", {}, chip(count.colour), make("span", {}, `× ${count.count}`)),
    );
    const sides = fight.sides.map((one, index) => side(one, index === fight.winner));
    const between = make("span", { class: "against" }, words.against);
    return [
      make("h3", {}, make("span", {}, fight.place), " ", make("small", {}, fight.title)),
      make("div", { class: "sides" }, sides[0], between, ...sides.slice(1)),
      fight.outcome ? make("p", { class: "outcome" }, fight.outcome) : null,
      cubes.length
        ? make("ul", { class: "tray", "aria-label": words.tray }, ...cubes)
        : null,
      ...fight.lines.map((line) => make("p", {}, line)),
    ].filter((child) => child !== null);
  }

  function battle(fight) {
    $("#battle").hidden = !fight;
    $("#battle .card").replaceChildren(...(fight ? card(fight) : []));
  }

  function lastBattle(fight) {
    // An undo takes back the first battle too.
    $("#last .card").replaceChildren(...(fight ? card(fight) : [noBattle]));
  }

  function battles(any) {
    $("#last").hidden = !any;
  }

  function result(lines) {
    $("#result").hidden = lines.length === 0;
    $("#result ol").replaceChildren(...lines.map((line) => make("li", {}, line)));
  }

  function log(lines) {
    $("#log ol").replaceChildren(
      ...lines.map((line) => make("li", { value: line.step }, line.text)).reverse(),
    );
  }

  function details(list) {
    const open = new Set(
      [...document.querySelectorAll("#details details[open]")].map((one) => one.dataset.id),
    );
    const filled = list.filter((one) => one.rows.length > 0);
    $("#details").hidden = filled.length === 0;
    $("#details div").replaceChildren(
      ...filled.map((one) =>
        make(
          "details",
          { "data-id": one.id, open: open.has(one.id) },
          make("summary", {}, one.title),
          make(
            "table",
            {},
            make("thead", {}, make("tr", {}, ...one.heads.map(head))),
            make(
              "tbody",
              {},
              ...one.rows.map((row) =>
                make(
                  "tr",
                  {},
                  ...row.map((text, index) =>
                    index === 0
                      ? make("th", { scope: "row" }, text)
                      : make("td", { class: one.heads[index].number ? "number" : null }, text),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  function notice(text) {
    $("#notice").hidden = text === "";
    $("#notice").textContent = text;
  }

  /** The same address may come to show another table: the app was left, and another one opened. */
  function heading([table, game]) {
    $("header h1 span").textContent = table;
    $("header h1 small").textContent = game;
    document.title = [table, game, words.title].join(" · ");
  }

  function show(screen) {
    part("heading", [screen.table, screen.game], heading);
    part("facts", screen.facts, facts);
    part("notice", screen.notice, notice);
    part("result", screen.result, result);
    part("asks", screen.asks, asks);
    part("throw", screen.throw, tower);
    part("battle", screen.battle, battle);
    part("scores", screen.scores, scores);
    part("last", screen.last_battle, lastBattle);
    part("battles", screen.battles, battles);
    part("log", screen.log, log);
    part("details", screen.details, details);
    document.body.dataset.version = screen.version;
    document.body.dataset.revision = screen.revision;
  }

  function say(state) {
    document.body.dataset.state = state;
    $("#link").textContent = words[state];
  }

  function follow() {
    const socket = new WebSocket(`ws://${location.host}/live`);
    newest = socket;
    socket.addEventListener("message", (event) => {
      wait = FIRST_WAIT_MS;
      say("live");
      show(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (newest !== socket) {
        return;
      }
      newest = null;
      say(event.code === 1013 ? "closed" : "lost");
      setTimeout(() => newest === null && follow(), wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    });
  }

  // A phone that was asleep does not wait for its turn.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && newest === null) {
      follow();
    }
  });
  follow();
})();
