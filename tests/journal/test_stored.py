"""Stored journals of every released schema are read for ever."""

from __future__ import annotations

import shutil
from pathlib import Path

from turmwart.journal import codec
from turmwart.journal.rows import EvidenceRow, Learnt, Person
from turmwart.journal.store import Journal
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.fold import replay
from turmwart.kernel.game import Game

STORED = Path(__file__).parent / "stored"
PICTURE = "e04533379049fd791d5e14aded8db37c007102c78d63018ea0bc0da71472807b"


def test_schema_1(tmp_path: Path, bag_game: Game) -> None:
    path = tmp_path / "journal.sqlite"
    shutil.copy(STORED / "schema-1.sqlite", path)
    with Journal.open(path, create=False) as journal:
        assert journal.verify() == ()
        assert [table.name for table in journal.tables()] == ["Monday evening", "Ünnep"]
        rows = journal.read("Monday evening")
        assert [(row.version, row.step, row.by, row.evidence) for row in rows] == [
            (1, 1, "s1", ()),
            (2, 2, "s2", (1, 2)),
            (3, 2, "s2", ()),
            (4, 3, "s1", ()),
        ]
        assert replay(bag_game, codec.steps(bag_game, rows)).bag == Cubes.of(red=5)
        assert journal.evidence("Monday evening", after=1) == (
            EvidenceRow(2, "tower", 0xFFFF_FFFF, 65_537, 65_540, "gap", b"", 6),
        )
        assert journal.next_count("tower", 0xFFFF_FFFF) == 65_541
        assert journal.seats("Monday evening") == {"s1": Person(1, "Anna")}
        assert journal.picture(PICTURE) == b"\xff\xd8 a picture \xff\xd9"
        assert journal.learnt("bag", "ours") == (
            Learnt("province", "a", "income", "3", 7, "Monday evening"),
        )
        assert journal.setting("language") == "hu"
