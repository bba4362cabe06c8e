"""Values as TOML text: what a board editor changed, written so that people can go on by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from typing import Final

BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
INLINE: Final = frozenset({"names", "texts", "points", "first", "later", "knobs", "tint"})
"""Sections that stand on one line where they are inside another section."""


def to_toml(values: Mapping[str, object]) -> str:
    """A text from which `tomllib` reads the same values. Nothing in it is None."""
    return "\n".join(write_section("", values)).strip("\n") + "\n"


def write_section(path: str, values: Mapping[str, object]) -> Iterator[str]:
    below: list[tuple[str, object]] = []
    for name, value in values.items():
        if is_section(name, value, path) or is_list_of_sections(value):
            below.append((name, value))
        else:
            yield f"{key(name)} = {write_value(value)}"
    for name, value in below:
        heading = f"{path}.{key(name)}" if path else key(name)
        if isinstance(value, Mapping):
            if needs_heading(heading, value):
                yield from ("", f"[{heading}]")
            yield from write_section(heading, value)
        elif isinstance(value, list):
            for item in value:
                yield from ("", f"[[{heading}]]")
                yield from write_section(heading, item)


def needs_heading(path: str, values: Mapping[str, object]) -> bool:
    """A section that holds nothing but other sections goes without."""
    return not values or any(not is_section(name, v, path) and not is_list_of_sections(v) for name, v in values.items())


def is_section(name: str, value: object, path: str) -> bool:
    return isinstance(value, Mapping) and not (path and name in INLINE and is_flat(value))


def is_flat(values: Mapping[str, object]) -> bool:
    return not any(isinstance(value, Mapping | list) for value in values.values())


def is_list_of_sections(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def key(name: str) -> str:
    return name if BARE.fullmatch(name) else quoted(name)


def quoted(text: str) -> str:
    """As JSON has it, which TOML reads alike, but for one character that only TOML wants escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def write_value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value)  # inf and nan are spelled alike
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key(name)} = {write_value(part)}" for name, part in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(write_value(part) for part in value) + "]"
    raise TypeError(f"TOML has no {type(value).__name__}")
