"""Four ways people play, after styles that research on play-testing named.

F. de Mesentier Silva, S. Lee, J. Togelius and A. Nealen, "AI-based Playtesting of Contemporary Board Games" (FDG 2017)
and "AI as Evaluator" (AIIDE 2017), let four playing styles loose on many maps. We had the abstract of the first, the
names of the styles, and public Python files: all of a long-route agent, unfinished drafts of a one-step and a hungry
one. We read those for what they do and copied nothing; of the path agent we saw none. So "theirs" below is what we
understood, not a claim to play as the agents of the paper did. Ours is the rest: how many tickets fit the pieces, which
card to draw and which to pay with, two kinds of pieces, closed lanes. Tolls and merchandise none of them cares for.
"""

from __future__ import annotations

from typing import Final

from ferrovia.bots.outlook import Outlook
from ferrovia.bots.protocol import Actions
from ferrovia.bots.scripted import Scripted, keep_what_fits
from ferrovia.bots.search.ways import FAR

LONG: Final = 3
"""A lane of so many cards or more is a long one."""


class OneStep(Scripted):
    """One-step thinker: never sees further than the next lane.

    Theirs: one ticket at a time, the one worth most, and one lane of its shortest way. Ours, for the draft ends there:
    which lane, that it draws for this one alone, new tickets once none is open, the longest lane near the end."""

    def wanted(self, outlook: Outlook) -> list[int]:
        points = outlook.game.ticket_points
        for ticket in sorted(outlook.open_tickets(), key=lambda ticket: -points[ticket]):
            way = outlook.way(ticket)
            if way:
                return [min(way, key=outlook.missing)]
        return longest_lane(outlook)

    def keep(self, outlook: Outlook, actions: Actions) -> int:
        return keep_what_fits(outlook, actions, 0.8)

    def wants_tickets(self, outlook: Outlook) -> bool:
        return not any(outlook.way(ticket) for ticket in outlook.open_tickets()) and time_for_tickets(outlook)


class Hungry(Scripted):
    """Hungry for tickets: collects them first and builds afterwards.

    Theirs: keeps all it is dealt at first. Ours, after its name: it draws more before it builds, until three fifths of
    its pieces are spoken for, plans one network for all, and has a second helping when everything is connected."""

    FULL = 0.6
    ROOM = 0.8

    def wanted(self, outlook: Outlook) -> list[int]:
        return outlook.whole_network() or longest_lane(outlook)

    def keep(self, outlook: Outlook, actions: Actions) -> int:
        return keep_what_fits(outlook, actions, self.ROOM)

    def wants_tickets(self, outlook: Outlook) -> bool:
        lanes = outlook.whole_network()
        if not lanes:
            return time_for_tickets(outlook)
        early = outlook.pieces() == sum(outlook.game.supply)
        return early and outlook.pieces_for(lanes) < outlook.pieces() * self.FULL


class PathFocused(Scripted):
    """Path planner focused on routes: a plan for all tickets at once, then the routes of that plan.

    Theirs is no more than the name. Ours: no further tickets; of the plan, the lanes for most tickets first, then
    the most valuable; after it, the most valuable ones left."""

    def wanted(self, outlook: Outlook) -> list[int]:
        return outlook.whole_network() or longest_lane(outlook)

    def keep(self, outlook: Outlook, actions: Actions) -> int:
        return keep_what_fits(outlook, actions, 0.7)


class LongRoute(Scripted):
    """Long-route hunter: lives on the points of long routes.

    Theirs: tickets by their points for a piece over long routes alone, no further ones later, the most valuable first
    and by long routes if there is a way; then always the longest lane left, with wilds from the market. Ours: short
    lanes cost it extra instead of being out of the question, which on small boards would leave no way at all."""

    TAKES_WILDS = True

    def wanted(self, outlook: Outlook) -> list[int]:
        points = outlook.game.ticket_points
        prices = long_prices(outlook)
        for ticket in sorted(outlook.open_tickets(), key=lambda ticket: -points[ticket]):
            way = outlook.way(ticket, prices)
            if way:
                return sorted(way, key=lambda lane: -outlook.game.lane_cards[lane])
        return longest_lane(outlook)

    def keep(self, outlook: Outlook, actions: Actions) -> int:
        return keep_what_fits(outlook, actions, 0.6)


def longest_lane(outlook: Outlook) -> list[int]:
    """Of the open lanes with most points the one that lacks fewest cards; near the end, of those it can pay at once."""
    game = outlook.game
    hurry = outlook.fewest_pieces() <= game.end_at_pieces + 2 * LONG

    def order(lane: int) -> tuple[bool, int, int]:
        missing = outlook.missing(lane)
        return hurry and missing > 0, -game.lane_points[lane], missing

    lanes = [lane for lane, price in enumerate(outlook.prices) if 0 < price < FAR]
    return sorted(lanes, key=order)[:1]


def long_prices(outlook: Outlook) -> list[int]:
    """As if short lanes cost twice as much."""
    return [price * 2 if 0 < price < LONG else price for price in outlook.prices]


def time_for_tickets(outlook: Outlook) -> bool:
    """Whether every seat has enough pieces left for the game to go on for a while."""
    return outlook.fewest_pieces() * 3 >= sum(outlook.game.supply)
