"""The long form's steps: commands, answers to prompts, observations, undo."""

from __future__ import annotations

from dataclasses import MISSING, fields, replace
from typing import Any

from turmwart.games.wallenstein.commands import ReportStray, ReportThrow
from turmwart.games.wallenstein.court import NO_CARD, SPACES
from turmwart.kernel.canon import from_plain
from turmwart.kernel.decision import Objection
from turmwart.kernel.fold import fold
from turmwart.kernel.prompt import CubeCount, Prompt, Sheet, command_of
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.rules import known_rules
from turmwart.table.scenarios.run import refusal_of
from turmwart.table.scenarios.values import (
    Difference,
    Fault,
    Reader,
    compare,
    meant,
    shown,
    text,
    truth_for_text,
    unknown_word,
)
from turmwart.table.scenarios.wallenstein.cards import bid_card, plan_card
from turmwart.table.scenarios.wallenstein.observed import observed, prompt_words
from turmwart.table.scenarios.wallenstein.run import Run
from turmwart.table.scenarios.wallenstein.seats import Seats

WITNESSES = ("table", "typed", "tower", "camera", "tower+camera", "twin")
KINDS = ("do", "answer", "throw", "stray", "undo", "redo", "look")
MOVING = ("CorrectLedger", "LoseCubes", "FindCubes")
"""Commands whose places may be provinces."""
SEAT_LISTS = ("order",)
"""Fields of commands that list seats."""


class Player:
    """Plays the steps of a scenario on a run.

    Args:
        run: at the given position.
        seats: its players.
    """

    def __init__(self, run: Run, seats: Seats) -> None:
        self.run = run
        self.seats = seats
        self._base = run.state
        self._steps: list[tuple[Any, ...]] = []
        self._undone: list[tuple[Any, ...]] = []

    def play(self, step: Reader) -> tuple[list[Difference], bool]:
        """Play one step.

        Returns:
            What differs, and whether the steps after it can be played.

        Raises:
            Fault: the step is not of one kind, or names what there is not.
        """
        kinds = [kind for kind in KINDS if kind in step]
        if len(kinds) != 1:
            raise Fault("scenario.step", step.at, step.where, known=", ".join(KINDS))
        expected = step.node("expect")
        wanted = step.node("objection")
        if wanted is None and isinstance(expected, tree.Mapping):
            wanted = expected.get("objection")
        objection: Objection | None = None
        if kinds[0] in ("undo", "redo"):
            self._travel(kinds[0], step)
        elif kinds[0] == "look":
            step.flag("look", True)
        else:
            objection = self._command(kinds[0], step)
        if objection is not None and (wanted is None or _is_null(wanted)):
            return [refusal_of(step.at.line, step.where, kinds[0], objection)], False
        found = observed(self.run, self.seats, objection)
        differences = []
        if "objection" in step:
            node = step.need("objection")
            differences += compare(node, found["objection"], step.place("objection"))
        if expected is not None:
            differences += compare(expected, found, step.place("expect"))
        accepted_in_error = objection is None and wanted is not None and not _is_null(wanted)
        return differences, not accepted_in_error

    def _command(self, kind: str, step: Reader) -> Objection | None:
        if kind == "do":
            command = self._named(step)
        elif kind == "answer":
            command = self._answer(step)
        else:
            cubes = self.seats.cubes(step.reader(kind))
            made = ReportThrow if kind == "throw" else ReportStray
            waived = self._waived(step)
            command = made(cubes, step.word("witness", WITNESSES, "table"), waived)
        decided = self.run.decide(command)
        if isinstance(decided, Objection):
            self.run.last = ()
            return decided
        self._steps.append(self.run.take(decided))
        self._undone.clear()
        return None

    def _travel(self, kind: str, step: Reader) -> None:
        """Take back or restore steps, and fold the game anew from its events."""
        count = step.whole(kind, 1, 1)
        source, target = (
            (self._steps, self._undone) if kind == "undo" else (self._undone, self._steps)
        )
        if len(source) < count:
            raise step.fault(kind, "scenario.no_step", found=count, most=len(source))
        for _ in range(count):
            target.append(source.pop())
        self.run.state = self._base
        for events in self._steps:
            self.run.state = fold(self.run.game, self.run.state, events)
        self.run.last = ()

    def _named(self, step: Reader) -> Any:
        """The command ``do`` names, its fields from the other keys."""
        name = step.word("do", tuple(self.run.game.commands))
        cls = self.run.game.commands[name]
        plain: dict[str, Any] = {}
        for field in _names(cls):
            if field == "waived":
                plain[field] = list(self._waived(step))
            elif field == "witness":
                plain[field] = step.word(field, WITNESSES, "table")
            elif field in step:
                plain[field] = self._field(name, field, step.need(field), step.place(field))
        for needed in (f.name for f in fields(cls) if f.default is MISSING):
            step.need(needed)
        return self._made(cls, plain, step)

    def _answer(self, step: Reader) -> Any:
        """The command that answers make to a prompt."""
        part = step.reader("answer")
        prompt = self._prompt(step, part.keys)
        slots = {slot.name: slot for slot in prompt.slots}
        answers: dict[str, Any] = {}
        for key in part.keys:
            node, where = part.need(key), part.place(key)
            slot = slots.get(key)
            if isinstance(slot, CubeCount):
                answers[key] = self.seats.cubes(part.reader(key)).as_dict()
            elif isinstance(slot, Sheet):
                answers[key] = self._sheet(prompt.command, part.reader(key))
            else:
                answers[key] = self._field(prompt.command, key, node, where)
        waived = self._waived(step)
        if waived:
            answers["waived"] = list(waived)
        if "witness" in step:
            prompt_witness = step.word("witness", WITNESSES)
            cls = self.run.game.commands[prompt.command]
            if "witness" not in _names(cls):
                raise step.fault("witness", "scenario.no_witness", command=prompt.command)
            made = command_or_fault(self.run, prompt, answers, step)
            return replace(made, witness=prompt_witness)
        return command_or_fault(self.run, prompt, answers, step)

    def _prompt(self, step: Reader, keys: tuple[str, ...]) -> Prompt:
        """The prompt an answer belongs to: the one named, else the first that it fits."""
        seat = None
        if "seat" in step:
            seat = self.seats.seat(step.need("seat"), step.place("seat"))
        prompts = self.run.prompts()
        if seat is not None:
            prompts = tuple(p for p in prompts if p.seat in ("", seat)) or prompts
        if "prompt" in step:
            name = step.text("prompt")
            if name not in (*prompt_words(), *self.run.game.commands):
                raise unknown_word(step.need("prompt"), step.place("prompt"), name, prompt_words())
            fitting = [p for p in prompts if name in (p.id, p.id.rsplit(".", 1)[-1], p.command)]
        else:
            fitting = [p for p in prompts if set(keys) <= {slot.name for slot in p.slots}]
            fitting.sort(key=lambda p: not p.must)
        if not fitting:
            known = ", ".join(p.id.rsplit(".", 1)[-1] for p in prompts)
            raise step.fault(
                "answer", "scenario.no_prompt", known=known, hint=_slots_meant(keys, prompts)
            )
        return fitting[0]

    def _waived(self, step: Reader) -> tuple[str, ...]:
        game = self.run.game.name
        return (*known_rules(step, "waive", game), *known_rules(step, "waived", game))

    def _sheet(self, command: str, part: Reader) -> dict[str, Any]:
        rows: dict[str, Any] = {}
        for key in part.keys:
            seat = self.seats.find(key)
            name = seat.seat if seat is not None else key
            rows[name] = self._field(
                command,
                "bids" if command == "RevealBids" else key,
                part.need(key),
                part.place(key),
                row=True,
            )
        return rows

    def _field(
        self, command: str, field: str, node: tree.Node, where: str, row: bool = False
    ) -> Any:
        """The value of a command's field, in the game's own words."""
        if command == "RevealBids" and field == "bids":
            return bid_card(node, where) if row else self._bids(node, where)
        if command == "RevealPlan" and field == "card":
            return plan_card(node, where)
        if command == "RevealExchanges" and (row or field == "cards"):
            return plan_card(node, where) if row else self._exchanges(node, where)
        if command == "ForbidAttack" and field == "target":
            seat = self.seats.find(text(node, where))
            return seat.seat if seat is not None else text(node, where)
        if command == "EnterLineup" and field == "groups" and isinstance(node, tree.List):
            return [[f"group_{n}", text(item, where)] for n, item in enumerate(node.items, 1)]
        if field in ("fallen", "cubes", "counted"):
            return self.seats.cubes(Reader(node, where, node)).as_dict()
        if field == "seat" or (field in SEAT_LISTS and isinstance(node, tree.List)):
            if isinstance(node, tree.List):
                return [self.seats.seat(item, where) for item in node.items]
            return self.seats.seat(node, where)
        if field in ("source", "target") and command in MOVING:
            return self._place(text(node, where))
        return _plain(self.run.game.commands[command], field, node, where)

    def _place(self, place: str) -> str:
        known = {p.id for p in self.run.state.provinces}
        return f"province:{place}" if place in known else place

    def _bids(self, node: tree.Node, where: str) -> list[list[str]]:
        part = Reader(node, where, node)
        bids = {
            self.seats.of(key, part.need(key), where): bid_card(part.need(key), part.place(key))
            for key in part.keys
        }
        return [[seat, bids[seat]] for seat in self.seats.ids if seat in bids]

    def _exchanges(self, node: tree.Node, where: str) -> list[list[str]]:
        """Exchange cards by space: ``{3: anhalt, 2: tower, 1: money}``; none where none is said."""
        part = Reader(node, where, node)
        cards = dict.fromkeys(SPACES, NO_CARD)
        for key in part.keys:
            space = f"space_{key.removeprefix('space_')}"
            if space not in cards:
                raise part.fault(key, "scenario.court_space", found=key)
            cards[space] = plan_card(part.need(key), part.place(key))
        return [[space, card] for space, card in cards.items()]

    def _made(self, cls: type, plain: dict[str, Any], step: Reader) -> Any:
        try:
            return from_plain(cls, plain)
        except ValueError as error:
            raise Fault("scenario.command", step.at, step.where, reason=error) from None


def command_or_fault(run: Run, prompt: Prompt, answers: dict[str, Any], step: Reader) -> Any:
    """The command of the answers to a prompt.

    Raises:
        Fault: they do not fit.
    """
    try:
        return command_of(run.game, prompt, answers)
    except ValueError as error:
        raise step.fault("answer", "scenario.command", reason=error) from None


def _slots_meant(keys: tuple[str, ...], prompts: tuple[Prompt, ...]) -> str:
    """The question which answer was meant by the first name that no prompt asks for."""
    slots = {slot.name for prompt in prompts for slot in prompt.slots}
    return next((meant(key, sorted(slots)) for key in keys if key not in slots), "")


def _plain(cls: type, name: str, node: tree.Node, where: str) -> Any:
    """The value of a field, if it is of a kind that the field can have.

    Raises:
        Fault: it is not, such as a word where a number belongs.
    """
    kind = next((str(field.type) for field in fields(cls) if field.name == name), "")
    value = node.value if isinstance(node, tree.Leaf) else tree.plain(node)
    if kind == "bool" and not isinstance(value, bool):
        raise Fault("scenario.not_flag", node, where, found=shown(node))
    if kind == "int" and type(value) is not int:
        raise Fault("scenario.not_number", node, where, found=shown(node))
    if kind == "str":
        return text(node, where)
    if kind == "int | str" and isinstance(value, bool):
        raise truth_for_text(node, where)
    if kind.startswith("tuple[str,"):
        if not isinstance(node, tree.List):
            raise Fault("scenario.not_list", node, where, found=shown(node))
        return [text(item, f"{where}[{n}]") for n, item in enumerate(node.items, 1)]
    return value


def _names(command: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(command))


def _is_null(node: tree.Node) -> bool:
    return isinstance(node, tree.Leaf) and node.value is None
