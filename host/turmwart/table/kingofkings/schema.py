"""The report as JSON, and the JSON Schema that it fits."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from turmwart.games.kingofkings.view import View
from turmwart.kernel.canon import to_plain


def report_json(view: View) -> str:
    """The report's data: all that the text, the page and the paper are made of."""
    return json.dumps(to_plain(view), ensure_ascii=False, sort_keys=True, indent=1) + "\n"


def report_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of ``report_json``."""
    found: dict[str, Any] = {}
    root = _schema(View, found)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **root, "$defs": found}


def _schema(hint: Any, found: dict[str, Any]) -> dict[str, Any]:
    plain = {int: "integer", str: "string", bool: "boolean", type(None): "null"}
    if hint in plain:
        return {"type": plain[hint]}
    if get_origin(hint) is tuple:
        items = get_args(hint)
        if items[-1] is Ellipsis:
            return {"type": "array", "items": _schema(items[0], found)}
        each = [_schema(item, found) for item in items]
        return {"type": "array", "prefixItems": each, "minItems": len(each), "items": False}
    if get_origin(hint) in (Union, UnionType):
        return {"anyOf": [_schema(part, found) for part in get_args(hint)]}
    if isinstance(hint, type) and is_dataclass(hint):
        if hint.__name__ not in found:
            found[hint.__name__] = {}
            found[hint.__name__] = _object(hint, found)
        return {"$ref": f"#/$defs/{hint.__name__}"}
    raise TypeError(f"{hint!r} has no schema")


def _object(cls: Any, found: dict[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(cls)
    properties = {"type": {"const": cls.__name__}}
    properties |= {field.name: _schema(hints[field.name], found) for field in fields(cls)}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
