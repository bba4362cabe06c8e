"""What makes a table one's own: its keys, its log that points to the map, the look of one's pieces, a name."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import ON_PHONE, Visit
from browser.pages import step
from browser.player import Player
from browser.tables import against_bot, against_bots
from browser.test_map import SPACE
from browser.touch import Finger
from browser.words import texts
from server.serving import Server, show
from server.staged import StagedTable, playing_table

EN: Final = texts("en")
DESKS: Final = [(1280, 720), (1366, 768), (1440, 900), (1920, 1080)]
LINES: Final = 5
LINES_IN_SIGHT: Final = """() => {
    const log = document.querySelector(".recent"), box = log.getBoundingClientRect();
    const seen = new Set();
    for (const line of log.querySelectorAll("li")) {
        const range = document.createRange();
        range.selectNodeContents(line);
        for (const { top, bottom } of range.getClientRects())
            if (top >= box.top - 1 && bottom <= box.bottom + 1) seen.add(Math.round(top / 4));
    }
    return seen.size;
}"""
CUT_LINES: Final = """() => {
    const log = document.querySelector(".recent"), { top } = log.getBoundingClientRect();
    const [, from] = getComputedStyle(log).maskImage.match(/, rgb\\(0, 0, 0\\) ([\\d.]+)px/);
    const shown = top + Number(from);
    return [...log.querySelectorAll("li")].flatMap((line) => {
        const range = document.createRange();
        range.selectNodeContents(line.querySelector(".line") ?? line);
        return [...range.getClientRects()].filter((each) => each.top < shown - 3 && each.bottom > shown + 1)
            .map(() => line.textContent);
    });
}"""
"""Lines of the log of which only the lower part is seen."""
CLAIM: Final = "button.line"
LIT: Final = ".board .tracks path.lit"
FILL: Final = "nodes => nodes.map(node => node.querySelectorAll('path')[2].getAttribute('fill'))"


def begun(server: Server, seats: int = 2, moves: int = 40, board: str = "berlin") -> StagedTable:
    """Far enough for routes on the map, and the first seat's turn."""
    staged = playing_table(server, board, seats, 0)
    for _ in range(moves):
        step(staged)
    while staged.position(staged.tokens[0])["choices"] is None:
        step(staged)
    return staged


def sit(visit: Visit, staged: StagedTable, **options: Any) -> Page:
    page = visit(f"/t/{staged.table}#{staged.tokens[0]}", **options)
    page.locator(".table .board svg").first.wait_for()
    return page


# --- the log
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_log_of_a_desk_has_five_lines_in_sight(server: Server, visit: Visit, locale: str) -> None:
    page = sit(visit, begun(server, seats=5, board="usa"), locale=locale)
    page.evaluate("document.fonts.ready.then(() => undefined)")
    for width, height in DESKS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.querySelector('.recent').scrollTop = 1e6")
        assert page.evaluate(LINES_IN_SIGHT) >= LINES, (width, height)


def test_no_line_of_the_log_is_cut_through_its_letters(server: Server, visit: Visit) -> None:
    page = sit(visit, begun(server, seats=5, board="usa"), locale="fr-FR")
    page.evaluate("document.fonts.ready.then(() => undefined)")
    for width, height in DESKS:
        page.set_viewport_size({"width": width, "height": height})
        for up in (0, 7, 16, 25):
            page.locator(".recent").evaluate("(node, up) => (node.scrollTop = node.scrollHeight - up)", up)
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            assert page.evaluate(CUT_LINES) == [], (width, height, up)


@pytest.mark.parametrize("how", ["hover", "focus"])
def test_a_line_of_the_log_lights_its_lane(server: Server, visit: Visit, how: str) -> None:
    page = sit(visit, begun(server))
    line = page.locator(f".recent {CLAIM}").last
    before = page.locator(LIT).count()
    line.scroll_into_view_if_needed()
    line.hover() if how == "hover" else line.focus()
    expect(page.locator(LIT)).to_have_count(1)
    expect(page.locator(".board .place.lit")).to_have_count(2)
    page.mouse.move(300, 300) if how == "hover" else page.locator(".board svg[role=application]").focus()
    expect(page.locator(LIT)).to_have_count(before)


def test_a_tap_on_a_line_of_the_log_shows_its_lane(server: Server, visit: Visit) -> None:
    page = sit(visit, begun(server), **ON_PHONE)
    player = Player(page, Finger())
    player.press(player.button("panel.log"))
    page.get_by_role("dialog").locator(CLAIM).last.tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(LIT)).to_have_count(1)


def test_the_log_of_a_guided_game_tells_its_beginning_once(visit: Visit) -> None:
    page = visit("/tutorial")
    page.get_by_role("button", name=EN["tutorial.begin"]).click()
    log = page.locator(".recent li")
    expect(log.filter(has_text=EN["event.table.started"])).to_have_count(1)
    page.reload()
    expect(log.filter(has_text=EN["event.table.started"])).to_have_count(1)


# --- the map
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_a_lane_tells_whose_it_is(server: Server, visit: Visit, locale: str) -> None:
    staged = begun(server)
    owners = staged.position(staged.tokens[0])["view"]["owner"]
    page = sit(visit, staged, locale=locale)
    words = texts(locale[:2])
    for owner, said in ((0, words["tip.yours"]), (1, words["claim.owned"].replace("{owner}", "Bo"))):
        spot = page.evaluate(SPACE, owners.index(owner))
        page.mouse.move(spot["x"], spot["y"])
        expect(page.locator(".board [role=tooltip] .state")).to_have_text(said)
        page.mouse.move(5, 5)


# --- keys
def test_keys_are_listed_and_do_what_the_list_says(server: Server, visit: Visit) -> None:
    laid = against_bot(server)
    player = Player(visit(laid.seat))
    page = player.page
    player.begin()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name=EN["keys.title"])
    for key in ("keys.slot", "keys.blind", "keys.again", "keys.pan"):
        expect(sheet).to_contain_text(EN[key])
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.keyboard.press("l")
    expect(page.get_by_role("dialog", name=EN["panel.log"])).to_be_visible()
    page.keyboard.press("Escape")
    before = show(server, laid.table, laid.token)["position"]["moves"]
    page.keyboard.press("d")
    expect(page.locator("button.deck")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator("button.deck")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("d")
    page.keyboard.press("Enter")
    expect(page.locator(".status")).to_have_text(EN["status.second_card"])
    assert show(server, laid.table, laid.token)["position"]["moves"] == before + 1


def test_one_click_draws_a_card_for_those_who_want_it(server: Server, visit: Visit) -> None:
    laid = against_bot(server)
    player = Player(visit(laid.seat))
    page = player.page
    player.begin()
    open_settings(player)
    page.get_by_label(EN["settings.one_click"]).check(force=True)
    page.keyboard.press("Escape")
    player.press(player.button("market.blind"))
    expect(page.locator(".status")).to_have_text(EN["status.second_card"])


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_a_phone_tells_the_time_of_who_is_waited_for(server: Server, visit: Visit, size: tuple[int, int]) -> None:
    laid = against_bots(server, clock={"kind": "live", "bank_seconds": 600, "increment_seconds": 0})
    player = Player(visit(laid.seat, **{**ON_PHONE, "viewport": {"width": size[0], "height": size[1]}}), Finger())
    player.begin()
    time = player.page.locator(".scores .time")
    expect(time).to_have_count(1)
    expect(time).to_contain_text(re.compile(r"^(10:00|9:\d\d)"))


HEARD: Final = """
    window.heard = [];
    const node = () => ({
        connect() {}, start() {}, stop() {},
        gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
        frequency: { set value(pitch) { heard.push(pitch); } },
    });
    window.AudioContext = class {
        currentTime = 0; sampleRate = 8000; destination = {};
        createGain() { return node(); }
        createOscillator() { return node(); }
        createBuffer() { return { getChannelData: () => new Float32Array(8) }; }
        createBufferSource() { heard.push("card"); return node(); }
        close() {}
    };"""
BELL: Final = 880
LOWEST_PIECE: Final = 220


def test_cards_pieces_and_my_turn_are_heard_by_those_who_want_it(server: Server, visit: Visit) -> None:
    player = Player(visit("/settings"))
    page = player.page
    page.add_init_script(HEARD)
    page.goto(server.url + against_bot(server).seat)
    player.begin()
    player.play_on(2)
    assert page.evaluate("heard") == []  # silent by default
    open_settings(player)
    page.get_by_label(EN["settings.sound"]).check(force=True)
    page.keyboard.press("Escape")
    player.play_on(8)
    player.wait_my_turn()
    heard = page.evaluate("heard")
    assert "card" in heard
    assert BELL in heard
    if player.on_map:
        assert LOWEST_PIECE in heard


# --- oneself
def open_settings(player: Player) -> None:
    player.press(player.button("panel.menu"))
    player.page.get_by_role("dialog").locator("summary", has_text=EN["nav.settings"]).click()


def test_the_look_of_my_pieces_is_mine_on_my_device_alone(server: Server, visit: Visit) -> None:
    staged = begun(server, seats=3, moves=30)
    mine, theirs = sit(visit, staged), visit(f"/t/{staged.table}")
    badges = ".players > li > svg"
    theirs.locator(badges).first.wait_for()
    seats = theirs.locator(badges).evaluate_all(FILL)
    assert mine.locator(badges).evaluate_all(FILL) == seats
    open_settings(Player(mine))
    mine.get_by_role("dialog").locator(".looks input").nth(3).check(force=True)
    mine.keyboard.press("Escape")
    chosen = [seats[2], seats[1], seats[0]]
    assert mine.locator(badges).evaluate_all(FILL) == chosen
    mine.reload()
    mine.locator(badges).first.wait_for()
    assert mine.locator(badges).evaluate_all(FILL) == chosen
    assert theirs.locator(badges).evaluate_all(FILL) == seats


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_nobody_is_called_me(server: Server, visit: Visit, locale: str) -> None:
    language = locale[:2]
    page = visit("/", locale=locale)
    page.locator(".boards .card").first.click()
    page.locator(".tray .level").first.click()
    page.wait_for_url("**/t/*")
    table = page.url.split("/t/")[1].partition("#")[0]
    name = show(server, table)["position"]["people"][0]["name"]
    assert name in texts(language)["seat.invented"].split(", ")


def test_bots_are_called_by_the_numbers_on_their_badges(server: Server, visit: Visit) -> None:
    page = visit(against_bots(server).watch)
    rows = page.locator(".players > li")
    rows.nth(3).wait_for()
    for seat in (1, 2, 3):
        number = rows.nth(seat).locator("svg text").first.text_content()
        expect(rows.nth(seat).locator(".name")).to_have_text(f"Novice {number}")
