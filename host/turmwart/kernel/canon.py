"""Dataclasses to plain data and back, canonical JSON, and the hash of a state.

Only int, str, bool, None, tuples, frozen dataclasses and unions of these are allowed, so that the
same state gives the same bytes everywhere. A dataclass in a union of several dataclasses bears
its class name under ``"type"``; ``Cubes`` and ``Ledger`` are written as objects.
"""

from __future__ import annotations

import hashlib
import json
import types
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from turmwart.kernel.cubes import Cubes
from turmwart.kernel.ledger import Ledger


def to_plain(value: Any) -> Any:
    """Turn a value of the kernel's types into dicts, lists, int, str, bool and None.

    Raises:
        ValueError: a type outside the allowed ones, such as a float or a set.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, Cubes):
        return value.as_dict()
    if isinstance(value, Ledger):
        return {place: cubes.as_dict() for place, cubes in value.places}
    if is_dataclass(value) and not isinstance(value, type):
        plain = {"type": type(value).__name__}
        for name, _ in _fields(type(value)):
            plain[name] = to_plain(getattr(value, name))
        return plain
    raise ValueError(f"{type(value).__name__} has no canonical form")


def from_plain(hint: Any, plain: Any) -> Any:
    """Build a value of the type ``hint`` from plain data; the inverse of ``to_plain``.

    Raises:
        ValueError: the data do not fit; the message names the field and what was expected.
    """
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _one_of(get_args(hint), plain)
    if origin is tuple:
        return _tuple_of(get_args(hint), plain)
    if hint is Any:
        raise ValueError("a field of type Any has no canonical form")
    if hint is None or hint is type(None):
        if plain is not None:
            raise ValueError(f"expected nothing, got {plain!r}")
        return None
    if hint in (bool, int, str):
        if type(plain) is not hint:
            raise ValueError(f"expected {hint.__name__}, got {plain!r}")
        return plain
    if hint is Cubes:
        return _cubes(plain)
    if hint is Ledger:
        if not isinstance(plain, dict):
            raise ValueError(f"expected places and their cubes, got {plain!r}")
        return Ledger.from_places({str(place): _cubes(c) for place, c in plain.items()})
    if is_dataclass(hint):
        return _dataclass(cast(type, hint), plain)
    raise ValueError(f"{hint!r} has no canonical form")


def canonical_json(value: Any) -> str:
    """The one JSON text of a value: sorted keys, no blanks, ASCII only."""
    return json.dumps(to_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def state_hash(value: Any) -> str:
    """SHA-256 of the canonical JSON, as 64 hex digits."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


@cache
def _fields(cls: type) -> tuple[tuple[str, Any], ...]:
    hints = get_type_hints(cls)
    return tuple((field.name, hints[field.name]) for field in fields(cast(Any, cls)))


def _cubes(plain: Any) -> Cubes:
    if not isinstance(plain, dict) or any(type(n) is not int or n < 0 for n in plain.values()):
        raise ValueError(f"expected colours and their counts, got {plain!r}")
    return Cubes.from_counts({str(colour): n for colour, n in plain.items()})


def _tuple_of(hints: tuple[Any, ...], plain: Any) -> tuple[Any, ...]:
    if not isinstance(plain, list | tuple):
        raise ValueError(f"expected a list, got {plain!r}")
    if len(hints) == 2 and hints[1] is Ellipsis:
        return tuple(from_plain(hints[0], item) for item in plain)
    if len(hints) != len(plain):
        raise ValueError(f"expected {len(hints)} items, got {len(plain)}")
    return tuple(from_plain(hint, item) for hint, item in zip(hints, plain, strict=True))


def _dataclass(cls: type, plain: Any) -> Any:
    if not isinstance(plain, dict):
        raise ValueError(f"expected fields of {cls.__name__}, got {plain!r}")
    known = dict(_fields(cls))
    if plain.get("type", cls.__name__) != cls.__name__:
        raise ValueError(f"expected {cls.__name__}, got {plain['type']}")
    unknown = sorted(set(plain) - set(known) - {"type"})
    if unknown:
        raise ValueError(f"{cls.__name__} has no field {', '.join(unknown)}")
    made = {}
    for name, hint in known.items():
        if name in plain:
            try:
                made[name] = from_plain(hint, plain[name])
            except ValueError as error:
                raise ValueError(f"{cls.__name__}.{name}: {error}") from None
    try:
        return cls(**made)
    except TypeError:
        needed = {field.name for field in fields(cls) if _required(field)}
        missing = sorted(needed - set(made))
        raise ValueError(f"{cls.__name__} needs {', '.join(missing)}") from None


def _required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _one_of(hints: tuple[Any, ...], plain: Any) -> Any:
    if isinstance(plain, dict) and "type" in plain:
        named = [hint for hint in hints if getattr(hint, "__name__", "") == plain["type"]]
        if named:
            return from_plain(named[0], plain)
    failures = []
    for hint in hints:
        try:
            return from_plain(hint, plain)
        except ValueError as error:
            failures.append(str(error))
    raise ValueError("; or ".join(failures))
