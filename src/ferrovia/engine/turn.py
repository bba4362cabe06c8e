"""A turn from its first decision to its end: what may be done, doing it, who comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.engine import cards, claims, market, tickets
from ferrovia.engine.actions import BLIND, PASS, SLOT, SLOTS, TICKETS, is_claim, is_keep, kept_mask, slot_of
from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.errors import Refusal
from ferrovia.engine.events import TABLE, Event
from ferrovia.engine.game import RULE_PHASE
from ferrovia.engine.phases import FIRST_TICKETS, KEEP_TICKETS, OVER, SECOND_CARD, TURN

if TYPE_CHECKING:
    from ferrovia.engine.state import State

WIDE: Final = 1 << 60  # more than any action or seat: compiled code raises a TypeError at what is no i64


# --- what may be done -----------------------------------------------------------------------------------
def legal_actions(state: State) -> vec[i64]:
    phase = state.phase
    actions = vec[i64](capacity=64)
    if phase == TURN:
        actions = add_cards(state, actions)
        if tickets.can_draw(state):
            actions = append(actions, TICKETS)
        actions = claims.add_claims(state, actions)
        for rule in state.game.action_offers:
            actions = rule.legal(state, actions)
        if len(actions) == 0:  # R11
            actions = append(actions, PASS)
    elif phase == SECOND_CARD:
        actions = add_second_cards(state, actions)
    elif phase in (FIRST_TICKETS, KEEP_TICKETS):
        return tickets.keeps(state, state.seat)[:]
    elif phase >= RULE_PHASE:
        actions = state.game.phase_rules[phase - RULE_PHASE].legal(state, actions)
    return actions


def legal_for(state: State, seat: i64) -> vec[i64]:
    if not waits_for(state, seat):
        return vec[i64]()
    if state.phase == FIRST_TICKETS:
        return tickets.keeps(state, seat)[:]
    return legal_actions(state)


def add_cards(state: State, actions: vec[i64]) -> vec[i64]:
    face_up = state.market
    slot: i64
    for slot in range(SLOTS):
        if face_up[slot] != NO_CARD:
            actions = append(actions, SLOT + slot)
    if state.deck_total > 0:
        actions = append(actions, BLIND)
    return actions


def add_second_cards(state: State, actions: vec[i64]) -> vec[i64]:
    face_up = state.market
    wild = state.game.wild
    slot: i64
    for slot in range(SLOTS):
        if face_up[slot] != NO_CARD and face_up[slot] != wild:  # R5
            actions = append(actions, SLOT + slot)
    if state.deck_total > 0:
        actions = append(actions, BLIND)
    return actions


def can_take_second(state: State) -> bool:
    return state.deck_total > 0 or len(add_second_cards(state, vec[i64]())) > 0


def must_pass(state: State) -> bool:
    """R11: nothing else can be done."""
    return legal_actions(state)[0] == PASS


def waits_for(state: State, seat: i64) -> bool:
    if state.phase == FIRST_TICKETS:
        return 0 <= seat < state.game.seats and state.choice[seat] == tickets.NOT_CHOSEN
    return state.phase != OVER and state.seat == seat


# --- doing it -------------------------------------------------------------------------------------------
def apply_for(state: State, seat: int, action: int) -> None:
    if not -WIDE < seat < WIDE or not waits_for(state, seat):
        raise Refusal("game.over" if state.phase == OVER else "turn.not_yours", {"seat": seat})
    before = state.seat
    state.seat = seat
    try:
        if not -WIDE < action < WIDE:
            raise too_wide(state, action)
        apply(state, action)
    except Refusal:
        state.seat = before
        raise


def apply(state: State, action: i64) -> None:
    game = state.game
    phase = state.phase
    if phase == TURN:
        if is_claim(game, action):
            if claims.claim(state, action):
                end_turn(state)
        elif action >= SLOT and action <= BLIND:
            draw_first(state, action)
        elif action == TICKETS:
            draw_tickets(state)
        elif action == PASS:
            pass_turn(state)
        else:
            rule_turn(state, action)
    elif phase == SECOND_CARD:
        draw_second(state, action)
    elif phase == OVER:
        raise Refusal("game.over")
    elif phase >= RULE_PHASE:
        rule_decision(state, action)
    elif not is_keep(game, action):
        raise misplaced(state, action)
    elif phase == FIRST_TICKETS:
        keep_first(state, kept_mask(action))
    else:
        tickets.check_keep(state, kept_mask(action), game.later_keep)
        tickets.keep(state, state.seat, kept_mask(action))
        end_turn(state)


def misplaced(state: State, action: i64) -> Refusal:
    """An action that does not answer the decision that is open, or is none at all."""
    if not 0 <= action < state.game.actions:
        return Refusal("action.unknown", {"action": action})
    return Refusal("action.not_now", {"action": action})


def too_wide(state: State, action: int) -> Refusal:
    """The same for an integer that `apply` can't even be asked about."""
    return Refusal("game.over") if state.phase == OVER else Refusal("action.unknown", {"action": action})


def draw_first(state: State, action: i64) -> None:
    card = draw_card(state, action)
    if action != BLIND and card == state.game.wild:  # R6
        end_turn(state)
    elif can_take_second(state):
        state.phase = SECOND_CARD
    else:
        if state.log is not None:
            state.log.append(Event("card.only_one", int(state.seat), {"ruling": "R7"}))
        end_turn(state)


def draw_second(state: State, action: i64) -> None:
    if action < SLOT or action > BLIND:
        raise misplaced(state, action)
    if action != BLIND and state.market[slot_of(action)] == state.game.wild:
        raise Refusal("wild.second_draw", {"ruling": "R5"})
    draw_card(state, action)
    end_turn(state)


def draw_card(state: State, action: i64) -> i64:
    """One card to the deciding seat's hand; returns which."""
    seat = state.seat
    if action == BLIND:
        if state.deck_total == 0:
            raise Refusal("deck.empty")
        card = cards.draw(state)
        state.hands[seat * state.game.cards + card] += 1
        if state.log is not None:
            state.log.append(Event("card.blind", int(seat), {}, {"card": card}))
        cards.restock(state)
        return card
    slot = slot_of(action)
    card = state.market[slot]
    if card == NO_CARD:
        raise Refusal("row.empty", {"slot": slot})
    state.hands[seat * state.game.cards + card] += 1
    state.known[seat * state.game.cards + card] += 1
    if state.log is not None:
        state.log.append(Event("card.face_up", int(seat), {"slot": slot, "card": card}))
    market.refill_slot(state, slot)
    return card


def draw_tickets(state: State) -> None:
    if not tickets.can_draw(state):
        raise Refusal("tickets.none", {"ruling": "R13"})
    tickets.offer(state, state.seat, state.game.later_deal)
    state.phase = KEEP_TICKETS


def keep_first(state: State, mask: i64) -> None:
    """R14: the choices stand face down until all seats have made theirs."""
    tickets.check_keep(state, mask, state.game.first_keep)
    state.choice[state.seat] = mask
    if state.log is not None:
        state.log.append(Event("tickets.chosen", int(state.seat), {}, {"mask": mask}))
    seat: i64
    for seat in range(state.game.seats):
        if state.choice[seat] == tickets.NOT_CHOSEN:
            state.seat = seat
            return
    for seat in range(state.game.seats):
        tickets.keep(state, seat, state.choice[seat])
        state.choice[seat] = tickets.NOT_CHOSEN
    begin_turn(state, state.first)


def pass_turn(state: State) -> None:
    if not must_pass(state):
        raise Refusal("pass.not_forced", {"ruling": "R11"})
    if state.log is not None:
        state.log.append(Event("turn.passed", int(state.seat), {"ruling": "R11"}))
    state.passes += 1
    if state.passes == state.game.seats:  # R12
        state.turns += 1
        end_game(state, {"reason": "all_passed", "ruling": "R12"})
    else:
        finish_turn(state)


def rule_decision(state: State, action: i64) -> None:
    game = state.game
    if action < game.rule_action_base or action >= game.actions:
        raise misplaced(state, action)
    rule = game.phase_rules[state.phase - RULE_PHASE]
    for legal in rule.legal(state, vec[i64]()):
        if legal == action:
            rule.decide(state, action)
            return
    raise misplaced(state, action)


def rule_turn(state: State, action: i64) -> None:
    """A turn spent on what a rule offers."""
    for rule in state.game.action_offers:
        for legal in rule.legal(state, vec[i64]()):
            if legal == action:
                rule.decide(state, action)
                return
    raise misplaced(state, action)


# --- who comes next -------------------------------------------------------------------------------------
def begin_turn(state: State, seat: i64) -> None:
    state.turn = seat
    state.seat = seat
    state.phase = TURN


def end_turn(state: State) -> None:
    """The end of a turn in which something was done."""
    state.passes = 0
    finish_turn(state)


def finish_turn(state: State) -> None:
    game = state.game
    state.turns += 1
    if state.turns_left > 0:
        state.turns_left -= 1
        if state.turns_left == 0:
            end_game(state, {"reason": "last_round", "ruling": "R23"})
            return
    elif pieces_left(state, state.turn) <= game.end_at_pieces:  # R23
        state.turns_left = game.seats
        if state.log is not None:
            state.log.append(Event("round.last", int(state.turn), {"turns": game.seats, "ruling": "R23"}))
    state.held = 0
    if len(game.turn_rules) > 0:
        resume(state)
    else:
        next_turn(state)


def resume(state: State) -> None:
    """Lets the remaining after-turn rules act. A rule that held up the game calls this when its decision is made."""
    rules = state.game.turn_rules
    while state.held < len(rules):
        rule = rules[state.held]
        state.held += 1
        if rule.after_turn(state):
            return
    next_turn(state)


def next_turn(state: State) -> None:
    seat = state.turn + 1
    if seat == state.game.seats:
        seat = 0
    begin_turn(state, seat)


def pieces_left(state: State, seat: i64) -> i64:
    """All kinds together."""
    kinds = state.game.kinds
    if kinds == 1:
        return state.pieces[seat]
    left: i64 = 0
    kind: i64
    for kind in range(kinds):
        left += state.pieces[seat * kinds + kind]
    return left


def end_game(state: State, why: dict[str, object]) -> None:
    state.phase = OVER
    if state.log is not None:
        state.log.append(Event("game.over", TABLE, why))
