"""The ways the engine says no."""

from __future__ import annotations


class FerroviaError(Exception):
    """What a user can do wrong. `code` is stable, `params` fill the words a user interface puts to it."""

    def __init__(self, code: str, params: dict[str, object] | None = None) -> None:
        self.code = code
        self.params: dict[str, object] = params or {}
        super().__init__(code)

    def __str__(self) -> str:
        if not self.params:
            return self.code
        return f"{self.code} ({', '.join(f'{key}: {value}' for key, value in self.params.items())})"


class Refusal(FerroviaError):
    """An action that the rules do not allow now. The state is exactly as it was."""


class SeatError(FerroviaError):
    """A number that is no seat of this table."""

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__("seat.unknown", {"seat": seat, "seats": seats})

    def __reduce__(self) -> tuple[type[SeatError], tuple[object, object]]:
        return SeatError, (self.params["seat"], self.params["seats"])


class SetupError(FerroviaError):
    """A table that can't be laid: wrong number of seats, an unknown option, options that exclude each other."""


class AuditError(FerroviaError):
    """Something is missing from a state, or there twice: a bug of ours, never the user's fault."""
