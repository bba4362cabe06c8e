"""The `ferrovia` command.

app.py finds a command and turns errors into one line; commands/ has a file for each command; play/ is the game in the
terminal; output/ prints tables, progress and JSON. The texts come from `ferrovia.text`."""

from ferrovia.cli.app import main

__all__ = ["main"]
