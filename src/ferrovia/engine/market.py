"""The row of face-up cards: filling it, and throwing it away when too many are wild."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from ferrovia.engine.actions import SLOTS
from ferrovia.engine.cards import NO_CARD, discard, draw, restock
from ferrovia.engine.events import TABLE, Event

if TYPE_CHECKING:
    from ferrovia.engine.state import State

WILD_LIMIT: Final = 3
RESET_CAP: Final = 10


def refill(state: State) -> None:
    """Fills empty places while there are cards, then throws the row away if it must go (R1, R10)."""
    fill(state)
    if state.row_wilds >= WILD_LIMIT:
        reset(state)


def use_discard(state: State) -> None:
    """A claim has discarded cards: they may fill gaps of the row (R10), or let a row go that could not (R2)."""
    if state.deck_total == 0:  # only then can the row have gaps
        restock(state)
        if state.log is not None and NO_CARD in state.row:
            state.log.append(Event("row.refilled", TABLE, {"ruling": "R10"}))
        refill(state)
    elif state.row_wilds >= WILD_LIMIT:
        reset(state)


def refill_slot(state: State, slot: i64) -> None:
    """The same where only one place is empty: a card was taken from it."""
    row = state.row
    wild = state.game.wild
    if row[slot] == wild:
        state.row_wilds -= 1
    card = draw(state)
    row[slot] = card
    if card == wild:
        state.row_wilds += 1
    if card != NO_CARD and state.log is not None:
        state.log.append(Event("row.filled", TABLE, {"slot": slot, "card": card}))
    restock(state)
    if state.row_wilds >= WILD_LIMIT:
        reset(state)


def fill(state: State) -> None:
    row = state.row
    wild = state.game.wild
    wilds: i64 = 0
    slot: i64
    for slot in range(SLOTS):
        if row[slot] == NO_CARD:
            card = draw(state)
            row[slot] = card
            if card != NO_CARD and state.log is not None:
                state.log.append(Event("row.filled", TABLE, {"slot": slot, "card": card}))
            restock(state)
        if row[slot] == wild:
            wilds += 1
    state.row_wilds = wilds


def reset(state: State) -> None:
    """R2, R3: the row is dealt again until fewer than three of it are wild, if that can happen at all."""
    row = state.row
    slot: i64
    for _ in range(RESET_CAP):
        if not can_settle(state):
            return
        if state.log is not None:
            state.log.append(Event("row.reset", TABLE, {"row": [card for card in row], "ruling": "R2"}))
        for slot in range(SLOTS):
            if row[slot] != NO_CARD:
                discard(state, row[slot], 1)
                row[slot] = NO_CARD
        restock(state)
        fill(state)
        if state.row_wilds < WILD_LIMIT:
            return
    if state.log is not None:
        state.log.append(Event("row.stays", TABLE, {"resets": RESET_CAP, "ruling": "R2"}))


def can_settle(state: State) -> bool:
    """R2: with N cards not wild among T in row, deck and discard, a row of k = min(5, T) needs N ≥ k − 2."""
    wild = state.game.wild
    total = state.deck_total + state.discard_total
    plain = total - state.deck[wild] - state.discard[wild]
    slot: i64
    for slot in range(SLOTS):
        if state.row[slot] != NO_CARD:
            total += 1
            if state.row[slot] != wild:
                plain += 1
    size: i64 = min(SLOTS, total)
    return plain >= size - (WILD_LIMIT - 1)
