"""The types of everything that goes over a socket, as JSON Schema: the web client's types are made from it.

python -m ferrovia.server.schema FOLDER    writes openapi.json and messages.json
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from ferrovia.server.messages.answers import ServerMessage
from ferrovia.server.messages.requests import ClientMessage


@cache
def both_ways() -> dict[str, Any]:
    incoming = TypeAdapter[Any](ClientMessage).json_schema(ref_template="#/$defs/{model}")
    outgoing = TypeAdapter[Any](ServerMessage).json_schema(ref_template="#/$defs/{model}", mode="serialization")
    shared = {**incoming.pop("$defs", {}), **outgoing.pop("$defs", {})}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages",
        "type": "object",
        "properties": {"client": incoming, "server": outgoing},
        "required": ["client", "server"],
        "$defs": shared,
    }


def messages_schema() -> dict[str, Any]:
    """JSON Schema of every message over a table's socket: `client` sends, `server` answers."""
    return both_ways()


def main(folder: Path) -> None:
    from ferrovia.server.app import create_app
    from ferrovia.server.settings import Settings

    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in (("openapi", create_app(Settings()).openapi()), ("messages", both_ways())):
        (folder / f"{name}.json").write_text(json.dumps(schema, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
