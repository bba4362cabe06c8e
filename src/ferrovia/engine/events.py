"""What happened, in codes and parameters. Words live in the user interface."""

from __future__ import annotations

from typing import Final

TABLE = -1
"""The seat of an event that nobody did."""

THINGS: Final = {
    "card": "card",
    "colour": "colour",
    "first": "seat",
    "lane": "lane",
    "owner": "seat",
    "seat": "seat",
    "slot": "slot",
    "ticket": "ticket",
    "to": "seat",
}
"""What a parameter of an event or a refusal numbers. Every user interface names things by this table; a parameter that
is not in it is a plain number, or a text."""
LISTS: Final = {"cards": "colour", "discarded": "ticket", "returned": "ticket", "row": "colour", "tickets": "ticket"}
"""The same for parameters that are lists."""


class Event:
    """`public` is for everybody; `private` only for `seat`, who did it or to whom it happened."""

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
