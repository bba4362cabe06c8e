"""What one seat may know: an allow-list. A field that isn't here cannot leak."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine import network, tickets
from ferrovia.engine.cards import hand_size
from ferrovia.engine.game import Game
from ferrovia.engine.ledger import Line
from ferrovia.engine.phases import FIRST_TICKETS, OVER
from ferrovia.engine.scoring import Standing
from ferrovia.engine.state import NOBODY, State

SPECTATOR: Final = -1


class View:
    """Made by `observe`. Everything in it is a copy; tables with one row per seat are flat, as in the state.

    Public: what everybody at the table sees or could have counted. `known` are cards seen being taken and not yet
    paid; `discard` is what was paid and thrown away face up; `batches` tell which tickets have lain face up (N12)."""

    def __init__(self, game: Game, seat: i64) -> None:
        self.game: Game = game
        self.seat: i64 = seat
        # --- public
        self.phase: i64 = 0
        self.deciding: i64 = 0
        self.waiting: list[bool] = []
        self.turn: i64 = 0
        self.first: i64 = 0
        self.turns: i64 = 0
        self.passes: i64 = 0
        self.turns_left: i64 = 0
        self.held: i64 = 0
        self.row = vec[i64]()
        self.deck_size: i64 = 0
        self.discard = vec[i64]()
        self.known = vec[i64]()
        self.hand_sizes = vec[i64]()
        self.pieces = vec[i64]()
        self.points = vec[i64]()
        self.owner = vec[i64]()
        self.open = vec[i64]()
        self.free = vec[i64]()
        self.counters = vec[i64]()
        self.ticket_discard = vec[i64]()
        self.ticket_batch = vec[i64]()
        self.batches: i64 = 0
        self.put_under = vec[i64]()  # for every ticket of the deck, top first: who put it there
        self.held_batches: list[list[int]] = []
        self.offer_batches: list[list[int]] = []
        # --- this seat's own
        self.hand: list[int] = []
        self.tickets: list[int] = []
        self.completed: list[bool] = []
        self.offer: list[int] = []
        self.choice: i64 = tickets.NOT_CHOSEN
        self.returned: list[int] = []
        self.own_counters: dict[str, int] = {}
        # --- told at the end
        self.revealed: list[list[int]] = []
        self.ledger: list[Line] = []
        self.standings: list[Standing] = []

    @property
    def over(self) -> bool:
        return self.phase == OVER

    def is_open(self, seat: i64, lane: i64) -> bool:
        """Whether a seat may still claim a lane, if it can pay."""
        game = self.game
        return self.open[seat * game.class_count + game.lane_class[lane]] & game.lane_bit[lane] != 0

    def closed_to(self, seat: i64) -> list[int]:
        """The lanes that nobody owns and this seat may not claim."""
        lanes = range(len(self.owner))
        return [lane for lane in lanes if self.owner[lane] == NOBODY and not self.is_open(seat, lane)]

    def facts(self) -> dict[str, object]:
        """Plain data for JSON, from which `from_facts` makes the view again. Who knows the same has equal facts."""
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
            "passes": self.passes,
            "turns_left": self.turns_left,
            "held": self.held,
            "row": list(self.row),
            "deck_size": self.deck_size,
            "discard": list(self.discard),
            "known": rows(self.known, game.seats),
            "hand_sizes": list(self.hand_sizes),
            "pieces": rows(self.pieces, game.seats),
            "points": list(self.points),
            "owner": list(self.owner),
            "closed": [self.closed_to(seat) for seat in range(game.seats)],
            "counters": {name: list(self.counters[at : at + width]) for name, at, width in game.counter_names},
            "ticket_counts": [len(batches) for batches in self.held_batches],
            "ticket_batches": self.held_batches,
            "offer_sizes": [len(batches) for batches in self.offer_batches],
            "offer_batches": self.offer_batches,
            "ticket_batch": list(self.ticket_batch),
            "batches": self.batches,
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


def observe(state: State, seat: int) -> View:
    """The view of a seat, or of a SPECTATOR; a SeatError for any other number."""
    if seat != SPECTATOR:
        state.game.check_seat(seat)
    view = View(state.game, seat)
    see_public(view, state)
    view.returned = own_returned(state, seat)
    view.own_counters = own_counters(state, seat)
    if seat != SPECTATOR:
        view.hand = state.hand(seat)
        view.tickets = held_by(state, seat)
        view.completed = [network.completed(state, seat, ticket) for ticket in view.tickets]
        view.offer = tickets.offered(state, seat)
        view.choice = state.choice[seat]
    if state.phase == OVER:
        view.revealed = [held_by(state, other) for other in range(state.game.seats)]
        view.ledger = state.ledger()
        view.standings = state.standings()
    return view


def see_public(view: View, state: State) -> None:
    seats = range(state.game.seats)
    view.phase = state.phase
    view.deciding = state.seat
    view.waiting = [state.waits_for(other) for other in seats]
    view.turn = state.turn
    view.first = state.first
    view.turns = state.turns
    view.passes = state.passes
    view.turns_left = state.turns_left
    view.held = state.held
    view.row = state.row[:]
    view.deck_size = state.deck_total
    view.discard = state.discard[:]
    view.known = state.known[:]
    view.hand_sizes = hand_sizes(state)
    view.pieces = state.pieces[:]
    view.points = state.points[:]
    view.owner = state.owner[:]
    view.open = state.open[:]
    view.free = state.free[:]
    view.counters = state.counters[:]
    view.ticket_discard = state.ticket_discard[:]
    view.ticket_batch = state.batch[:]
    view.batches = state.batches
    view.put_under = state.put_under[:]
    view.held_batches = [batches_of(state, held_by(state, other)) for other in seats]
    view.offer_batches = [batches_of(state, tickets.offered(state, other)) for other in seats]


def rows(table: vec[i64], count: i64) -> list[list[int]]:
    width = len(table) // count
    return [list(table[row * width : (row + 1) * width]) for row in range(count)]


def hand_sizes(state: State) -> vec[i64]:
    sizes = vec[i64]([0] * state.game.seats)
    seat: i64
    for seat in range(state.game.seats):
        sizes[seat] = hand_size(state, seat)
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
