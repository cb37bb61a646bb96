"""The ledger: which cubes are where, and the only way to move them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from turmwart.kernel.cubes import Cubes


@dataclass(frozen=True, slots=True)
class Ledger:
    """Place -> cubes; immutable, without empty places, in order of the place's name.

    A place is a name the game chooses, such as ``"tower"``, ``"tray"``, ``"province:anhalt"``.
    The sum over all places never changes by ``move``.
    """

    places: tuple[tuple[str, Cubes], ...] = ()

    @staticmethod
    def from_places(places: Mapping[str, Cubes]) -> Ledger:
        """A ledger of a mapping place -> cubes; empty places are dropped."""
        return Ledger(tuple((place, cubes) for place, cubes in sorted(places.items()) if cubes))

    def at(self, place: str) -> Cubes:
        """The cubes at ``place``; none if the place is empty."""
        return next((cubes for name, cubes in self.places if name == place), Cubes())

    def move(self, source: str, target: str, cubes: Cubes) -> Ledger:
        """Move ``cubes`` from one place to another.

        Raises:
            ValueError: the source does not hold them; the message names place and cubes.
        """
        return self.move_all(((source, target, cubes),))

    def move_all(self, moves: Iterable[tuple[str, str, Cubes]]) -> Ledger:
        """Carry out several moves ``(source, target, cubes)`` in order.

        Raises:
            ValueError: a source does not hold its cubes; nothing is moved.
        """
        places = dict(self.places)
        for source, target, cubes in moves:
            try:
                places[source] = places.get(source, Cubes()) - cubes
            except ValueError as error:
                raise ValueError(f"{source}: {error}") from None
            places[target] = places.get(target, Cubes()) + cubes
        return Ledger.from_places(places)

    def total(self) -> Cubes:
        """All cubes at all places."""
        return Cubes.sum(cubes for _, cubes in self.places)
