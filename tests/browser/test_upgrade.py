"""A server is upgraded while pages of the version before are open: they load themselves anew, and no move is lost."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.conftest import Visit
from browser.player import Player
from browser.tables import on_one_device
from browser.test_robust import EN, NO_LINE, position
from browser.watching import Watch
from server.processes import pid_of
from server.serving import Server, serving

AWAY = (*NO_LINE, "error occurred when fetching the script")
"""What a browser says while the server is."""
GONE = r"Failed to load (resource|module script)|Failed to fetch dynamically imported module|error loading"


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "data", env={"FERROVIA_BUILD": "old"}) as server:
        yield server


def upgrade(server: Server) -> None:
    server.kill()
    server.env["FERROVIA_BUILD"] = "new"
    server.start()


def build_of(page: Page) -> Any:
    return page.locator("meta[name=build]").get_attribute("content")


def until_new(page: Page) -> None:
    expect(page.locator("meta[name=build]")).to_have_attribute("content", "new", timeout=20_000)


def test_a_page_that_is_open_loads_itself_anew_and_loses_no_move(
    old: Server, visit: Visit, watches: list[Watch]
) -> None:
    laid = on_one_device(old)
    player = Player(visit(laid.seat, url=old.url))
    watches[-1].expected.extend(AWAY)
    player.play_on(2)
    player.wait_my_turn()
    before = position(old, laid)
    assert build_of(player.page) == "old"
    player.button("market.blind").click()
    os.kill(pid_of(old), signal.SIGSTOP)  # whatever is sent now is read by nobody
    player.armed.click()
    upgrade(old)
    until_new(player.page)
    expect(player.page.locator(".status")).to_have_text(EN["status.second_card"])
    assert position(old, laid)["moves"] == int(str(before["moves"])) + 1
    assert player.page.evaluate("() => Object.keys(sessionStorage).filter(key => key.includes('moves'))") == []
    player.play_on(2)


def test_what_is_half_chosen_is_finished_first(old: Server, visit: Visit, watches: list[Watch]) -> None:
    laid = on_one_device(old)
    player = Player(visit(laid.seat, url=old.url))
    watches[-1].expected.extend(AWAY)
    player.play_on(2)
    player.wait_my_turn()
    before = position(old, laid)
    player.button("market.blind").click()
    upgrade(old)
    expect(player.page.get_by_role("alert")).to_have_count(0)
    player.page.wait_for_timeout(3_000)  # whatever the page does about it, it does now
    assert build_of(player.page) == "old"
    expect(player.armed).to_be_visible()
    player.armed.click()
    until_new(player.page)
    expect(player.page.locator(".status")).to_have_text(EN["status.second_card"])
    assert position(old, laid)["moves"] == int(str(before["moves"])) + 1


def test_a_part_that_is_gone_with_the_old_version_is_asked_of_the_new(
    old: Server, visit: Visit, watches: list[Watch]
) -> None:
    page = visit("/settings", url=old.url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    watches[-1].expected.extend([*AWAY, GONE])
    upgrade(old)
    page.route(re.compile(r"/assets/Rules-.*\.js$"), lambda route: gone(route, page))
    page.get_by_role("link", name=EN["nav.rules"]).first.click()
    until_new(page)
    expect(page).to_have_url(f"{old.url}/rules")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def gone(route: Route, page: Page) -> None:
    """Names carry hashes: the old page asks for what the new version has not."""
    if build_of(page) == "old":
        route.fulfill(status=404, content_type="application/json", body="{}")
    else:
        route.continue_()


def test_a_page_without_a_table_is_loaded_anew_with_the_next_one(
    old: Server, visit: Visit, watches: list[Watch]
) -> None:
    page = visit("/", url=old.url)
    expect(page.get_by_role("button", name="Berlin")).to_be_visible()
    watches[-1].expected.extend(AWAY)
    upgrade(old)
    page.get_by_role("button", name="Berlin").click()
    page.get_by_role("button", name="Novice").click()  # the answer says who gave it
    until_new(page)
    expect(Player(page).hand).to_be_visible()


def test_the_page_kept_for_a_lost_connection_is_not_the_old_one(
    old: Server, visit: Visit, watches: list[Watch]
) -> None:
    page = visit("/settings", url=old.url)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    page.reload()
    page.wait_for_load_state("networkidle")
    watches[-1].expected.extend(AWAY)
    upgrade(old)
    page.reload()
    assert build_of(page) == "new"
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.reload()
    assert build_of(page) == "new"
