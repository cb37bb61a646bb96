"""Made ``schema-1.sqlite`` beside it: ``python make_schema_1.py FILE``.

The file was made once by the first release of schema 1 and is never made anew: later programs
must go on reading these very bytes.
"""

from __future__ import annotations

import sys

from turmwart.journal.rows import NewEvidence, StoredEvent
from turmwart.journal.store import Journal

with Journal.open(sys.argv[1]) as journal:
    journal.create_table("Monday evening", "bag", 1_700_000_000_000)
    journal.create_table("Ünnep", "bag", 1_700_000_000_001)
    ids = journal.append_evidence(
        [
            NewEvidence("Monday evening", "tower", 0xFFFF_FFFF, 65_536, "cube", b"\x00\x01", 5),
            NewEvidence("Monday evening", "tower", 0xFFFF_FFFF, 65_537, "gap", b"", 6, 65_540),
        ]
    )
    journal.append(
        "Monday evening",
        0,
        1,
        [StoredEvent("bag/Opened", 1, '{"cubes":{"red":5},"type":"Opened"}')],
        1_700_000_000_002,
        "s1",
    )
    journal.append(
        "Monday evening",
        1,
        2,
        [
            StoredEvent("bag/Taken", 1, '{"cubes":{"red":2},"seat":"s1","type":"Taken"}'),
            StoredEvent("bag/Taken", 1, '{"cubes":{"red":1},"seat":"s2","type":"Taken"}'),
        ],
        1_700_000_000_003,
        "s2",
        [i for i in ids if i is not None],
    )
    journal.append(
        "Monday evening",
        3,
        3,
        [StoredEvent("kernel/Undone", 1, '{"step":2,"type":"Undone"}')],
        1_700_000_000_004,
        "s1",
    )
    journal.seat_person("Monday evening", "s1", journal.add_person("Anna"))
    journal.put_picture(b"\xff\xd8 a picture \xff\xd9")
    journal.learn("bag", "ours", "province", "a", "income", "3", 7, "Monday evening")
    journal.set_setting("language", "hu")
