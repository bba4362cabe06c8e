"""Environments for programs that learn by playing: what a seat observes, many games at once, and the standard doors.

    from ferrovia.env import spec
    print(spec(ferrovia.new_game(ferrovia.load("usa"), seats=2)).fields)

`Batch`, `SharedBatch`, `aec` and `parallel` need the extra `env`, which brings numpy, PettingZoo and Gymnasium.
`ferrovia.env.gym` has the environments of Gymnasium."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ferrovia.env.fields import VERSION, Field
from ferrovia.env.spec import Spec, spec

__all__ = ["VERSION", "Batch", "Field", "SharedBatch", "Spec", "aec", "parallel", "spec"]

# What needs a package of the extra `env`, and where it lives. No import names it, not even one for types only: whoever
# compiles `core` reads this file, and has none of those packages.
LAZY: dict[str, str] = {
    "Batch": "ferrovia.env.batch",
    "SharedBatch": "ferrovia.env.shared_batch",
    "aec": "ferrovia.env.pettingzoo_envs",
    "parallel": "ferrovia.env.pettingzoo_envs",
}


def __getattr__(name: str) -> Any:
    if name not in LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ferrovia._extras import missing

    try:
        value = getattr(import_module(LAZY[name]), name)
    except ModuleNotFoundError as error:
        told = missing(error)
        if told is None:
            raise
        raise told from None
    globals()[name] = value
    return value
