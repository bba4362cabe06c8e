"""The one JSON form of a setup: databases keep it, so it must stay readable for as long as there are old games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final, get_args

from ferrovia.server.core.setup import Clock, DaysClock, Level, LiveClock, NoClock, Setup, Start

CLOCKS: Final[dict[str, type[NoClock] | type[LiveClock] | type[DaysClock]]] = {
    "none": NoClock,
    "live": LiveClock,
    "correspondence": DaysClock,
}


class UnreadableSetup(ValueError):
    """A text that is no setup."""


def write_setup(setup: Setup) -> str:
    facts = {name: value for name, value in asdict(setup).items() if name != "day" or value is not None}
    return json.dumps(facts, separators=(",", ":"), ensure_ascii=False)


def read_setup(text: str) -> Setup:
    """The setup that was written. Raises UnreadableSetup if anything is missing, unknown or of another type."""
    try:
        found = json.loads(text)
        if not is_sound(found):
            raise UnreadableSetup
        return Setup(**{**found, "clock": read_clock(found["clock"])})
    except (ValueError, TypeError, KeyError) as error:
        raise UnreadableSetup from error


def read_clock(found: Mapping[str, Any]) -> Clock:
    numbers = [value for name, value in found.items() if name != "kind"]
    if not all(is_whole(number) for number in numbers):
        raise UnreadableSetup
    return CLOCKS[found["kind"]](**found)


def is_sound(found: Mapping[str, Any]) -> bool:
    """Whether the values are of the right types; the names are checked by Setup itself."""
    return (
        isinstance(found["board"], str)
        and isinstance(found["digest"], str)
        and is_whole(found["rules_version"])
        and is_whole(found["seats"])
        and isinstance(found["options"], dict)
        and all(isinstance(value, bool) for value in found["options"].values())
        and (found["first"] is None or is_whole(found["first"]))
        and found["stand_in"] in get_args(Level)
        and found["start"] in get_args(Start)
        and ("day" not in found or isinstance(found["day"], str))
    )


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
