"""Moves that were taken back. A record keeps them, and a line behind each says so: `58. seat 1: takeback 57`.

Only the last move can be taken back, by whoever made it, and only if nothing hidden came to light with it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ferrovia.engine.actions import BLIND, TICKETS, is_slot
from ferrovia.engine.game import RULE_PHASE
from ferrovia.engine.state import State
from ferrovia.record.record import Move, Record

TAKEBACK: Final = re.compile(r"takeback ([0-9]{1,9})")


def takeback(seat: int, number: int) -> Move:
    """The line of a record that takes move `number` back."""
    return Move(seat, f"takeback {number}")


def taken_back(move: Move) -> int | None:
    """The number of the move that a line takes back; None if the line is a move."""
    found = TAKEBACK.fullmatch(move.text)
    return None if found is None else int(found[1])


def settled(record: Record) -> Record:
    """The same game without what was taken back."""
    kept: list[Move] = []
    for move in record.moves:
        if taken_back(move) is None:
            kept.append(move)
        elif kept:
            kept.pop()
    return replace(record, moves=kept)


# --- what may be taken back -------------------------------------------------------------------------------
def is_draw(action: int) -> bool:
    """Cards and tickets that were drawn are never given back."""
    return action in (BLIND, TICKETS) or is_slot(action)


def reveals(before: State, after: State) -> bool:
    """Whether an action drew, turned up or offered anything, used chance, ended the game, or led into a rule's own
    phase. Asked of the two positions and not of the rules, so it holds for any rule."""
    if after.over or before.phase >= RULE_PHASE or after.phase >= RULE_PHASE:
        return True
    return (
        drawn(before) != drawn(after)
        or len(after.ticket_deck) < len(before.ticket_deck)
        or any(ticket >= 0 and ticket not in before.offer for ticket in after.offer)
    )


def lays_open(before: State, after: State) -> bool:
    """Whether tickets that one seat alone had seen were put down face up. Records of games in which a choice of tickets
    was taken back all the same are still read."""
    if not before.game.tickets_face_up:
        return False
    return any(ticket >= 0 and ticket not in after.offer and after.holder[ticket] < 0 for ticket in before.offer)


def drawn(state: State) -> tuple[object, ...]:
    """What changes with every card that is drawn, turned up or shuffled."""
    chance = state.chance
    return (chance.word, chance.counter, chance.used, int(state.deck_total), list(state.deck), list(state.market))
