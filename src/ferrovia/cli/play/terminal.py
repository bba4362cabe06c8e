"""The terminal that people share: reading lines, and hiding what only one of them may see."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final

from rich.console import Console

from ferrovia.cli.output.console import console

CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Home, the screen, and what has been scrolled off it."""


class Terminal:
    """Works the same when input or output is a file or a pipe: only colours and clearing fall away."""

    def __init__(self) -> None:
        self.out: Console = console()
        self.shown = sys.stdout.isatty()
        self.typed = sys.stdin.isatty()
        if self.typed:
            with suppress(ImportError):
                import readline  # noqa: F401 (line editing for input())

    def ask(self, prompt: str) -> str:
        """A line; EOFError when there are no more."""
        line = input(prompt)
        if not self.typed:
            print(line)  # so that the output reads as a terminal's would
        return line.strip()

    def clear(self) -> None:
        """Nothing that stood here can be seen or scrolled back to, or fetched with an arrow key."""
        if self.typed and "readline" in sys.modules:
            sys.modules["readline"].clear_history()
        if self.shown:
            sys.stdout.write(CLEAR)
            sys.stdout.flush()
