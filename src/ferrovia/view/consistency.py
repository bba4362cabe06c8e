"""Could these facts be a view of this game? What comes from elsewhere is counted before it is believed."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine.audit import pieces_are_all_there, points_are_earned
from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.game import RULE_PHASE, Game
from ferrovia.engine.phases import FIRST_TICKETS, OVER
from ferrovia.engine.state import NOBODY
from ferrovia.view.view import SPECTATOR, View


def inconsistency(view: View) -> str:
    """What contradicts itself, in a word, or ""."""
    if not turn_is_possible(view):
        return "turn"
    if not numbers_are_in_range(view):
        return "range"
    if not cards_fit_the_deck(view):
        return "cards"
    if not pieces_are_all_there(view):
        return "pieces"
    if not points_are_earned(view):
        return "points"
    return "" if tickets_fit_the_box(view) else "tickets"


def turn_is_possible(view: View) -> bool:
    game = view.game
    known = 0 <= view.phase <= OVER or RULE_PHASE <= view.phase < RULE_PHASE + len(game.phase_rules)
    seats = (view.turn, view.first, view.deciding)
    if not known or not all(0 <= seat < game.seats for seat in seats):
        return False
    if min(view.turns, view.passes, view.turns_left) < 0:
        return False
    if view.phase == FIRST_TICKETS:
        return True
    return all(waits == (seat == view.deciding and not view.over) for seat, waits in enumerate(view.waiting))


def numbers_are_in_range(view: View) -> bool:
    game = view.game
    own = game.cards if view.seat != SPECTATOR else 0
    return (
        all(NO_CARD <= card < game.cards for card in view.market)
        and all(NOBODY <= owner < game.seats + len(game.owner_names) for owner in view.owner)
        and all(NOBODY <= seat < game.seats for seat in view.put_under)
        and len(view.hand) == own
        and len(view.held_batches) == len(view.offer_batches) == game.seats
        and len(view.revealed) == (game.seats if view.over else 0)
    )


def cards_fit_the_deck(view: View) -> bool:
    """Every card that is seen or counted is one of the box, and none is missing."""
    game = view.game
    seen = seen_cards(view)
    if min([*seen, *view.hand, *view.known, *view.hand_sizes, *view.discard, view.deck_total]) < 0:
        return False
    if any(seen[card] > game.deck[card] for card in range(game.cards)):
        return False
    for seat in range(game.seats):
        if sum(known_of(view, seat)) > view.hand_sizes[seat]:
            return False
    if view.seat != SPECTATOR and sum(view.hand) != view.hand_sizes[view.seat]:
        return False
    shown = sum([1 for card in view.market if card != NO_CARD])
    return view.deck_total + sum(view.discard) + sum(view.hand_sizes) + shown == sum(game.deck)


def seen_cards(view: View) -> vec[i64]:
    """How many of each card this seat knows the place of."""
    seen = view.discard[:]
    for shown in view.market:
        if shown != NO_CARD:
            seen[shown] += 1
    for seat in range(view.game.seats):
        held = view.hand if seat == view.seat else known_of(view, seat)
        for card, count in enumerate(held):
            seen[card] += count
    return seen


def known_of(view: View, seat: i64) -> list[int]:
    width = view.game.cards
    return [count for count in view.known[seat * width : (seat + 1) * width]]


def tickets_fit_the_box(view: View) -> bool:
    """Those that are named are different ones of the box, and the numbers of the others add up."""
    game = view.game
    shown = [ticket for rule in game.rules for ticket in rule.shown_tickets(view.counters)]
    named = [*view.tickets, *view.offer, *view.returned, *view.ticket_discard, *shown]
    if len(set(named)) != len(named) or not all(0 <= ticket < game.tickets for ticket in named):
        return False
    if view.seat != SPECTATOR and not own_tickets_fit(view, game):
        return False
    held = sum([len(batches) for batches in (*view.held_batches, *view.offer_batches)])
    return held + len(view.put_under) + len(view.ticket_discard) + len(shown) == game.tickets


def own_tickets_fit(view: View, game: Game) -> bool:
    mine = [seat for seat in view.put_under if seat == view.seat]
    return (
        len(view.tickets) == len(view.held_batches[view.seat])
        and len(view.offer) == len(view.offer_batches[view.seat])
        and len(view.returned) == len(mine)
    )
