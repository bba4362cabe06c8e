"""The rare branches are really reached: random games on the boards that ship come by every one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise

import pytest

from ferrovia.engine.board import Board
from ferrovia.engine.chance import seeded
from ferrovia.engine.events import Event
from ferrovia.engine.market import WILD_LIMIT, can_settle
from ferrovia.engine.network import groups, joins, ticket_groups
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.setup import deal
from ferrovia.engine.state import NOBODY, State
from ferrovia.engine.values import Standing
from properties.accounts import counters
from properties.tables import Table, tables
from toy.cuttings import TOY

GAMES = 400  # at most, per table; rules that change luck may need more than now
FEW_PIECES = 20
Seen = Callable[[State, Sequence[Event]], bool]
"""Whether a game that ended in this state, with these events, took a branch."""


def said(code: str, **public: object) -> Seen:
    """An event of this code says this."""

    def seen(state: State, events: Sequence[Event]) -> bool:
        return any(event.code == code and public.items() <= event.public.items() for event in events)

    return seen


def second_lane_loan(state: State, events: Sequence[Event]) -> bool:
    return any(event.code == "loan.taken" and event.public["to"] != NOBODY for event in events)


def tickets_ran_out(*after: str) -> Seen:
    """N25: the last ticket was turned up, or went with a player's draw."""

    def seen(state: State, events: Sequence[Event]) -> bool:
        return any(
            event.code == "neutral.ended" and event.public["reason"] == "tickets" and before.code in after
            for before, event in pairwise(events)
        )

    return seen


def merchandise_tie(state: State, events: Sequence[Event]) -> bool:
    taken = [count for count in counters(state, "merchandise") or [] if count > 0]
    return len(set(taken)) < len(taken)


def won(test: Callable[[list[Standing]], bool]) -> Seen:
    """The final order is of this kind."""

    def seen(state: State, events: Sequence[Event]) -> bool:
        return test(state.standings())

    return seen


def path_without_bonus(state: State, events: Sequence[Event]) -> bool:
    """R26, N7: the path has broken a tie on a board that gives no points for it."""
    by_path = any(one.decided_by == "longest_path" for one in state.standings())
    return by_path and "longest_path" not in state.game.rule_by_id


def ferry_claimed(state: State, events: Sequence[Event]) -> bool:
    lanes = {event.public["lane"] for event in events if event.code == "route.claimed"}
    return any(lane.columns.get("ferry") for number, lane in enumerate(state.game.lanes) if number in lanes)


def finished_by_a_station(state: State, events: Sequence[Event]) -> bool:
    """S4: a ticket that the seat's own lanes leave open."""
    game = state.game
    return any(
        joins(game, ticket_groups(state, holder), ticket) and not joins(game, groups(state, holder), ticket)
        for ticket, holder in enumerate(state.holder)
        if 0 <= holder < game.seats
    )


def long_ticket_returned(state: State, events: Sequence[Event]) -> bool:
    returned = [event.private["returned"] for event in events if event.code == "tickets.kept"]
    long = {ticket for ticket, is_long in enumerate(state.game.ticket_long) if is_long}
    return any(isinstance(tickets, list) and not long.isdisjoint(tickets) for tickets in returned)


ANYWHERE: dict[str, Seen] = {
    "R2 reset": said("row.reset"),
    "R2 reset cap": said("row.stays"),
    "R7 no second card": said("card.only_one"),
    "R9 deck made anew": said("deck.reshuffled"),
    "R10 row filled by a claim": said("row.refilled"),
    "R11 forced pass": said("turn.passed"),
    "R12 all pass": said("game.over", reason="all_passed"),
    "R13 short ticket deck": said("tickets.offered", ruling="R13"),
    "R22 second lane closed": said("route.closed"),
    "R23 last round": said("game.over", reason="last_round"),
    "R26 tie broken by tickets": won(lambda order: order[1].decided_by == "tickets"),
    "R26 tie broken by the path": won(lambda order: order[1].decided_by == "longest_path"),
    "R26 lower place by the path": won(lambda order: any(one.decided_by == "longest_path" for one in order[2:])),
    "R28 total below zero": won(lambda order: order[-1].score < 0),
}
OF_RULES: dict[str, dict[str, Seen]] = {
    "merchandise": {
        "A1 merchandise": said("merchandise.taken"),
        "A3 merchandise tie": merchandise_tie,
    },
    "tolls": {
        "N2 toll to the other lane's owner": said("toll.received", ruling="N2"),
        "N3 loan": said("loan.taken"),
        "N5 loan on a second lane": second_lane_loan,
    },
    "neutral_player": {
        "N21 blank ticket": said("neutral.blank", ruling="N21"),
        "N22 choice of lane": said("neutral.placed", ruling="N22"),
        "N23 lane beside a player": said("neutral.placed", ruling="N23"),
        "N24 nothing to place": said("neutral.blank", ruling="N24"),
        "N25 too few pieces": said("neutral.ended", reason="pieces"),
        "N25 no piece left": said("neutral.ended", reason="no_pieces"),
        "N25 out of tickets, by a draw": tickets_ran_out("tickets.kept", "tickets.reshuffled"),
        "N25 out of tickets, turned up": tickets_ran_out("neutral.blank", "neutral.placed", "toll.received"),
        "N26 lane beside the neutral player": said("toll.paid", ruling="N26"),
    },
    "ferries": {"F1 ferry": ferry_claimed},
    "tunnels": {
        "T1 no match": said("tunnel.turned_up", extra=0),
        "T4 deck too small for a tunnel": said("tunnel.turned_up", ruling="T4"),
        "T5 a card more": said("tunnel.turned_up", extra=1),
        "T6 cards taken back": said("tunnel.withdrawn"),
    },
    "stations": {"S1 station": said("station.built"), "S4 ticket over a lent lane": finished_by_a_station},
}
OF_KNOBS: dict[str, tuple[Callable[[Board], bool], Seen]] = {
    "R26 shared victory": (  # after a long game nobody is even by points, tickets and paths
        lambda board: sum(kind.supply for kind in board.kinds) <= FEW_PIECES,
        won(lambda order: order[1].place == 1),
    ),
    "L2 long ticket returned": (lambda board: board.ticket_deal.long_deal > 0, long_ticket_returned),
    "N10 tickets shuffled anew": (lambda board: board.ticket_deal.face_up_discard, said("tickets.reshuffled")),
    "R26 path without the bonus": (
        lambda board: all(use.rule != "longest_path" for use in board.rules),
        path_without_bonus,
    ),
}
BRANCHES = (
    ANYWHERE
    | {
        name: seen
        for rule, branches in OF_RULES.items()
        if any(use.rule == rule for table in tables() for use in table.board.rules)
        for name, seen in branches.items()
    }
    | {name: seen for name, (offers, seen) in OF_KNOBS.items() if any(offers(table.board) for table in tables())}
)
"""All that the boards at these tables can come by."""


MOMENTS: dict[str, Callable[[State], bool]] = {
    "R2 no reset that can't end": lambda state: bool(state.market_wilds >= WILD_LIMIT and not can_settle(state)),
    "R10 deck and discard empty": lambda state: state.deck_total == 0 and state.discard_total == 0,
}
"""Branches that no event tells of: they show in a state on the way."""


def branches_of(table: Table, number: int) -> set[str]:
    """The branches that one random game takes."""
    game = table.game()
    events: list[Event] = []
    state = deal(game, seeded(5, number), events)
    policy = RandomPolicy(game, seeded(6, number))
    moments: set[str] = set()
    while not state.over:
        state.apply(policy.choose(state))
        if state.market_wilds >= WILD_LIMIT or state.deck_total == 0:
            moments.update(name for name, seen in MOMENTS.items() if seen(state))
    return moments | {name for name, seen in BRANCHES.items() if seen(state, events)}


@cache
def reached() -> Counter[str]:
    """In how many games each branch was taken, on all boards but the toy; once each was, no more are played."""
    found = Counter[str]()
    for number in range(GAMES):
        for table in tables():
            if table.board is not TOY:
                found.update(branches_of(table, number))
        if found.keys() == BRANCHES.keys() | MOMENTS.keys():
            break
    return found


@pytest.mark.parametrize("branch", [*BRANCHES, *MOMENTS])
def test_rare_branches_are_reached(branch: str) -> None:
    assert reached()[branch] > 0, f"{GAMES} random games at every table, and never: {branch}"
