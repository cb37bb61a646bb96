"""A small game that asks for every kind of slot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from turmwart.kernel.chance import Roll, RollRequest
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection
from turmwart.kernel.game import Game
from turmwart.kernel.ledger import Ledger
from turmwart.kernel.prompt import (
    NONE,
    Choice,
    CubeCount,
    DiceThrow,
    Number,
    Option,
    Prompt,
    Several,
    Sheet,
    Text,
)

LANDS = (
    "Anhalt", "Augsburg", "Bremen", "Burgund", "Hessen-Darmstadt", "Kursachsen", "Lüneburg",
    "Mark", "Passau", "Trier", "Ulm", "Württemberg",
)  # fmt: skip
TOY_TEXTS = {
    "toy.slot.pick": "Pick",
    "toy.slot.picks": "Picks",
    "toy.slot.number": "Number",
    "toy.slot.cubes": "Cubes",
    "toy.slot.dice": "Dice",
    "toy.slot.text": "Text",
    "toy.slot.sheet": "Sheet",
    "toy.row.first": "First",
    "toy.row.second": "Second",
    "toy.row.third": "Third",
    "toy.objection.no_ulm": "Ulm is closed.",
    "toy.objection.never": "That can never be.",
    "toy.log.did": "{what} was entered",
    "toy.log.began": "The game began",
    **{
        f"toy.{name}.{part}": f"{name} {part}"
        for name in (
            "short", "long", "several", "ordered", "number", "cubes", "dice", "text", "sheet",
            "two", "throw", "stray", "plain",
        )
        for part in ("text", "label")
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Enter:
    """One command with a field for each kind of slot."""

    pick: str = ""
    picks: tuple[str, ...] = ()
    number: int = 0
    cubes: Cubes = NONE
    dice: tuple[int, ...] = ()
    text: str = ""
    sheet: tuple[tuple[str, int | str], ...] = ()
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportThrow:
    """What fell."""

    fallen: Cubes
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportStray:
    """What fell by itself."""

    fallen: Cubes
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Began:
    """The toy began in a mode."""

    mode: str


@dataclass(frozen=True, slots=True)
class Did:
    """A command was carried out."""

    command: Enter | ReportThrow | ReportStray


LEDGER = Ledger.from_places({"tower": Cubes.of(red=6, blue=5, green=3)})


@dataclass(frozen=True, slots=True)
class ToyState:
    """What was entered, and what is asked."""

    mode: str
    done: tuple[Enter | ReportThrow | ReportStray, ...] = ()
    ledger: Ledger = LEDGER


def _options(labels: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(label.casefold(), label=label) for label in labels)


BOUNDS = LEDGER.total()
ASKS: dict[str, Prompt] = {
    "short": Prompt("toy.short", "Enter", slots=(Choice("pick", _options(LANDS[:4])),), rule="T-1"),
    "long": Prompt("toy.long", "Enter", slots=(Choice("pick", _options(LANDS)),)),
    "several": Prompt("toy.several", "Enter", slots=(Several("picks", _options(LANDS[:4]), 1, 2),)),
    "ordered": Prompt(
        "toy.ordered", "Enter", slots=(Several("picks", _options(LANDS), 2, 3, ordered=True),)
    ),
    "number": Prompt("toy.number", "Enter", slots=(Number("number", 1, 12, 4),)),
    "cubes": Prompt("toy.cubes", "Enter", slots=(CubeCount("cubes", BOUNDS),)),
    "dice": Prompt("toy.dice", "Enter", slots=(DiceThrow("dice", 3),)),
    "text": Prompt("toy.text", "Enter", slots=(Text("text", 10),)),
    "sheet": Prompt(
        "toy.sheet",
        "Enter",
        slots=(
            Sheet(
                "sheet",
                (Choice("first", _options(LANDS)), Number("second", 0, 9), Text("third")),
            ),
        ),
    ),
    "two": Prompt(
        "toy.two", "Enter", slots=(Choice("pick", _options(LANDS)), Number("number", 1, 5))
    ),
    "plain": Prompt("toy.plain", "Enter", must=False, fixed=(("pick", "plain"),)),
}
THROW = Prompt(
    "toy.throw",
    "ReportThrow",
    slots=(CubeCount("fallen", BOUNDS, Cubes.of(red=3, blue=2), tower=True),),
)
STRAY = Prompt(
    "toy.stray", "ReportStray", must=False, slots=(CubeCount("fallen", BOUNDS, tower=True),)
)


def toy_prompts(state: ToyState, seat: str | None = None) -> tuple[Prompt, ...]:
    """The prompt of the mode first, and always one that may be left out."""
    del seat
    if state.mode == "throw":
        thrown = any(isinstance(command, ReportThrow) for command in state.done)
        return (STRAY,) if thrown else (THROW,)
    if state.mode == "plain":
        return (ASKS["plain"],)
    return (ASKS[state.mode], ASKS["plain"], STRAY)


def toy_decide(
    state: ToyState, command: Any, roll: Roll
) -> tuple[Any, ...] | Objection | RollRequest:
    """Ulm is closed, unless waived; nobody enters Trier; the word luck is a roll of a die."""
    del state
    if isinstance(command, Enter):
        if command.pick == "ulm" and "T-2" not in command.waived:
            return Objection("T-2", "toy.objection.no_ulm")
        if command.pick == "trier":
            return Objection("T-3", "toy.objection.never", waivable=False)
        if command.text == "luck":
            value = roll("luck", 0, 6)
            return RollRequest("luck", 0, 6) if value is None else (Did(Enter(number=value)),)
    return (Did(command),)


def toy_apply(state: ToyState | None, event: Any) -> ToyState:
    """Remember."""
    if isinstance(event, Began):
        return ToyState(event.mode)
    assert state is not None
    return ToyState(state.mode, (*state.done, event.command))


TOY = Game(
    name="toy",
    start=lambda mode: (Began(mode),),
    prompts=toy_prompts,
    legal=lambda state, seat: iter(()),
    decide=toy_decide,
    apply=toy_apply,
    view=lambda state, seat: state,
    invariants=lambda state: (),
    describe=lambda event, state: (
        ("toy.log.began", ())
        if isinstance(event, Began)
        else ("toy.log.did", (("what", type(event.command).__name__),))
    ),
    setup=str,
    commands={"Enter": Enter, "ReportThrow": ReportThrow, "ReportStray": ReportStray},
    events={"Began": Began, "Did": Did},
)
