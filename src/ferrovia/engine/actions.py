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

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from mypy_extensions import i64

if TYPE_CHECKING:
    from ferrovia.engine.game import Game

SLOTS: Final = 5
"""Face-up cards."""

PASS: Final = 0
SLOT: Final = 1
BLIND: Final = SLOT + SLOTS
TICKETS: Final = BLIND + 1
KEEP: Final = TICKETS + 1

Kind = Literal["pass", "slot", "blind", "tickets", "keep", "claim", "rule"]


class Action(NamedTuple):
    """An action taken apart. Only the fields that its kind needs are set."""

    kind: Kind
    slot: int = -1
    """Of a face-up card, from 0."""
    kept: tuple[int, ...] = ()
    """The tickets to keep, by their places in the offer, from 0."""
    lane: int = -1
    colour: int = -1
    """The card that pays a claim: `game.wild` if wilds alone do."""
    wilds: int = 0
    """How many wilds are in the payment."""
    own: int = -1
    """An action of a rule, by its number among all of them."""


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


# --- tickets to keep ------------------------------------------------------------------------------------
def is_keep(game: Game, action: i64) -> bool:
    return action >= KEEP and action < game.claim_base


def kept_mask(action: i64) -> i64:
    """Bit i stands for the ticket in place i of the offer."""
    return action - KEEP + 1


def keep_action(mask: i64) -> i64:
    return KEEP + mask - 1


# --- any action -----------------------------------------------------------------------------------------
def decode_action(game: Game, action: i64) -> Action:
    """What an action of this game does. Raises a ValueError if there is none of that number."""
    if action == PASS:
        return Action("pass")
    if action >= SLOT and action < BLIND:
        return Action("slot", slot=action - SLOT)
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
    if action >= game.rule_action_base and action < game.actions:
        return Action("rule", own=action - game.rule_action_base)
    raise ValueError(f"there is no action {action}")


def encode_action(game: Game, action: Action) -> int:
    """The number of an action, the opposite of `decode_action`. Raises a ValueError if this game has no such action."""
    number: int = number_of(game, action)
    if number < 0 or decode_action(game, number) != action:
        raise ValueError(f"there is no {action}")
    return number


def number_of(game: Game, action: Action) -> int:
    """The same for an action that is known to be one; anything for others."""
    if action.kind == "slot":
        return SLOT + action.slot
    if action.kind == "keep":
        return keep_action(sum([1 << place for place in action.kept]))
    if action.kind == "claim":
        if not 0 <= action.lane < len(game.lanes):
            return -1
        return claim_action(game, action.lane, action.colour, action.wilds)
    if action.kind == "rule":
        return game.rule_action_base + action.own
    return {"pass": PASS, "blind": BLIND, "tickets": TICKETS}[action.kind]
