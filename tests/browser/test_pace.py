"""What bots do is shown one action after another, and holds nobody up.

The page's clock stands still unless a test moves it: none waits, and none depends on how fast the machine is."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.player import Player
from browser.tables import Laid, against_bots
from browser.words import like, texts
from server.serving import Server, show

STEP: Final = 1_000
BOTS: Final = 3
MOST_ACTIONS: Final = 2 * BOTS
CARDS: Final = "players.cards"
SHOWN: Final = """cards => [...document.querySelectorAll(".players > li")].map(row => Number(
    [...row.querySelectorAll("dl > div")].find(part => part.firstElementChild.textContent === cards)
        .lastElementChild.textContent))"""


def truth(server: Server, laid: Laid) -> dict[str, Any]:
    position: dict[str, Any] = show(server, laid.table, laid.token)["position"]
    return position


def hands(page: Page) -> list[int]:
    """How many cards everybody has, as it is shown."""
    found: list[int] = page.evaluate(SHOWN, texts("en")[CARDS])
    return found


def lines(page: Page) -> int:
    return page.locator(".recent li").count()


def sit(visit: Visit, laid: Laid, **options: Any) -> Player:
    """At the first turn, with a clock that stands still from now on."""
    page = visit(laid.seat, **options)
    page.clock.install()
    page.reload()
    player = Player(page)
    player.begin()
    page.clock.pause_at(page.evaluate("Date.now() + 60_000"))
    return player


def draw_two(player: Player) -> None:
    """A whole turn. After it the bots have moved, and Ada's next turn is there."""
    for _ in range(2):
        player.press(player.button("market.blind"))
        player.confirm()
        player.wait()


def is_present(server: Server, laid: Laid, page: Page) -> bool:
    wanted: list[int] = truth(server, laid)["view"]["hand_sizes"]
    return hands(page) == wanted


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_three_bots_are_seen_one_after_another(server: Server, visit: Visit, motion: str) -> None:
    laid = against_bots(server)
    player = sit(visit, laid, reduced_motion=motion)
    page = player.page
    dealt = hands(page)
    draw_two(player)
    seen = [hands(page)]
    told = [lines(page)]
    assert seen[0][2:] == dealt[2:], "the second and the third have not acted yet"
    while page.locator(".show").count():
        page.clock.run_for(STEP - 1)
        assert (hands(page), lines(page)) == (seen[-1], told[-1])
        page.clock.run_for(1)
        seen.append(hands(page))
        told.append(lines(page))
        assert len(seen) <= MOST_ACTIONS
    assert len(seen) >= BOTS
    changed = [[seat for seat in range(4) if one[seat] != two[seat]] for one, two in pairwise(seen)]
    assert all(len(seats) <= 1 for seats in changed), "one of them acts at a time"
    acted = [seat for seats in changed for seat in seats]
    assert acted == sorted(acted), "in the order of their seats"
    assert told == sorted(set(told)), "the log grows with every step"
    assert is_present(server, laid, page)


def test_the_action_bar_works_at_once_and_acting_shows_the_present(server: Server, visit: Visit) -> None:
    laid = against_bots(server)
    player = sit(visit, laid)
    page = player.page
    draw_two(player)
    expect(page.locator(".show")).to_be_visible()
    assert not is_present(server, laid, page)
    expect(page.locator(".status")).to_have_text(texts("en")["status.turn"])
    before = truth(server, laid)["moves"]
    player.press(player.button("market.blind"))
    expect(page.locator(".show")).to_have_count(0)
    assert is_present(server, laid, page)
    player.confirm()
    player.wait()
    assert truth(server, laid)["moves"] == before + 1


@pytest.mark.parametrize("how", ["button", "key"])
def test_what_is_shown_can_be_skipped(server: Server, visit: Visit, how: str) -> None:
    laid = against_bots(server)
    player = sit(visit, laid)
    page = player.page
    draw_two(player)
    if how == "button":
        page.get_by_role("button", name=like("show.skip")).click()
    else:
        page.keyboard.press("Tab")
        expect(page.locator(".show")).to_be_visible()
        page.keyboard.press("x")
    expect(page.locator(".show")).to_have_count(0)
    assert is_present(server, laid, page)


def test_a_reload_is_never_behind(server: Server, visit: Visit) -> None:
    laid = against_bots(server)
    player = sit(visit, laid)
    draw_two(player)
    expect(player.page.locator(".show")).to_be_visible()
    player.page.reload()
    player.wait()
    expect(player.page.locator(".show")).to_have_count(0)
    assert is_present(server, laid, player.page)


def test_a_watcher_is_never_behind(server: Server, visit: Visit) -> None:
    laid = against_bots(server)
    watcher = visit(laid.watch)
    watcher.clock.install()
    watcher.reload()
    watcher.locator(".table").wait_for()
    watcher.clock.pause_at(watcher.evaluate("Date.now() + 60_000"))
    player = sit(visit, laid)
    draw_two(player)
    wanted = truth(server, laid)["view"]["hand_sizes"]
    watcher.wait_for_function(
        f"([cards, wanted]) => String(({SHOWN})(cards)) === String(wanted)", arg=[texts("en")[CARDS], wanted]
    )
    expect(watcher.locator(".show")).to_have_count(0)


def test_nothing_is_held_back_while_my_clock_runs(server: Server, visit: Visit) -> None:
    laid = against_bots(server, clock={"kind": "live", "bank_seconds": 600, "increment_seconds": 0})
    player = sit(visit, laid)
    page = player.page
    draw_two(player)
    expect(page.locator(".show")).to_have_count(0)
    assert is_present(server, laid, page)
    player.press(player.button("market.blind"))  # no time has passed in the page since the bots began
    player.confirm()


def test_the_last_round_is_shown_again(server: Server, visit: Visit) -> None:
    laid = against_bots(server)
    player = sit(visit, laid)
    page = player.page
    before = hands(page)
    draw_two(player)
    page.keyboard.press("x")
    assert is_present(server, laid, page)
    page.reload()  # it needs nothing but the log
    player.wait()
    logged = lines(page)
    page.keyboard.press("a")
    expect(page.locator(".show")).to_be_visible()
    assert hands(page)[1:] == before[1:]
    assert lines(page) == logged
    for _ in range(MOST_ACTIONS + 1):
        page.clock.run_for(STEP)
    expect(page.locator(".show")).to_have_count(0)
    assert is_present(server, laid, page)
    page.get_by_role("button", name=texts("en")["action.again"]).click()
    expect(page.locator(".show")).to_be_visible()


def test_the_pace_is_chosen_at_the_table_and_remembered(server: Server, visit: Visit) -> None:
    laid = against_bots(server)
    player = sit(visit, laid)
    page = player.page
    player.press(player.button("panel.menu"))
    menu = page.get_by_role("dialog")
    menu.get_by_text(texts("en")["nav.settings"]).click()
    menu.get_by_role("radio", name=texts("en")["settings.pace_instant"]).check(force=True)
    page.keyboard.press("Escape")
    draw_two(player)
    expect(page.locator(".show")).to_have_count(0)
    assert is_present(server, laid, page)
    page.reload()
    player.wait()
    player.press(player.button("panel.menu"))
    menu.get_by_text(texts("en")["nav.settings"]).click()
    expect(menu.get_by_role("radio", name=like("settings.pace_instant"))).to_be_checked()
