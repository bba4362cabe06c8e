"""Packages that only some uses need: named when they are missing, loaded when they are there."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ferrovia.engine.errors import FerroviaError


class MissingExtra(FerroviaError):
    """An optional package is not installed."""


def need(module: str, extra: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise MissingExtra("extra.missing", {"module": module, "extra": extra}) from None
