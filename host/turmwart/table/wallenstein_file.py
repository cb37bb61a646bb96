"""Wallenstein's printed values as one file."""

from __future__ import annotations

from turmwart.errors import InputError
from turmwart.games.wallenstein.board import FLAGS, NUMBERS, Board, Learnt, fits, learn
from turmwart.games.wallenstein.boardfile import EVENT_ROW, FAVOR_ROW, learnt_from, to_text
from turmwart.games.wallenstein.wizard import faults
from turmwart.table.printed_file import Form, check, parsed
from turmwart.texts import say_with

_PROVINCE = ("label", "region", *NUMBERS, *FLAGS)
_FAVOR = ("number", *FAVOR_ROW)
_FAMINE = ("provinces", "extra_farmers", "open_ended")


def written(board: Board) -> str:
    """A board as TOML."""
    return to_text(board)


def read(text: str, place: str, board: Board) -> tuple[Learnt, ...]:
    """What a file says.

    Args:
        text: of the file.
        place: its name, for the errors.
        board: what is known of the game so far; the file is laid over it.

    Raises:
        InputError: it is no such file, names what is not printed, contradicts itself, or leaves
            something that cannot be right.

    Rule: W-DATA-1, W-DATA-4 (limits warn only), W-DATA-5.
    """
    # First what there is: names of provinces and line-ups that the file adds.
    new: set[str] = set()

    def exists(kind: str, key: str, field: str) -> bool:
        provinces = {facts.id for facts in board.provinces} | new
        match kind:
            case "province":
                return key in provinces and field in _PROVINCE
            case "neighbours":
                return {key, field} <= provinces and key != field
            case "event":
                return field in EVENT_ROW and any(facts.id == key for facts in board.events)
            case "favor":
                return field in _FAVOR and key.isdigit()
            case "famine":
                return field in _FAMINE
            case "lineup":
                return fits(kind, field, key)
        return kind == "board" and field == "grain_track_max"

    form = Form("wallenstein_printed", learnt_from, exists, fits, "neighbours")
    _, learnt = parsed(text, form, place)
    if not learnt:
        raise InputError("wallenstein_printed.empty", place=place)
    new |= {k for kind, k, field, _ in learnt if (kind, field) == ("province", "label") and k}
    check(learnt, form, place)
    before = board
    try:
        for value in learnt:
            board = learn(board, *value)
        _references(board)
    except ValueError as error:
        raise InputError("wallenstein_printed.damaged", place=place, why=str(error)) from None
    if len(board.provinces) > board.provinces_total:
        found, total = len(board.provinces), board.provinces_total
        raise InputError("wallenstein_printed.too_many", place=place, found=found, total=total)
    for fault in faults(board):
        if not fault.waivable:
            why = say_with(fault.detail, fault.values)
            raise InputError("wallenstein_printed.fault", place=place, why=why)
    return tuple(value for value in learnt if not _follows(value, before, board))


def _follows(learnt: Learnt, before: Board, after: Board) -> bool:
    """Whether a value needs no keeping: two provinces share no border anyway, since all neighbours
    of one are listed; a row of the famine table ends that nobody had said to go on."""
    kind, first, second, value = learnt
    if (kind, second, value) == ("famine", "open_ended", "no"):
        row = before.famine_row(int(first))
        return row is None or row.short_max is not None
    if (kind, value) != ("neighbours", "no"):
        return False
    if any(f.id == first and second in f.neighbours for f in before.provinces):
        return False
    return any(after.province(one).neighbours_complete for one in (first, second))


def _references(board: Board) -> None:
    """Regions and provinces that rows name are there.

    Raises:
        ValueError: one is not.
    """
    regions = {region.id for region in board.regions}
    provinces = {facts.id for facts in board.provinces}
    for facts in board.provinces:
        if facts.region is not None and facts.region not in regions:
            listed = ", ".join(sorted(regions))
            raise ValueError(f"{facts.id}: there is no region {facts.region}, only {listed}")
    for one in board.lineups:
        for province, _ in one.provinces:
            if province and province not in provinces:
                raise ValueError(f"{one.id}: there is no province {province}")
