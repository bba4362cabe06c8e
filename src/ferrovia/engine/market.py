"""The market, a row of face-up cards: filling it, and throwing it away when too many are wild."""

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
    """Fills empty places while there are cards, then throws the market away if it must go (R1, R10)."""
    fill(state)
    if state.market_wilds >= WILD_LIMIT:
        reset(state)


def use_discard(state: State) -> None:
    """A claim has discarded cards: they may fill gaps of the market (R10), or let one go that could not (R2)."""
    if state.deck_total == 0:  # only then can it have gaps
        restock(state)
        if state.log is not None and NO_CARD in state.market:
            state.log.append(Event("row.refilled", TABLE, {"ruling": "R10"}))
        refill(state)
    elif state.market_wilds >= WILD_LIMIT:
        reset(state)


def refill_slot(state: State, slot: i64) -> None:
    """The same where only one place is empty: a card was taken from it."""
    market = state.market
    wild = state.game.wild
    if market[slot] == wild:
        state.market_wilds -= 1
    card = draw(state)
    market[slot] = card
    if card == wild:
        state.market_wilds += 1
    if card != NO_CARD and state.log is not None:
        state.log.append(Event("row.filled", TABLE, {"slot": slot, "card": card}))
    restock(state)
    if state.market_wilds >= WILD_LIMIT:
        reset(state)


def fill(state: State) -> None:
    market = state.market
    wild = state.game.wild
    wilds: i64 = 0
    slot: i64
    for slot in range(SLOTS):
        if market[slot] == NO_CARD:
            card = draw(state)
            market[slot] = card
            if card != NO_CARD and state.log is not None:
                state.log.append(Event("row.filled", TABLE, {"slot": slot, "card": card}))
            restock(state)
        if market[slot] == wild:
            wilds += 1
    state.market_wilds = wilds


def reset(state: State) -> None:
    """R2, R3: the market is dealt again until fewer than three of it are wild, if that can happen at all."""
    market = state.market
    slot: i64
    for _ in range(RESET_CAP):
        if not can_settle(state):
            return
        if state.log is not None:
            state.log.append(Event("row.reset", TABLE, {"row": [card for card in market], "ruling": "R2"}))
        for slot in range(SLOTS):
            if market[slot] != NO_CARD:
                discard(state, market[slot], 1)
                market[slot] = NO_CARD
        restock(state)
        fill(state)
        if state.market_wilds < WILD_LIMIT:
            return
    if state.log is not None:
        state.log.append(Event("row.stays", TABLE, {"resets": RESET_CAP, "ruling": "R2"}))


def can_settle(state: State) -> bool:
    """R2: with N cards not wild among T in market, deck and discard, a market of k = min(5, T) needs N ≥ k − 2."""
    wild = state.game.wild
    total = state.deck_total + state.discard_total
    plain = total - state.deck[wild] - state.discard[wild]
    slot: i64
    for slot in range(SLOTS):
        if state.market[slot] != NO_CARD:
            total += 1
            if state.market[slot] != wild:
                plain += 1
    size: i64 = min(SLOTS, total)
    return plain >= size - (WILD_LIMIT - 1)
