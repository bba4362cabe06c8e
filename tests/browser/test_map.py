"""The map as it is drawn on a screen: what is written on it can be read, it tells about lanes, and it can be moved."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.conftest import ON_PHONE, Visit
from browser.player import Player
from browser.tables import against_bot
from browser.touch import Finger
from browser.words import texts
from ferrovia.boards import board_ids
from server.serving import Server

MEASURE = """least => {
    const wrong = [];
    const scale = node => node.getScreenCTM().a;
    for (const text of document.querySelectorAll(".board .plate text, .board .mark text, .board .lane text")) {
        const size = parseFloat(text.getAttribute("font-size")) * scale(text);
        if (size < least - 0.01) wrong.push(`${text.textContent} is ${size} px`);
    }
    for (const symbol of document.querySelectorAll(".board svg path.symbol, .board svg .symbol path")) {
        const box = symbol.getBoundingClientRect();
        const size = Math.max(box.width, box.height);
        if (size < least - 0.1) wrong.push(`a symbol is ${size} px`);
    }
    for (const plate of document.querySelectorAll(".board .plate")) {
        const room = plate.querySelector("rect").getBoundingClientRect();
        for (const text of plate.querySelectorAll("text")) {
            const box = text.getBoundingClientRect();
            if (box.left < room.left || box.right > room.right) wrong.push(`${text.textContent} sticks out`);
        }
    }
    return { wrong, names: document.querySelectorAll(".board .plate").length };
}"""
SPACE = """lane => {
    const box = document.querySelectorAll("svg .lane")[lane].querySelector(".space").getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}"""
NEAREST = 30
NAMELESS = "Pittsburgh"


def nearer(page: Page) -> bool:
    """One step nearer, if one can come nearer."""
    before = page.locator(".board .map").get_attribute("style")
    page.locator(".board svg[role=application]").press("+")
    return page.locator(".board .map").get_attribute("style") != before


@pytest.mark.parametrize("board", board_ids())
@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_all_that_is_written_can_be_read_at_any_zoom(server: Server, visit: Visit, board: str, screen: str) -> None:
    options: dict[str, Any] = ON_PHONE if screen == "phone" else {}
    page = visit(against_bot(server, board).watch, **options)
    page.locator(".board .plate").first.wait_for()
    page.evaluate("document.fonts.ready.then(() => undefined)")
    page.locator(".board svg[role=application]").press("0")
    names = []
    for _ in range(NEAREST):
        found = page.evaluate(MEASURE, 12 if screen == "phone" else 11)
        assert found["wrong"] == []
        names.append(found["names"])
        if not nearer(page):
            break
    else:
        raise AssertionError("one comes nearer and nearer")
    assert names[-1] == page.locator(".board .place").count()


def test_a_phone_shows_a_part_and_an_overview_to_jump_by(server: Server, visit: Visit) -> None:
    page = visit(against_bot(server, "usa").watch, **ON_PHONE)
    overview = page.get_by_role("application", name=texts("en")["board.overview"])
    box = overview.bounding_box()
    assert box is not None
    spot = page.locator(".board .map")
    overview.tap(position={"x": 4, "y": 4})
    corner = spot.get_attribute("style")
    assert corner is not None
    assert corner.startswith("transform: translate(0px, 0px)")
    overview.tap(position={"x": box["width"] - 6, "y": box["height"] - 6})
    assert spot.get_attribute("style") != corner
    overview.focus()
    far = spot.get_attribute("style")
    page.keyboard.press("ArrowLeft")
    assert spot.get_attribute("style") != far
    page.get_by_role("button", name=texts("en")["board.whole"]).tap()
    expect(overview).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_lane_tells_about_itself_under_a_mouse_that_rests(server: Server, visit: Visit, language: str) -> None:
    page = visit(against_bot(server, "berlin").seat, locale="en-GB" if language == "en" else "fr-FR")
    player = Player(page, language=language)
    player.play_on(1)
    player.wait()
    told = set()
    for lane in range(0, 50, 7):
        spot = page.evaluate(SPACE, lane)
        page.mouse.move(spot["x"], spot["y"])
        tip = page.locator(".board [role=tooltip]")
        expect(tip).to_be_visible()
        told.add(tip.locator(".state").inner_text() if tip.locator(".state").count() else "")
        page.mouse.move(5, 5)
        expect(tip).to_have_count(0)
    start = texts(language)["tip.have"].split("{")[0]
    assert any(text.startswith((start, texts(language)["tip.claimable"])) for text in told)


def test_a_name_that_waits_for_a_nearer_look_comes_with_the_mouse(server: Server, visit: Visit) -> None:
    """On a small tablet a place of the USA has no room for its name near it."""
    page = visit(against_bot(server, "usa").watch, viewport={"width": 768, "height": 1024})
    page.locator(".board .plate").first.wait_for()
    name = page.locator(".board .plate", has_text=NAMELESS)
    expect(name).to_have_count(0)
    board = httpx.get(f"{server.url}/api/boards/usa").json()
    nameless = next(number for number, place in enumerate(board["locations"]) if NAMELESS in str(place))
    lane = next(number for number, route in enumerate(board["routes"]) if nameless in (route["a"], route["b"]))
    spot = page.evaluate(SPACE, lane)
    page.mouse.move(spot["x"], spot["y"])
    expect(name).to_have_count(1)
    page.mouse.move(5, 5)
    expect(name).to_have_count(0)


def test_a_map_that_was_clicked_has_no_frame(server: Server, visit: Visit) -> None:
    """Browsers draw a black one around an SVG with the focus; the keyboard gets ours."""
    area = visit(against_bot(server, "berlin").watch).locator(".board svg[role=application]")
    area.click(position={"x": 5, "y": 5})
    expect(area).to_be_focused()
    expect(area).to_have_css("outline-style", "none")


def test_a_map_comes_out_from_under_the_tools_of_a_phone(server: Server, visit: Visit) -> None:
    """As far as they are high, and no farther."""
    page = visit(against_bot(server, "berlin").watch, **ON_PHONE)
    page.locator(".board .plate").first.wait_for()
    area = page.locator(".board svg[role=application]")
    box = area.bounding_box()
    assert box is not None
    for _ in range(20):
        area.press("ArrowDown")
    sheet = page.locator(".board .map .paper").bounding_box()
    overview = page.locator(".board .overview").bounding_box()
    assert sheet is not None
    assert overview is not None
    assert sheet["y"] + sheet["height"] == pytest.approx(overview["y"], abs=5)
    for _ in range(20):
        area.press("ArrowUp")
    sheet = page.locator(".board .map .paper").bounding_box()
    assert sheet is not None
    assert 40 < sheet["y"] - box["y"] < 60


def test_a_long_press_tells_about_a_lane_and_chooses_nothing(server: Server, visit: Visit) -> None:
    page = visit(against_bot(server, "berlin").seat, **ON_PHONE)
    player = Player(page, Finger())
    player.play_on(1)
    player.wait()
    area = page.locator(".board svg[role=application]").bounding_box()
    assert area is not None
    spots = [page.evaluate(SPACE, lane) for lane in range(50)]
    middle = (area["x"] + area["width"] / 2, area["y"] + area["height"] / 2)
    spot = min(spots, key=lambda at: abs(at["x"] - middle[0]) + abs(at["y"] - middle[1]))
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": spot["x"], "y": spot["y"]}]})
    expect(page.locator(".board [role=tooltip]")).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("section.claim")).to_have_count(0)
    page.touchscreen.tap(spot["x"], spot["y"])
    expect(page.locator("section.claim")).to_be_visible()
    expect(page.locator(".board [role=tooltip]")).to_have_count(0)
