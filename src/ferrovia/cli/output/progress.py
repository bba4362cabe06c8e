"""A progress bar with the time left, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

MEMORY: Final = 3600.0
"""Seconds over which speed is measured: games of strong bots take minutes each."""


@contextmanager
def bar(title: str, total: int, done: int = 0, *, percent: bool = False) -> Iterator[Callable[[int], None]]:
    """Yields a function to call with the number of steps done since the last call. With `percent`, steps are not
    shown by their number, because it would tell nobody anything."""
    if not sys.stderr.isatty():
        yield lambda more: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    done_so_far = TaskProgressColumn() if percent else MofNCompleteColumn()
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), done_so_far, TimeRemainingColumn())
    console = Console(stderr=True, markup=False)
    with Progress(*columns, console=console, transient=True, speed_estimate_period=MEMORY) as progress:
        task = progress.add_task(title, total=total, completed=done)
        yield lambda more: progress.advance(task, more)
