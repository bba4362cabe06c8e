"""JSON, as it is sent."""

from __future__ import annotations

from pydantic_core import to_json


def encode(message: object) -> bytes:
    return to_json(message)
