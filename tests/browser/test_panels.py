"""Panels keep to their place: they move no map, give nothing away, and leave the keyboard where it was."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Dialog, Page, WebSocketRoute, expect

from browser.conftest import ON_PHONE, Visit
from browser.pages import step
from browser.player import Player
from browser.stocked import stocked
from browser.tables import against_bot, on_one_device
from browser.words import like, texts
from server.serving import Server
from server.staged import StagedTable, playing_table

EN = texts("en")
NO_SUCH_ACTION = 60_000
LEAVING = 60_000
"""Milliseconds: the seat is given up on the server, then the start page is fetched, on a machine that may be busy."""
TOTALS = "nodes => nodes.map((node) => parseInt(node.innerText.replace('−', '-')))"
SEEN_ON_MAP = """() => {
    const { left, top, width, height } = document.querySelector(".table .board").getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 3).closest(".board") !== null;
}"""
HIDDEN = """() => [...document.querySelectorAll(".table > :not(.map, .decide)")]
    .every((part) => getComputedStyle(part).visibility === "hidden" && part.inert)"""


def sit(visit: Visit, staged: StagedTable, **options: Any) -> Player:
    player = Player(visit(f"/t/{staged.table}#{staged.tokens[0]}", **options))
    player.page.locator(".board svg[role=application]").wait_for()
    return player


def map_box(page: Page) -> Any:
    return page.locator(".table .board").bounding_box()


def ask_for_the_impossible_once(page: Page) -> None:
    """The first move asks the server for something else than was pressed: it refuses."""
    asked: list[Any] = []

    def pass_on(server: WebSocketRoute, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "move" and not asked:
            asked.append(message)
            message = {**message, "action": NO_SUCH_ACTION}
        server.send(json.dumps(message))

    def join(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: pass_on(server, text))

    page.route_web_socket("**", join)


@pytest.mark.parametrize("options", [{}, ON_PHONE], ids=["desk", "phone"])
def test_a_refusal_does_not_move_the_map(server: Server, visit: Visit, options: dict[str, Any]) -> None:
    player = sit(visit, stocked(server, "usa", 2, 7, 3), **options)
    ask_for_the_impossible_once(player.page)
    player.page.reload()
    player.wait()
    before = map_box(player.page)
    player.button("market.blind").click()
    player.armed.click()
    refusal = player.page.get_by_role("alert")
    expect(refusal).to_be_visible()
    assert map_box(player.page) == before
    player.button("market.blind").click()
    expect(refusal).to_have_count(0)
    player.confirm()


@pytest.mark.parametrize("options", [{}, ON_PHONE], ids=["desk", "phone"])
def test_the_map_is_seen_behind_the_curtain_and_nothing_of_a_hand(
    server: Server, visit: Visit, options: dict[str, Any]
) -> None:
    player = Player(visit(on_one_device(server).seat, **options))
    player.play_on(6)  # both have tickets and cards
    player.wait()
    while not player.curtain.count():
        player.step()
        player.wait()
    page = player.page
    assert page.evaluate(SEEN_ON_MAP)
    assert page.evaluate(HIDDEN)
    expect(page.locator(".board .claimable, .board .helpful, .board .plate.lit")).to_have_count(0)
    page.locator(".board svg[role=application]").click(position={"x": 120, "y": 120})
    expect(page.locator("section.claim")).to_have_count(0)
    player.lift_curtain()
    expect(page.locator(".table > .mine")).to_be_visible()


@pytest.mark.parametrize(("options", "totals"), [({}, ".players .points"), (ON_PHONE, ".scores .points")])
def test_totals_beside_the_count_do_not_give_it_away(
    server: Server, visit: Visit, options: dict[str, Any], totals: str
) -> None:
    staged = playing_table(server, "berlin", 2, 0)
    while staged.position()["view"]["turns_left"] != 1:
        step(staged)
    page = sit(visit, staged, reduced_motion="no-preference", **options).page
    while staged.position()["status"] != "over":
        step(staged)
    page.locator(".stage").wait_for()
    facts = staged.position()["view"]
    counted = [score for _, _, score, _ in sorted(facts["standings"])]
    assert counted != facts["points"]
    shown = page.locator(totals)
    page.wait_for_timeout(700)  # longer than a total takes to run
    assert page.locator(".stage").count()
    assert shown.evaluate_all(TOTALS) == facts["points"]
    page.get_by_role("button", name=EN["end.skip"]).click()
    page.get_by_role("button", name=EN["end.again"]).wait_for()
    page.wait_for_timeout(700)
    assert shown.evaluate_all(TOTALS) == counted


def test_leaving_is_asked_by_the_page_not_the_browser(server: Server, visit: Visit) -> None:
    player = Player(visit(against_bot(server).seat))
    player.play_on(1)
    player.wait()
    asked: list[Dialog] = []

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog)
        dialog.dismiss()

    player.page.on("dialog", refuse)
    player.button("panel.menu").click()
    player.button("menu.leave").click()
    expect(player.page.get_by_text(EN["menu.leave_sure"])).to_be_visible()
    player.button("menu.leave_no").click()
    expect(player.page.get_by_text(EN["menu.leave_sure"])).to_have_count(0)
    expect(player.page.locator(".table")).to_be_visible()
    player.button("menu.leave").click()
    with player.page.expect_response("**/leave", timeout=LEAVING) as answered:
        player.button("menu.leave_yes").click()
    assert answered.value.ok
    expect(player.page.locator(".boards .card").first).to_be_visible(timeout=LEAVING)
    expect(player.page.locator(".table")).to_have_count(0)
    assert asked == []


def test_the_keyboard_stays_where_it_was(server: Server, visit: Visit) -> None:
    player = Player(visit(against_bot(server).seat))
    player.play_on(1)
    player.wait()
    page = player.page
    deck = player.button("market.blind")
    for _ in range(2):
        deck.focus()
        page.keyboard.press("Enter")
        expect(player.armed).to_be_visible()
        player.armed.focus()  # by Tab it takes a few
        page.keyboard.press("Enter")
        expect(player.armed).to_have_count(0)
        player.wait()
        expect(deck).to_be_focused()
    for sheet in ("panel.menu", "panel.log", "panel.tickets"):
        button = page.locator(".panels").get_by_role("button", name=like(sheet))
        button.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_be_focused()
        page.keyboard.press("Escape")
        expect(button).to_be_focused()
    board = page.locator(".board svg[role=application]")
    board.focus()
    if player.claims.count():
        player.point_at_longest()
    page.keyboard.press("Escape")
    expect(board).to_be_focused()
