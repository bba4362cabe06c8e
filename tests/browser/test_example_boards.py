"""The boards of examples/ on the page: what their rules draw on the map, ask for, and put there.

Whole games on them are in `example_games.py`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import ON_PHONE, Visit
from browser.example_tables import first_turn, in_a_tunnel, laid
from browser.player import Player
from browser.touch import Keys, Mouse, Touch
from ferrovia.boards import load
from properties.tables import EXAMPLES
from server.serving import Server, draw_maps, serving
from server.staged import StagedTable


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("examples") / "data", "--boards", str(EXAMPLES)) as running:
        yield running


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
    token = first_turn(staged)
    player = Player(visit(f"/t/{staged.table}#{token}"), touch)
    player.wait()
    player.build()
    expect(player.page.locator(".board .stands")).to_have_count(1)
    standing = staged.position()["standing"]
    assert [term["key"] for term in standing] == ["station"]
    watcher = visit(f"/t/{staged.table}")
    watcher.locator(".table").wait_for()
    expect(watcher.locator(".board .stands")).to_have_count(1)


def test_the_site_of_a_station_is_brought_into_sight_on_a_phone(server: Server, visit: Visit) -> None:
    """Every place, one after the other: the map shows a part of the board only."""
    staged = laid(server, "ostrovia")
    token = first_turn(staged)
    page = visit(f"/t/{staged.table}#{token}", **{**ON_PHONE, "viewport": {"width": 844, "height": 390}})
    for site in (0, 9, 18, 27):
        page.locator(".do button.sites:enabled").first.click()
        page.get_by_role("dialog").locator("li button").nth(site).click()
        ghost = page.locator(".board .stands.ghost")
        ghost.wait_for()
        page.wait_for_timeout(300)
        seen, panel = ghost.bounding_box(), page.locator(".board").bounding_box()
        assert seen is not None
        assert panel is not None
        assert panel["x"] <= seen["x"] <= panel["x"] + panel["width"] - seen["width"], site
        assert panel["y"] <= seen["y"] <= panel["y"] + panel["height"] - seen["height"], site
        page.get_by_role("button", name="Cancel").click()


# --- tickets ----------------------------------------------------------------------------------------------
def test_long_tickets_are_marked(server: Server, visit: Visit) -> None:
    page = at_table(laid(server, "ostrovia"), visit)
    expect(page.locator(".ticket.long")).to_have_count(1)


def at_table(staged: StagedTable, visit: Visit) -> Page:
    page = visit(f"/t/{staged.table}#{staged.tokens[0]}")
    page.locator(".board svg .place").first.wait_for()
    return page
