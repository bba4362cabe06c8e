"""The boards of examples/ on the page: what their rules draw on the map, ask for, and put there.

Whole games on them are in `example_games.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.pages import chosen
from browser.player import Player
from browser.touch import Keys, Mouse, Touch
from ferrovia.boards import load
from properties.tables import EXAMPLES
from server.serving import Server, board_named, draw_maps, serving
from server.staged import StagedTable, playing_table

GAMES = 20
ENOUGH = 12
"""Cards with which a tunnel can most often be paid, whatever is turned up."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("examples") / "data", "--boards", str(EXAMPLES)) as running:
        yield running


def laid(server: Server, board: str) -> StagedTable:
    """A table of two people, and its map drawn."""
    draw_maps(server, [board])
    return playing_table(server, board_named(server, board), 2, 0)


# --- the map ----------------------------------------------------------------------------------------------
def test_wilds_and_tunnels_are_printed_on_their_spaces(server: Server, visit: Visit) -> None:
    lanes = load(EXAMPLES / "sundmark").lanes
    page = at_table(laid(server, "sundmark"), visit)
    expect(page.locator(".board .space ~ .glyph")).to_have_count(sum(int(lane.columns["ferry"] or 0) for lane in lanes))
    tunnels = sum(lane.cards for lane in lanes if lane.columns["tunnel"] == "yes")
    expect(page.locator(".board .broken")).to_have_count(tunnels)


def test_junctions_look_different(server: Server, visit: Visit) -> None:
    places = load(EXAMPLES / "meridia").places
    page = at_table(laid(server, "meridia"), visit)
    expect(page.locator(".board .junction")).to_have_count(sum(place.junction for place in places))
    expect(page.locator(".board .place .station")).to_have_count(sum(not place.junction for place in places))


# --- a tunnel that asks for more --------------------------------------------------------------------------
def in_a_tunnel(server: Server) -> tuple[StagedTable, str, dict[str, Any]]:
    """A table at which somebody has to decide whether to pay more, that seat's token, and what it sees."""
    for _ in range(GAMES):
        staged = laid(server, "sundmark")
        while True:
            token, position = deciding(staged)
            if token is None:
                break
            if len(position["choices"]["own"]) > 1:
                return staged, token, position
            assert staged.move(token, digging(position)).status_code == 200
    raise AssertionError(f"no tunnel asked for more in {GAMES} games")


def deciding(staged: StagedTable) -> tuple[str | None, dict[str, Any]]:
    for token in staged.tokens:
        position = staged.position(token)
        if position["choices"] is not None:
            return token, position
    return None, {}


def hoarding(position: dict[str, Any]) -> int | str:
    choices = position["choices"]
    return "draw blind" if choices["blind"] else chosen(position)


def digging(position: dict[str, Any]) -> int | str:
    """A tunnel wherever there is one, with cards in hand for more; out of it if they are not enough after all."""
    if sum(position["view"]["hand"]) < ENOUGH:
        return hoarding(position)
    claims = position["choices"]["claims"]
    tunnels = [claim for claim in claims if any(term["key"] == "tunnel" for term in claim["terms"])]
    return int(tunnels[0]["payments"][0]["action"]) if tunnels else chosen(position)


@pytest.mark.parametrize("touch", [Mouse(), Keys()], ids=["mouse", "keys"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_tunnel_shows_its_cards_and_both_answers(server: Server, visit: Visit, touch: Touch, language: str) -> None:
    draw_maps(server, ["sundmark"], language)
    staged, token, position = in_a_tunnel(server)
    shown = position["standing"][0]["cards"]
    player = Player(visit(f"/t/{staged.table}#{token}", locale=language), touch, language)
    player.wait()
    expect(player.ruling.locator(".open .shown")).to_have_count(len(shown))
    answers = player.ruling.get_by_role("radio")
    expect(answers).to_have_count(len(position["choices"]["own"]))
    expect(player.ruling.locator("button.main")).to_be_disabled()
    player.answer()
    assert staged.position(token)["choices"] is None


def test_others_see_the_tunnel_and_its_cards(server: Server, visit: Visit) -> None:
    staged, token, position = in_a_tunnel(server)
    other = next(each for each in staged.tokens if each != token)
    page = visit(f"/t/{staged.table}#{other}")
    page.locator(".table").wait_for()
    expect(page.locator(".bar .standing")).to_have_count(1)
    expect(page.locator(".bar .lying svg")).to_have_count(len(position["standing"][0]["cards"]))


# --- stations ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("touch", [Mouse(), Keys()], ids=["mouse", "keys"])
def test_a_station_is_built_and_stays(server: Server, visit: Visit, touch: Touch) -> None:
    staged = laid(server, "ostrovia")
    while True:
        token, position = deciding(staged)
        assert token is not None
        if position["choices"]["kind"] == "turn":
            break
        assert staged.move(token, chosen(position)).status_code == 200
    player = Player(visit(f"/t/{staged.table}#{token}"), touch)
    player.wait()
    player.build()
    expect(player.page.locator(".board .stands")).to_have_count(1)
    standing = staged.position()["standing"]
    assert [term["key"] for term in standing] == ["station"]
    watcher = visit(f"/t/{staged.table}")
    watcher.locator(".table").wait_for()
    expect(watcher.locator(".board .stands")).to_have_count(1)


# --- tickets ----------------------------------------------------------------------------------------------
def test_long_tickets_are_marked(server: Server, visit: Visit) -> None:
    page = at_table(laid(server, "ostrovia"), visit)
    expect(page.locator(".ticket.long")).to_have_count(1)


def at_table(staged: StagedTable, visit: Visit) -> Page:
    page = visit(f"/t/{staged.table}#{staged.tokens[0]}")
    page.locator(".board svg .place").first.wait_for()
    return page
