"""A position: flat, mutable, cheap to clone. `apply` is the only way it changes."""

from __future__ import annotations

import hashlib
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.engine import scoring, turn
from ferrovia.engine.chance import Chance
from ferrovia.engine.events import Event
from ferrovia.engine.game import Game
from ferrovia.engine.ledger import Line
from ferrovia.engine.phases import OVER

NOBODY: Final = -1


@mypyc_attr(acyclic=True)
class State:
    """Tables with one row per seat are flat: `hands[seat * game.cards + card]`."""

    def __init__(self, game: Game, chance: Chance) -> None:
        self.game = game
        self.chance = chance
        self.phase: i64 = 0
        self.seat: i64 = 0  # who decides next
        self.turn: i64 = 0  # whose turn it is
        self.first: i64 = 0  # who had the first turn
        self.turns: i64 = 0  # turns ended so far
        self.passes: i64 = 0  # passes in a row
        self.turns_left: i64 = 0  # in the last round; 0 before it
        self.held: i64 = 0  # the after-turn rule that goes on once a decision is made
        self.deck_total: i64 = 0
        self.discard_total: i64 = 0
        self.row_wilds: i64 = 0
        self.deck = vec[i64]()  # cards of each colour, wilds last: which one comes is decided when it is drawn
        self.discard = vec[i64]()
        self.row = vec[i64]()
        self.hands = vec[i64]()
        self.known = vec[i64]()  # beside hands: the cards everybody saw being taken and not yet paid
        self.pieces = vec[i64]()
        self.points = vec[i64]()
        self.owner = vec[i64]()  # of a lane
        self.open = vec[i64]()  # per seat and class, the bits of the lanes this seat may still claim
        self.free = vec[i64]()  # how many bits those are
        self.holder = vec[i64]()  # of a ticket
        self.batch = vec[i64]()  # of a ticket: how often it has been shuffled in from the face-up discard (N12)
        self.batches: i64 = 0
        self.ticket_deck = vec[i64]()  # top first
        self.put_under = vec[i64]()  # beside ticket_deck: the seat that put it there and so knows it
        self.ticket_discard = vec[i64]()
        self.offer = vec[i64]()  # per seat, the tickets it is to choose from
        self.choice = vec[i64]()  # per seat, the first tickets kept as a mask, until all have chosen (R14)
        self.counters = vec[i64]()  # of the rules
        self.log: list[Event] | None = None

    def clone(self) -> State:
        """An independent copy that keeps no log."""
        twin = State(self.game, self.chance.clone())
        twin.phase = self.phase
        twin.seat = self.seat
        twin.turn = self.turn
        twin.first = self.first
        twin.turns = self.turns
        twin.passes = self.passes
        twin.turns_left = self.turns_left
        twin.held = self.held
        twin.deck_total = self.deck_total
        twin.discard_total = self.discard_total
        twin.row_wilds = self.row_wilds
        twin.batches = self.batches
        twin.deck = self.deck[:]
        twin.discard = self.discard[:]
        twin.row = self.row[:]
        twin.hands = self.hands[:]
        twin.known = self.known[:]
        twin.pieces = self.pieces[:]
        twin.points = self.points[:]
        twin.owner = self.owner[:]
        twin.open = self.open[:]
        twin.free = self.free[:]
        twin.holder = self.holder[:]
        twin.batch = self.batch[:]
        twin.ticket_deck = self.ticket_deck[:]
        twin.put_under = self.put_under[:]
        twin.ticket_discard = self.ticket_discard[:]
        twin.offer = self.offer[:]
        twin.choice = self.choice[:]
        twin.counters = self.counters[:]
        return twin

    @property
    def over(self) -> bool:
        return self.phase == OVER

    def legal_actions(self) -> vec[i64]:
        """What the deciding seat may do: sorted, unique, empty only when the game is over."""
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

    def ledger(self) -> list[Line]:
        """Every line of the score: so far, and with tickets and bonuses once the game is over."""
        lines: list[Line] = []
        scoring.ledger(self, lines)
        return lines

    def scores(self) -> list[int]:
        return [points for points in scoring.ledger(self, None).totals]

    def standings(self) -> list[scoring.Standing]:
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
        scalars = vec[i64](
            [self.phase, self.seat, self.turn, self.first, self.turns, self.passes, self.turns_left, self.held]
            + [self.deck_total, self.discard_total, self.row_wilds, self.batches]
            + [chance.word, chance.counter, chance.used]
        )
        cards = [self.deck, self.discard, self.row, self.hands, self.known]
        lanes = [self.pieces, self.points, self.owner, self.open, self.free]
        tickets = [self.holder, self.batch, self.ticket_deck, self.put_under, self.ticket_discard]
        return [scalars, *cards, *lanes, *tickets, self.offer, self.choice, self.counters]
