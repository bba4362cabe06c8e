"""The studio in a real browser: from a blank sheet to a game, two people at once, by mouse, keys and touch."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import ON_PHONE, Visit
from browser.words import texts
from server.serving import Server, serving

EN = texts("en")
PATIENCE = 90_000
"""Milliseconds: what is worked out about a board shares the machine with everything else."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One with an open studio."""
    data = tmp_path_factory.mktemp("studio") / "data"
    with serving(data, "--studio", "open", "--boards-per-hour", "10000") as running:
        yield running


def begin(page: Page, name: str, start: str | None = None) -> None:
    page.set_default_timeout(PATIENCE)
    page.get_by_label(EN["studio.name"]).fill(name)
    if start is not None:
        page.get_by_label(EN["studio.start_with"]).select_option(label=start)
    page.get_by_label(EN["studio.own_work"]).check()
    page.get_by_role("button", name=EN["studio.make"], exact=True).click()
    expect(page.get_by_role("toolbar")).to_be_visible(timeout=PATIENCE)


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=EN[f"studio.{name}"]).click()


def map_of(page: Page) -> dict[str, float]:
    box = page.get_by_role("application").locator(".paper").bounding_box()
    assert box is not None
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


def click_map(page: Page, x: float, y: float) -> None:
    """At shares of the sheet."""
    box = map_of(page)
    page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])


def spot(number: int) -> tuple[float, float]:
    """Fifteen places in three rows of five."""
    return 0.12 + 0.19 * (number % 5), 0.18 + 0.32 * (number // 5)


def tool(page: Page, name: str) -> None:
    page.get_by_role("toolbar").get_by_role("button", name=EN[f"studio.tool_{name}"], exact=True).click()


def test_from_a_blank_sheet_to_a_game_with_bots_and_a_friend(server: Server, visit: Visit) -> None:
    page = visit("/studio")
    begin(page, "Grove")
    tool(page, "place")
    for number in range(15):
        click_map(page, *spot(number))
        page.locator("#place-name input").fill(f"Tree {chr(65 + number)}")
        page.keyboard.press("Enter")
    tool(page, "route")
    pairs = [(n, n + 1) for n in range(15) if n % 5 < 4] + [(n, n + 5) for n in range(10)]
    for a, b in [*pairs, (0, 1), (6, 7)]:  # two of them twice: double routes
        click_map(page, *spot(a))
        click_map(page, *spot(b))
    tab(page, "tickets")
    page.get_by_label(EN["studio.count"]).fill("20")
    page.get_by_label(EN["studio.count"]).press("Tab")
    page.get_by_role("button", name=EN["studio.suggest"], exact=True).click()
    expect(page.locator("tbody tr")).to_have_count(20, timeout=PATIENCE)
    tab(page, "checks")
    expect(page.get_by_text(EN["studio.sound"])).to_be_visible(timeout=PATIENCE)
    tab(page, "share")
    page.get_by_role("button", name=EN["studio.publish"]).click()
    link = page.get_by_label(EN["studio.play_link"])
    expect(link).to_be_visible(timeout=PATIENCE)
    friend = visit(link.input_value().removeprefix(server.url))
    expect(friend.get_by_role("radio", name="Grove")).to_be_checked()
    page.get_by_role("button", name=EN["studio.play"]).click()
    expect(page.locator(".table")).to_be_visible(timeout=PATIENCE)


def test_a_lane_of_berlin_is_corrected_and_undone_by_keyboard(visit: Visit) -> None:
    page = visit("/studio")
    begin(page, "Berlin corrected", "Berlin")
    tab(page, "routes")
    page.get_by_role("button", name="Zoo – Kurfürstendamm").first.press("Enter")
    length = page.get_by_label(EN["studio.length"])
    before = length.input_value()
    length.fill("3")
    length.press("Enter")
    page.get_by_role("application").focus()
    page.keyboard.press("Control+z")
    expect(length).to_have_value(before)
    page.keyboard.press("Control+y")
    expect(length).to_have_value("3")
    expect(page.get_by_text(EN["studio.saved"])).to_be_visible(timeout=PATIENCE)
    page.reload()
    tab(page, "routes")
    page.get_by_role("button", name="Zoo – Kurfürstendamm").first.click()
    expect(page.get_by_label(EN["studio.length"])).to_have_value("3")


def test_two_browsers_draw_at_once(server: Server, visit: Visit) -> None:
    one = visit("/studio")
    begin(one, "Together")
    tab(one, "share")
    link = one.get_by_label(EN["studio.edit_link"]).input_value()
    two = visit(link.removeprefix(server.url))
    for page, name in ((one, "Ash"), (two, "Birch")):
        page.get_by_role("tab", name=EN["studio.places"]).click()
        page.get_by_role("button", name=EN["studio.add_place"]).click()
        page.locator("#place-name input").fill(name)
        page.keyboard.press("Enter")
    for page in (one, two):
        for name in ("Ash", "Birch"):
            expect(page.get_by_role("button", name=name, exact=True)).to_be_visible(timeout=PATIENCE)


def test_places_are_set_and_moved_by_touch(visit: Visit) -> None:
    page = visit("/studio", **ON_PHONE)
    begin(page, "By finger")
    tool(page, "place")
    box = map_of(page)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    field = page.locator("#place-name input")
    expect(field).to_be_visible()
    field.fill("Ash")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Ash", exact=True)).to_be_visible()


DRAG = """async () => {
    const long = [];
    new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration)))
        .observe({ type: "longtask", buffered: false });
    window.longTasks = long;
}"""


def test_dragging_on_a_large_board_has_no_long_tasks(visit: Visit) -> None:
    """Printed, for the machine may be busy; what is asserted is that it is far from freezing."""
    page = visit("/studio")
    begin(page, "Wide", "USA")
    place = page.get_by_role("application").locator(".place").nth(7)
    box = place.bounding_box()
    assert box is not None
    page.evaluate(DRAG)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(40):
        page.mouse.move(x + step, y + step / 2)
    long = page.evaluate("window.longTasks")
    page.mouse.up()
    print(f"tasks over 50 ms while dragging: {[round(duration) for duration in long]}")
    assert sum(long) < 5_000
