"""Tickets: dealing, choosing, and where the rejected ones go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.engine.errors import Refusal
from ferrovia.engine.events import TABLE, Event
from ferrovia.engine.phases import FIRST_TICKETS

if TYPE_CHECKING:
    from ferrovia.engine.state import State

NO_TICKET: Final = -1
NOBODY: Final = -1
NOT_CHOSEN: Final = 0
UNKNOWN: Final = -1
LONG: Final = -1
"""The batch of long tickets: their backs tell them from all others (L4)."""
BOX: Final = -2
"""Who holds a ticket that is out of the game; `boxed_by` where a seat put it there (L2)."""


def count_bits(mask: i64) -> i64:
    count: i64 = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


def can_draw(state: State) -> bool:
    return len(state.ticket_deck) > 0 or len(state.ticket_discard) > 0


def offer(state: State, seat: i64, count: i64) -> None:
    """Puts up to `count` tickets before a seat: what is left if there are fewer (R13, N10)."""
    base = seat * state.game.most_dealt
    dealt = offer_size(state, seat)  # long ones lie there already
    count += dealt
    while dealt < count and len(state.ticket_deck) > 0:
        size = min(count - dealt, len(state.ticket_deck))
        index: i64
        for index in range(size):
            state.offer[base + dealt + index] = state.ticket_deck[index]
        dealt += size
        lift(state, size)
        restock(state)
    if state.log is not None:
        held = offered(state, seat)
        shown: dict[str, object] = {"count": len(held)}
        if len(held) < count:
            shown["ruling"] = "R13"
        state.log.append(Event("tickets.offered", int(seat), shown, {"tickets": held}))


def boxed_by(seat: i64) -> i64:
    return BOX - 1 - seat


def deal_long(state: State) -> None:
    """L1: everybody has some of the long tickets to choose from; the rest stays out of the game (L3)."""
    game = state.game
    long = vec[i64]()
    ticket: i64
    for ticket in range(game.tickets):
        if state.holder[ticket] == BOX:
            long = append(long, ticket)
    shuffle(state, long)
    place: i64
    for place in range(game.seats * game.long_deal):
        seat = place // game.long_deal
        state.offer[seat * game.most_dealt + place % game.long_deal] = long[place]
        state.holder[long[place]] = NOBODY


def set_long_apart(state: State) -> None:
    """L1: long tickets are a deck of their own, with a back of their own (L4); it lies in the box."""
    game = state.game
    deck = vec[i64]()
    for ticket in state.ticket_deck:
        if game.ticket_long[ticket]:
            state.holder[ticket] = BOX
            state.ticket_batch[ticket] = LONG
        else:
            deck = append(deck, ticket)
    state.ticket_deck = deck
    state.put_under = vec[i64]([UNKNOWN] * len(deck))


def lift(state: State, count: i64) -> None:
    """Takes tickets off the top. Call `restock` once they have come to rest."""
    state.ticket_deck = state.ticket_deck[count:]
    state.put_under = state.put_under[count:]


def restock(state: State) -> None:
    """N10: an empty ticket deck is made anew from the face-up discard at once."""
    count = len(state.ticket_discard)
    if len(state.ticket_deck) > 0 or count == 0:
        return
    deck = state.ticket_discard
    state.ticket_discard = vec[i64]()
    shuffle(state, deck)
    state.ticket_deck = deck
    state.put_under = vec[i64]([UNKNOWN] * count)
    state.batches += 1
    for ticket in deck:
        state.ticket_batch[ticket] = state.batches
    if state.log is not None:
        state.log.append(Event("tickets.reshuffled", TABLE, {"count": count, "ruling": "N10"}))


def shuffle(state: State, deck: vec[i64]) -> None:
    index: i64
    for index in range(len(deck) - 1, 0, -1):
        other = state.chance.below(index + 1)
        deck[index], deck[other] = deck[other], deck[index]


def offered(state: State, seat: i64) -> list[int]:
    width = state.game.most_dealt
    return [ticket for ticket in state.offer[seat * width : (seat + 1) * width] if ticket != NO_TICKET]


def offer_size(state: State, seat: i64) -> i64:
    width = state.game.most_dealt
    size: i64 = 0
    while size < width and state.offer[seat * width + size] != NO_TICKET:
        size += 1
    return size


def keeps(state: State, seat: i64) -> vec[i64]:
    """The sets of tickets that a seat may keep of its offer, as actions."""
    size = offer_size(state, seat)
    game = state.game
    table = game.first_keeps if state.phase == FIRST_TICKETS else game.later_keeps
    return table[size]


def check_keep(state: State, mask: i64, least: i64) -> None:
    size = offer_size(state, state.seat)
    one: i64 = 1
    if mask >= one << size:
        raise Refusal("tickets.not_offered", {"offered": size})
    if count_bits(mask) < min(least, size):
        raise Refusal("tickets.too_few", {"least": min(least, size)})


def keep(state: State, seat: i64, mask: i64) -> None:
    """Gives the seat what it kept; the rest goes where the board says, in the order held (R14, R16)."""
    if state.log is not None:
        state.log.append(kept_event(state, seat, mask))
    base = seat * state.game.most_dealt
    index: i64
    for index in range(offer_size(state, seat)):
        ticket = state.offer[base + index]
        state.offer[base + index] = NO_TICKET
        if mask >> index & 1:
            state.holder[ticket] = seat
        else:
            reject(state, seat, ticket)
    restock(state)


def kept_event(state: State, seat: i64, mask: i64) -> Event:
    held = offered(state, seat)
    kept = [ticket for index, ticket in enumerate(held) if mask >> index & 1]
    rejected = [ticket for ticket in held if ticket not in kept]
    shown: dict[str, object] = {"kept": len(kept), "rejected": len(rejected)}
    long = [ticket for ticket in held if state.game.ticket_long[ticket]]
    if long:
        shown["long"] = len([ticket for ticket in long if ticket in kept])  # L4
    if state.game.tickets_face_up:
        shown["discarded"] = [ticket for ticket in rejected if not state.game.ticket_long[ticket]]  # L2
        shown["ruling"] = "N12"
    return Event("tickets.kept", int(seat), shown, {"tickets": kept, "returned": rejected})


def reject(state: State, seat: i64, ticket: i64) -> None:
    if state.game.ticket_long[ticket]:
        state.holder[ticket] = boxed_by(seat)
    elif state.game.tickets_face_up:
        state.ticket_discard = append(state.ticket_discard, ticket)
    else:
        state.ticket_deck = append(state.ticket_deck, ticket)
        state.put_under = append(state.put_under, seat)
