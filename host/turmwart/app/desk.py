"""What lies on the desk: the table's prompts, the drafts of their answers, what came of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from turmwart.app.entries import Problem
from turmwart.app.widgets.form import Draft
from turmwart.app.words import Words
from turmwart.errors import TurmwartError
from turmwart.kernel.chance import RollRequest
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection
from turmwart.kernel.fold import Step, fold
from turmwart.kernel.prompt import Prompt
from turmwart.table.rolls import Answers, Roll
from turmwart.table.table import Done, Table


@dataclass(frozen=True, slots=True)
class Finding:
    """What the tower says of the throw that waits.

    Attributes:
        sure: whether all witnesses agree.
        cubes: what fell, or the likeliest count where the table is asked.
        text_id: the verdict, or the question, as text id.
        colours: the colours in question.
        witness: who says so where all agree.
        unseen: cubes that were counted but have no colour; they are not in ``cubes``.
        sensor: what the tower's sensor alone says; None where it says nothing.
        camera: what the camera alone says has fallen; None where it says nothing.
        answers: likely counts with their chances in per mille, the likeliest first, where the
            table is asked.
        causes: what may be amiss, as text ids with colours, the likeliest first.
    """

    sure: bool
    cubes: Cubes
    text_id: str
    colours: tuple[str, ...] = ()
    witness: str = ""
    unseen: int = 0
    sensor: Cubes | None = None
    camera: Cubes | None = None
    answers: tuple[tuple[Cubes, int], ...] = ()
    causes: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Desk:
    """Joins a table and its forms; knows no screen.

    Args:
        table: the table.
        words: the language.
        quick: the game's own form for what is done most often; None, or none now: the prompts'.
        secret: whether a line of the log must not be said at the table.
    """

    def __init__(
        self,
        table: Table,
        words: Words,
        quick: Callable[[], Draft | None] | None = None,
        secret: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.table = table
        self.words = words
        self._quick = quick
        self._secret = secret
        self.chosen: Prompt | None = None
        self._drafts: dict[Prompt, Draft] = {}
        self._rolls = Answers()

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """All that must or may be done now, what must be done first."""
        prompts = self.table.prompts()
        return (*(p for p in prompts if p.must), *(p for p in prompts if not p.must))

    def alternatives(self) -> tuple[Prompt, ...]:
        """What the same player may do in place of the first prompt, that one first."""
        prompts = self.prompts
        if not prompts or not prompts[0].seat:
            return ()
        same = tuple(p for p in prompts if p.seat == prompts[0].seat)
        return same if len(same) > 1 else ()

    def draft(self) -> Draft | None:
        """The draft to show: of the prompt chosen, while there is one, else of the first."""
        prompts = self.prompts
        self._drafts = {p: draft for p, draft in self._drafts.items() if p in prompts}
        if self.chosen not in prompts:
            self.chosen = None
        # What fell by itself comes before anything else, however quick that is.
        if self.chosen is None and self._quick is not None and not self.table.stray_waits:
            quick = self._quick()
            if quick is not None:
                return quick
        prompt = self.chosen or (prompts[0] if prompts else None)
        return self.draft_of(prompt) if prompt is not None else None

    def draft_of(self, prompt: Prompt) -> Draft:
        """The draft of a prompt; what was typed before is still there."""
        if prompt not in self._drafts:
            self._drafts[prompt] = Draft.of(prompt, self.words)
        return self._drafts[prompt]

    def answer(self, draft: Draft, witness: str = "") -> Done | Objection | RollRequest | Problem:
        """Carry out what a draft says.

        Args:
            draft: complete.
            witness: who counted, where the command names a witness and it was not the table.
        """
        command = self.command(draft, witness)
        if isinstance(command, Problem):
            return command
        try:
            done = self.table.do(command, roll=self._rolls, evidence=self._rolls.evidence)
        except TurmwartError as error:
            return Problem.of(error)
        if isinstance(done, Done):
            self._drafts.pop(draft.prompt, None)
            self._rolls.clear()
            if self.chosen == draft.prompt:
                self.chosen = None
        return done

    def command(self, draft: Draft, witness: str = "") -> Any | Problem:
        """The command of a draft, or why there is none."""
        try:
            command = draft.command(self.table.game)
        except ValueError as error:
            return Problem("app.problem.misfit", (("reason", str(error)),))
        if witness and hasattr(command, "witness"):
            command = replace(command, witness=witness)
        return command

    def preview(self, draft: Draft) -> Any | None:
        """The view as it would be after the draft; None where it cannot be carried out."""
        if any(entry.problem is not None for entry in draft.entries):
            return None
        command = self.command(draft)
        if isinstance(command, Problem):
            return None
        game = self.table.game
        events = game.decide(self.table.state, command, self._rolls)
        if isinstance(events, Objection | RollRequest):
            return None
        return game.view(fold(game, self.table.state, events), None)

    def rolled(self, roll: Roll) -> None:
        """The table rolled; the command that asked is tried again with it."""
        self._rolls.take(roll)

    def finding(self) -> Finding:
        """What the witnesses say now."""
        said = self.table.testimony()
        verdict: Any = self.table.verdict(said)
        sensor = said.sensor.cubes if said.sensor is not None else None
        # Told apart by what they hold: the app imports nothing of the tower.
        if hasattr(verdict, "witness"):
            return Finding(
                True,
                verdict.cubes,
                "app.battle.agreed",
                witness=verdict.witness,
                sensor=sensor,
                camera=said.by_camera,
            )
        return Finding(
            False,
            verdict.suggestion,
            f"tower.question.{verdict.kind}",
            verdict.colours,
            unseen=verdict.unseen,
            sensor=sensor,
            camera=said.by_camera,
            answers=tuple((answer.cubes, answer.permille) for answer in verdict.answers),
            causes=tuple((f"tower.cause.{each.name}", each.colours) for each in verdict.causes),
        )

    def colours(self, colours: tuple[str, ...]) -> str:
        """Names of colours, listed."""
        return ", ".join(self.words.colour(colour) for colour in colours)

    def undo_label(self) -> str:
        """What undo would take back, in words; empty where there is nothing."""
        step = self.table.undo_step
        if step is None:
            return ""
        lines = [line for line in self.table.log(80) if line[0] == step.number]
        return self._said(lines[0][1], lines[0][2]) if lines else ""

    def redo_label(self) -> str:
        """What redo would restore, in words; empty where there is nothing."""
        step: Step | None = self.table.redo_step
        if step is None:
            return ""
        return self._said(*self.table.game.describe(step.events[0], self.table.state))

    def _said(self, text_id: str, values: tuple[tuple[str, int | str], ...]) -> str:
        secret = self._secret(text_id)
        return self.words("app.key.master.step") if secret else self.words.filled(text_id, values)
