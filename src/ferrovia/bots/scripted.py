"""How every scripted bot goes about a decision; each says for itself what it wants and what it keeps."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import islice

from ferrovia.bots.outlook import Outlook
from ferrovia.bots.protocol import Actions, Bot, Budget
from ferrovia.bots.search.ways import FAR, claims_among, lanes_of
from ferrovia.engine.actions import (
    BLIND,
    TICKETS,
    claimed_lane,
    is_keep,
    is_slot,
    kept_mask,
    paid_colour,
    paid_wilds,
    slot_of,
)
from ferrovia.engine.chance import Chance
from ferrovia.engine.phases import SECOND_CARD
from ferrovia.engine.tickets import count_bits
from ferrovia.view import View


class Scripted(Bot):
    """Wants some lanes, the most wanted first: claims one if it can pay it, otherwise draws what they lack."""

    TAKES_WILDS = False
    """Whether it would rather have a face-up wild than a card from the deck."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.hand: list[int] = []
        self.tried: set[int] = set()

    @abstractmethod
    def wanted(self, outlook: Outlook) -> list[int]:
        """The lanes it is after. With none it claims what gives most points."""

    def keep(self, outlook: Outlook, actions: Actions) -> int:
        """As few tickets as allowed, and those that need the fewest cards."""
        needs = [way_cost(outlook, ticket) for ticket in outlook.view.offer]
        return min(actions, key=lambda action: (count_bits(kept_mask(action)), sum(chosen(needs, action))))

    def wants_tickets(self, outlook: Outlook) -> bool:
        """Whether it would rather draw tickets than anything else."""
        return False

    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        game = view.game
        outlook = Outlook(view)
        if is_keep(game, actions[0]):
            return self.keep(outlook, actions)
        if view.phase != SECOND_CARD and TICKETS in actions and self.wants_tickets(outlook):
            return TICKETS
        wanted = self.wanted(outlook)
        for choice in (
            self.claim(outlook, self.new_claims(view, actions), wanted),
            self.card(outlook, actions, wanted),
        ):
            if choice is not None:
                return choice
        return TICKETS if TICKETS in actions else actions[0]

    def new_claims(self, view: View, actions: Actions) -> list[int]:
        """Without lanes claimed in vain with the very same hand, as rules may have it: that could go on for ever."""
        game = view.game
        if self.hand != view.hand:
            self.hand = list(view.hand)
            self.tried.clear()
        claims = claims_among(game, list(actions))
        return [claim for claim in claims if claimed_lane(game, claim) not in self.tried] if self.tried else claims

    def claim(self, outlook: Outlook, claims: list[int], wanted: Sequence[int]) -> int | None:
        """The most wanted lane that can be paid; without a wish, the lane with most points."""
        game = outlook.game
        payable = set(lanes_of(game, claims))
        if wanted:
            lane = next((lane for lane in wanted if lane in payable), None)
        else:
            lane = max(payable, key=lambda lane: (game.lane_points[lane], -lane), default=None)
        if lane is None:
            return None
        self.tried.add(lane)
        return pay(outlook, claims, lane, wanted)

    def card(self, outlook: Outlook, actions: Actions, wanted: Sequence[int]) -> int | None:
        """A face-up card of the colour that lacks most; a wild, for those who like them; a blind one."""
        view, wild = outlook.view, outlook.game.wild
        needed = outlook.needed(wanted)
        slots = [action for action in islice(actions, BLIND + 1) if is_slot(action)]  # sorted: no slot comes later
        useful = [slot for slot in slots if view.market[slot_of(slot)] != wild and needed[view.market[slot_of(slot)]]]
        if useful:
            return max(useful, key=lambda slot: (needed[view.market[slot_of(slot)]], -slot))
        wilds = [slot for slot in slots if self.TAKES_WILDS and view.market[slot_of(slot)] == wild]
        blind = [BLIND] if BLIND in actions else []
        return next(iter(wilds + blind + slots), None)


def pay(outlook: Outlook, claims: list[int], lane: int, wanted: Sequence[int]) -> int:
    """The claim of a lane with the fewest wilds, in the colour that other wanted lanes need least."""
    game, hand = outlook.game, outlook.view.hand
    needed = outlook.needed([other for other in wanted if other != lane and game.lane_colour[other] != game.grey])

    def price(action: int) -> tuple[int, int, int]:
        colour = paid_colour(game, action)
        return paid_wilds(game, action), needed[colour], -hand[colour]

    of_lane = zip(claims, lanes_of(game, claims), strict=True)
    return min((action for action, claimed in of_lane if claimed == lane), key=price)


# --- tickets ------------------------------------------------------------------------------------------------
def way_cost(outlook: Outlook, ticket: int) -> int:
    """In cards; FAR if it can't be done any more."""
    way = outlook.way(ticket)
    return FAR if way is None else outlook.cost(way)


def chosen(things: Sequence[int], action: int) -> Iterator[int]:
    """Those of some things, one for each offered ticket, that a choice keeps."""
    return (thing for index, thing in enumerate(things) if kept_mask(action) >> index & 1)


def keep_what_fits(outlook: Outlook, actions: Actions, share: float) -> int:
    """The tickets worth most if all are done that fit a share of the pieces left, and the others count against it."""
    game, view = outlook.game, outlook.view
    most = outlook.pieces() * share

    def worth(action: int) -> tuple[float, int]:
        lanes, done = outlook.network([*outlook.open_tickets(), *chosen(view.offer, action)])
        points = sum(int(game.ticket_points[t]) * (1 if t in done else -1) for t in chosen(view.offer, action))
        over = max(0.0, outlook.pieces_for(lanes) - most)
        return points - 3 * over, -len(lanes)

    return max(actions, key=worth)
