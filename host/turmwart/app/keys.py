"""Keys of the screens: what they do, which of them are free now, how they are named."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rich.text import Text
from textual.binding import Binding, BindingType

from turmwart.app.words import Words


@dataclass(frozen=True, slots=True)
class Command:
    """A key of a screen.

    Attributes:
        action: the action it starts.
        keys: its keys, the first that is free is shown; letters may belong to what is typed.
        text: ``text + ".name"`` is the id of its short name, ``text + ".help"`` says more.
    """

    action: str
    keys: tuple[str, ...]
    text: str

    def bindings(self) -> list[Binding]:
        """Bindings without words: the key bar names them."""
        return [Binding(key, self.action, "", show=False) for key in self.keys]


HELP = Command("help", ("f1", "question_mark"), "app.key.help")
PROVINCES = Command("provinces", ("p", "f2"), "app.key.provinces")
TOWER = Command("tower", ("t", "f3"), "app.key.tower")
COURT = Command("court", ("c", "f9"), "app.key.court")
LOG = Command("log", ("l", "f4"), "app.key.log")
OTHERS = Command("others", ("o", "f5"), "app.key.others")
BATTLE = Command("battle", ("b", "f6"), "app.key.battle")
ODDS = Command("odds", ("x", "equals_sign"), "app.key.odds")
CUBES = Command("cubes", ("k", "f8"), "app.key.cubes")
ALOUD = Command("aloud", ("a", "f12"), "app.key.aloud")
CHRONICLE = Command("chronicle", ("s", "f10"), "app.key.chronicle")
MASTER = Command("master", ("g", "f11"), "app.key.master")
WEB = Command("web", ("w", "f7"), "app.key.web")
UNDO = Command("undo", ("u", "ctrl+z"), "app.key.undo")
REDO = Command("redo", ("r", "ctrl+y"), "app.key.redo")
ALTERNATIVE = Command("alternative", ("tab",), "app.key.alternative")
POUR = Command("pour", ("space",), "app.key.pour")
BACK = Command("back", ("escape",), "app.key.back")
QUIT = Command("quit_table", ("q", "ctrl+q"), "app.key.quit")
NEXT = Command("next", ("right", "tab"), "app.key.next")
PREVIOUS = Command("previous", ("left", "shift+tab"), "app.key.previous")

_KEPT = (HELP, BACK, QUIT)
"""Commands that a bar of keys names whatever else has no room."""
_CAPS = {
    "question_mark": "?",
    "exclamation_mark": "!",
    "equals_sign": "=",
    "escape": "app.cap.escape",
    "space": "app.cap.space",
    "enter": "app.cap.enter",
    "left": "←",
    "right": "→",
    "tab": "app.cap.tab",
}


def bindings(commands: Iterable[Command]) -> list[BindingType]:
    """The bindings of all commands, for a screen."""
    return [binding for command in commands for binding in command.bindings()]


def cap(key: str, words: Words) -> str:
    """What is printed on a key, such as ``F2`` or ``^Z``."""
    named = _CAPS.get(key, "")
    if named:
        return words(named) if named.startswith("app.") else named
    if key.startswith("ctrl+"):
        return "^" + key.removeprefix("ctrl+").upper()
    return key.upper() if len(key) > 1 else key


def key_bar(
    commands: Iterable[tuple[Command, str]],
    words: Words,
    width: int,
    taken: Callable[[str], bool],
) -> Text:
    """One line that names the keys; each command with its first key that is free.

    Help and the ways out are named before all others get their room.

    Args:
        commands: each with what stands behind its name, such as the label of an undo.
        words: the language.
        width: in characters; what does not fit is left out, the help has it.
        taken: whether a key belongs to what is being entered.
    """
    named = []
    for command, more in commands:
        key = next((key for key in command.keys if not taken(key)), command.keys[-1])
        name = f"{words(command.text + '.name')} {more}".strip()
        named.append((command in _KEPT, cap(key, words), name))
    shown: set[int] = set()
    room = width
    for place, (_, key, name) in sorted(enumerate(named), key=lambda one: not one[1][0]):
        needed = len(key) + 1 + len(name) + (2 if shown else 0)
        if needed <= room:
            shown.add(place)
            room -= needed
    line = Text()
    for place in sorted(shown):
        _, key, name = named[place]
        line.append("  " if line.plain else "")
        line.append(key, "bold reverse")
        line.append(f" {name}")
    return line
