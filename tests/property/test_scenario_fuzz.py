"""Scenario files that nobody wrote with care: one clear error, never another exception."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from turmwart.errors import InputError
from turmwart.table.scenario import Checked, check, parse
from turmwart.texts import say_error

EXAMPLES = "\n---\n".join(
    path.read_text("utf-8")
    for path in sorted((Path(__file__).parents[1] / "examples").glob("*/*.yaml"))
)
DOCUMENTS = [text for text in EXAMPLES.split("---\n") if "id:" in text]
WORDS = sorted({word.strip("{}[],:") for word in EXAMPLES.split()} - {""})

yamlish = st.recursive(
    st.sampled_from(WORDS)
    | st.integers(-5, 99).map(str)
    | st.sampled_from(["null", "true", "[]", "{}", '"', "'", "&a", "*a", "!!x", "|", "<<", "\t"]),
    lambda part: (
        st.lists(part, max_size=4).map(lambda items: "[" + ", ".join(items) + "]")
        | st.lists(st.tuples(st.sampled_from(WORDS), part), max_size=4).map(
            lambda pairs: "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"
        )
    ),
    max_leaves=12,
)


def _runs(text: str) -> None:
    """Parse and check; every fault must be an InputError that can be said, or a difference."""
    try:
        documents = parse(text, "fuzz.yaml")
    except InputError as error:
        faults = [say_error(error)]
        documents = []
    else:
        faults = []
    assert not any(said.startswith("[scenario.") for said in faults)
    for document in documents:
        checked = check(document)
        assert isinstance(checked, Checked)
        assert all(d.line >= 1 and d.found for d in checked.differences)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    """Whatever the text is."""
    _runs(text)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.binary(max_size=120).map(lambda raw: raw.decode("latin-1")))
def test_any_bytes(text: str) -> None:
    """Control characters and stray escapes among them."""
    _runs(text)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.sampled_from(sorted({w for w in WORDS if w.isidentifier()})),
    yamlish,
    yamlish,
    st.sampled_from(["battle", "bid", "recruit", "setup", "famine", "plan", "score_total", ""]),
)
def test_any_structure(key: str, given_part: str, expected: str, kind: str) -> None:
    """Known words in places where they mean nothing."""
    lines = ["id: F-1", f"given: {given_part}", f"expect: {expected}"]
    lines.append(f"kind: {kind}" if kind else f"steps: [{{do: Pass, {key}: {expected}}}]")
    _runs("\n".join(lines))


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.sampled_from(DOCUMENTS), st.data())
def test_a_real_example_with_a_part_replaced(document: str, data: st.DataObject) -> None:
    """One line cut, doubled or filled with another word."""
    lines = document.splitlines()
    index = data.draw(st.integers(0, len(lines) - 1))
    how = data.draw(st.sampled_from(["cut", "double", "word", "number", "tear"]))
    line = lines[index]
    if how == "cut":
        lines[index : index + 1] = []
    elif how == "double":
        lines.insert(index, line)
    elif how == "tear":
        lines = [*lines[:index], line[: data.draw(st.integers(0, len(line)))]]
    else:
        head, colon, _ = line.partition(": ")
        replacement = st.sampled_from(WORDS) if how == "word" else st.integers(-9, 70).map(str)
        lines[index] = head + colon + data.draw(replacement)
    _runs("\n".join(lines))
