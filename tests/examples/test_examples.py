"""The worked examples hold; and each of them fails as soon as it expects anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from turmwart.cli import main
from turmwart.table.scenario import Document, check, load, parse
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.anno1452 import KINDS as ANNO_KINDS
from turmwart.table.scenarios.wallenstein import KINDS

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*/*.yaml"))
DOCUMENTS = [document for file in FILES for document in load(file)]


def _rules(document: Document) -> list[str]:
    rules = document.node.get("rules")
    return [str(rule) for rule in tree.plain(rules)] if rules is not None else []


def _game(document: Document) -> str:
    game = document.node.get("game")
    return str(game.value) if isinstance(game, tree.Leaf) else "wallenstein"


@pytest.mark.parametrize(
    "document", [pytest.param(d, id=d.id, marks=pytest.mark.rule(*_rules(d))) for d in DOCUMENTS]
)
def test_example(document: Document) -> None:
    """What the example expects is what the rules make of it."""
    checked = check(document)
    assert checked.differences == ()


def test_all_examples_of_the_specification_are_here() -> None:
    """EX-W-1 to EX-W-22 and DX-W-1 to DX-W-23."""
    ids = {document.id for document in DOCUMENTS}
    source = {f"EX-W-{n}" for n in range(1, 23)}
    derived = {f"DX-W-{n}" for n in range(1, 24)}
    assert source | derived <= ids


@pytest.mark.parametrize(
    ("game", "known"), [("wallenstein", set(KINDS)), ("anno1452", set(ANNO_KINDS))]
)
def test_every_kind_has_an_example(game: str, known: set[str]) -> None:
    """No compact kind is without one."""
    kinds = {d.node.get("kind") for d in DOCUMENTS if _game(d) == game}
    assert {k.value for k in kinds if isinstance(k, tree.Leaf)} == known


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: d.id)
def test_no_example_holds_by_chance(document: Document) -> None:
    """Whatever single value of an expectation is changed, the example fails."""
    wrong = list(_wrong(document.node))
    assert wrong
    for node in wrong:
        assert not check(replace(document, node=node)).ok, tree.plain(node)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: d.id)
def test_an_unknown_key_is_named(document: Document) -> None:
    """A key nobody knows, in given or in expect, is an error that names it."""
    for part in ("given", "expect"):
        if document.node.get(part) is None:
            continue
        checked = check(replace(document, node=_with_key(document.node, part, "zzz")))
        assert not checked.ok
        said = [d.found + d.where for d in checked.differences]
        assert any("zzz" in words for words in said), said


def test_docs_hold() -> None:
    """Every example of docs/scenarios.md holds."""
    text = (FOLDER.parents[1] / "docs" / "scenarios.md").read_text("utf-8")
    blocks = re.findall(r"```yaml\n(id: .*?)```", text, re.S)
    assert len(blocks) > len(KINDS)
    for document in parse("---\n".join(blocks), "docs/scenarios.md"):
        assert check(document).differences == (), document.id


def test_docs_name_every_kind() -> None:
    """The table of kinds is complete."""
    text = (FOLDER.parents[1] / "docs" / "scenarios.md").read_text("utf-8")
    for kind in KINDS:
        assert f"`{kind}`" in text


def test_check_prints_and_exits_0(capsys: pytest.CaptureFixture[str]) -> None:
    """One line for each example, and a count."""
    assert main(["check", *map(str, FILES)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:-1] == [f"ok {document.id}" for document in DOCUMENTS]
    assert lines[-1] == f"{len(DOCUMENTS)} held, 0 failed"


WRONG = """\
id: T-1
kind: setup
given: {players: 3}
expect:
  thalers: 17
  armies: 62
---
id: T-2
kind: setup
given: {players: 3}
expect: {thalers: 18}
"""


def test_check_names_each_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Expected, found, file, line and place; exit 1."""
    file = tmp_path / "wrong.yaml"
    file.write_text(WRONG, "utf-8")
    assert main(["check", str(file)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "FAILED T-1",
        f"  {file}:5: expect.thalers: expected 17, found 18",
        "ok T-2",
        "1 held, 1 failed",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("id: T-1\ngiven: {players: 3\nexpect: {", 3),
        ("id: T-1\nid: T-2\n", 2),
        ("id: T-1\ngiven: &a {players: 3}\nexpect: *a\n", 2),
        ("id: T-1\ngiven: !!python/object:os.system {}\n", 2),
        ("given: {}\n", 1),
        ("just words\n", 1),
        ("id: T-1\nexpect: {}\n---\nid: T-1\nexpect: {}\n", 4),
        ("id: T-1\ngiven: " + "[" * 100 + "]" * 100, 2),
        ('id: T-1\nabout: "\\UFFFFFFFF"\n', 2),
    ],
    ids=["torn", "doubled", "anchor", "tag", "no-id", "words", "doubled-id", "deep", "escape"],
)
def test_a_file_that_cannot_be_used_is_one_error(
    text: str, line: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names file and line; exit 2; nothing is run, whatever the other files hold."""
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text("id: T-0\nkind: setup\ngiven: {players: 3}\nexpect: {thalers: 18}\n", "utf-8")
    bad.write_text(text, "utf-8")
    assert main(["check", str(good), str(bad)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert f"{bad}, line {line}:" in captured.err


def test_missing_and_binary_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No such file, an empty file, a picture, a file that is too long: exit 2."""
    empty, picture, long = (tmp_path / name for name in ("empty.yaml", "cat.png", "long.yaml"))
    empty.write_text("# nothing\n", "utf-8")
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff")
    long.write_text("#" * (tree.MOST_CHARACTERS + 1), "utf-8")
    for file in (tmp_path / "none.yaml", tmp_path, empty, picture, long):
        assert main(["check", str(file)]) == 2
        assert str(file) in capsys.readouterr().err


def _wrong(node: tree.Mapping) -> Iterator[tree.Mapping]:
    """The document with one expected value changed, in every way there is."""
    for index, (key, part) in enumerate(node.pairs):
        changed: Iterator[tree.Node]
        if key.value == "expect":
            changed = _changed(part)
        elif key.value == "steps" and isinstance(part, tree.List):
            changed = _changed_steps(part)
        else:
            continue
        for other in changed:
            pairs = (*node.pairs[:index], (key, other), *node.pairs[index + 1 :])
            yield tree.Mapping(node.line, pairs)


def _changed_steps(steps: tree.List) -> Iterator[tree.Node]:
    for index, step in enumerate(steps.items):
        assert isinstance(step, tree.Mapping)
        for n, (key, part) in enumerate(step.pairs):
            if key.value not in ("expect", "objection"):
                continue
            for other in _changed(part):
                pairs = (*step.pairs[:n], (key, other), *step.pairs[n + 1 :])
                made = tree.Mapping(step.line, pairs)
                yield tree.List(steps.line, (*steps.items[:index], made, *steps.items[index + 1 :]))


def _changed(node: tree.Node) -> Iterator[tree.Node]:
    if isinstance(node, tree.Leaf):
        yield tree.Leaf(node.line, _other(node.value))
    elif isinstance(node, tree.List):
        for index, item in enumerate(node.items):
            for other in _changed(item):
                yield tree.List(node.line, (*node.items[:index], other, *node.items[index + 1 :]))
        if not node.items:
            yield tree.Leaf(node.line, "zzz")
    elif isinstance(node, tree.Mapping):
        for index, (key, part) in enumerate(node.pairs):
            for other in _changed(part):
                pairs = (*node.pairs[:index], (key, other), *node.pairs[index + 1 :])
                yield tree.Mapping(node.line, pairs)
        if not node.pairs:
            extra = (tree.Leaf(node.line, "green"), tree.Leaf(node.line, 1))
            yield tree.Mapping(node.line, (extra,))


def _other(value: tree.Scalar) -> tree.Scalar:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return "zzz"


def _with_key(node: tree.Mapping, part: str, key: str) -> tree.Mapping:
    def added(name: tree.Leaf, inner: tree.Node) -> tree.Node:
        if name.value != part or not isinstance(inner, tree.Mapping):
            return inner
        extra = (tree.Leaf(inner.line, key), tree.Leaf(inner.line, 1))
        return tree.Mapping(inner.line, (*inner.pairs, extra))

    return tree.Mapping(node.line, tuple((name, added(name, inner)) for name, inner in node.pairs))
