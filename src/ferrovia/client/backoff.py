"""How long to wait before something that failed is tried again."""

from __future__ import annotations

import random
from typing import Final

SHORTEST: Final = 0.1
LONGEST: Final = 5.0


def pause_after(failures: int) -> float:
    """Seconds: longer from time to time, and never the same for all who lost their line together."""
    return min(LONGEST, SHORTEST * 2.0 ** min(failures, 10)) * random.uniform(0.5, 1.0)
