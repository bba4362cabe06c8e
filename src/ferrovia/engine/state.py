"""A position: flat, mutable, cheap to clone. `apply` is the only way it changes."""

from __future__ import annotations

import hashlib
from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.engine import scoring, turn
from ferrovia.engine.chance import Chance
from ferrovia.engine.events import Event
from ferrovia.engine.game import Game
from ferrovia.engine.public import Public, copy_public, place_in_game, tell_fields
from ferrovia.engine.values import LedgerLine, Standing

NOBODY: Final = -1


NUMBERS: Final = (
    "phase", "seat", "turn", "first", "turns", "passes", "turns_left", "held",
    "deck_total", "discard_total", "market_wilds", "batches",
)  # fmt: skip
TABLES: Final = (
    "deck", "discard", "market", "hands", "known", "pieces", "points", "owner", "open", "free",
    "holder", "ticket_batch", "ticket_deck", "put_under", "ticket_discard", "offer", "choice", "counters",
)  # fmt: skip
"""Everything in a state but its game, its chance and its log: what a digest and a pickle read, in this order."""


@mypyc_attr(acyclic=True)
class State(Public):
    """A position of a game, made by `game.start(chance)`. Only `apply` and `apply_for` change it.

    What may be read:

    seat: who decides next
    hands: per seat and card, how many it has; `hand(seat)` is one of them
    deck: how many of each card; which one comes is decided when it is drawn
    holder: of a ticket, the seat that has it, or -1
    ticket_deck: the tickets to come, top first
    offer: per seat, the tickets it is to choose from; -1 where there is none
    chance: where its luck comes from
    log: a list that events are appended to, or None"""

    def __init__(self, game: Game, chance: Chance) -> None:
        """An empty table; `game.start` lays it."""
        super().__init__(game)
        self.chance = chance
        self.seat: i64 = 0
        self.discard_total: i64 = 0
        self.market_wilds: i64 = 0
        self.deck = vec[i64]()
        self.hands = vec[i64]()
        self.holder = vec[i64]()
        self.ticket_deck = vec[i64]()
        self.offer = vec[i64]()
        self.choice = vec[i64]()  # per seat, the first tickets kept as a mask, until all have chosen (R14)
        self.log: list[Event] | None = None

    def clone(self) -> State:
        """An independent copy that keeps no log."""
        twin = State(self.game, self.chance.clone())
        copy_public(self, twin)
        twin.seat = self.seat
        twin.discard_total = self.discard_total
        twin.market_wilds = self.market_wilds
        twin.deck = self.deck[:]
        twin.hands = self.hands[:]
        twin.holder = self.holder[:]
        twin.ticket_deck = self.ticket_deck[:]
        twin.offer = self.offer[:]
        twin.choice = self.choice[:]
        return twin

    def __copy__(self) -> State:
        twin = self.clone()
        twin.log = None if self.log is None else self.log[:]
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        """An independent copy, with its log: events are never changed. The game is shared: it never changes either."""
        return self.__copy__()

    def __reduce__(self) -> tuple[object, ...]:
        """By its fields, the hidden ones too."""
        numbers = {name: int(getattr(self, name)) for name in NUMBERS}
        tables = {name: list(cast(vec[i64], getattr(self, name))) for name in TABLES}
        return restore_state, (self.game, self.chance, numbers, tables, self.log)

    def __repr__(self) -> str:
        return f"<State {place_in_game(self)}, scores {self.scores()}>"

    def legal_actions(self) -> vec[i64]:
        """What the deciding seat may do: integers, sorted and unique, to count, index, iterate and look into.

        There are none only when the game is over. `decode_action` says what one does."""
        return turn.legal_actions(self)

    def legal_for(self, seat: int) -> vec[i64]:
        """What a named seat may do: all choose their first tickets at once; later, nothing unless it decides."""
        self.game.check_seat(seat)
        return turn.legal_for(self, seat)

    def apply(self, action: int) -> None:
        """Does it for the deciding seat, or raises a Refusal and changes nothing."""
        if not -turn.WIDE < action < turn.WIDE:
            raise turn.too_wide(self, action)
        turn.apply(self, action)

    def apply_for(self, seat: int, action: int) -> None:
        """The same for a named seat: the first tickets are chosen by all at once, in any order."""
        turn.apply_for(self, seat, action)

    def waits_for(self, seat: int) -> bool:
        """Whether this seat has something to decide now."""
        self.game.check_seat(seat)
        return turn.waits_for(self, seat)

    def ledger(self) -> list[LedgerLine]:
        """Every line of the score: so far, and with tickets and bonuses once the game is over."""
        lines: list[LedgerLine] = []
        scoring.ledger(self, lines)
        return lines

    def scores(self) -> list[int]:
        """Of every seat: the sum of its lines in the ledger."""
        return [points for points in scoring.ledger(self, None).totals]

    def standings(self) -> list[Standing]:
        """The seats in order, best first, ties broken as the board says (R26)."""
        return scoring.standings(self)

    def hand(self, seat: int) -> list[int]:
        """How many of each card, wilds last."""
        self.game.check_seat(seat)
        width = self.game.cards
        start = seat * width
        return [count for count in self.hands[start : start + width]]

    def digest(self) -> str:
        """The same for two states if and only if they are the same in everything but their log."""
        parts = hashlib.sha256()
        for numbers in self.tables():
            parts.update(bytes(memoryview(numbers)))
            parts.update(b"|")
        parts.update(self.chance.secret + self.chance.block)
        return parts.hexdigest()

    def tables(self) -> list[vec[i64]]:
        """Everything in the state, as numbers; what a digest and a test of clones read."""
        chance = self.chance
        numbers: list[int] = [getattr(self, name) for name in NUMBERS]
        numbers += [chance.word, chance.counter, chance.used]
        tables: list[vec[i64]] = [getattr(self, name) for name in TABLES]
        return [vec[i64](numbers), *tables]


tell_fields(State)


def restore_state(
    game: Game, chance: Chance, numbers: dict[str, int], tables: dict[str, list[int]], log: list[Event] | None
) -> State:
    """The state that was pickled."""
    state = State(game, chance)
    for name, number in numbers.items():
        setattr(state, name, number)
    for name, table in tables.items():
        setattr(state, name, vec[i64](table))
    state.log = log
    return state
