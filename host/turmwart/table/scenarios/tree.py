"""YAML with places: what a scenario file says, and where it says it.

A small, safe part of YAML: mappings, lists, whole numbers, true, false, null and text. No tags, no
anchors, no fractions; size and depth are limited; a key that stands twice is an error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from turmwart.errors import InputError

MOST_CHARACTERS = 512 * 1024
MOST_DEPTH = 24
MOST_NODES = 100_000

_WHOLE = re.compile(r"[-+]?[0-9]{1,9}")
_WORDS: dict[str, bool | None] = {
    "true": True,
    "True": True,
    "yes": True,
    "false": False,
    "False": False,
    "no": False,
    "null": None,
    "~": None,
    "": None,
}

Scalar = int | str | bool | None


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a scenario file.

    Attributes:
        line: where it begins, from 1.
    """

    line: int


@dataclass(frozen=True, slots=True)
class Leaf(Node):
    """A number, a text, true, false or null.

    Attributes:
        said: the word of the file where it is read as true, false or null.
    """

    value: Scalar
    said: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class List(Node):
    """Parts in order."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Mapping(Node):
    """Parts by key; no key stands twice."""

    pairs: tuple[tuple[Leaf, Node], ...]

    def get(self, key: str) -> Node | None:
        """The part called ``key``; None where there is none."""
        return next((part for leaf, part in self.pairs if text_of(leaf.value) == key), None)


def text_of(value: Scalar) -> str:
    """A scalar as one writes it in YAML."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def plain(node: Node) -> Any:
    """The part as dicts, lists and scalars; keys become text."""
    if isinstance(node, Leaf):
        return node.value
    if isinstance(node, List):
        return [plain(item) for item in node.items]
    if isinstance(node, Mapping):
        return {text_of(key.value): plain(part) for key, part in node.pairs}
    raise TypeError(type(node).__name__)


def parse(text: str, name: str) -> tuple[Node, ...]:
    """All documents of a YAML text.

    Args:
        text: the whole file.
        name: what errors call it.

    Raises:
        InputError: the text is too long, too deep, torn, or uses what is not allowed; the error
            names the line and the remedy.
    """
    if len(text) > MOST_CHARACTERS:
        raise InputError("scenario.too_long", file=name, found=len(text), most=MOST_CHARACTERS)
    builder = _Builder(name)
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        marks = [m for m in (error.problem_mark, error.context_mark) if m is not None]
        line = marks[0].line + 1 if marks else builder.line
        reason = error.problem or error.context or type(error).__name__
        raise InputError("scenario.torn", file=name, line=line, reason=reason) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise InputError("scenario.torn", file=name, line=line, reason=error.reason) from None
    except (ValueError, OverflowError) as error:
        # An escape beyond the last character of Unicode: PyYAML lets chr() complain.
        raise InputError("scenario.torn", file=name, line=builder.line, reason=error) from None
    return tuple(builder.documents)


class _Open:
    """A mapping or list that is being read."""

    def __init__(self, line: int, mapping: bool) -> None:
        self.line = line
        self.mapping = mapping
        self.parts: list[Node] = []
        self.keys: dict[str, int] = {}

    def close(self) -> Node:
        if not self.mapping:
            return List(self.line, tuple(self.parts))
        keys = [part for part in self.parts[::2] if isinstance(part, Leaf)]
        return Mapping(self.line, tuple(zip(keys, self.parts[1::2], strict=True)))


class _Builder:
    """Makes parts of the parser's events, without recursion."""

    def __init__(self, name: str) -> None:
        self.documents: list[Node] = []
        self.line = 1
        self._name = name
        self._open: list[_Open] = []
        self._nodes = 0

    def take(self, event: yaml.Event) -> None:
        mark: Any = event.start_mark
        self.line = mark.line + 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise self._error("scenario.no_anchors")
        if isinstance(event, yaml.ScalarEvent):
            self._no_tag(event)
            self._add(_leaf(self.line, event))
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            self._no_tag(event)
            if len(self._open) >= MOST_DEPTH:
                raise self._error("scenario.too_deep", most=MOST_DEPTH)
            self._key_is_simple(None)
            self._open.append(_Open(self.line, isinstance(event, yaml.MappingStartEvent)))
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self._add(self._open.pop().close())

    def _add(self, node: Node) -> None:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise self._error("scenario.too_many", most=MOST_NODES)
        if not self._open:
            self.documents.append(node)
            return
        if isinstance(node, Leaf):
            self._key_is_simple(node)
        self._open[-1].parts.append(node)

    def _key_is_simple(self, key: Leaf | None) -> None:
        """A part that begins where a key is due must be a scalar, and stand only once."""
        if not self._open or not self._open[-1].mapping or len(self._open[-1].parts) % 2:
            return
        if key is None or key.value is None:
            raise self._error("scenario.bad_key")
        name = text_of(key.value)
        keys = self._open[-1].keys
        if name in keys:
            raise self._error("scenario.doubled", key=name, first=keys[name])
        keys[name] = key.line

    def _no_tag(self, event: Any) -> None:
        if event.tag is not None:
            raise self._error("scenario.no_tags", tag=event.tag)

    def _error(self, text_id: str, **values: object) -> InputError:
        return InputError(text_id, file=self._name, line=self.line, **values)


def needs_quotes(text: str) -> bool:
    """Whether a text without quotes would be read as a number, true, false or null."""
    return text in _WORDS or _WHOLE.fullmatch(text) is not None


def _leaf(line: int, event: yaml.ScalarEvent) -> Leaf:
    value: str = event.value
    if event.style is not None:
        return Leaf(line, value)
    if value in _WORDS:
        return Leaf(line, _WORDS[value], value)
    if _WHOLE.fullmatch(value):
        return Leaf(line, int(value))
    return Leaf(line, value)
