"""What somebody asks the others at a table, and their answers. Both are entries of the log, so nothing is done that
somebody did not agree to, and everybody can read who did."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from ferrovia.server.core.entries import Entry

What = Literal["stand_in", "takeback", "abort", "rematch"]
WHATS: Final = frozenset(get_args(What))


@dataclass(frozen=True, slots=True)
class Question:
    version: int
    """Of the entry that asks."""
    what: What
    asker: int
    about: int
    """The seat that a stand-in shall play for, or the version of the entry to be taken back; otherwise 0."""
    needed: frozenset[int]
    """The seats whose people have to agree."""
    agreed: frozenset[int] = frozenset()

    @property
    def is_agreed(self) -> bool:
        return self.needed <= self.agreed

    def answered_by(self, seat: int) -> Question:
        return replace(self, agreed=self.agreed | {seat})


def write_question(what: What, about: int, needed: frozenset[int]) -> str:
    return f"{what} {about} {','.join(map(str, sorted(needed)))}"


def read_question(entry: Entry) -> Question:
    what, about, needed = entry.text.split(" ")
    assert what in WHATS
    seats = frozenset(int(seat) for seat in needed.split(",") if seat)
    return Question(entry.version, what, entry.seat, int(about), seats)  # type: ignore[arg-type]
