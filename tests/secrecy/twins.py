"""States that differ from a given one only in what a seat may not know. Each kind changes one hidden thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ferrovia.engine.chance import Chance, from_secret, seeded
from ferrovia.engine.phases import FIRST_TICKETS, OVER
from ferrovia.engine.state import State
from ferrovia.engine.tickets import BOX, NO_TICKET, NOT_CHOSEN, boxed_by, count_bits
from ferrovia.view import determinize, observe

CARD_CODES = frozenset(
    {"row.filled", "row.reset", "row.stays", "deck.reshuffled", "cutting.turned_up", "tunnel.turned_up"}
)
TICKET_CODES = frozenset({"neutral.turned", "tickets.kept"})
OWN_CARDS = frozenset({"card.blind"})
OWN_TICKETS = frozenset({"tickets.offered"})
NOTHING: frozenset[str] = frozenset()


class Twin(NamedTuple):
    kind: str
    state: State
    shows: frozenset[str]
    """Events in which the table may come to see what differs."""
    own: frozenset[str]
    """Those in which only the seat it happens to may."""


def twins(state: State, viewer: int, luck: Chance) -> Iterator[Twin]:
    """One of each kind, where the state has something of it to hide. Viewer −1 is a spectator."""
    view = observe(state, viewer)
    by_seed, by_secret = seeded(luck.below(2**30)), from_secret(bytes(luck.below(256) for _ in range(32)))
    yield Twin("determinized", determinize(view, by_seed), CARD_CODES | TICKET_CODES, OWN_CARDS | OWN_TICKETS)
    other = state.clone()
    other.chance = by_secret
    yield Twin("chance", other, CARD_CODES | TICKET_CODES, OWN_CARDS | OWN_TICKETS)
    for kind, change, shows, own in CHANGES:
        twin = state.clone()
        if change(twin, viewer, luck):
            yield Twin(kind, twin, shows, own)


def pick(luck: Chance, items: list[tuple[int, ...]]) -> tuple[int, ...] | None:
    return items[luck.below(len(items))] if items else None


def others(state: State, viewer: int) -> list[int]:
    return [seat for seat in range(state.game.seats) if seat != viewer]


def unseen(state: State, seat: int, card: int) -> int:
    """How many of a card a hand holds that nobody saw it take."""
    place = seat * state.game.cards + card
    return int(state.hands[place] - state.known[place])


def swap_hand_and_deck(state: State, viewer: int, luck: Chance) -> bool:
    width = state.game.cards
    found = pick(luck, [
        (seat, given, taken)
        for seat in others(state, viewer)
        for given in range(width)
        for taken in range(width)
        if given != taken and unseen(state, seat, given) and state.deck[taken]
    ])  # fmt: skip
    if found is None:
        return False
    seat, given, taken = found
    state.hands[seat * width + given] -= 1
    state.hands[seat * width + taken] += 1
    state.deck[given] += 1
    state.deck[taken] -= 1
    return True


def swap_hands(state: State, viewer: int, luck: Chance) -> bool:
    """Two others exchange a card nobody saw."""
    width = state.game.cards
    found = pick(luck, [
        (one, other, given, taken)
        for one in others(state, viewer)
        for other in others(state, viewer)
        for given in range(width)
        for taken in range(width)
        if one != other and given != taken and unseen(state, one, given) and unseen(state, other, taken)
    ])  # fmt: skip
    if found is None:
        return False
    one, other, given, taken = found
    for seat, out, into in ((one, given, taken), (other, taken, given)):
        state.hands[seat * width + out] -= 1
        state.hands[seat * width + into] += 1
    return True


class Slots:
    """Where tickets lie that a viewer can't see; `deal` puts others of the same batch there (N12)."""

    def __init__(self, state: State, viewer: int) -> None:
        self.state = state
        hidden = others(state, viewer)
        self.held = [int(t) for t in range(state.game.tickets) if state.holder[t] in hidden]
        width = state.game.most_dealt
        self.offers = [at for at, t in enumerate(state.offer) if t != NO_TICKET and at // width in hidden]
        self.deck = [at for at, seat in enumerate(state.put_under) if seat != viewer or viewer < 0]

    def swap(self, one: int, other: int) -> None:
        """Ticket `one` goes where `other` was, and the other way round."""
        state = self.state
        state.holder[one], state.holder[other] = state.holder[other], state.holder[one]
        for table in (state.offer, state.ticket_deck):
            for at, ticket in enumerate(list(table)):
                if ticket in (one, other):
                    table[at] = other if ticket == one else one


def swap_tickets(state: State, luck: Chance, ones: list[int], others: list[int]) -> bool:
    found = pick(luck, [
        (one, other)
        for one in ones
        for other in others
        if one != other and state.ticket_batch[one] == state.ticket_batch[other] and state.phase != OVER
    ])  # fmt: skip
    if found is None:
        return False
    Slots(state, -1).swap(*found)
    return True


def hold_from_deck(state: State, viewer: int, luck: Chance) -> bool:
    """Another seat holds a ticket of the deck, which holds its own."""
    slots = Slots(state, viewer)
    return swap_tickets(state, luck, slots.held, [int(state.ticket_deck[at]) for at in slots.deck])


def hold_from_box(state: State, viewer: int, luck: Chance) -> bool:
    """Another seat holds a long ticket that is out of the game, by no doing of the viewer's; its own is there (L2)."""
    mine = boxed_by(viewer) if viewer >= 0 else NO_TICKET
    box = [t for t in range(state.game.tickets) if state.holder[t] <= BOX and state.holder[t] != mine]
    return swap_tickets(state, luck, Slots(state, viewer).held, box)


def hold_crosswise(state: State, viewer: int, luck: Chance) -> bool:
    """Two other seats hold each other's ticket."""
    held = Slots(state, viewer).held
    return any(
        swap_tickets(state, luck, [one], [t for t in held if state.holder[t] != state.holder[one]]) for one in held[:1]
    )


def offer_from_deck(state: State, viewer: int, luck: Chance) -> bool:
    slots = Slots(state, viewer)
    offered = [int(state.offer[at]) for at in slots.offers]
    return swap_tickets(state, luck, offered, [int(state.ticket_deck[at]) for at in slots.deck])


def offer_crosswise(state: State, viewer: int, luck: Chance) -> bool:
    """Offered tickets in another order, or before another seat."""
    offered = [int(state.offer[at]) for at in Slots(state, viewer).offers]
    return swap_tickets(state, luck, offered, offered)


def reorder_ticket_deck(state: State, viewer: int, luck: Chance) -> bool:
    deck = [int(state.ticket_deck[at]) for at in Slots(state, viewer).deck]
    return swap_tickets(state, luck, deck, deck)


def choose_otherwise(state: State, viewer: int, luck: Chance) -> bool:
    """Another seat's first choice, still face down, is a different one (R14)."""
    if state.phase != FIRST_TICKETS:
        return False
    game = state.game
    masks = [mask for mask in range(1, 1 << game.first_offer) if count_bits(mask) >= game.first_keep]
    found = pick(luck, [
        (seat, mask)
        for seat in others(state, viewer)
        for mask in masks
        if state.choice[seat] not in (NOT_CHOSEN, mask)
    ])  # fmt: skip
    if found is None:
        return False
    state.choice[found[0]] = found[1]
    return True


Change = Callable[[State, int, Chance], bool]

CHANGES: list[tuple[str, Change, frozenset[str], frozenset[str]]] = [
    ("hand and deck", swap_hand_and_deck, CARD_CODES, OWN_CARDS),
    ("two hands", swap_hands, NOTHING, NOTHING),
    ("held and deck", hold_from_deck, TICKET_CODES, OWN_TICKETS),
    ("held and box", hold_from_box, NOTHING, NOTHING),
    ("held crosswise", hold_crosswise, NOTHING, NOTHING),
    ("offer and deck", offer_from_deck, TICKET_CODES, OWN_TICKETS),
    ("offer crosswise", offer_crosswise, TICKET_CODES, OWN_TICKETS),
    ("ticket order", reorder_ticket_deck, TICKET_CODES, OWN_TICKETS),
    ("first choice", choose_otherwise, TICKET_CODES, OWN_TICKETS),
]
OF_LONG_TICKETS = frozenset({"held and box"})
"""Where a board has long tickets, and somebody else keeps one while others are out of the game."""
KINDS = {"determinized", "chance", *(kind for kind, *_ in CHANGES)} - OF_LONG_TICKETS
