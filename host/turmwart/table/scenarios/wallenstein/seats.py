"""Who sits where: players named by colour, by name or by seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from turmwart.games.wallenstein.setup import Seat
from turmwart.games.wallenstein.state import FARMERS
from turmwart.kernel.cubes import Cubes
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.values import Counted, Fault, Reader, meant, text, whole

GREEN = "green"
COLOURS = ("red", "blue", "yellow", "purple", "black")
"""Colours of players that a scenario leaves out, in this order."""

KNOWN_COLOURS = frozenset(
    {*COLOURS, "grey", "gray", "white", "orange", "brown", "pink", "violet", "turquoise"}
)
MOST = 5
LEAST = 3
USUAL = 4
"""Players where a scenario says nothing; with four all provinces are in play."""


class Seats:
    """The players of a scenario, clockwise.

    Args:
        seats: with different colours, ``s1``, ``s2``...
    """

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.all = seats
        self._by_word = {
            word: seat
            for seat in reversed(seats)
            for word in (seat.name.lower(), seat.colour, seat.seat)
        }

    @staticmethod
    def named(words: Iterable[str], count: int | None, node: tree.Node, where: str) -> Seats:
        """Seats for all who are named, filled up with further colours.

        A word is a colour if it is a common one, else a name whose colour is chosen.

        Raises:
            Fault: there are more than five, or more than ``count``.
        """
        said = list(dict.fromkeys(w for w in words if w not in (GREEN, FARMERS)))
        wanted = max(USUAL, len(said)) if count is None else count
        if len(said) > wanted or not LEAST <= wanted <= MOST:
            raise Fault(
                "scenario.players", node, where, found=max(len(said), wanted), said=", ".join(said)
            )
        taken = {w for w in said if w in KNOWN_COLOURS}
        free = [colour for colour in COLOURS if colour not in taken]
        pairs = [(w, w) if w in KNOWN_COLOURS else (w, free.pop(0)) for w in said]
        pairs.extend((colour, colour) for colour in free[: wanted - len(pairs)])
        return Seats(tuple(Seat(f"s{n}", name, col) for n, (name, col) in enumerate(pairs, 1)))

    def distinct(self, node: tree.Node, where: str) -> Seats:
        """These seats, if every colour and every name means one of them.

        Raises:
            Fault: a word means two players, or a player has the farmers' colour.
        """
        meaning: dict[str, str] = {}
        for seat in self.all:
            for word in (seat.name.lower(), seat.colour, seat.seat):
                if word in (GREEN, FARMERS):
                    raise Fault("scenario.players_green", node, where, found=word)
                if meaning.setdefault(word, seat.seat) != seat.seat:
                    raise Fault("scenario.players_doubled", node, where, found=word)
        return self

    @property
    def ids(self) -> tuple[str, ...]:
        """All seats, clockwise."""
        return tuple(seat.seat for seat in self.all)

    @property
    def colours(self) -> tuple[str, ...]:
        """All colours, clockwise."""
        return tuple(seat.colour for seat in self.all)

    def find(self, word: str) -> Seat | None:
        """The seat called ``word``; None where there is none."""
        return self._by_word.get(word.lower())

    def seat(self, node: tree.Node, where: str) -> str:
        """The seat that a part names.

        Raises:
            Fault: nobody is called so.
        """
        return self.of(text(node, where), node, where)

    def of(self, word: str, node: tree.Node, where: str) -> str:
        """The seat called ``word``.

        Raises:
            Fault: nobody is called so.
        """
        seat = self.find(word)
        if seat is None:
            known = ", ".join(self.words())
            hint = meant(word, self._by_word)
            raise Fault("scenario.no_player", node, where, found=word, known=known, hint=hint)
        return seat.seat

    def colour(self, seat: str) -> str:
        """Colour of a seat; the farmers' for the farmers."""
        return next((s.colour for s in self.all if s.seat == seat), GREEN)

    def say(self, seat: str | None) -> str | None:
        """What the scenario calls a seat: the player's name, which may be a colour."""
        return next((s.name for s in self.all if s.seat == seat), None)

    def words(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(seat.name for seat in self.all)

    def said(self, by_seat: Mapping[str, object]) -> dict[str, object]:
        """A mapping by seat as one by name, colour and seat, so that each may be expected."""
        found: dict[str, object] = {}
        for seat in self.all:
            if seat.seat in by_seat:
                for word in dict.fromkeys((seat.name, seat.colour, seat.seat)):
                    found[word] = by_seat[seat.seat]
        return found

    def counted(self, cubes: Mapping[str, int]) -> Counted:
        """Found cubes by colour, to be expected by colour, by player or as ``farmers``."""
        names = {GREEN: GREEN, FARMERS: GREEN}
        for seat in self.all:
            names |= dict.fromkeys((seat.colour, seat.name, seat.seat), seat.colour)
        return Counted(cubes, names)

    def cubes(self, part: Reader) -> Cubes:
        """Cubes by colour, by player or ``farmers``.

        Raises:
            Fault: a colour that nobody has.
        """
        counts: dict[str, int] = {}
        for key in part.keys:
            node = part.need(key)
            colour = self.cube_colour(key, node, part.where)
            counts[colour] = counts.get(colour, 0) + whole(node, part.place(key), 0, 62)
        return Cubes.from_counts(counts)

    def cube_colour(self, word: str, node: tree.Node, where: str) -> str:
        """Colour of the cubes that ``word`` names.

        Raises:
            Fault: nobody is called so.
        """
        if word in (GREEN, FARMERS):
            return GREEN
        return self.colour(self.of(word, node, where))


def player_of(given: Reader) -> list[str]:
    """The player whose turn it is, where a scenario names one."""
    return [given.text("player")] if "player" in given else []
