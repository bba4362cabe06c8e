"""When a call may be made: not in somebody's quiet hours, and not too soon after the last one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAY_MINUTES: Final = 24 * 60


def zone_of(name: str) -> tzinfo | None:
    """None for a name that this machine does not know."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def end_of_quiet(at: int, begin: int, end: int, zone: str) -> int:
    """The moment from which on somebody may be called: `at` itself outside of their quiet hours. Milliseconds; hours in
    minutes since midnight, in their time zone. From 22:00 to 7:00 is a night, from 0:00 to 0:00 nothing."""
    if begin == end:
        return at
    here = datetime.fromtimestamp(at / 1000, zone_of(zone) or UTC)
    now = here.hour * 60 + here.minute
    is_quiet = begin <= now < end if begin < end else now >= begin or now < end
    if not is_quiet:
        return at
    left = (end - now) % DAY_MINUTES
    return int((here.replace(second=0, microsecond=0) + timedelta(minutes=left)).timestamp() * 1000)
