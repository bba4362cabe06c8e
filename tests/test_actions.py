"""The codec of actions: every number of a game's action space is one action, and back."""

from __future__ import annotations

import pytest

from ferrovia.engine.actions import (
    BLIND,
    KEEP,
    PASS,
    SLOT,
    SLOTS,
    TICKETS,
    claim_action,
    claimed_lane,
    decode_action,
    encode_action,
    is_claim,
    is_keep,
    is_slot,
    keep_action,
    kept_mask,
    paid_colour,
    paid_wilds,
    slot_of,
)
from ferrovia.engine.values import Action
from ferrovia.record import format_action
from positions import Position
from properties.tables import Table, tables

GAME = Position("usa").game


@pytest.mark.parametrize("table", tables(), ids=str)
def test_every_action_of_a_game_is_decoded_and_encoded_again(table: Table) -> None:
    game = table.game()
    found = [decode_action(game, action) for action in range(game.actions)]
    assert [encode_action(game, action) for action in found] == list(range(game.actions))
    assert len(set(found)) == game.actions


@pytest.mark.parametrize("table", tables(), ids=str)
def test_the_quick_functions_say_what_the_codec_says(table: Table) -> None:
    game = table.game()
    for number in range(game.actions):
        action = decode_action(game, number)
        assert is_slot(number) == (action.kind == "slot")
        assert is_keep(game, number) == (action.kind == "keep")
        assert is_claim(game, number) == (action.kind == "claim")
        if is_slot(number):
            assert slot_of(number) == action.slot
        if is_keep(game, number):
            assert keep_action(kept_mask(number)) == number
            assert kept_mask(number) == sum(1 << place for place in action.kept)
        if is_claim(game, number):
            paid = (claimed_lane(game, number), paid_colour(game, number), paid_wilds(game, number))
            assert paid == (action.lane, action.colour, action.wilds)
            assert claim_action(game, *paid) == number


def test_the_kinds_of_actions() -> None:
    assert decode_action(GAME, PASS) == Action("pass")
    assert decode_action(GAME, SLOT + SLOTS - 1) == Action("slot", slot=4)
    assert decode_action(GAME, BLIND) == Action("blind")
    assert decode_action(GAME, TICKETS) == Action("tickets")
    assert decode_action(GAME, KEEP) == Action("keep", kept=(0,))
    assert decode_action(GAME, KEEP + 4) == Action("keep", kept=(0, 2))


def test_a_claim_names_its_lane_and_its_payment() -> None:
    table = Position("usa")
    lane = table.lane("Montréal–New York")
    some = Action("claim", lane=lane, colour=table.card("blue"), wilds=1)
    assert format_action(table.game, encode_action(table.game, some)) == "claim Montréal–New York blue+1w"
    alone = Action("claim", lane=lane, colour=table.card("wild"), wilds=3)
    assert format_action(table.game, encode_action(table.game, alone)) == "claim Montréal–New York wild"


@pytest.mark.parametrize("action", [-1, int(GAME.actions), 2**63, -(2**70), 10**30])
def test_a_number_that_is_no_action_is_refused(action: int) -> None:
    with pytest.raises(ValueError, match="there is no action"):
        decode_action(GAME, action)


@pytest.mark.parametrize(
    "action",
    [
        Action("slot"),
        Action("slot", slot=SLOTS),
        Action("slot", slot=2**70),
        Action("keep"),
        Action("keep", kept=(1, 0)),
        Action("keep", kept=(int(GAME.most_dealt),)),
        Action("keep", kept=(2**70,)),
        Action("claim"),
        Action("claim", lane=len(GAME.lanes), colour=0),
        Action("claim", lane=0, colour=int(GAME.wild), wilds=0),
        Action("claim", lane=0, colour=0, wilds=int(GAME.lane_cards[0])),
        Action("claim", lane=0, colour=0, wilds=2**70),
        Action("claim", lane=2**70, colour=0),
        Action("rule", own=0),
        Action("pass", wilds=1),
        Action("juggle"),  # type: ignore[arg-type]
    ],
    ids=str,
)
def test_what_is_no_action_of_this_game_has_no_number(action: Action) -> None:
    with pytest.raises(ValueError, match="there is no"):
        encode_action(GAME, action)
