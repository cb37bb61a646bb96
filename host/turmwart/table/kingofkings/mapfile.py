"""Games as text files: map, tribes, units; to be written with any editor.

```
[game]
name = Nordmeer
siege_mode = percent
[map]
KE~
EW1
[tribes]
1 Knut; wp 12; culture Danes
2 Olaf; npc
[units]
1/1 1 2 FU 1 GE
[provinces]
1/1 Greenbay
[alliances]
1 2 3
```

Lines that begin with ``#`` are comments. An alliance holds from the first tribe to the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from turmwart.errors import InputError
from turmwart.games.kingofkings.options import NAMES, Options, read_value, with_option
from turmwart.games.kingofkings.reading import MOST_NAME
from turmwart.games.kingofkings.setup import Land, Setup, Stack, Status, TribeStart, check
from turmwart.games.kingofkings.tables import CODES
from turmwart.games.kingofkings.viewing import option_text
from turmwart.kernel.numbers import is_number
from turmwart.table.kingofkings.tables import shipped_rules

PARTS = ("game", "map", "tribes", "units", "provinces", "alliances")
NUMBERS = ("wp", "wood", "food", "vp", "generals")
MOST_CHARACTERS = 500_000
_FIELD = re.compile(r"(\d{1,2})/(\d{1,2})")


class _Line(Exception):
    """A line that cannot be read; the argument says why."""


@dataclass
class _Read:
    name: str = "kok"
    options: Options = field(default_factory=Options)
    rows: list[str] = field(default_factory=list)
    tribes: list[TribeStart] = field(default_factory=list)
    stacks: list[Stack] = field(default_factory=list)
    lands: list[Land] = field(default_factory=list)
    statuses: list[Status] = field(default_factory=list)


def read_map(text: str, file: str, seed: str) -> Setup:
    """The game that a text describes.

    Args:
        text: of the file.
        file: its name, for errors.
        seed: of the game's rolls.

    Raises:
        InputError: it cannot be read or played; names file and line, and what may stand.

    Rule: K-OPTION-4.
    """
    if len(text) > MOST_CHARACTERS:
        raise InputError("kok.map.too_long", file=file, most=MOST_CHARACTERS)
    found, part = _Read(), ""
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("[") and line.endswith("]"):
            part = line[1:-1]
            if part not in PARTS:
                known = ", ".join(f"[{one}]" for one in PARTS)
                raise InputError("kok.map.no_part", file=file, line=number, known=known)
            continue
        try:
            _take(found, part, line)
        except (_Line, ValueError) as error:
            raise InputError("kok.map.line", file=file, line=number, reason=error) from None
    setup = Setup(
        found.name,
        shipped_rules(),
        found.options,
        tuple(found.rows),
        tuple(sorted(found.tribes, key=lambda tribe: tribe.number)),
        tuple(found.stacks),
        tuple(found.lands),
        tuple(found.statuses),
        seed,
    )
    try:
        check(setup)
    except ValueError as error:
        raise InputError("kok.map.unplayable", file=file, reason=error) from None
    return setup


def write_map(setup: Setup) -> str:
    """A game as text that ``read_map`` reads; the seed of the rolls is left out."""
    return "\n".join(_lines(setup)) + "\n"


def _lines(setup: Setup) -> Iterator[str]:
    yield from ("[game]", f"name = {setup.name}")
    plain = Options()
    for name in NAMES:
        if getattr(setup.options, name) != getattr(plain, name):
            yield f"{name} = {option_text(getattr(setup.options, name))}"
    yield from ("[map]", *setup.rows, "[tribes]")
    for tribe in setup.tribes:
        more = [f"{key} {getattr(tribe, key)}" for key in NUMBERS if getattr(tribe, key)]
        more += [f"culture {tribe.culture}"] if tribe.culture else []
        more += ["npc"] if tribe.npc else []
        yield "; ".join([f"{tribe.number} {tribe.leader}", *more])
    yield "[units]"
    for stack in setup.stacks:
        units = " ".join(f"{n} {c}" for n, c in zip(stack.counts, CODES, strict=True) if n)
        yield f"{stack.x}/{stack.y} {stack.player} {units}"
    if any(land.name for land in setup.lands):
        yield "[provinces]"
        yield from (f"{land.x}/{land.y} {land.name}" for land in setup.lands if land.name)
    if setup.statuses:
        yield "[alliances]"
        yield from (f"{one.player} {one.other} {one.value}" for one in setup.statuses)


def _take(found: _Read, part: str, line: str) -> None:
    match part:
        case "game":
            _game(found, line)
        case "map":
            found.rows.append(line)
        case "tribes":
            found.tribes.append(_tribe(line))
        case "units":
            found.stacks.append(_stack(line))
        case "provinces":
            where, _, name = line.partition(" ")
            if len(name.strip()) > MOST_NAME:
                raise _Line(f"a name has at most {MOST_NAME} characters")
            found.lands.append(Land(*_field(where), name=name.strip()))
        case "alliances":
            player, other, value = _whole(line.split(), 3)
            found.statuses.append(Status(player, other, value))
        case _:
            raise _Line("the file begins with [game] or [map]")


def _game(found: _Read, line: str) -> None:
    name, parted, value = (word.strip() for word in line.partition("="))
    if not parted:
        raise _Line("expected: name = value")
    if name == "name":
        found.name = value
    else:
        found.options = with_option(found.options, name, read_value(name, value))


def _tribe(line: str) -> TribeStart:
    head, *parts = (part.strip() for part in line.split(";"))
    number, _, leader = head.partition(" ")
    if not is_number(number) or not leader.strip():
        raise _Line("expected: number leader; wp 12; culture Danes; npc")
    numbers: dict[str, int] = {}
    culture, npc = "", False
    for part in parts:
        key, _, value = part.partition(" ")
        if part == "npc":
            npc = True
        elif key == "culture" and value:
            culture = value.strip()
        elif key in NUMBERS and is_number(value.strip()):
            numbers[key] = int(value)
        else:
            raise _Line(f"{part!r} is none of: {', '.join(NUMBERS)} with a number, culture, npc")
    return TribeStart(int(number), leader.strip(), culture, npc, **numbers)


def _stack(line: str) -> Stack:
    words = line.split()
    if len(words) < 4 or len(words) % 2:
        raise _Line("expected: 1/1 tribe 2 FU 1 GE")
    counts = dict.fromkeys(CODES, 0)
    for number, code in zip(words[2::2], words[3::2], strict=True):
        if code not in counts or not is_number(number):
            raise _Line(f"{number} {code} are no units; codes are {', '.join(CODES)}")
        counts[code] += int(number)
    (player,) = _whole(words[1:2], 1)
    return Stack(*_field(words[0]), player, tuple(counts.values()))


def _field(word: str) -> tuple[int, int]:
    found = _FIELD.fullmatch(word)
    if found is None:
        raise _Line(f"{word!r} is no field; they are written as 12/7")
    return int(found[1]), int(found[2])


def _whole(words: list[str], count: int) -> list[int]:
    if len(words) != count or not all(word.isdecimal() and len(word) < 5 for word in words):
        raise _Line(f"expected {count} whole numbers")
    return [int(word) for word in words]
