"""What everybody at the table sees, or could have counted: the part that a state and every view of it share."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.engine.game import Game


@mypyc_attr(acyclic=True)
class Public:
    """Tables with one row per seat are flat: `pieces[seat * game.kinds + kind]`.

    A field stands here only if no seat learns anything from it that it may not know: every view gets a copy."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.phase: i64 = 0
        self.turn: i64 = 0  # whose turn it is
        self.first: i64 = 0  # who had the first turn
        self.turns: i64 = 0  # turns ended so far
        self.passes: i64 = 0  # passes in a row
        self.turns_left: i64 = 0  # in the last round; 0 before it
        self.held: i64 = 0  # the after-turn rule that goes on once a decision is made
        self.deck_total: i64 = 0
        self.batches: i64 = 0  # how often tickets have been shuffled in from the face-up discard (N12)
        self.row = vec[i64]()
        self.discard = vec[i64]()
        self.known = vec[i64]()  # per seat and card: what everybody saw being taken and not yet paid
        self.pieces = vec[i64]()  # per seat and kind
        self.points = vec[i64]()
        self.owner = vec[i64]()  # of a lane
        self.open = vec[i64]()  # per seat and class, the bits of the lanes this seat may still claim
        self.free = vec[i64]()  # how many bits those are
        self.counters = vec[i64]()  # of the rules
        self.ticket_discard = vec[i64]()
        self.ticket_batch = vec[i64]()  # of a ticket: which of those times was its last; 0 if none
        self.put_under = vec[i64]()  # of every ticket in the deck, top first: the seat that put it there


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
    target.row = source.row[:]
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
