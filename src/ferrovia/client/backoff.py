"""How long to wait before something that failed is tried again."""

from __future__ import annotations

import random
from typing import Final

SHORTEST: Final = 0.1
LONGEST: Final = 5.0


def pause_after(failures: int) -> float:
    """Seconds, doubled with every failure, and random so that clients that were cut off together don't come back
    together."""
    return min(LONGEST, SHORTEST * 2.0 ** min(failures, 10)) * random.uniform(0.5, 1.0)
