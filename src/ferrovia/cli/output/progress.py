"""A progress bar with the time left, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

MEMORY: Final = 3600.0
"""Seconds over which speed is measured: games of strong bots take minutes each."""


@contextmanager
def bar(title: str, total: int, done: int = 0) -> Iterator[Callable[[int], None]]:
    """Yields a function to call with the number of steps done since the last call."""
    if not sys.stderr.isatty():
        yield lambda more: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True, markup=False)
    with Progress(*columns, console=console, transient=True, speed_estimate_period=MEMORY) as progress:
        task = progress.add_task(title, total=total, completed=done)
        yield lambda more: progress.advance(task, more)
