"""Which workers fit which spaces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from turmwart.games.paladins.names import ANY, CRIMINAL, KINDS, RIGHT, SECOND, WORKER
from turmwart.games.paladins.reading import coded, letters, multiset, slot_rows
from turmwart.games.paladins.state import SPACES_OF_AN_ACTION, Player, State
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.numbers import is_number

Spaces = tuple[str, ...]


def read(text: str) -> Cubes | None:
    """Workers as they are typed: letters, or a number where kinds are not kept; None: neither."""
    if is_number(text):
        return Cubes.from_counts({WORKER: int(text)})
    try:
        kinds = letters(text)
    except ValueError:
        return None
    return None if ANY in kinds else multiset(kinds)


def named(state: State, text: str) -> Cubes | None:
    """Workers as they are typed at a table: where kinds are kept, only letters say which."""
    workers = read(text)
    if workers is None or (state.mode == "full" and workers[WORKER]):
        return None
    return workers


def accepts(spaces: Spaces, workers: Cubes) -> bool:
    """Whether workers fill spaces exactly.

    Rule: P-WORKER-1, P-WORKER-2.
    """
    if workers.total != len(spaces):
        return False
    left = workers.as_dict()
    for space in spaces:
        if space == ANY:
            continue
        found = next((kind for kind in (space, CRIMINAL, WORKER) if left.get(kind)), None)
        if found is None:
            return False
        left[found] -= 1
    return True


def spaces_of(state: State, player: Player, action: str) -> tuple[Spaces, ...]:
    """The ways in which an action can be filled, the smaller first.

    Raises:
        Unknown: in full mode a colour decides that nobody has confirmed.

    Rule: P-WORKER-1, P-WORKER-5, P-WORKER-6, P-ACT-DEVELOP-1, P-ACT-RECRUIT-1, P-ACT-HUNT-1,
    P-ACT-HUNT-2, P-ACT-TRADE-1, P-ACT-TRADE-2, P-ACT-PRAY-1, P-ACT-CONSPIRE-1.
    """
    if action in RIGHT:
        return _right(state, player, action)
    if action in SECOND:
        return ((ANY,), (ANY, _second(state, action)))
    return {"develop": ((ANY, ANY),), "pray": (("cleric",),), "conspire": ((ANY,),)}[action]


def _second(state: State, action: str) -> str:
    if state.mode != "full":
        return ANY
    return letters(str(state.board.answer("Q-P-SECOND")))[SECOND.index(action)]


def _right(state: State, player: Player, action: str) -> tuple[Spaces, ...]:
    printed: Spaces = (ANY,) * SPACES_OF_AN_ACTION
    if state.mode == "full":
        printed = slot_rows(str(state.board.answer("Q-P-SLOTS")))[action]
    left = list(printed)
    somewhere = 0
    for workshop in player.workshops:
        if workshop.action == action and left:
            # A space that nobody named covers what costs the player least.
            at = left.index(workshop.space) if workshop.space in left else -1
            if at < 0:
                somewhere += 1
            else:
                left.pop(at)
        elif not workshop.action:
            somewhere += 1
    named = [w for w in player.workshops if w.action == action and w.space not in printed]
    least = max(0, len(left) - somewhere)
    most = max(0, len(left) - len(named))
    ways = (way for size in range(least, most + 1) for way in combinations(left, size))
    return tuple(dict.fromkeys(ways))


def combinations_of(workers: Cubes, sizes: tuple[int, ...]) -> Iterator[Cubes]:
    """Every different way to take so many of the workers, criminals last."""
    kinds = [kind for kind in (*KINDS, WORKER) if workers[kind]]
    for size in sizes:
        for chosen in combinations_with_replacement(kinds, size):
            taken = multiset(chosen)
            if taken <= workers:
                yield taken


def meant(player: Player, text: str) -> Cubes:
    """Those of the player's workers that a text means, as far as there are so many.

    A number takes workers of no kept kind first.
    """
    workers = read(text) or Cubes()
    if set(workers) <= {WORKER}:
        return first_of(player.workers, workers.total)
    return Cubes.from_counts({kind: min(n, player.workers[kind]) for kind, n in workers.counts})


def first_of(workers: Cubes, count: int) -> Cubes:
    """So many of the workers as there are, those of no kept kind first."""
    taken: dict[str, int] = {}
    for kind in (WORKER, *KINDS):
        taken[kind] = min(count, workers[kind])
        count -= taken[kind]
    return Cubes.from_counts(taken)


def typed(workers: Cubes) -> str:
    """Workers as they are typed: a number where not all kinds are known. Inverse of ``read``."""
    if workers[WORKER] or not workers:
        return str(workers.total)
    return coded(tuple(kind for kind in KINDS for _ in range(workers[kind])))
