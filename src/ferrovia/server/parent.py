"""A process that another one started ends with it, even if that one is killed and can tell nobody."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import time
from contextlib import suppress
from threading import Thread
from typing import Final

PR_SET_PDEATHSIG: Final = 1
LONGEST: Final = 15.0
"""Seconds that a worker may take to finish what it is doing."""


def die_with_parent() -> None:
    """For a process that has nothing to finish. Linux kills it, even while compiled code keeps Python's lock."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # a C library without it: the thread has to do
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    Thread(target=outlive, args=(0.0,), name="end with parent", daemon=True).start()


def stop_with_parent() -> None:
    """For a worker: it stops as if it had been told to. Does nothing in a process that nobody started."""
    if multiprocessing.parent_process() is not None:
        Thread(target=outlive, args=(LONGEST,), name="end with parent", daemon=True).start()


def outlive(seconds: float) -> None:
    """Waits for the end of the parent, then gives this process so many seconds."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    if seconds:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(seconds)
    os._exit(0)
