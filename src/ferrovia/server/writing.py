"""Sending over a WebSocket at once, without a task that waits for its turn: most messages need none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

EXTENSION: Final = "ferrovia.write"
"""Under this name the extensions in a socket's scope have a `Write`, if the server's protocol offers it."""

Write = Callable[[bytes], bool]
"""Hands a text to the system. False if it takes none now, or never will again: then ask ASGI's `send`."""


def write_of(scope: Mapping[str, Any]) -> Write:
    found: Write = scope.get("extensions", {}).get(EXTENSION, never)
    return found


def never(message: bytes) -> bool:
    return False
