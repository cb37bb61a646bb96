"""Reading what a scenario gives, and comparing what it expects with what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from turmwart.errors import InputError
from turmwart.table.scenarios import tree
from turmwart.texts import say

_NO_DEFAULT: Any = object()


class Fault(InputError):
    """A scenario says what cannot be understood; names the line, the place and the remedy."""

    def __init__(self, text_id: str, node: tree.Node, where: str, **values: object) -> None:
        super().__init__(text_id, line=node.line, where=where or "@scenario.here", **values)


def meant(said: str, known: Iterable[str]) -> str:
    """The question which of the known words was meant; empty where none is close."""
    words = {word.lower(): word for word in known if word}
    close = get_close_matches(said.lower(), words, n=1)
    return say("scenario.meant", word=words[close[0]]) if close else ""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something was expected, something else was found.

    Attributes:
        line: line of the scenario file, from 1.
        where: place in the document, such as ``expect.to_supply``.
        expected: as the scenario says it, in words.
        found: what the rules made of it, in words.
    """

    line: int
    where: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Either:
    """A found value that may be said in several ways; the first is the one shown."""

    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """A found count by name: a name that is not expected must count zero.

    Attributes:
        names: word -> name, for all words that may be expected, those that count zero too.
    """

    counts: Mapping[str, int]
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Unordered:
    """A found list whose order means nothing."""

    items: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Among:
    """Found words: each one expected must be among them; ``word -> word as shown``.

    Attributes:
        known: all words there are; another one is an error.
    """

    words: Mapping[str, str]
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Absent:
    """Found words: none of those expected may be among them.

    Attributes:
        known: all words there are: one that nobody knows would be absent for ever.
    """

    words: Mapping[str, str]
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paths:
    """Found values by path; ``look`` gives the value or raises KeyError."""

    look: Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Happened:
    """Found events in order, name and fields: those expected must be among them, in order.

    Attributes:
        known: names of all events there are; another one is an error.
    """

    events: tuple[tuple[str, Mapping[str, Any]], ...]
    known: tuple[str, ...]


class Reader:
    """Reads a mapping key by key; what nobody asked for is an error.

    Args:
        node: the mapping; None reads as an empty one.
        where: what errors call the place.
        parent: the node that should have held the mapping, for the line of errors.
    """

    def __init__(self, node: tree.Node | None, where: str, parent: tree.Node) -> None:
        if node is not None and not isinstance(node, tree.Mapping):
            if not (isinstance(node, tree.Leaf) and node.value is None):
                raise Fault("scenario.not_mapping", node, where, found=shown(node))
            node = None
        self.where = where
        self.at: tree.Node = node or parent
        self._pairs = {tree.text_of(key.value): part for key, part in node.pairs} if node else {}
        self._lines = {tree.text_of(key.value): key for key, _ in node.pairs} if node else {}
        self._asked: list[str] = []
        self._readers: dict[str, Reader] = {}
        self._children: list[Reader] = []

    def __contains__(self, key: str) -> bool:
        self._ask(key)
        return key in self._pairs

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys there are, in order; reading them counts as asking for them."""
        for key in self._pairs:
            self._ask(key)
        return tuple(self._pairs)

    def holds_only(self, keys: Iterable[str]) -> bool:
        """Whether no other keys are there; does not count as asking for them."""
        return set(self._pairs) <= set(keys)

    def place(self, key: str) -> str:
        """What errors call the part ``key``."""
        return f"{self.where}.{key}" if self.where else key

    def node(self, key: str) -> tree.Node | None:
        """The part as it stands; None where there is none."""
        self._ask(key)
        return self._pairs.get(key)

    def need(self, key: str) -> tree.Node:
        """The part as it stands.

        Raises:
            Fault: there is none.
        """
        node = self.node(key)
        if node is None:
            for other, leaf in self._lines.items():
                if other not in self._asked and meant(other, (key,)):
                    raise self._unknown(other, leaf)
            raise Fault("scenario.missing", self.at, self.where, key=key)
        return node

    def reader(self, key: str) -> Reader:
        """The mapping called ``key``; an empty one where there is none."""
        node = self.node(key)
        if key not in self._readers:
            self._readers[key] = Reader(node, self.place(key), self.at)
        return self._readers[key]

    def readers(self, key: str) -> list[Reader]:
        """The list of mappings called ``key``; empty where there is none."""
        made = [
            Reader(item, f"{self.place(key)}[{n}]", item)
            for n, item in enumerate(self.items(key), 1)
        ]
        self._children.extend(made)
        return made

    def items(self, key: str) -> tuple[tree.Node, ...]:
        """The parts of the list called ``key``; empty where there is none.

        Raises:
            Fault: it is no list.
        """
        node = self.node(key)
        if node is None:
            return ()
        if not isinstance(node, tree.List):
            raise Fault("scenario.not_list", node, self.place(key), found=shown(node))
        return node.items

    def whole(
        self, key: str, default: int | Any = _NO_DEFAULT, least: int = 0, most: int = 1000
    ) -> int:
        """A whole number from ``least`` to ``most``."""
        node = self._given(key, default)
        if node is None:
            return int(default)
        return whole(node, self.place(key), least, most)

    def whole_or_none(self, key: str, least: int = 0, most: int = 1000) -> int | None:
        """A whole number; None where there is none."""
        node = self.node(key)
        if node is None or (isinstance(node, tree.Leaf) and node.value is None):
            return None
        return whole(node, self.place(key), least, most)

    def text(self, key: str, default: str | Any = _NO_DEFAULT) -> str:
        """A text; a number counts as its text."""
        node = self._given(key, default)
        return str(default) if node is None else text(node, self.place(key))

    def word(self, key: str, words: Iterable[str], default: str | Any = _NO_DEFAULT) -> str:
        """One of ``words``."""
        node = self._given(key, default)
        return str(default) if node is None else word(node, self.place(key), words)

    def flag(self, key: str, default: bool) -> bool:
        """True or false.

        Raises:
            Fault: it is neither.
        """
        node = self.node(key)
        if node is None:
            return default
        if isinstance(node, tree.Leaf) and isinstance(node.value, bool):
            return node.value
        raise Fault("scenario.not_flag", node, self.place(key), found=shown(node))

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty where there is none."""
        return tuple(
            text(item, f"{self.place(key)}[{n}]") for n, item in enumerate(self.items(key), 1)
        )

    def words(self, key: str, words: Sequence[str]) -> tuple[str, ...]:
        """A list of some of ``words``; empty where there is none."""
        return tuple(
            word(item, f"{self.place(key)}[{n}]", words)
            for n, item in enumerate(self.items(key), 1)
        )

    def close(self) -> None:
        """Complain of what nobody asked for.

        Raises:
            Fault: an unknown key; the error names it and those that are known.
        """
        for key, leaf in self._lines.items():
            if key not in self._asked:
                raise self._unknown(key, leaf)
        for child in (*self._readers.values(), *self._children):
            child.close()

    def close_early(self, keys: Iterable[str]) -> None:
        """Complain of keys that are none of ``keys``, before anything is read.

        Raises:
            Fault: an unknown key; the error names it and those that are known.
        """
        known = tuple(keys)
        for key, leaf in self._lines.items():
            if key not in known:
                raise self._unknown(key, leaf, known)

    def _unknown(self, key: str, leaf: tree.Node, known: Sequence[str] = ()) -> Fault:
        words = known or self._asked
        return Fault(
            "scenario.unknown_key",
            leaf,
            self.where,
            key=key,
            known=", ".join(words),
            hint=meant(key, words),
        )

    def fault(self, key: str, text_id: str, **values: object) -> Fault:
        """An error at the part called ``key``."""
        node = self._pairs.get(key, self.at)
        return Fault(text_id, node, self.place(key), **values)

    def _given(self, key: str, default: Any) -> tree.Node | None:
        return self.need(key) if default is _NO_DEFAULT else self.node(key)

    def _ask(self, key: str) -> None:
        if key not in self._asked:
            self._asked.append(key)


def whole(node: tree.Node, where: str, least: int = 0, most: int = 1000) -> int:
    """The part as a whole number from ``least`` to ``most``.

    Raises:
        Fault: it is none.
    """
    if isinstance(node, tree.Leaf) and type(node.value) is int and least <= node.value <= most:
        return node.value
    raise Fault("scenario.not_whole", node, where, least=least, most=most, found=shown(node))


def text(node: tree.Node, where: str) -> str:
    """The part as a text.

    Raises:
        Fault: it is a list, a mapping, a truth or nothing.
    """
    said = node.value if isinstance(node, tree.Leaf) else None
    if isinstance(said, bool):
        raise truth_for_text(node, where)
    if isinstance(said, int | str):
        return str(said)
    raise Fault("scenario.not_text", node, where, found=shown(node))


def truth_for_text(node: tree.Node, where: str) -> Fault:
    """The error that YAML reads a word such as ``no`` as true or false."""
    found = shown(node)
    said = node.said if isinstance(node, tree.Leaf) and node.said else found
    return Fault("scenario.truth_for_text", node, where, found=found, said=said)


def word(node: tree.Node, where: str, words: Iterable[str]) -> str:
    """The part as one of ``words``.

    Raises:
        Fault: it is none of them; the error names them.
    """
    known = tuple(words)
    said = text(node, where)
    if said not in known:
        raise unknown_word(node, where, said, known)
    return said


def unknown_word(node: tree.Node, where: str, said: str, known: Iterable[str]) -> Fault:
    """The error that a word is none of those known."""
    words = [one for one in known if one]
    # Whole ids have dots; their last words stand in the list too and are enough to read.
    short = [one for one in words if "." not in one]
    return Fault(
        "scenario.not_word",
        node,
        where,
        found=said,
        known=", ".join(short),
        hint=meant(said, words),
    )


def shown(value: Any) -> str:
    """A part of a scenario, or a found value, in one line."""
    if isinstance(value, tree.Node):
        return shown(tree.plain(value))
    if isinstance(value, Either):
        return shown(value.values[0])
    if isinstance(value, Counted):
        return shown({name: n for name, n in value.counts.items() if n})
    if isinstance(value, Unordered):
        return shown(list(value.items))
    if isinstance(value, Among | Absent):
        return shown(list(dict.fromkeys(value.words.values())))
    if isinstance(value, Happened):
        return shown([name for name, _ in value.events])
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {shown(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(shown(part) for part in value) + "]"
    if isinstance(value, str) and tree.needs_quotes(value):
        return f"'{value}'"
    return tree.text_of(value)


def compare(expected: tree.Node, found: Any, where: str) -> list[Difference]:
    """All places where what was found is not what was expected.

    A mapping may expect a part of what was found; an empty one expects nothing at all. A name that
    was not found is a difference, never passed over.
    """
    if isinstance(found, Either):
        tried = [compare(expected, value, where) for value in found.values]
        return [] if any(not differences for differences in tried) else tried[0]
    if isinstance(found, Counted):
        return _compare_counts(expected, found, where)
    if isinstance(found, Unordered):
        return _compare_unordered(expected, found, where)
    if isinstance(found, Among):
        return _compare_among(expected, found, where)
    if isinstance(found, Absent):
        return _compare_absent(expected, found, where)
    if isinstance(found, Paths):
        return _compare_paths(expected, found, where)
    if isinstance(found, Happened):
        return _compare_happened(expected, found, where)
    if isinstance(found, Mapping) and isinstance(expected, tree.Mapping):
        return _compare_mapping(expected, found, where)
    if isinstance(found, list | tuple) and isinstance(expected, tree.List):
        if len(found) == len(expected.items):
            return [
                difference
                for n, (item, part) in enumerate(zip(expected.items, found, strict=True), 1)
                for difference in compare(item, part, f"{where}[{n}]")
            ]
    elif isinstance(expected, tree.Leaf) and _same(expected.value, found):
        return []
    return [_other(expected, where, found)]


def _compare_mapping(
    expected: tree.Mapping, found: Mapping[str, Any], where: str
) -> list[Difference]:
    if not expected.pairs and any(part is not None for part in found.values()):
        return [_other(expected, where, found)]
    differences = []
    for key, part in expected.pairs:
        name = tree.text_of(key.value)
        place = f"{where}.{name}"
        if name in found:
            differences.extend(compare(part, found[name], place))
        else:
            differences.append(_nowhere(key.line, place, part, found))
    return differences


def _nowhere(line: int, where: str, part: tree.Node, known: Iterable[str]) -> Difference:
    """The difference that an expected name makes which nothing found is called."""
    words = list(known)
    hint = meant(where.rsplit(".", 1)[-1], words)
    found = say("scenario.not_found", known=", ".join(words) or "-", hint=hint)
    return Difference(line, where, shown(part), found)


def _compare_counts(expected: tree.Node, found: Counted, where: str) -> list[Difference]:
    said: dict[str, int] = {}
    if isinstance(expected, tree.Mapping):
        for key, part in expected.pairs:
            name = tree.text_of(key.value)
            if not isinstance(part, tree.Leaf) or type(part.value) is not int:
                return [Difference(part.line, f"{where}.{name}", shown(part), shown(found))]
            if name not in found.names:
                return [_nowhere(key.line, f"{where}.{name}", part, found.names)]
            said[found.names[name]] = said.get(found.names[name], 0) + part.value
    elif not (isinstance(expected, tree.List) and not expected.items):
        return [_other(expected, where, found)]
    nonzero = {name: n for name, n in found.counts.items() if n}
    if {name: n for name, n in said.items() if n} == nonzero:
        return []
    return [_other(expected, where, found)]


def _compare_unordered(expected: tree.Node, found: Unordered, where: str) -> list[Difference]:
    if isinstance(expected, tree.List) and len(expected.items) == len(found.items):
        left = list(found.items)
        for item in expected.items:
            fitting = [part for part in left if not compare(item, part, where)]
            if not fitting:
                break
            left.remove(fitting[0])
        else:
            return []
    return [_other(expected, where, found)]


def _compare_among(expected: tree.Node, found: Among, where: str) -> list[Difference]:
    if _is_none(expected):
        return [] if not found.words else [_other(expected, where, found)]
    items = expected.items if isinstance(expected, tree.List) else (expected,)
    missing = [item for item in items if word(item, where, found.known) not in found.words]
    return [_other(item, where, found) for item in missing]


def _compare_absent(expected: tree.Node, found: Absent, where: str) -> list[Difference]:
    items = expected.items if isinstance(expected, tree.List) else (expected,)
    if not items:
        return [_other(expected, where, found)]
    there = [item for item in items if word(item, where, found.known) in found.words]
    return [_other(item, where, found) for item in there]


def _compare_paths(expected: tree.Node, found: Paths, where: str) -> list[Difference]:
    if not isinstance(expected, tree.Mapping):
        return [Difference(expected.line, where, shown(expected), "-")]
    if not expected.pairs:
        raise Fault("scenario.expects_nothing", expected, where)
    differences = []
    for key, part in expected.pairs:
        path = tree.text_of(key.value)
        try:
            value = found.look(path)
        except KeyError as error:
            known = str(error.args[0]).split(", ")
            differences.append(_nowhere(key.line, f"{where}.{path}", part, known))
        else:
            differences.extend(compare(part, value, f"{where}.{path}"))
    return differences


def _compare_happened(expected: tree.Node, found: Happened, where: str) -> list[Difference]:
    if _is_none(expected):
        return [] if not found.events else [_other(expected, where, found)]
    left = list(found.events)
    for item in expected.items if isinstance(expected, tree.List) else (expected,):
        name, fields = _event_said(item)
        if name not in found.known:
            raise unknown_word(item, where, name, found.known)
        nearest = ""
        while left:
            happened, values = left.pop(0)
            if happened == name:
                differences = [] if fields is None else compare(fields, values, where)
                if not differences:
                    break
                nearest = shown(values)
        else:
            shown_found = nearest or shown(found)
            return [Difference(item.line, where, shown(item), shown_found)]
    return []


def _is_none(node: tree.Node) -> bool:
    """Whether a part says that there is nothing: null or an empty list."""
    if isinstance(node, tree.List):
        return not node.items
    return isinstance(node, tree.Leaf) and node.value is None


def _other(expected: tree.Node, where: str, found: Any) -> Difference:
    said, made = shown(expected), shown(found)
    if isinstance(expected, tree.Leaf) and _bare(expected.value) == _bare(found):
        said, made = _with_kind(expected.value), _with_kind(found)
    return Difference(expected.line, where, said, made)


def _bare(value: Any) -> str:
    """A value without the quotes that tell a text from a number."""
    return value if isinstance(value, str) else shown(value)


def _with_kind(value: Any) -> str:
    kind = "text" if isinstance(value, str) else "truth" if isinstance(value, bool) else "number"
    kind = "nothing" if value is None else kind
    return say(f"scenario.as_{kind}", value=shown(value))


def _event_said(item: tree.Node) -> tuple[str, tree.Node | None]:
    if isinstance(item, tree.Mapping) and len(item.pairs) == 1:
        key, fields = item.pairs[0]
        return tree.text_of(key.value), fields
    return (tree.text_of(item.value) if isinstance(item, tree.Leaf) else shown(item)), None


def _same(expected: tree.Scalar, found: Any) -> bool:
    return type(expected) is type(found) and expected == found
