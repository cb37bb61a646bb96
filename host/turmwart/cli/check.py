"""``turmwart check FILE...``: run scenario files and print what differs."""

from __future__ import annotations

import argparse
from pathlib import Path

from turmwart.table.scenario import Checked, check, load
from turmwart.texts import say

FAILED = 1


def run(arguments: argparse.Namespace) -> int:
    """Check all documents of all files; no document is run before every file was read.

    Returns:
        0 if all hold, 1 if one does not.

    Raises:
        InputError: a file cannot be read or is no scenario file.
    """
    documents = [document for file in arguments.files for document in load(Path(file))]
    failed = 0
    for document in documents:
        checked = check(document)
        failed += not checked.ok
        _print(checked)
    held = len(documents) - failed
    print(say("scenario.count", held=held, failed=failed))
    return FAILED if failed else 0


def _print(checked: Checked) -> None:
    document = checked.document
    if checked.ok:
        print(say("scenario.ok", id=document.id))
        return
    print(say("scenario.failed", id=document.id))
    for difference in checked.differences:
        text_id = "scenario.differs" if difference.expected else "scenario.fault"
        print(
            say(
                text_id,
                file=document.file,
                line=difference.line,
                where=difference.where,
                expected=difference.expected,
                found=difference.found,
            )
        )
