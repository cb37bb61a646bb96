"""JSON Schema of what ``kernel.canon.to_plain`` makes of a frozen dataclass."""

from __future__ import annotations

import inspect
import types
from dataclasses import fields, is_dataclass
from typing import Any, Union, get_args, get_origin, get_type_hints

from turmwart.kernel.cubes import Cubes
from turmwart.kernel.ledger import Ledger

Schema = dict[str, Any]

_PLAIN: dict[Any, str] = {bool: "boolean", int: "integer", str: "string", type(None): "null"}
_COUNTS: Schema = {
    "type": "object",
    "additionalProperties": {"type": "integer", "minimum": 1},
    "description": "Number of cubes by colour; a colour without cubes is left out.",
}


class Schemas:
    """Collects a schema for each dataclass that is met on the way.

    Attributes:
        components: schema by name, as OpenAPI wants them under ``components.schemas``.
    """

    def __init__(self, prefix: str) -> None:
        self.components: dict[str, Schema] = {}
        self._prefix = prefix
        self._named: dict[str, type] = {}

    def of(self, hint: Any) -> Schema:
        """The schema of a type of the kernel.

        Raises:
            ValueError: a type that has no canonical form, or two classes of one name.
        """
        if hint in _PLAIN:
            return {"type": _PLAIN[hint]}
        if hint is Cubes:
            return dict(_COUNTS)
        if hint is Ledger:
            return {"type": "object", "additionalProperties": dict(_COUNTS)}
        origin = get_origin(hint)
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(part) for part in get_args(hint)]}
        if origin is tuple:
            return self._tuple(get_args(hint))
        if isinstance(hint, type) and is_dataclass(hint):
            return self._reference(hint)
        raise ValueError(f"{hint!r} has no schema")

    def _tuple(self, hints: tuple[Any, ...]) -> Schema:
        if len(hints) == 2 and hints[1] is Ellipsis:
            return {"type": "array", "items": self.of(hints[0])}
        return {
            "type": "array",
            "prefixItems": [self.of(hint) for hint in hints],
            "minItems": len(hints),
            "maxItems": len(hints),
        }

    def _reference(self, cls: type) -> Schema:
        name = self._prefix + cls.__name__
        if self._named.setdefault(name, cls) is not cls:
            raise ValueError(f"two classes are called {cls.__name__}")
        if name not in self.components:
            # Entered before it is filled, so that a class may contain itself.
            schema = self.components[name] = {"type": "object"}
            schema.update(self._object(cls))
        return {"$ref": f"#/components/schemas/{name}"}

    def _object(self, cls: type) -> Schema:
        hints = get_type_hints(cls)
        names = [field.name for field in fields(cls)]
        properties = {"type": {"const": cls.__name__}}
        properties |= {name: self.of(hints[name]) for name in names}
        return {
            "title": cls.__name__,
            "description": inspect.cleandoc(cls.__doc__ or ""),
            "properties": properties,
            "required": ["type", *names],
            "additionalProperties": False,
        }
