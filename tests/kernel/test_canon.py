"""Plain data and back, and what has no canonical form."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from turmwart.kernel.canon import canonical_json, from_plain, state_hash, to_plain
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Dog:
    name: str
    age: int | None = None


@dataclass(frozen=True, slots=True)
class Cat:
    name: str


@dataclass(frozen=True, slots=True)
class House:
    pets: tuple[Dog | Cat, ...]
    pairs: tuple[tuple[str, int], ...]
    cubes: Cubes
    ledger: Ledger
    open: bool


HOUSE = House(
    (Dog("Rex", 3), Cat("Rex")),
    (("a", 1),),
    Cubes.of(red=2),
    Ledger.from_places({"tray": Cubes.of(blue=1)}),
    True,
)


def test_there_and_back() -> None:
    assert from_plain(House, to_plain(HOUSE)) == HOUSE


def test_the_hash_is_of_the_canonical_text() -> None:
    assert canonical_json(Dog("Ö", 1)) == '{"age":1,"name":"\\u00d6","type":"Dog"}'
    assert state_hash(HOUSE) == state_hash(from_plain(House, to_plain(HOUSE)))
    assert state_hash(Dog("a")) != state_hash(Cat("a"))


@pytest.mark.parametrize("value", [1.5, {"a"}, {"a": 1}, [1], b"x"])
def test_no_canonical_form(value: object) -> None:
    with pytest.raises(ValueError, match="canonical"):
        to_plain(value)


@pytest.mark.parametrize(
    ("plain", "named"),
    [
        ({"name": 3}, "Dog.name: expected str"),
        ({"name": "x", "age": True}, "Dog.age"),
        ({"name": "x", "wings": 2}, "no field wings"),
        ({"age": 1}, "needs name"),
        ({"type": "Cat", "name": "x"}, "expected Dog"),
        ("x", "fields of Dog"),
    ],
)
def test_misfits_are_named(plain: object, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        from_plain(Dog, plain)


def test_counts_must_be_counts() -> None:
    for plain in ({"red": -1}, {"red": 1.0}, {"red": True}, [1]):
        with pytest.raises(ValueError, match="colours"):
            from_plain(Cubes, plain)
