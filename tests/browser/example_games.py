"""Whole games through the page on the boards of examples/, by mouse and by keyboard: their rules as people meet them.

`make example-games` runs it; `test_example_boards.py` has a slice of it for every run of the tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.player import Player
from browser.tables import against_bot, against_bots, check_example
from browser.touch import Keys
from properties.tables import EXAMPLES, OF_RULES
from server.serving import Server, board_named, draw_maps, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("examples") / "data", "--boards", str(EXAMPLES)) as running:
        draw_maps(running, OF_RULES)
        yield running


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("board", OF_RULES)
def test_a_whole_game_by_mouse(server: Server, visit: Visit, board: str, language: str) -> None:
    laid = against_bot(server, board_named(server, board))
    draw_maps(server, [board], language)
    ada = Player(visit(laid.seat, locale=language), language=language, builds=True)
    play_to_the_end(server, ada, laid.table, board)
    assert ada.on_map


@pytest.mark.parametrize("board", OF_RULES)
def test_a_whole_game_by_keyboard(server: Server, visit: Visit, board: str) -> None:
    laid = against_bot(server, board_named(server, board))
    play_to_the_end(server, Player(visit(laid.seat), Keys(), builds=True), laid.table, board)


def test_a_whole_game_among_six(server: Server, visit: Visit) -> None:
    laid = against_bots(server, 5, board_named(server, "meridia"))
    play_to_the_end(server, Player(visit(laid.seat)), laid.table, "meridia")


def play_to_the_end(server: Server, ada: Player, table: str, board: str) -> None:
    ada.play()
    expect(ada.page.get_by_role("dialog", name=ada.said("panel.end")).get_by_role("table")).to_be_visible()
    check_example(server, table, EXAMPLES / board)
    if board == "ostrovia":
        assert ada.stations == 3, "every station was built"
    if board == "sundmark":
        assert ada.ruled, "no tunnel asked for more in a whole game"
