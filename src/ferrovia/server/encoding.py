"""Answers as the bytes that are sent: the one place where their JSON is written."""

from __future__ import annotations

from pydantic_core import to_json


def encode(message: object) -> bytes:
    return to_json(message)
