"""The whole screen of a table at one moment, in words."""

from __future__ import annotations

from collections.abc import Callable

from turmwart.kernel.prompt import CubeCount, Prompt
from turmwart.server import anno1452, paladins, wallenstein, wallenstein_light
from turmwart.server.models import (
    Ask,
    LogEntry,
    LogLine,
    LogValue,
    Row,
    Scene,
    Screen,
    Tally,
    Throw,
)
from turmwart.server.words import Words
from turmwart.table.bus import LinkChanged
from turmwart.table.table import Table, tower_slot

LOG_LINES = 12
"""Lines of the log on the screen."""

Scenery = Callable[[object, Words], Scene]
"""Makes a game's part of the screen from what its ``view`` returns."""

SCENERIES: dict[str, Scenery] = {
    "wallenstein": wallenstein.scene,
    "anno1452": anno1452.scene,
    "paladins": paladins.scene,
    "wallenstein_light": wallenstein_light.scene,
}


class Screens:
    """Makes the screens of one table.

    Args:
        table: the table; only what everybody may see is read.
        words: the language.
        sceneries: by name of the game.

    Raises:
        ValueError: nobody knows how to show the table's game.
    """

    def __init__(
        self, table: Table, words: Words, sceneries: dict[str, Scenery] | None = None
    ) -> None:
        known = SCENERIES if sceneries is None else sceneries
        if table.game.name not in known:
            raise ValueError(f"no screens for {table.game.name}; there are some for {list(known)}")
        self.table = table
        self.words = words
        self._scenery = known[table.game.name]

    def screen(self, revision: int, notice: LinkChanged | None) -> Screen:
        """The screen now."""
        table, words = self.table, self.words
        scene = self._scenery(table.view(None), words)
        prompts = table.prompts(None)
        log = [LogLine(step=line.step, id=line.id, text=line.text) for line in self.log(LOG_LINES)]
        return Screen(
            **{name: getattr(scene, name) for name in Scene.model_fields},
            table=table.name,
            game=words.say(f"server.game.{table.game.name}"),
            version=table.version,
            revision=revision,
            # What the whole table may correct at any time is no news for those who look on.
            asks=tuple(
                self._ask(prompt, scene.scores.rows)
                for prompt in prompts
                if prompt.must or prompt.seat
            ),
            throw=self._throw(prompts, {row.colour.id: row.name for row in scene.scores.rows}),
            notice="" if notice is None else words.say(notice.text_id, **dict(notice.values)),
            log=tuple(log),
        )

    def log(self, last: int) -> list[LogEntry]:
        """The last lines of the log, oldest first."""
        return [
            LogEntry(
                step=step,
                id=text_id,
                text=self.words.say(text_id, **dict(values)),
                values=tuple(LogValue(name=name, value=value) for name, value in values),
            )
            for step, text_id, values in self.table.log(last)
        ]

    def _ask(self, prompt: Prompt, rows: tuple[Row, ...]) -> Ask:
        asked = next((row for row in rows if row.seat == prompt.seat), None)
        return Ask(
            id=prompt.id,
            text=self.words.prompt(prompt) if prompt.must else self.words.label(prompt),
            who=asked.name if asked else "",
            colour=asked.colour if asked else None,
            must=prompt.must,
            rule=prompt.rule,
        )

    def _throw(self, prompts: tuple[Prompt, ...], owners: dict[str, str]) -> Throw | None:
        slots = (tower_slot(prompt) for prompt in prompts if prompt.must)
        slot = next((slot for slot in slots if slot is not None), None)
        if slot is None:
            return None
        fallen = self.table.fallen
        stray = self.table.stray_waits
        return Throw(
            title=self.words.say("server.throw.stray" if stray else "server.throw.title"),
            status=self._status(len(fallen)),
            fallen=tuple(self.words.colour(colour) for colour in fallen),
            tally=self._tally(slot, fallen, owners),
        )

    def _tally(
        self, slot: CubeCount, fallen: tuple[str, ...], owners: dict[str, str]
    ) -> tuple[Tally, ...]:
        # A row of its own would tell that cubes of this colour are inside.
        inside = () if slot.hidden else tuple(slot.bounds)
        colours = sorted({*inside, *slot.expected, *fallen})
        return tuple(
            Tally(
                colour=self.words.colour(colour),
                who=owners.get(colour, ""),
                fallen=fallen.count(colour),
                thrown=slot.expected[colour],
                most=None if slot.hidden else slot.bounds[colour],
            )
            for colour in colours
        )

    def _status(self, fallen: int) -> str:
        words = self.words
        if not fallen:
            return words.say("server.throw.waiting")
        said = words.say("server.throw.fallen", count=fallen)
        verdict = self.table.verdict()
        # Witnesses that agree ask nothing: their verdict has no kind.
        kind = getattr(verdict, "kind", "")
        if not kind:
            return said
        colours = words.list(words.colour(c).name for c in getattr(verdict, "colours", ()))
        unseen = getattr(verdict, "unseen", 0)
        asked = words.say(f"tower.question.{kind}", colours=colours, unseen=unseen)
        return f"{said} {asked}"
