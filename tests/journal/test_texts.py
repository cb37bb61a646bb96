"""Every error of journal and link has its words."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from turmwart.journal.place import FILE_NAME
from turmwart.texts import has


@pytest.mark.parametrize(("package", "least"), [("journal", 30), ("link", 6)])
def test_every_text_id_in_the_code_has_a_text(package: str, least: int) -> None:
    sources = [
        file.read_text("utf-8")
        for file in files(f"turmwart.{package}").iterdir()
        if file.name.endswith(".py")
    ]
    ids = set(re.findall(rf'"({package}\.[a-z_.]+)"', "\n".join(sources))) - {FILE_NAME}
    assert len(ids) >= least
    assert [text_id for text_id in sorted(ids) if not has(text_id)] == []
