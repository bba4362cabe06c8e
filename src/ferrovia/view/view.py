"""What one seat may know: an allow-list. A field that isn't here cannot leak."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine import network, tickets
from ferrovia.engine.game import Game
from ferrovia.engine.ledger import Line
from ferrovia.engine.phases import FIRST_TICKETS, OVER
from ferrovia.engine.scoring import Standing
from ferrovia.engine.state import State

SPECTATOR: Final = -1


class View:
    """Everything below is a copy; tables with one row per seat are flat, as in the state.

    Public: what everybody at the table sees or could have counted. `known` are cards seen being taken and not yet
    paid; `discard` is what was paid and thrown away face up; `batches` tell which tickets have lain face up (N12)."""

    def __init__(self, state: State, seat: i64) -> None:
        game = state.game
        self.game: Game = game
        self.seat: i64 = seat
        # --- public
        self.phase: i64 = state.phase
        self.deciding: i64 = state.seat
        self.waiting: list[bool] = [state.waits_for(other) for other in range(game.seats)]
        self.turn: i64 = state.turn
        self.first: i64 = state.first
        self.turns: i64 = state.turns
        self.passes: i64 = state.passes
        self.turns_left: i64 = state.turns_left
        self.held: i64 = state.held
        self.row: vec[i64] = state.row[:]
        self.deck_size: i64 = state.deck_total
        self.discard: vec[i64] = state.discard[:]
        self.known: vec[i64] = state.known[:]
        self.hand_sizes: vec[i64] = hand_sizes(state)
        self.pieces: vec[i64] = state.pieces[:]
        self.points: vec[i64] = state.points[:]
        self.owner: vec[i64] = state.owner[:]
        self.open: vec[i64] = state.open[:]
        self.free: vec[i64] = state.free[:]
        self.counters: vec[i64] = state.counters[:]
        self.ticket_discard: vec[i64] = state.ticket_discard[:]
        self.ticket_batch: vec[i64] = state.batch[:]
        self.batches: i64 = state.batches
        self.put_under: vec[i64] = state.put_under[:]  # for every ticket of the deck, top first: who put it there
        self.held_batches: list[list[int]] = [batches_of(state, held_by(state, other)) for other in range(game.seats)]
        self.offer_batches: list[list[int]] = [
            batches_of(state, tickets.offered(state, other)) for other in range(game.seats)
        ]
        # --- this seat's own
        self.hand: list[int] = state.hand(seat) if seat != SPECTATOR else []
        self.tickets: list[int] = held_by(state, seat) if seat != SPECTATOR else []
        self.completed: list[bool] = [network.completed(state, seat, ticket) for ticket in self.tickets]
        self.offer: list[int] = tickets.offered(state, seat) if seat != SPECTATOR else []
        self.choice: i64 = state.choice[seat] if seat != SPECTATOR else tickets.NOT_CHOSEN
        self.returned: list[int] = own_returned(state, seat)
        self.own_counters: dict[str, int] = own_counters(state, seat)
        # --- told at the end
        over = state.phase == OVER
        self.revealed: list[list[int]] = [held_by(state, other) for other in range(game.seats)] if over else []
        self.ledger: list[Line] = state.ledger() if over else []
        self.standings: list[Standing] = state.standings() if over else []

    @property
    def over(self) -> bool:
        return self.phase == OVER

    def facts(self) -> dict[str, object]:
        """Plain data for JSON. Two views that tell the same have equal facts."""
        game = self.game
        return {
            "board": game.board.id,
            "seats": game.seats,
            "options": dict(game.options),
            "seat": self.seat,
            "phase": self.phase,
            "deciding": self.deciding if self.phase != FIRST_TICKETS else None,
            "waiting": self.waiting,
            "turn": self.turn,
            "first": self.first,
            "turns": self.turns,
            "turns_left": self.turns_left,
            "row": list(self.row),
            "deck_size": self.deck_size,
            "discard": list(self.discard),
            "known": rows(self.known, game.seats),
            "hand_sizes": list(self.hand_sizes),
            "pieces": rows(self.pieces, game.seats),
            "points": list(self.points),
            "owner": list(self.owner),
            "counters": {name: list(self.counters[at : at + width]) for name, at, width in game.counter_names},
            "ticket_counts": [len(batches) for batches in self.held_batches],
            "ticket_batches": self.held_batches,
            "offer_sizes": [len(batches) for batches in self.offer_batches],
            "ticket_deck_size": len(self.put_under),
            "ticket_discard": list(self.ticket_discard),
            "put_under": list(self.put_under),
            "hand": self.hand,
            "tickets": self.tickets,
            "completed": self.completed,
            "offer": self.offer,
            "choice": self.choice,
            "returned": self.returned,
            "own_counters": self.own_counters,
            "revealed": self.revealed,
            "ledger": [list(line) for line in self.ledger],
            "standings": [list(standing) for standing in self.standings],
        }


def observe(state: State, seat: i64) -> View:
    """The view of a seat, or of a SPECTATOR."""
    return View(state, seat)


def rows(table: vec[i64], count: i64) -> list[list[int]]:
    width = len(table) // count
    return [list(table[row * width : (row + 1) * width]) for row in range(count)]


def hand_sizes(state: State) -> vec[i64]:
    sizes = vec[i64]([0] * state.game.seats)
    seat: i64
    for seat in range(state.game.seats):
        for count in state.hands[seat * state.game.cards : (seat + 1) * state.game.cards]:
            sizes[seat] += count
    return sizes


def held_by(state: State, seat: i64) -> list[int]:
    return [ticket for ticket in range(state.game.tickets) if state.holder[ticket] == seat]


def batches_of(state: State, hidden: list[int]) -> list[int]:
    return sorted(state.batch[ticket] for ticket in hidden)


def own_returned(state: State, seat: i64) -> list[int]:
    """The tickets this seat put under the deck and that are still there, top first."""
    if seat == SPECTATOR:
        return []
    return [state.ticket_deck[i] for i in range(len(state.ticket_deck)) if state.put_under[i] == seat]


def own_counters(state: State, seat: i64) -> dict[str, int]:
    """Numbers of the rules that only this seat may read."""
    numbers: dict[str, int] = {}
    if seat != SPECTATOR:
        for rule in state.game.rules:
            numbers.update(rule.own_counters(state, seat))
    return numbers
