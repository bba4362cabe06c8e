"""What only one seat knows of a position, or can count: read from its view or, for speed, from the state itself.

The two ways fill the same tables, and a test compares them: nothing that is not in the view gets here."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.engine import network, tickets
from ferrovia.engine.cards import hand_size
from ferrovia.engine.game import Game
from ferrovia.engine.phases import OVER
from ferrovia.engine.state import State
from ferrovia.engine.turn import waits_for
from ferrovia.view.view import View

NOBODY: Final = -1


@mypyc_attr(acyclic=True)
class Knowledge:
    """Tables that are filled anew for every observation."""

    def __init__(self, game: Game) -> None:
        self.seat: i64 = 0
        self.waiting = vec[i64]([0] * game.seats)
        self.hand_sizes = vec[i64]([0] * game.seats)
        self.hand = vec[i64]([0] * game.cards)
        self.ticket_counts = vec[i64]([0] * game.seats)
        self.offer_sizes = vec[i64]([0] * game.seats)
        self.holder = vec[i64]([NOBODY] * game.tickets)  # as far as the seat knows
        self.done = vec[i64]([0] * game.tickets)
        self.offer = vec[i64]([tickets.NO_TICKET] * game.most_dealt)
        self.choice: i64 = tickets.NOT_CHOSEN
        self.returned = vec[i64]([0] * game.tickets)  # its place in the deck, from 1

    def forget(self) -> None:
        """Everything that is written only here and there."""
        seat: i64
        for seat in range(len(self.waiting)):
            self.ticket_counts[seat] = 0
        ticket: i64
        for ticket in range(len(self.holder)):
            self.holder[ticket] = NOBODY
            self.done[ticket] = 0
            self.returned[ticket] = 0
        place: i64
        for place in range(len(self.offer)):
            self.offer[place] = tickets.NO_TICKET

    # --- from a view ------------------------------------------------------------------------------------
    def read_view(self, view: View) -> None:
        self.forget()
        game = view.game
        self.seat = view.seat
        self.choice = view.choice
        seat: i64
        for seat in range(game.seats):
            self.waiting[seat] = 1 if view.waiting[seat] else 0
            self.hand_sizes[seat] = view.hand_sizes[seat]
            self.ticket_counts[seat] = len(view.held_batches[seat])
            self.offer_sizes[seat] = len(view.offer_batches[seat])
        card: i64
        for card in range(game.cards):
            self.hand[card] = view.hand[card]
        for holder, held in enumerate(view.revealed):
            for ticket in held:
                self.holder[ticket] = holder
        for ticket, done in zip(view.tickets, view.completed, strict=True):
            self.holder[ticket] = view.seat
            self.done[ticket] = 1 if done else 0
        for place, ticket in enumerate(view.offer):
            self.offer[place] = ticket
        depths = [depth for depth in range(len(view.put_under)) if view.put_under[depth] == view.seat]
        for depth, ticket in zip(depths, view.returned, strict=True):
            self.returned[ticket] = depth + 1

    # --- from a state -----------------------------------------------------------------------------------
    def read_state(self, state: State, observer: i64) -> None:
        """Reads what `observe` would tell this seat."""
        self.forget()
        game = state.game
        self.seat = observer
        self.choice = state.choice[observer]
        seat: i64
        for seat in range(game.seats):
            self.waiting[seat] = 1 if waits_for(state, seat) else 0
            self.hand_sizes[seat] = hand_size(state, seat)
            self.offer_sizes[seat] = tickets.offer_size(state, seat)
        hands = state.hands
        base = observer * game.cards
        card: i64
        for card in range(game.cards):
            self.hand[card] = hands[base + card]
        self.read_tickets(state, observer)
        base = observer * game.most_dealt
        place: i64
        for place in range(game.most_dealt):
            self.offer[place] = state.offer[base + place]
        put_under = state.put_under
        for place in range(len(put_under)):
            if put_under[place] == observer:
                self.returned[state.ticket_deck[place]] = place + 1

    def read_tickets(self, state: State, observer: i64) -> None:
        """Everybody's are counted; the observer's own are known, and at the end all."""
        game = state.game
        holder = state.holder
        over = state.phase == OVER
        own: i64 = 0
        ticket: i64
        for ticket in range(game.tickets):
            seat = holder[ticket]
            if seat < 0:
                continue
            self.ticket_counts[seat] += 1
            if seat == observer:
                own += 1
            if seat == observer or over:
                self.holder[ticket] = seat
        if own == 0:
            return
        label = network.groups(state, observer)
        for ticket in range(game.tickets):
            if holder[ticket] == observer and network.joins(game, label, ticket):
                self.done[ticket] = 1
