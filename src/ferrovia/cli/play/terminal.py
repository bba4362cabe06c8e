"""The terminal that people share: reading lines, and hiding what only one of them may see."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final

from rich.console import Console

from ferrovia.cli.output.console import console

CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Moves the cursor home and erases the screen and the scrollback."""


class Terminal:
    """Input and output may be files or pipes: then there are no colours, and nothing is cleared."""

    def __init__(self) -> None:
        self.out: Console = console()
        self.shown = sys.stdout.isatty()
        self.typed = sys.stdin.isatty()
        if self.typed:
            with suppress(ImportError):
                import readline  # noqa: F401 (line editing for input())

    def ask(self, prompt: str) -> str:
        """Reads a line; raises EOFError at the end of the input."""
        line = input(prompt)
        if not self.typed:
            print(line)  # so that the output reads as a terminal's would
        return line.strip()

    def clear(self) -> None:
        """Erases the screen, the scrollback and the history of typed lines."""
        if self.typed and "readline" in sys.modules:
            sys.modules["readline"].clear_history()
        if self.shown:
            sys.stdout.write(CLEAR)
            sys.stdout.flush()
