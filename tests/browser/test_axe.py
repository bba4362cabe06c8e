"""axe finds nothing, wherever one may come: on every page, in every panel, and in what goes on between people.

Each is looked at by day and by night. `make axe` does so on a desk and on a phone held both ways; `make test` takes
every page on a desk and on a phone, and all else on one of the three.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.conftest import ON_PHONE
from browser.example_tables import in_a_tunnel, laid
from browser.pages import NAMES, Places, drawn_board, step
from browser.player import Player
from browser.scenes import SCENES, Stage
from browser.tables import on_one_device
from browser.test_looking_back import GOLDEN, Counter
from browser.watching import Watch
from browser.words import ROOT, texts
from ferrovia.text.words import catalogue
from properties.tables import EXAMPLES, tables
from server.serving import Server, draw_maps, serving
from server.staged import playing_table
from server.test_calls import calling
from server.test_count import finished, player_of

FULL: Final = os.environ.get("AXE") == "all"  # `make axe`
SOURCE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SETTLED: Final = "() => Promise.allSettled(document.getAnimations().map(each => each.finished)).then(() => undefined)"
RUN: Final = "async () => (await axe.run({ resultTypes: ['violations'] })).violations"
EN: Final = {**catalogue("en"), **texts("en")}

SCREENS: Final[dict[str, dict[str, Any]]] = {
    "desk": {},
    "phone": ON_PHONE,
    "sideways": {**ON_PHONE, "viewport": {"width": 844, "height": 390}},
}


def findings(page: Page) -> dict[str, list[str]]:
    """What axe says of what is on the page, by day and by night."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=SOURCE)
    found = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        page.evaluate(SETTLED)
        said = [
            f"{each['id']} ({each['impact']}): {node['html'][:160]} {node['failureSummary'][:200]}"
            for each in page.evaluate(RUN)
            for node in each["nodes"][:3]
        ]
        if said:
            found[scheme] = said
    return found


class Look:
    """Everything that was found, by what was looked at."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: dict[str, dict[str, list[str]]] = {}

    def at(self, what: str) -> None:
        if found := findings(self.page):
            self.found[what] = found


SLOW: Final = ("day_score",)  # eight games and what an expert makes of them


def on_screens(names: tuple[str, ...]) -> list[tuple[str, str]]:
    if FULL:
        return list(product(names, SCREENS))
    return list(zip((name for name in names if name not in SLOW), cycle(SCREENS), strict=False))


@pytest.fixture
def bare(request: pytest.FixtureRequest, open_browser: Any, server: Server) -> BrowserContext:
    """Without the page's content security policy, so that axe may be put into it."""
    context: BrowserContext = open_browser(server.url, bypass_csp=True, **SCREENS[request.param])
    return context


PAGES: Final = list(product(NAMES, SCREENS if FULL else ("desk", "phone")))


@pytest.mark.parametrize(("name", "bare"), PAGES, indirect=["bare"])
def test_on_every_page(bare: BrowserContext, places: Places, name: str) -> None:
    page = bare.new_page()
    places.go(page, name)
    assert findings(page) == {}


@pytest.mark.parametrize("bare", SCREENS if FULL else ("desk", "phone"), indirect=True)
def test_while_deciding(bare: BrowserContext, server: Server) -> None:
    """Panels that only come up during a turn."""
    page = bare.new_page()
    player, look = Player(page), Look(page)
    page.goto(server.url + on_one_device(server).seat)
    player.wait()
    look.at("curtain")
    player.wait_my_turn()
    look.at("tickets")
    while not player.claims.count():
        player.step()
        player.wait_my_turn()
    player.point_at_longest()
    look.at("claim")
    page.keyboard.press("Escape")
    for button in ("action.routes", "panel.tickets", "panel.log", "panel.menu"):
        player.button(button).click()
        look.at(button)
        page.keyboard.press("Escape")
    page.keyboard.press("?")
    look.at("shortcuts")
    page.keyboard.press("Escape")
    page.locator(".market .deck").click()
    look.at("a card about to be drawn")
    assert look.found == {}


@pytest.mark.parametrize("bare", SCREENS if FULL else ("phone",), indirect=True)
def test_in_the_final_count(bare: BrowserContext, server: Server) -> None:
    played = playing_table(server, "berlin", 2, 0)
    while step(played):
        pass
    page = bare.new_page()
    player, look = Player(page), Look(page)
    page.goto(f"{server.url}/t/{played.table}#{played.tokens[0]}")
    player.button("end.again").click()
    look.at("begun")
    player.button("end.next").click()
    look.at("on")
    assert look.found == {}


@pytest.mark.parametrize("bare", SCREENS if FULL else ("desk",), indirect=True)
def test_in_a_replay_with_chances_and_turning_points(bare: BrowserContext, server: Server) -> None:
    page = bare.new_page()
    look = Look(page)
    page.goto(f"{server.url}/record")
    page.set_input_files("input[type=file]", GOLDEN / "berlin-2p.txt")
    page.locator(".board .plate").first.wait_for()
    look.at("a record")
    page.get_by_role("button", name=EN["replay.analyse"]).click()
    page.keyboard.press("End")
    page.get_by_role("heading", name=EN["replay.turning"]).wait_for(timeout=180_000)
    look.at("turning points")
    assert look.found == {}


@pytest.mark.parametrize("bare", SCREENS if FULL else ("phone",), indirect=True)
def test_while_a_printed_game_is_counted(bare: BrowserContext, server: Server, watches: list[Watch]) -> None:
    watches[-1].expected.append("422")  # what one of two has laid so far can't be
    state = finished(next(table for table in tables() if str(table) == "nederland-2p-tolls"), 1)
    page = bare.new_page()
    look = Look(page)
    page.goto(f"{server.url}/count")
    page.locator(".board .plate").first.wait_for()
    someone = Counter(page, state, EN)
    someone.lay_table()
    extras = (
        "count.step_extras"
        if len(player_of(state, 0).extras) > 1
        else f"counter.{next(iter(player_of(state, 0).extras))}"
    )
    for key in ("count.step_routes", "count.step_tickets", extras, "count.step_result"):
        someone.step(key)
        look.at(key)
        if key == "count.step_routes":
            someone.lay_routes(0)
            look.at("routes laid")
    assert look.found == {}


@pytest.mark.parametrize("bare", SCREENS if FULL else ("desk",), indirect=True)
def test_in_every_panel_of_the_editor(bare: BrowserContext, server: Server) -> None:
    page = bare.new_page()
    look = Look(page)
    page.goto(f"{server.url}/studio/{drawn_board(server)}")
    page.get_by_role("toolbar").wait_for()
    tabs = page.get_by_role("tab")
    for number in range(tabs.count()):
        tabs.nth(number).click()
        look.at(tabs.nth(number).inner_text())
    assert look.found == {}


@pytest.mark.parametrize("bare", SCREENS if FULL else ("desk",), indirect=True)
def test_in_the_tutorial_once_it_has_begun(bare: BrowserContext, server: Server) -> None:
    page = bare.new_page()
    look = Look(page)
    page.goto(f"{server.url}/tutorial")
    look.at("its first page")
    page.locator(".do button").click()
    page.locator(".table .decide").wait_for()
    look.at("tickets")
    assert look.found == {}


@pytest.fixture(scope="module")
def callers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that calls people by every way there is."""
    with calling(Path(tmp_path_factory.mktemp("calling")), "--tables-per-hour", "100000") as (server, *_):
        yield server


@pytest.mark.parametrize(("name", "screen"), on_screens(tuple(SCENES)))
def test_in_what_goes_on_between_people(open_browser: Any, callers: Server, name: str, screen: str) -> None:
    page = open_browser(callers.url, bypass_csp=True, **SCREENS[screen]).new_page()
    SCENES[name](Stage(callers, page, "en"))
    assert findings(page) == {}


def test_where_a_rule_asks_something(open_browser: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A tunnel that asks for more, and six seats at a table with stations."""
    folder = tmp_path_factory.mktemp("examples") / "data"
    with serving(folder, "--boards", str(EXAMPLES)) as server:
        draw_maps(server, ["sundmark", "ostrovia"], "en")
        staged, digger, _ = in_a_tunnel(server)
        stations = laid(server, "ostrovia", 5)
        for screen in SCREENS.values() if FULL else (ON_PHONE,):
            page = open_browser(server.url, bypass_csp=True, **screen).new_page()
            look = Look(page)
            for what, address in (
                ("tunnel", f"/t/{staged.table}#{digger}"),
                ("stations", f"/t/{stations.table}#{stations.tokens[0]}"),
            ):
                page.goto(server.url + address)
                page.locator(".board svg[role=application]").wait_for()
                look.at(what)
            assert look.found == {}
