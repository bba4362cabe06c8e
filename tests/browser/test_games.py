"""Whole games through the page: on the boards where they are short, or on all of them (`make whole-games`)."""

from __future__ import annotations

import os
from typing import Final

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.player import Player
from browser.tables import against_bot, check_record
from ferrovia.boards import board_ids
from server.serving import Server

BOARDS: Final = board_ids() if os.environ.get("GAMES") == "all" else ["amsterdam", "berlin"]


@pytest.mark.parametrize("board", BOARDS)
def test_a_whole_game_against_a_bot(server: Server, visit: Visit, board: str) -> None:
    laid = against_bot(server, board)
    ada = Player(visit(laid.seat))
    ada.play()
    assert ada.on_map
    end = ada.page.get_by_role("dialog", name=ada.said("panel.end"))
    expect(end.get_by_role("columnheader", name=ada.said("who.you"))).to_have_count(1)
    expect(end.get_by_role("table")).to_be_visible()
    check_record(server, laid.table)
