"""One puzzle: a game up to a decision, the move that is best there, and what was measured of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from ferrovia.bots.explain import Reason
from ferrovia.bots.levels import LEVELS
from ferrovia.engine.actions import claimed_lane, is_claim, is_slot, slot_of
from ferrovia.record import Move, Record, Replay, parse_action, replay
from ferrovia.view import View, observe

HALF: Final = 0.5
"""Of its tries: a level that finds the answer more often than that is said to find it."""


@dataclass(frozen=True)
class Puzzle:
    """`moves` lead from the deal of `seed` to the decision. `margins` say for every search of the proof by how much the
    answer was ahead of the next best move, from 0 to 1; `solved` which share of its tries each level found it in."""

    board: str
    digest: str
    rules: int
    players: int
    seed: tuple[int, int]
    moves: tuple[tuple[int, str], ...]
    seat: int
    answer: str
    kind: str
    reason: Reason
    margins: tuple[float, ...]
    second: str
    solved: Mapping[str, float]

    @property
    def id(self) -> str:
        """The same for the same position, whatever else is in the collection."""
        return hashlib.sha256(repr((self.digest, self.seed, self.moves)).encode()).hexdigest()[:10]

    @property
    def difficulty(self) -> float:
        """From 0, every level finds it in every try, to 1: none does."""
        return 1.0 - sum(self.solved.values()) / len(self.solved)

    @property
    def rank(self) -> int:
        """The first level, counted from 1, from which on the answer is found in most tries; 6 if there is none."""
        found = [self.solved[name] > HALF for name, _ in LEVELS]
        return next((place + 1 for place in range(len(found)) if all(found[place:])), len(found) + 1)

    @property
    def record(self) -> Record:
        """The game so far."""
        seats = [f"Seat {seat + 1}" for seat in range(self.players)]
        moves = [Move(seat, text) for seat, text in self.moves]
        return Record(self.board, self.digest, self.rules, {}, seats, -1, seed=self.seed, moves=moves)

    def position(self) -> Replay:
        """The game at the decision."""
        return replay(self.record)

    def data(self) -> dict[str, Any]:
        return asdict(self) | {"reason": self.reason.data()}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Puzzle:
        reason = Reason(data["reason"]["code"], data["reason"]["params"])
        moves = tuple((int(seat), str(text)) for seat, text in data["moves"])
        first, index = data["seed"]
        kept = {**data, "reason": reason, "moves": moves, "seed": (int(first), int(index))}
        return cls(**{**kept, "margins": tuple(data["margins"])})

    def is_right(self, view: View, action: int) -> bool:
        return same_move(view, action, parse_action(view.game, self.answer))

    def view(self) -> View:
        return observe(self.position().state, self.seat)


def same_move(view: View, one: int, other: int) -> bool:
    """Whether two actions are one move: a lane however it is paid for, a card wherever it lies."""
    game = view.game
    if is_claim(game, one) and is_claim(game, other):
        return bool(claimed_lane(game, one) == claimed_lane(game, other))
    if is_slot(one) and is_slot(other):
        return bool(view.market[slot_of(one)] == view.market[slot_of(other)])
    return one == other
