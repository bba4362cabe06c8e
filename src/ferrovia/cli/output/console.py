"""Printing: text with Rich for people, JSON for programs."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console

ENDLESS: Final = 10_000  # lines that go to a file or a program are not folded


def console() -> Console:
    """Standard output. Nothing is read as markup, because names come from files."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else ENDLESS
    return Console(markup=False, highlight=False, emoji=False, width=width)


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))
