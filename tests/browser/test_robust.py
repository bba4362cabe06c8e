"""Reload, back, two tabs, a lost line, a killed server: the right state, and every move once."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.player import Player
from browser.proxy import Proxy
from browser.tables import Laid, against_bot, on_one_device
from browser.watching import Watch
from browser.words import texts
from server.serving import Server, bearer, serving

EN = texts("en")
NO_LINE = (
    r"WebSocket connection to .* failed",
    r"net::ERR_",
    r"Failed to load resource",
    r"error occurred when fetching the script",  # of the service worker, which is fetched a second after the page
)


def position(server: Server, laid: Laid) -> dict[str, object]:
    answer = httpx.get(f"{server.url}/api/tables/{laid.table}", headers=bearer(laid.token), timeout=30)
    found: dict[str, object] = answer.json()["position"]
    return found


def cards_in_hand(page: Page) -> str:
    label = page.locator("section.hand").get_attribute("aria-label") or ""
    return label.replace("\N{NO-BREAK SPACE}", " ")


def test_a_killed_server_comes_back_with_every_move_once(tmp_path: Path, visit: Visit, watches: list[Watch]) -> None:
    with serving(tmp_path / "data") as server:
        laid = on_one_device(server)
        player = Player(visit(laid.seat, url=server.url))
        watches[-1].expected.extend(NO_LINE)
        player.play_on(2)
        player.wait_my_turn()
        before = position(server, laid)
        player.button("market.blind").click()
        player.armed.click()
        server.kill()  # the move may have been heard, or not
        expect(player.page.get_by_role("alert")).to_be_visible()
        server.start()
        began = time.monotonic()
        expect(player.page.get_by_role("alert")).to_have_count(0)
        expect(player.page.locator(".status")).to_have_text(EN["status.second_card"])
        seconds = time.monotonic() - began
        after = position(server, laid)
        assert after["moves"] == int(str(before["moves"])) + 1
        assert cards_in_hand(player.page) == "My hand: 3 cards"
        assert seconds < 2
        player.play_on(2)


def test_reload_shows_the_same(server: Server, visit: Visit) -> None:
    laid = against_bot(server)
    player = Player(visit(laid.seat))
    player.play_on(3)
    player.wait()
    before = (player.status, cards_in_hand(player.page))
    player.page.reload()
    expect(player.page.locator(".status")).to_have_text(before[0])
    assert cards_in_hand(player.page) == before[1]


def test_back_and_forward(server: Server, visit: Visit) -> None:
    laid = against_bot(server)
    page = visit("/rules")
    page.goto(server.url + laid.seat)
    player = Player(page)
    player.play_on(1)
    player.button("panel.menu").click()
    page.get_by_role("link", name=EN["menu.home"]).click()
    expect(page.get_by_role("heading", name="Ferrovia", level=1)).to_be_visible()
    page.go_back()
    player.wait()
    expect(player.hand).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", name="Ferrovia", level=1)).to_be_visible()
    page.go_back()
    page.go_back()
    expect(page).to_have_url(f"{server.url}/rules")


def test_my_games_lead_back(server: Server, visit: Visit) -> None:
    laid = against_bot(server)
    page = visit(laid.seat)
    Player(page).play_on(1)
    page.goto(server.url)
    page.locator(f"a[href*='{laid.table}']").first.click()
    Player(page).wait()
    expect(Player(page).hand).to_be_visible()


def test_two_tabs_of_one_seat(server: Server, visit: Visit) -> None:
    laid = against_bot(server)
    one = Player(visit(laid.seat))
    one.play_on(1)
    other = Player(one.page.context.new_page())
    other.page.goto(server.url + laid.watch)  # the browser knows whose seat it is
    other.wait()
    other.button("market.blind").click()  # planned, not sent
    one.wait()
    one.button("market.blind").click()
    one.confirm()
    expect(other.page.locator(".status")).to_have_text(EN["status.second_card"])
    expect(other.armed).to_have_count(0)
    other.take()
    expect(one.page.locator(".status")).not_to_have_text(EN["status.second_card"])
    one.wait()
    assert cards_in_hand(one.page) == cards_in_hand(other.page)


def test_a_lost_line_says_so_and_comes_back(server: Server, visit: Visit, watches: list[Watch]) -> None:
    laid = on_one_device(server)
    with Proxy(server.port) as proxy:
        player = Player(visit(laid.seat, url=proxy.url))
        watches[-1].expected.extend(NO_LINE)
        player.play_on(2)
        if player.curtain.count():  # the second move ended a turn: the device was handed on
            player.lift_curtain()
        proxy.cut()
        expect(player.page.get_by_role("alert")).to_have_text(EN["connection.waiting"])
        expect(player.button("market.blind")).to_be_disabled()
        proxy.mend()
        expect(player.page.get_by_role("alert")).to_have_count(0)


def test_the_app_opens_without_a_connection(server: Server, visit: Visit, watches: list[Watch]) -> None:
    page = visit("/")
    expect(page.get_by_role("button", name="Berlin")).to_be_visible()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    for path in ("/settings", "/"):  # from now on through it
        page.goto(server.url + path)
        page.wait_for_load_state("networkidle")
    watches[-1].expected.extend(NO_LINE)
    page.context.set_offline(True)
    for path in ("/", "/settings"):
        page.goto(server.url + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(server.url)
    expect(page.get_by_role("alert").filter(has_text=EN["error.offline"])).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name=EN["home.again"]).first.click()
    expect(page.get_by_role("button", name="Berlin")).to_be_visible()
    kept = page.evaluate("async () => (await (await caches.open('ferrovia')).keys()).map(each => each.url)")
    assert all(url == f"{server.url}/" or "/assets/" in url for url in kept), "nothing of any table"


def test_a_link_to_nowhere_says_so(visit: Visit, watches: list[Watch]) -> None:
    page = visit("/readyz")
    watches[-1].expected.append("404")
    page.goto(page.url.replace("readyz", "nowhere"))
    expect(page.get_by_role("heading", level=1)).to_have_text(EN["missing.title"])


def test_offline_says_so(server: Server, visit: Visit, watches: list[Watch]) -> None:
    page = visit("/")
    expect(page.get_by_role("button", name="Berlin")).to_be_visible()
    watches[-1].expected.extend(NO_LINE)
    page.get_by_role("button", name="Berlin").click()
    page.context.set_offline(True)
    page.get_by_role("button", name=EN["bot.novice"]).first.click()
    expect(page.get_by_role("alert").filter(has_text=EN["error.offline"])).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name=EN["bot.novice"]).first.click()
    expect(page.locator(".table")).to_be_visible()
