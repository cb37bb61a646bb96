"""The worked examples of the specification of Paladins are all here."""

from __future__ import annotations

from pathlib import Path

from turmwart.table.scenario import load


def test_all_examples_of_the_specification_are_here() -> None:
    """EX-P-1 to EX-P-30, each once."""
    files = sorted(Path(__file__).parent.glob("*.yaml"))
    ids = [document.id for file in files for document in load(file)]
    found = [one for one in ids if one.startswith("EX-P-")]
    assert sorted(found) == sorted(f"EX-P-{n}" for n in range(1, 31))
