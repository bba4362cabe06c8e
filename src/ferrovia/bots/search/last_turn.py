"""A seat's last turn: nothing comes after it, so the final count itself says what every claim is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.bots.search.claim_choice import payment, touches
from ferrovia.bots.search.features import open_tickets, ticket_labels
from ferrovia.bots.search.network_plans import NOTHING
from ferrovia.bots.search.pathfinder import FAR
from ferrovia.engine.claims import affordable, is_open
from ferrovia.engine.phases import OVER
from ferrovia.engine.scoring import ledger
from ferrovia.engine.state import State

if TYPE_CHECKING:
    from ferrovia.bots.search.playout_policy import PlayoutPolicy

EVERY_CLAIM: Final = 1000


def choose_last_claim(policy: PlayoutPolicy, state: State) -> i64:
    """The claim that leaves the seat best off, NOTHING if it is better off without any.

    Of the lanes that seem best by their points and tickets, as many as the policy counts are counted in full, by the
    ledger: the longest path and whatever else the rules give are in it."""
    lanes = vec[i64]()
    worths = vec[i64]()
    lane: i64
    label = ticket_labels(state, policy.seat)
    tickets = open_tickets(policy, state)
    for lane in range(len(state.owner)):
        if is_payable(policy, state, lane):
            lanes = append(lanes, lane)
            worths = append(worths, worth_at_the_end(policy, lane, label, tickets))
    best: i64 = NOTHING
    most: i64 = 0
    if policy.counted == 0:
        index = highest(worths)
        if index != NOTHING and worths[index] > 0:
            best = lanes[index]
    elif len(lanes) > 0:
        before = final_lead(state, policy.seat)
        for _ in range(policy.counted):
            index = highest(worths)
            if index == NOTHING:
                break
            lead = lead_after(policy, state, lanes[index], worths[index]) - before
            if lead > most:
                most = lead
                best = lanes[index]
            worths[index] = -FAR
    if best == NOTHING:
        return NOTHING
    return payment(policy, best)


def is_payable(policy: PlayoutPolicy, state: State, lane: i64) -> bool:
    game = policy.game
    if game.lane_pieces[lane] > state.pieces[policy.seat * game.kinds + game.lane_kind[lane]]:
        return False
    return is_open(state, policy.seat, lane) and affordable(state, policy.seat, lane)


def worth_at_the_end(policy: PlayoutPolicy, lane: i64, label: vec[i64], tickets: vec[i64]) -> i64:
    """In tenths of a point: what the lane gives, twice the points of every ticket it completes, and a little for
    joining the seat's network where rules reward that."""
    game = policy.game
    worth = policy.tables.worth[lane]
    one = label[game.lane_a[lane]]
    other = label[game.lane_b[lane]]
    if one == other:
        return worth
    for ticket in tickets:
        start = label[game.ticket_a[ticket]]
        if start != one and start != other:
            continue
        wanted = one + other - start
        for goal in game.goals(ticket):
            if label[goal] == wanted:
                worth += 20 * game.ticket_points[ticket]
                break
    if policy.tables.rewards_joining and touches(policy.own_places, game, lane) > 0:
        worth += policy.weights.join
    return worth


def lead_after(policy: PlayoutPolicy, state: State, lane: i64, worth: i64) -> i64:
    """The lead at the end if the seat claims this lane and nobody does anything more."""
    after = state.clone()
    after.apply(payment(policy, lane))
    if after.owner[lane] != policy.seat:  # a rule holds the claim up for a decision
        return final_lead(state, policy.seat) + worth * (state.game.seats - 1) // 10
    return final_lead(after, policy.seat)


def final_lead(state: State, seat: i64) -> i64:
    """The points by which the seat would lead the others, summed over them, if the game ended here.

    What others hold hidden counts the same whatever the seat does: the difference of two leads tells nothing of it."""
    phase = state.phase
    state.phase = OVER
    totals = ledger(state, None).totals
    state.phase = phase
    lead = totals[seat] * len(totals)
    for total in totals:
        lead -= total
    return lead


def highest(worths: vec[i64]) -> i64:
    """Where the highest stands; NOTHING if all are taken."""
    best: i64 = NOTHING
    most: i64 = -FAR
    index: i64
    for index in range(len(worths)):
        if worths[index] > most:
            most = worths[index]
            best = index
    return best
