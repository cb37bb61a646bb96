"""Who has the majority in a region, and who holds its Principality card."""

from __future__ import annotations

from collections.abc import Mapping

from turmwart.games.anno1452.board import LIMIT_LEAST, LIMIT_MOST, Unknown, estate_limit
from turmwart.games.anno1452.state import OTTOKAR, State


def leader(counts: Mapping[str, int], limit: int) -> str:
    """Who has more Estates than everybody else and than the unbuilt places; empty: nobody.

    Args:
        counts: owner -> Estates in the region, reduced ones too; Ottokar counts like a player.
        limit: the estate limit.

    Rule: A-MAJ-1 to A-MAJ-4, A-MAJ-13.
    """
    unbuilt = limit - sum(counts.values())
    most = max(counts.values(), default=0)
    first = [owner for owner, count in counts.items() if count == most]
    if len(first) != 1 or most <= unbuilt or first[0] == OTTOKAR:
        return ""
    return first[0]


def majority(state: State, region: str) -> str:
    """The seat that has the majority in a region; empty: nobody.

    Raises:
        Unknown: it depends on an estate limit that nobody has entered.

    Rule: A-MAJ-2, A-MAJ-11, A-MAJ-14.
    """
    counts: dict[str, int] = {}
    for estate in state.within(region):
        counts[estate.owner] = counts.get(estate.owner, 0) + 1
    return _of(state, region, counts)


def due_holder(state: State, region: str) -> str:
    """Who must hold the Principality card of a region; empty: the pile.

    Raises:
        Unknown: it depends on an estate limit that nobody has entered.

    Rule: A-MAJ-8, A-MAJ-9.
    """
    for claim in reversed(state.claims):
        if claim.region == region:
            return claim.seat
    return majority(state, region)


def wrong_holder(state: State) -> tuple[str, str] | None:
    """The first region whose card lies with the wrong holder, and who must hold it.

    Raises:
        Unknown: it depends on an estate limit that nobody has entered.

    Rule: A-MAJ-5, A-INV-9.
    """
    counts: dict[str, dict[str, int]] = {}
    for estate in state.estates:
        here = counts.setdefault(estate.region, {})
        here[estate.owner] = here.get(estate.owner, 0) + 1
    claimed = {claim.region: claim.seat for claim in state.claims}
    holders = {holder.region: holder.seat for holder in state.holders}
    for region in state.board.region_ids:
        if region in claimed:
            due = claimed[region]
        elif region in counts:
            due = _of(state, region, counts[region])
        else:
            due = ""
        if holders.get(region, "") != due:
            return region, due
    return None


def _of(state: State, region: str, counts: Mapping[str, int]) -> str:
    try:
        limit = estate_limit(state.board, region)
    except Unknown:
        least = max(LIMIT_LEAST, sum(counts.values()))
        # The limit is only asked for where it decides (A-MAJ-14).
        possible = {leader(counts, limit) for limit in range(least, LIMIT_MOST + 1)}
        if len(possible) == 1:
            return possible.pop()
        raise
    return leader(counts, limit)
