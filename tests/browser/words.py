"""The page's own texts, so that tests find things by what people read on them."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
LOCALES: Final = ROOT / "web" / "src" / "locales"
SHARED: Final = ROOT / "src" / "ferrovia" / "text" / "messages"
GAP: Final = re.compile(r"\\\{.*?\\\}")


@cache
def texts(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for file in sorted(LOCALES.rglob(f"*.{language}.json")):
        found |= json.loads(file.read_text(encoding="utf-8").replace("'", "\N{RIGHT SINGLE QUOTATION MARK}"))
    return found


def like(key: str, language: str = "en") -> re.Pattern[str]:
    """Whatever a text may become once its parameters are filled in."""
    template = texts(language)[key]
    while (plain := re.sub(r"\{[^{}]*\}", "\0", template)) != template:  # plurals hold parameters
        template = plain
    parts = [re.escape(part) for part in template.split("\0")]
    return re.compile("^" + ".*".join(parts).replace(r"\ ", r"\s").replace("/", r"\/") + "$")


def areas() -> set[str]:
    """What keys begin with: `home.play` is one of `home`."""
    return {key.partition(".")[0] for key in texts("en")} | {"rulebook", "terms"}
