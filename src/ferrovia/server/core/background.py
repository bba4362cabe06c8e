"""Tasks that work in the background until they are ended."""

from __future__ import annotations

import asyncio
from contextlib import suppress


async def end(task: asyncio.Task[None] | None) -> None:
    """Cancels a task, if it was begun at all, and waits until it is over."""
    if task is not None:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
