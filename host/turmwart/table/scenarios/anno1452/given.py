"""The position that the long form gives."""

from __future__ import annotations

from turmwart.games.anno1452.epochs import ROW_IDS
from turmwart.games.anno1452.state import OTTOKAR, PHASES
from turmwart.table.scenarios.anno1452.kinds_board import counts_of
from turmwart.table.scenarios.anno1452.position import BOARDS, COLOURS, Position, settings_of
from turmwart.table.scenarios.anno1452.run import Run
from turmwart.table.scenarios.values import Reader


def begin(given: Reader) -> tuple[Run, Position]:
    """Build the position of a scenario in the long form.

    Raises:
        Fault: it says what cannot be understood.
        Unsound: it cannot lie on a table.
        Broken: a law of conservation does not hold in it.
    """
    players = given.words("players", COLOURS) or COLOURS[:3]
    board = BOARDS[given.word("board", BOARDS, "demo")]()
    ottokar = given.flag(OTTOKAR, False)
    position = Position(players, settings_of(given), ottokar=ottokar, board=board)
    limits = given.reader("limits")
    for region in limits.keys:
        position.limit(region, limits.whole(region, 4, 2, 6))
    for estate in given.readers("estates"):
        for _ in range(estate.whole("count", 1, 1, 6)):
            position.estate(
                estate.word("owner", (*position.colours, OTTOKAR)),
                estate.word("region", position.state.board.region_ids),
                estate.whole("value", 3, 1, 3),
                estate.flag("city", False),
                estate.whole("citizens", 0, 0, 6),
            )
    for key in ("gold", "prestige"):
        for colour, number in counts_of(given.reader(key)).items():
            position.player(colour, **{key: number})
    _cards(given, position)
    position.year(given.word("year", ROW_IDS, "I1"))
    if "king" in given:
        position.king(given.word("king", position.colours), given.whole("king_soldiers", 12))
    phase = given.word("phase", PHASES, "round")
    if phase == "round":
        first = given.word("turn", position.colours, position.colours[0])
        position.turn(first, given.whole("actions", 1, 1, 9))
    else:
        position.change(phase=phase, round=0)
    run = Run(position.state)
    run.follow()
    return run, position


def _cards(given: Reader, position: Position) -> None:
    held, hands = given.reader("holders"), given.reader("hands")
    for region in held.keys:
        position.holder(region, held.word(region, position.colours))
    for colour in hands.keys:
        position.hand(colour, hands.texts(colour))
    for key in ("titles", "marriages"):
        laid = given.reader(key)
        for colour in laid.keys:
            for card in laid.texts(colour):
                position.in_front(colour, card)
