"""What happened, in codes and parameters. Words live in the user interface."""

from __future__ import annotations

TABLE = -1
"""The seat of an event that nobody did."""


class Event:
    """Something that happened: `code` says what, `seat` who did it or to whom it happened, TABLE (-1) if nobody.

    `public` are parameters that everybody is told, `private` those that only the seat is. `ferrovia.engine.params` says
    for every code which there are and what they mean."""

    def __init__(
        self, code: str, seat: int, public: dict[str, object], private: dict[str, object] | None = None
    ) -> None:
        self.code = code
        self.seat = seat
        self.public = public
        self.private: dict[str, object] = private or {}

    def seen_by(self, viewer: int) -> dict[str, object]:
        """The event as one seat sees it; pass TABLE for a spectator."""
        seen: dict[str, object] = {"code": self.code, "seat": self.seat, **self.public}
        if viewer == self.seat and viewer != TABLE:
            seen.update(self.private)
        return seen

    def __reduce__(self) -> tuple[object, ...]:
        return Event, (self.code, self.seat, self.public, self.private)

    def __repr__(self) -> str:
        return f"Event({self.code}, seat {self.seat}, {self.public}, private {sorted(self.private)})"
