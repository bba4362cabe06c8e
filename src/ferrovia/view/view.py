"""What one seat may know: an allow-list. A field that isn't here cannot leak."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.engine import network, tickets
from ferrovia.engine.cards import hand_size
from ferrovia.engine.game import Game
from ferrovia.engine.phases import FIRST_TICKETS, OVER
from ferrovia.engine.public import Public, copy_public, place_in_game, tell_fields
from ferrovia.engine.state import NOBODY, State
from ferrovia.engine.values import LedgerLine, Standing
from ferrovia.view.facts import FACTS, tell_fact

SPECTATOR: Final = -1


@mypyc_attr(acyclic=True)
class View(Public):
    """What one seat may know of a position, made by `observe(state, seat)`. Everything in it is a copy.

    What may be read:

    seat: whose view it is; -1 for a spectator
    deciding: who decides next; `waiting` tells of every seat whether it has something to decide
    hand_sizes: how many cards every seat has
    hand: how many of each card this seat has, wilds last
    tickets: those this seat has; `completed` tells which of them are done
    offer: the tickets it is to choose from
    returned: tickets that it put under the deck and that are still there, top first
    boxed: long tickets that it put out of the game
    own_counters: numbers of the rules that only this seat may know
    revealed: once the game is over, the tickets of every seat; then `ledger` and `standings` are there, too"""

    def __init__(self, game: Game, seat: i64) -> None:
        super().__init__(game)
        self.seat: i64 = seat
        # --- public, counted or left of what is hidden
        self.deciding: i64 = 0
        self.waiting: list[bool] = []
        self.hand_sizes = vec[i64]()
        self.held_batches: list[list[int]] = []
        self.offer_batches: list[list[int]] = []
        # --- this seat's own
        self.hand: list[int] = []
        self.tickets: list[int] = []
        self.completed: list[bool] = []
        self.offer: list[int] = []
        self.choice: i64 = tickets.NOT_CHOSEN
        self.returned: list[int] = []
        self.boxed: list[int] = []
        self.own_counters: dict[str, int] = {}
        # --- told at the end
        self.revealed: list[list[int]] = []
        self.ledger: list[LedgerLine] = []
        self.standings: list[Standing] = []

    def __reduce__(self) -> tuple[object, ...]:
        """By its facts, and by nothing that is not in them."""
        from ferrovia.view.reading import from_facts

        return from_facts, (self.game, self.facts())

    def __repr__(self) -> str:
        whose = "a spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        return f"<View of {whose}, {place_in_game(self)}>"

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
        facts: dict[str, object] = {
            "board": game.board.id,
            "seats": game.seats,
            "options": dict(game.options),
            "seat": self.seat,
        }
        for fact in FACTS:
            facts[fact.name] = tell_fact(fact, game, getattr(self, fact.field))
        facts["deciding"] = self.deciding if self.phase != FIRST_TICKETS else None
        facts["completed"] = self.completed
        facts["closed"] = [self.closed_to(seat) for seat in range(game.seats)]
        facts["counters"] = {name: list(self.counters[at : at + width]) for name, at, width in game.counter_names}
        facts["own_counters"] = self.own_counters
        facts["ticket_counts"] = [len(batches) for batches in self.held_batches]
        facts["offer_sizes"] = [len(batches) for batches in self.offer_batches]
        facts["ticket_deck_size"] = len(self.put_under)
        facts["ledger"] = [list(line) for line in self.ledger]
        facts["standings"] = [list(standing) for standing in self.standings]
        return facts


tell_fields(View)


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
        view.boxed = held_by(state, tickets.boxed_by(seat))
    if state.phase == OVER:
        view.revealed = [held_by(state, other) for other in range(state.game.seats)]
        view.ledger = state.ledger()
        view.standings = state.standings()
    return view


def see_public(view: View, state: State) -> None:
    copy_public(state, view)
    seats = range(state.game.seats)
    view.deciding = state.seat
    view.waiting = [state.waits_for(other) for other in seats]
    view.hand_sizes = hand_sizes(state)
    view.held_batches = [batches_of(state, held_by(state, other)) for other in seats]
    view.offer_batches = [batches_of(state, tickets.offered(state, other)) for other in seats]


def hand_sizes(state: State) -> vec[i64]:
    sizes = vec[i64]([0] * state.game.seats)
    seat: i64
    for seat in range(state.game.seats):
        sizes[seat] = hand_size(state, seat)
    return sizes


def held_by(state: State, seat: i64) -> list[int]:
    return [ticket for ticket in range(state.game.tickets) if state.holder[ticket] == seat]


def batches_of(state: State, hidden: list[int]) -> list[int]:
    return sorted(state.ticket_batch[ticket] for ticket in hidden)


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
