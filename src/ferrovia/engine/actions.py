"""The action space: every decision is one integer. Here actions are put together and taken apart, and nowhere else.

| actions                                     | what is done                                              |
|---------------------------------------------|-----------------------------------------------------------|
| PASS                                        | pass                                                      |
| SLOT … SLOT + SLOTS − 1                     | take the face-up card in that place of the market         |
| BLIND                                       | take a card from the deck                                 |
| TICKETS                                     | draw tickets                                              |
| KEEP … game.claim_base − 1                  | keep some of the offered tickets: KEEP + their mask − 1   |
| game.claim_base … game.rule_action_base − 1 | claim a lane, with one payment                            |
| game.rule_action_base … game.actions − 1    | actions of the rules' own                                 |

The claims of a lane stand together, from `game.lane_action[lane]` on. Coloured: a payment with w wilds is `first + w`.
Grey: `first + colour × cards + w`, and after the colours one payment of wilds alone. So the payments that a hand allows
are runs of integers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from ferrovia.engine.values import Action

if TYPE_CHECKING:
    from ferrovia.engine.game import Game

SLOTS: Final = 5
"""Face-up cards."""

PASS: Final = 0
SLOT: Final = 1
BLIND: Final = SLOT + SLOTS
TICKETS: Final = BLIND + 1
KEEP: Final = TICKETS + 1


# --- claims ---------------------------------------------------------------------------------------------
def is_claim(game: Game, action: i64) -> bool:
    return action >= game.claim_base and action < game.rule_action_base


def claimed_lane(game: Game, action: i64) -> i64:
    return game.claim_lane[action - game.claim_base]


def paid_colour(game: Game, action: i64) -> i64:
    return game.claim_colour[action - game.claim_base]


def paid_wilds(game: Game, action: i64) -> i64:
    return game.claim_wilds[action - game.claim_base]


def claim_action(game: Game, lane: i64, colour: i64, wilds: i64) -> i64:
    """The claim of a lane with so many wilds and, for the rest of its price, cards of a colour that it takes."""
    price = game.lane_cards[lane]
    first = game.lane_action[lane]
    if game.lane_colour[lane] != game.grey:
        return first + wilds
    if wilds == price:
        return first + game.wild * price
    return first + colour * price + wilds


# --- cards ----------------------------------------------------------------------------------------------
def is_slot(action: i64) -> bool:
    return action >= SLOT and action < BLIND


def slot_of(action: i64) -> i64:
    """The place of the market that a face-up card is taken from."""
    return action - SLOT


# --- tickets to keep ------------------------------------------------------------------------------------
def is_keep(game: Game, action: i64) -> bool:
    return action >= KEEP and action < game.claim_base


def kept_mask(action: i64) -> i64:
    """Bit i stands for the ticket in place i of the offer."""
    return action - KEEP + 1


def keep_action(mask: i64) -> i64:
    return KEEP + mask - 1


# --- any action -----------------------------------------------------------------------------------------
def decode_action(game: Game, action: int) -> Action:
    """What an action of this game does. Raises a ValueError if there is none of that number."""
    count: int = game.actions  # no i64: what is compared with it may be wider
    if not 0 <= action < count:
        raise ValueError(f"there is no action {action}")
    if action == PASS:
        return Action("pass")
    if is_slot(action):
        return Action("slot", slot=slot_of(action))
    if action == BLIND:
        return Action("blind")
    if action == TICKETS:
        return Action("tickets")
    if is_keep(game, action):
        mask = int(kept_mask(action))
        return Action("keep", kept=tuple([place for place in range(mask.bit_length()) if mask >> place & 1]))
    if is_claim(game, action):
        return Action(
            "claim",
            lane=claimed_lane(game, action),
            colour=paid_colour(game, action),
            wilds=paid_wilds(game, action),
        )
    return Action("rule", own=action - game.rule_action_base)


def encode_action(game: Game, action: Action) -> int:
    """The number of an action, the opposite of `decode_action`. Raises a ValueError if this game has no such action."""
    number = number_of(game, action)
    if number < 0 or decode_action(game, number) != action:
        raise ValueError(f"there is no {action}")
    return number


def number_of(game: Game, action: Action) -> int:
    """The same, with no promise for what is no action of this game; below 0 if no number can be made of it."""
    if action.kind == "slot":
        return SLOT + action.slot
    if action.kind == "keep":
        return keep_number(game, action.kept)
    if action.kind == "claim":
        return claim_number(game, action)
    if action.kind == "rule":
        return game.rule_action_base + action.own
    return {"pass": PASS, "blind": BLIND, "tickets": TICKETS}.get(action.kind, -1)


def keep_number(game: Game, kept: tuple[int, ...]) -> int:
    mask = 0
    most: int = game.most_dealt
    for place in kept:
        if not 0 <= place < most:
            return -1
        mask |= 1 << place
    return keep_action(mask)


def claim_number(game: Game, action: Action) -> int:
    wild: int = game.wild
    if not 0 <= action.lane < len(game.lanes) or not 0 <= action.colour <= wild:
        return -1
    price: int = game.lane_cards[action.lane]
    if not 0 <= action.wilds <= price:
        return -1
    return claim_action(game, action.lane, action.colour, action.wilds)
