"""The `ferrovia` command.

app.py finds a command and turns errors into one line; commands/ has a file for each command; play/ is the game in the
terminal; output/ prints tables, progress and JSON. The texts come from `ferrovia.text`."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """The entry point. Who presses Ctrl-C while modules are still being loaded sees no traceback either."""
    try:
        from ferrovia.cli.app import run  # only here: it loads most of the command line
    except KeyboardInterrupt:
        sys.exit(130)
    run()
