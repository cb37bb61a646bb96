"""Scenario files: a position, commands and observations, and what is expected of them.

The format is told in ``docs/scenarios.md``. A file that cannot be read is an ``InputError``; a
document that does not hold, or says what is not understood, is a ``Checked`` with differences.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from turmwart.errors import InputError
from turmwart.games.registry import NAMES
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.rules import known_rules
from turmwart.table.scenarios.values import Difference, Fault, Reader
from turmwart.texts import say_error

ABOUT = ("origin", "source", "lines", "note", "derived")
"""Keys that tell where an example comes from; they change nothing."""

KEYS = ("id", "about", "rules", "game", "kind", "given", "steps", "expect", *ABOUT)
"""All keys of an example."""


@dataclass(frozen=True, slots=True)
class Document:
    """One example of a scenario file.

    Attributes:
        id: its name.
        file: the file it stands in.
        node: what it says.
    """

    id: str
    file: str
    node: tree.Mapping


@dataclass(frozen=True, slots=True)
class Checked:
    """A document that was run.

    Attributes:
        differences: what differs; empty: it holds.
    """

    document: Document
    differences: tuple[Difference, ...]

    @property
    def ok(self) -> bool:
        """Whether everything was as expected."""
        return not self.differences


def load(path: Path) -> list[Document]:
    """All documents of a file.

    Raises:
        InputError: the file cannot be read, is torn, or holds no scenario; names place and remedy.
    """
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise InputError("scenario.unreadable", file=path, reason=error.strerror) from None
    except UnicodeDecodeError as error:
        raise InputError("scenario.not_utf8", file=path, at=error.start) from None
    return parse(text, str(path))


def parse(text: str, name: str) -> list[Document]:
    """All documents of a text; a document may be one example or a list of them.

    Raises:
        InputError: the text is torn or holds no scenario; names place and remedy.
    """
    documents: list[Document] = []
    for node in tree.parse(text, name):
        if isinstance(node, tree.Leaf) and node.value is None:
            continue
        examples = node.items if isinstance(node, tree.List) else (node,)
        documents.extend(_document(example, name) for example in examples)
    if not documents:
        raise InputError("scenario.empty_file", file=name)
    first: dict[str, int] = {}
    for document in documents:
        if document.id in first:
            raise InputError(
                "scenario.doubled_id",
                file=name,
                line=document.node.line,
                id=document.id,
                first=first[document.id],
            )
        first[document.id] = document.node.line
    return documents


def _document(node: tree.Node, name: str) -> Document:
    if not isinstance(node, tree.Mapping):
        raise InputError("scenario.no_document", file=name, line=node.line)
    found = node.get("id")
    if not isinstance(found, tree.Leaf) or not isinstance(found.value, str | int):
        raise InputError("scenario.no_id", file=name, line=node.line)
    return Document(tree.text_of(found.value), name, node)


def check(document: Document) -> Checked:
    """Run a document and compare what it expects with what the rules make of it."""
    try:
        differences = _run(document)
    except Fault as fault:
        where = str(fault.values["where"]).removeprefix("@scenario.here")
        line = int(str(fault.values["line"]))
        differences = [Difference(line, where, "", say_error(fault))]
    return Checked(document, tuple(differences))


def _run(document: Document) -> list[Difference]:
    reader = Reader(document.node, "", document.node)
    reader.close_early(KEYS)
    for key in ("id", *ABOUT):
        reader.node(key)
    if "about" in reader:
        reader.text("about")
    game = reader.word("game", NAMES, NAMES[0])
    known_rules(reader, "rules", game)
    adapter = import_module(f"turmwart.table.scenarios.{game}")
    kind = reader.node("kind")
    if kind is not None:
        run_kind: Callable[[tree.Node, Reader], list[Difference]] = adapter.run_kind
        return run_kind(kind, reader)
    run_steps: Callable[[Reader], list[Difference]] = adapter.run_steps
    return run_steps(reader)
