"""What everybody at the table sees, or could have counted: the part that a state and every view of it share."""

from __future__ import annotations

from inspect import cleandoc
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.engine.game import RULE_PHASE, Game
from ferrovia.engine.phases import OVER, PHASE_NAMES

FIELDS: Final = """What everybody sees (tables with one row per seat are flat: `pieces[seat * game.kinds + kind]`):

game: the tables of the board
phase: what is to be decided, see `ferrovia.engine.phases`
over: whether the game has ended
turn: whose turn it is
first: who had the first turn
turns: how many turns have ended
passes: passes in a row
turns_left: in the last round; 0 before it
market: the face-up cards; -1 where there is none
deck_total: how many cards the deck has
discard: how many of each card
known: per seat and card, what everybody saw being taken and not yet paid
pieces: per seat and kind, how many are left
points: of every seat, for routes and starting scores
owner: of a lane, the seat that has it; -1 if nobody does
ticket_discard: tickets lying face up, on boards that have it so
counters: of the rules, named in `game.counter_names`"""


@mypyc_attr(acyclic=True)
class Public:
    """What everybody at the table sees, or could have counted; both `State` and `View` have it."""

    # A field stands here only if no seat learns anything from it that it may not know: every view gets a copy.

    def __init__(self, game: Game) -> None:
        self.game = game
        self.phase: i64 = 0
        self.turn: i64 = 0
        self.first: i64 = 0
        self.turns: i64 = 0
        self.passes: i64 = 0
        self.turns_left: i64 = 0
        self.held: i64 = 0  # the after-turn rule that goes on once a decision is made
        self.deck_total: i64 = 0
        self.batches: i64 = 0  # how often tickets have been shuffled in from the face-up discard (N12)
        self.market = vec[i64]()
        self.discard = vec[i64]()
        self.known = vec[i64]()
        self.pieces = vec[i64]()
        self.points = vec[i64]()
        self.owner = vec[i64]()
        self.open = vec[i64]()  # per seat and class, the bits of the lanes this seat may still claim
        self.free = vec[i64]()  # how many bits those are
        self.counters = vec[i64]()
        self.ticket_discard = vec[i64]()
        self.ticket_batch = vec[i64]()  # of a ticket: which of those times was its last; 0 if none
        self.put_under = vec[i64]()  # of every ticket in the deck, top first: the seat that put it there

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == OVER


def tell_fields(kind: type) -> None:
    """Adds what is public to what a class says of itself."""
    kind.__doc__ = f"{cleandoc(kind.__doc__ or '')}\n\n{FIELDS}"


def place_in_game(position: Public) -> str:
    """Board, seats, turn and phase in a few words."""
    table = f"{position.game.board.id}, {position.game.seats} seats"
    if position.over:
        return f"{table}: over after {position.turns} turns"
    phase = "a rule's decision" if position.phase >= RULE_PHASE else PHASE_NAMES[position.phase]
    return f"{table}: turn {position.turns + 1}, of seat {position.turn}, {phase}"


def copy_public(source: Public, target: Public) -> None:
    """By hand, because clones, views and determinized states are made by the million."""
    target.phase = source.phase
    target.turn = source.turn
    target.first = source.first
    target.turns = source.turns
    target.passes = source.passes
    target.turns_left = source.turns_left
    target.held = source.held
    target.deck_total = source.deck_total
    target.batches = source.batches
    target.market = source.market[:]
    target.discard = source.discard[:]
    target.known = source.known[:]
    target.pieces = source.pieces[:]
    target.points = source.points[:]
    target.owner = source.owner[:]
    target.open = source.open[:]
    target.free = source.free[:]
    target.counters = source.counters[:]
    target.ticket_discard = source.ticket_discard[:]
    target.ticket_batch = source.ticket_batch[:]
    target.put_under = source.put_under[:]
