"""The types of everything that goes over a socket, as JSON Schema: the web client's types are made from it.

python -m ferrovia.server.schema FOLDER    writes openapi.json and messages.json
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter
from typing_extensions import is_typeddict

from ferrovia.boards import info
from ferrovia.draw import backdrops, plan
from ferrovia.server import balance_answers, workbench
from ferrovia.server.api import balance, catalogue, requests, rulebooks, studio_messages
from ferrovia.server.api.requests import ClientMessage
from ferrovia.server.core.outbox import (
    answers,
    call_answers,
    choice_answers,
    game_answers,
    messages,
    solo_answers,
    view_facts,
)
from ferrovia.server.core.outbox.messages import ServerMessage
from ferrovia.studio import checks, photos

Mode = Literal["validation", "serialization"]


@cache
def both_ways() -> dict[str, Any]:
    """What goes over a socket: `client` sends, `server` answers."""
    return schema_of("Messages", {"client": (ClientMessage, "validation"), "server": (ServerMessage, "serialization")})


def schema_of(title: str, parts: Mapping[str, tuple[Any, Mode]]) -> dict[str, Any]:
    adapters = [(name, mode, TypeAdapter(kind)) for name, (kind, mode) in parts.items()]
    found, shared = TypeAdapter.json_schemas(adapters, ref_template="#/$defs/{model}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "properties": {name: found[name, mode] for name, (_, mode) in parts.items()},
        "required": list(parts),
        "$defs": {name: without_titles(part) for name, part in shared["$defs"].items()},
    }


def without_titles(part: Any) -> Any:
    """Pydantic gives every field a title; in types made from it each would become a type of its own."""
    if "properties" not in part:
        return part
    fields = part["properties"]
    return {
        **part,
        "properties": {name: {k: v for k, v in field.items() if k != "title"} for name, field in fields.items()},
    }


def every_type() -> dict[str, Any]:
    """What a client needs to know of HTTP and sockets alike, by the names it has here."""
    parts: dict[str, tuple[Any, Mode]] = {"client": (ClientMessage, "validation")}
    parts |= {f"Sent{name}": (kind, "validation") for name, kind in types_in(requests)}
    told = (
        answers, choice_answers, game_answers, call_answers, solo_answers, view_facts, messages, info, catalogue,
        rulebooks, backdrops, plan, studio_messages, workbench, checks, balance_answers, balance, photos,
    )  # fmt: skip
    parts |= {name: (kind, "serialization") for module in told for name, kind in types_in(module)}
    return schema_of("Types", {**parts, "server": (ServerMessage, "serialization")})


def types_in(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The message types that a module itself defines."""
    for name, kind in vars(module).items():
        if getattr(kind, "__module__", "") == module.__name__ and (is_typeddict(kind) or is_model(kind)):
            yield name, kind


def is_model(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def main(folder: Path) -> None:
    from ferrovia.server.app import create_app
    from ferrovia.server.settings import Settings

    folder.mkdir(parents=True, exist_ok=True)
    written = {"openapi": create_app(Settings()).openapi(), "messages": both_ways(), "types": every_type()}
    for name, schema in written.items():
        (folder / f"{name}.json").write_text(json.dumps(schema, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
