"""Reads and writes a board's look.toml for the tools that change it. What it means is docs/boards.md's matter."""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

WIDTH = 118
DRAWN = ("path", "fill", "roof", "shade", "lamp", "line", "fine")
"""Keys whose text is path data, written on as many lines as it takes."""


def read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def heading(file: Path) -> list[str]:
    """The comment that a file begins with."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    count = next((number for number, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return lines[:count]


def write(file: Path, look: Mapping[str, Any], comment: Iterable[str]) -> None:
    """In one order and one form, so that a difference between two versions is a difference in the look."""
    backdrop = dict(look.get("backdrop", {}))
    layers = backdrop.pop("layers", [])
    blocks = ["\n".join(comment)]
    if "sheet" in look:
        blocks.append(section("[sheet]", look["sheet"]))
    blocks += [section(f"[{name}]", look[name]) for name in ("labels", "bends") if look.get(name)]
    blocks += [section(f"[backdrop.{name}]", part) for name, part in backdrop.items()]
    blocks += [section("[[backdrop.layers]]", layer) for layer in layers]
    file.write_text("\n\n".join(block for block in blocks if block) + "\n", encoding="utf-8")


def section(head: str, values: Mapping[str, Any]) -> str:
    return "\n".join([head, *(f"{plain(key)} = {written(key, value)}" for key, value in values.items())])


def plain(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").isalnum() else '"' + key.replace('"', '\\"') + '"'


def written(key: str, value: Any) -> str:
    if key in DRAWN:
        lines = textwrap.wrap(value, WIDTH, break_long_words=False, break_on_hyphens=False)
        return '"""\n' + "\n".join(lines) + '"""'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return f"[{', '.join(number(item) for item in value)}]"
    return number(value)


def number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".").replace("-0.", "-0.") or "0"
