"""The screen for what the table asks aloud: one key for each question."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from turmwart.app.draw import cut, wrapped
from turmwart.app.screens.face import Mean
from turmwart.app.screens.page import PageScreen
from turmwart.app.screens.wallenstein.face import FACE
from turmwart.app.screens.wallenstein.names import named, region, short
from turmwart.app.words import Words
from turmwart.games.wallenstein import aloud
from turmwart.games.wallenstein.income import Income
from turmwart.games.wallenstein.state import State
from turmwart.table.table import Table

_ID = "app.wallenstein.aloud"
Answer = Callable[[State, Words, int], list[Text]]


class AloudScreen(PageScreen):
    """Answers the questions; a digit goes to each, the arrows to the next.

    Args:
        table: that is asked about.
        words: the language.
        mean: how many cubes of a colour fall on average; None: nobody knows.
    """

    def __init__(self, table: Table, words: Words, mean: Mean = None) -> None:
        self._questions: tuple[tuple[str, Answer], ...] = (
            ("next", next_up),
            ("earns", earns),
            ("revolts", revolts),
            ("winter", winter),
            ("majorities", majorities),
            ("tower", lambda state, w, width: FACE.tower(table.view(), w, width, mean)),
        )

        def draw(page: int, width: int) -> list[Text]:
            name, answer = self._questions[page]
            menu = Text()
            for number, (one, _) in enumerate(self._questions, start=1):
                menu.append(" " if number > 1 else "")
                here = one == name
                menu.append(f" {number} {words(f'{_ID}.{one}_name')} ", "reverse" if here else "")
            answered = answer(table.state, words, width)
            asked = Text(words(f"{_ID}.{name}_asked"), "bold")
            return [*wrapped(menu, width, 2), Text(), asked, Text(), *answered]

        super().__init__(f"{_ID}.title", draw, pages=len(self._questions), again=("a", "f12"))
        for number in range(1, len(self._questions) + 1):
            self._bindings.bind(str(number), f"ask({number})", "", show=False)

    def action_ask(self, number: int) -> None:
        """Answer question ``number``, from 1."""
        self._turn(number - 1 - self._page)


def next_up(state: State, words: Words, width: int) -> list[Text]:
    """Who is next and for what."""
    coming = aloud.turns(state)
    if not coming:
        return [Text(words(f"{_ID}.no_turns", phase=named(words, "phase", state.phase)))]
    lines, before = [], ""
    for turn in coming:
        if not turn.seat:
            lines.append(Text(words(f"{_ID}.card"), "bold"))
            continue
        action = named(words, "action", turn.action)
        said = words(f"{_ID}.turn", player=state.player(turn.seat).name, action=action)
        lines.append(Text(cut(said, width), "bold" if not before else ""))
        before = turn.action
    return lines


def earns(state: State, words: Words, width: int) -> list[Text]:
    """What each province earns now: printed, the event, the tile."""
    lines: list[Text] = []
    seat = ""
    for one in aloud.earnings(state):
        if one.seat != seat:
            seat = one.seat
            lines.append(Text(state.player(seat).name, "bold"))
        used = short(words, "action", one.used) if one.used.count("_") else ""
        said = words(
            f"{_ID}.earning",
            province=cut(state.label(one.province), 24),
            tax=_steps(one.tax),
            grain=_steps(one.grain),
        )
        lines.append(Text(cut(f"  {said}" + (f" · {used}" if used else ""), width)))
    return lines or [Text(words(f"{_ID}.nothing"))]


def revolts(state: State, words: Words, width: int) -> list[Text]:
    """Where it may revolt, and how strong."""
    lines = [
        Text(
            cut(
                words(
                    f"{_ID}.unrest",
                    province=state.label(one.province),
                    player=state.player(one.seat).name,
                    armies=one.armies,
                    now=one.now,
                    famine="?" if one.famine is None else one.famine,
                ),
                width,
            ),
            "bold" if one.now >= one.armies else "",
        )
        for one in aloud.unrest(state)
    ]
    return lines or [Text(words(f"{_ID}.calm"))]


def winter(state: State, words: Words, width: int) -> list[Text]:
    """What happens in winter, also with more provinces that are not fed."""
    lines: list[Text] = []
    for one in aloud.winters(state):
        loss = "?" if one.loss is None else str(one.loss[1])
        if one.loss is not None and one.loss[0] != one.loss[1]:
            loss = words(f"{_ID}.from_to", least=one.loss[0], most=one.loss[1])
        said = words(
            f"{_ID}.winter_player",
            player=state.player(one.seat).name,
            provinces=one.provinces,
            grain=one.grain,
            loss=loss,
            unfed=one.unfed,
        )
        lines += wrapped(Text(said, "bold"), width, 2)
        for hunger in one.hunger:
            known = hunger.provinces is not None and hunger.extra_farmers is not None
            text = f"{_ID}.winter_row" if known else f"{_ID}.winter_unknown"
            row = words(
                text, n=hunger.shortage, provinces=hunger.provinces, farmers=hunger.extra_farmers
            )
            lines.append(
                Text(cut(f"  {row}", width), "" if hunger.shortage == one.unfed else "dim")
            )
    return lines


def majorities(state: State, words: Words, width: int) -> list[Text]:
    """Who holds which majority, and what would change it."""
    lines: list[Text] = []
    place = ""
    for one in aloud.contests(state):
        if one.region != place:
            place = one.region
            lines.append(Text(region(words, place), "bold"))
        counts = ", ".join(f"{state.player(s).name} {n}" for s, n in one.counts)
        points = ", ".join(f"{state.player(s).name} +{n}" for s, n in one.holders)
        said = words(
            f"{_ID}.contest",
            building=named(words, "building", one.building),
            counts=counts,
            points=points,
        )
        lines += wrapped(Text(f"  {said}"), width, 2)
        share = dict(one.to_share)
        change = ", ".join(
            words(
                f"{_ID}.change" if seat in share else f"{_ID}.change_tied",
                player=state.player(seat).name,
                share=share.get(seat, 0),
                lead=lead,
            )
            for seat, lead in one.to_lead
        )
        change = words(f"{_ID}.changes", changes=change)
        rows = wrapped(Text(change, "dim"), width - 4, 2)
        lines += [Text("    ").append_text(row) for row in rows]
    unplaced = max((one.unplaced for one in aloud.contests(state)), default=0)
    if unplaced:
        lines.append(Text(words(f"{_ID}.unplaced", n=unplaced), "bold"))
    return lines or [Text(words(f"{_ID}.no_buildings"))]


def _steps(gain: Income | None) -> str:
    """Printed, then the event, then the tile; only the steps that change something."""
    if gain is None:
        return "?"
    steps = [gain.printed]
    for value in (gain.after_event, gain.gained):
        if value != steps[-1]:
            steps.append(value)
    return "→".join(str(value) for value in steps)
