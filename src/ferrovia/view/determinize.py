"""A whole state that fits what a seat knows: everything hidden is dealt anew by a chance of the caller's."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.engine import tickets
from ferrovia.engine.cards import NO_CARD, draw, hand_size
from ferrovia.engine.chance import Chance
from ferrovia.engine.phases import FIRST_TICKETS
from ferrovia.engine.public import copy_public
from ferrovia.engine.state import NOBODY, State
from ferrovia.view.view import View


def determinize(view: View, chance: Chance) -> State:
    """The seat's view of the result is the view that was given. All that may be is equally likely.

    A view is of one moment. That a ticket which the seat once put under the deck has been offered to somebody since is
    not in it, so the ticket may turn up anywhere. Who remembers such things says so by `determinize_likely`."""
    return determinize_likely(view, chance, vec[i64]())


def determinize_likely(view: View, chance: Chance, weights: vec[i64]) -> State:
    """The same, with tickets dealt to the hands of others by weight: one row per seat, one number per ticket.

    Weights are above 0. Without any, all tickets are equally likely."""
    state = State(view.game, chance)
    lay_public(view, state)
    deal_cards(view, state)
    deal_tickets(view, state, weights)
    if view.phase == FIRST_TICKETS:
        choose_for_others(view, state)
    return state


def lay_public(view: View, state: State) -> None:
    """What everybody sees, and what can be counted of it."""
    copy_public(view, state)
    state.seat = view.deciding
    for card in view.market:
        if card == view.game.wild:
            state.market_wilds += 1
    for count in view.discard:
        state.discard_total += count


def deal_cards(view: View, state: State) -> None:
    """Other hands hold what was seen being taken, and for the rest any of the cards nobody can see."""
    game = view.game
    width = game.cards
    state.hands = view.known[:]
    if view.seat >= 0:
        card: i64
        for card in range(width):
            state.hands[view.seat * width + card] = view.hand[card]
    unseen = game.deck[:]
    place: i64
    for place in range(width):
        unseen[place] -= view.discard[place]
    for face_up in view.market:
        if face_up != NO_CARD:
            unseen[face_up] -= 1
    for place in range(len(state.hands)):
        unseen[place % width] -= state.hands[place]
    state.deck = unseen
    state.deck_total = 0
    for count in unseen:
        state.deck_total += count
    seat: i64
    for seat in range(game.seats):
        for _ in range(view.hand_sizes[seat] - hand_size(state, seat)):
            state.hands[seat * width + draw(state)] += 1


def deal_tickets(view: View, state: State, weights: vec[i64]) -> None:
    """Every hidden ticket goes to a place where one of its batch may be (N12)."""
    game = view.game
    state.holder = vec[i64]([NOBODY] * game.tickets)
    state.offer = vec[i64]([tickets.NO_TICKET] * (game.seats * game.most_dealt))
    state.choice = vec[i64]([tickets.NOT_CHOSEN] * game.seats)
    pools = hidden_by_batch(view)
    for pool in pools:
        tickets.shuffle(state, pool)
    for ticket in view.tickets:
        state.holder[ticket] = view.seat
    seat: i64
    index: i64
    for seat in range(game.seats):
        if seat == view.seat:
            own = view.offer
        else:
            own = [take(pools, batch) for batch in view.offer_batches[seat]]
            if view.over:  # tickets lie open
                for ticket in view.revealed[seat]:
                    state.holder[ticket] = seat
            else:
                for batch in view.held_batches[seat]:
                    if len(weights) > 0:
                        favour(pools[batch], weights, seat * game.tickets, state.chance)
                    state.holder[take(pools, batch)] = seat
        for index in range(len(own)):
            state.offer[seat * game.most_dealt + index] = own[index]
    deck = vec[i64]()
    returned: i64 = 0
    for origin in view.put_under:
        if origin == view.seat and view.seat >= 0:
            deck = append(deck, i64(view.returned[returned]))
            returned += 1
        else:
            deck = append(deck, take(pools, view.batches))
    state.ticket_deck = deck
    if game.long_deal > 0:
        fill_box(view, state, pools)


def fill_box(view: View, state: State, pools: list[vec[i64]]) -> None:
    """L2: the long tickets that nobody has kept, with whoever put them there."""
    game = view.game
    for ticket in view.boxed:
        state.holder[ticket] = tickets.boxed_by(view.seat)
    seat: i64
    for seat in range(game.seats):
        if seat != view.seat and view.phase != FIRST_TICKETS:
            for _ in range(game.long_deal - view.held_batches[seat].count(tickets.LONG)):
                state.holder[take(pools, tickets.LONG)] = tickets.boxed_by(seat)
    while len(pools[tickets.LONG]) > 0:
        state.holder[take(pools, tickets.LONG)] = tickets.BOX


def hidden_by_batch(view: View) -> list[vec[i64]]:
    """The tickets whose place the seat can't see; the long ones are the last pool, for LONG is −1."""
    seen = {*view.tickets, *view.offer, *view.returned, *view.boxed, *view.ticket_discard, *shown_by_rules(view)}
    for held in view.revealed:
        seen.update(held)
    pools = [vec[i64]() for _ in range(view.batches + 2)]
    ticket: i64
    for ticket in range(view.game.tickets):
        if ticket not in seen:
            batch = view.ticket_batch[ticket]
            pools[batch] = append(pools[batch], ticket)
    return pools


def shown_by_rules(view: View) -> list[int]:
    """Tickets that lie open before everybody until a rule's decision is made."""
    shown: list[int] = []
    for rule in view.game.rules:
        shown += rule.shown_tickets(view.counters)
    return shown


def favour(pool: vec[i64], weights: vec[i64], row: i64, chance: Chance) -> None:
    """Brings a ticket drawn by weight to the end of the pool, where the next one is taken."""
    total: i64 = 0
    for ticket in pool:
        total += weights[row + ticket]
    pick = chance.below(total)
    place: i64 = 0
    while pick >= weights[row + pool[place]]:
        pick -= weights[row + pool[place]]
        place += 1
    last = len(pool) - 1
    pool[place], pool[last] = pool[last], pool[place]


def take(pools: list[vec[i64]], batch: i64) -> i64:
    pool = pools[batch]
    last = len(pool) - 1
    ticket = pool[last]
    pools[batch] = pool[:last]
    return ticket


def choose_for_others(view: View, state: State) -> None:
    """Whoever has chosen face down has chosen something that is allowed."""
    game = view.game
    seat: i64
    for seat in range(game.seats):
        if seat == view.seat:
            state.choice[seat] = view.choice
        elif not view.waiting[seat]:
            one: i64 = 1
            full = (one << len(view.offer_batches[seat])) - 1
            mask: i64 = 0
            while tickets.count_bits(mask) < game.first_keep:
                mask = state.chance.below(full) + 1
            state.choice[seat] = mask
