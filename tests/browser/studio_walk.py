"""The studio in a real browser: from a blank sheet to a game, two people at once, by mouse, keys and touch.

`make studio-walk` runs it; it is too long for every run of the tests."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from time import monotonic

import pytest
from PIL import Image
from playwright.sync_api import FloatRect, Page, expect

from browser.conftest import ON_PHONE, Visit
from browser.player import ASKED, Player
from browser.tables import NOVICE
from browser.touch import Keys
from browser.words import texts
from server.serving import Server, create, new_token, person, serving

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


def map_of(page: Page) -> FloatRect:
    box = page.get_by_role("application").locator(".paper").bounding_box()
    assert box is not None
    return box


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
    ref = link.input_value().split("board=")[1]
    check_two_browsers_and_a_version(server, visit, page, ref)
    page.get_by_role("button", name=EN["studio.play"]).click()
    expect(page.locator(".table")).to_be_visible(timeout=PATIENCE)
    Player(page).play_on(3)


def check_two_browsers_and_a_version(server: Server, visit: Visit, editor: Page, ref: str) -> None:
    """Two people in two browsers play the board against two bots, and go on while its maker keeps a new version."""
    tokens = [new_token(), new_token()]
    seats: list[Mapping[str, object]] = [
        *(person(name, token) for name, token in zip(("Ada", "Bo"), tokens, strict=True)),
        NOVICE,
        NOVICE,
    ]
    table = create(server, ref, seats)["table"]
    ada, bo = (Player(visit(f"/t/{table}#{token}")) for token in tokens)
    play_in_turn(ada, bo, 4)
    tab(editor, "routes")
    editor.get_by_role("button", name="Tree A – Tree B").first.click()
    editor.get_by_label(EN["studio.length"]).fill("4")
    editor.get_by_label(EN["studio.length"]).press("Enter")
    tab(editor, "share")
    editor.get_by_label(EN["studio.version_name"]).fill("Shorter")
    editor.get_by_role("button", name=EN["studio.publish"]).click()
    expect(editor.locator("li").filter(has_text="Shorter")).to_be_visible(timeout=PATIENCE)
    assert editor.get_by_label(EN["studio.play_link"]).input_value().split("board=")[1] != ref
    play_in_turn(ada, bo, 4)


def play_in_turn(one: Player, other: Player, decisions: int) -> None:
    """Whoever is asked decides."""
    for _ in range(decisions):
        for _ in range(600):
            asked = next((player for player in (one, other) if player.page.evaluate(ASKED)), None)
            if asked is not None:
                break
            one.page.wait_for_timeout(100)
        assert asked is not None, "nobody is asked"
        asked.step()


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


def test_an_owner_corrects_a_lane_of_berlin_and_plays_it(visit: Visit) -> None:
    """The steps that docs/studio.md tells, by mouse; under two minutes, most of which is waiting for a busy machine."""
    page = visit("/studio")
    page.set_default_timeout(PATIENCE)
    began = monotonic()
    page.get_by_label(EN["studio.name"]).fill("Berlin, corrected")
    page.get_by_label(EN["studio.start_with"]).select_option(label="Berlin")
    page.get_by_label(EN["studio.own_work"]).check()
    page.get_by_role("button", name=EN["studio.make"], exact=True).click()
    lane = page.get_by_role("application").locator(".lane").nth(2)  # in the order of routes.csv: Zoo – Kurfürstendamm
    lane.wait_for()
    box = lane.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_role("heading", name="Zoo – Kurfürstendamm")).to_be_visible()
    page.get_by_label(EN["studio.colour"]).select_option("red")
    tab(page, "share")
    page.get_by_role("button", name=EN["studio.play"]).click()
    expect(page.locator(".table")).to_be_visible(timeout=PATIENCE)
    took = monotonic() - began
    print(f"a lane of Berlin corrected and on the table in eight steps: {took:.0f} s")
    assert took < 120
    Player(page).play_on(1)


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


def test_the_main_steps_by_keyboard(visit: Visit) -> None:
    """No pointer: places, routes, tickets, and a version."""
    page = visit("/studio")
    begin(page, "By keys")
    keys = Keys()
    for number, name in enumerate(("Ash", "Birch", "Cedar", "Elm")):
        keys.press(page.get_by_role("application"))
        page.keyboard.press("n")
        expect(page.locator("#place-name input")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        page.get_by_role("application").focus()
        for arrow, times in (("ArrowRight", number % 2), ("ArrowDown", number // 2)):
            for _ in range(12 * times):
                page.keyboard.press(f"Shift+{arrow}")
    keys.press(page.get_by_role("tab", name=EN["studio.routes"]))
    for a, b in (("Ash", "Birch"), ("Birch", "Elm"), ("Elm", "Cedar"), ("Cedar", "Ash"), ("Ash", "Elm")):
        for label, name in ((EN["studio.from"], a), (EN["studio.to"], b)):
            page.get_by_label(label, exact=True).focus()
            page.keyboard.type(name)
        keys.press(page.get_by_role("button", name=EN["studio.join"], exact=True))
    expect(page.locator("aside li")).to_have_count(5)
    keys.press(page.get_by_role("tab", name=EN["studio.rules_tab"]))
    page.get_by_label(EN["studio.most_players"]).fill("2")
    page.keyboard.press("Enter")
    page.get_by_label("wagons each").fill("10")
    page.keyboard.press("Enter")
    keys.press(page.get_by_role("tab", name=EN["studio.tickets"]))
    for number, ends in enumerate(combinations(("Ash", "Birch", "Cedar", "Elm"), 2)):
        keys.press(page.get_by_role("button", name=EN["studio.add_ticket"]))
        row = page.locator("tbody tr").nth(number)
        for label, name in zip((EN["studio.from"], EN["studio.to"]), ends, strict=True):
            row.get_by_label(label, exact=True).focus()
            page.keyboard.type(name)
    keys.press(page.get_by_role("tab", name=EN["studio.share"]))
    keys.press(page.get_by_role("button", name=EN["studio.publish"]))
    expect(page.get_by_label(EN["studio.play_link"])).to_be_visible(timeout=PATIENCE)


def test_a_region_an_option_and_what_games_tell(visit: Visit) -> None:
    page = visit("/studio")
    begin(page, "Berlin measured", "Berlin")
    tab(page, "rules_tab")
    page.get_by_role("button", name=EN["studio.add_option"]).click()
    expect(page.get_by_role("group", name="Option 1")).to_be_visible()
    tab(page, "land_tab")
    page.get_by_text(EN["studio.region"], exact=True).click()
    page.get_by_role("button", name=EN["studio.region_draw"]).click()
    expect(page.locator(".land path")).to_have_count(5, timeout=PATIENCE)
    page.get_by_role("button", name=EN["studio.undo"]).click()
    expect(page.locator(".land path")).not_to_have_count(5)
    tab(page, "share")
    page.get_by_role("button", name=EN["studio.measure"]).click()
    page.get_by_role("button", name=EN["balance.measure"]).click(timeout=PATIENCE)
    expect(page.get_by_role("heading", name=EN["balance.first"])).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".first li")).to_have_count(5)
    page.get_by_role("radio", name=EN["balance.heat_tickets"]).check()
    expect(page.locator(".arc").first).to_be_attached()
    page.reload()
    expect(page.locator(".first li")).to_have_count(5, timeout=PATIENCE)


PAINTED = (225, 60, 190)
"""A colour that nothing else on a map has."""


def test_a_picture_in_the_backdrop_is_drawn_in_the_editor_and_in_play(visit: Visit, tmp_path: Path) -> None:
    Image.new("RGB", (300, 200), PAINTED).save(tmp_path / "land.png")
    page = visit("/studio")
    begin(page, "Painted", "Berlin")
    tab(page, "land_tab")
    page.get_by_label(EN["studio.picture"], exact=True).set_input_files(tmp_path / "land.png")
    expect(page.locator(".land image")).to_have_count(1, timeout=PATIENCE)
    opacity = page.get_by_label(EN["studio.picture_opacity"])
    opacity.fill("1")
    opacity.dispatch_event("change")
    assert painted(page) > 0.02, "the editor does not show the picture"
    tab(page, "share")
    page.get_by_role("button", name=EN["studio.play"]).click()
    expect(page.locator(".table")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".board image")).to_have_count(1, timeout=PATIENCE)
    assert painted(page) > 0.02, "the table does not show the picture"


def painted(page: Page) -> float:
    """The share of the map that has nearly the colour of the picture."""
    page.wait_for_timeout(500)
    with Image.open(io.BytesIO(page.get_by_role("application").screenshot())) as shot:
        bytes_of = shot.convert("RGB").resize((200, 150)).tobytes()
    pixels = list(zip(bytes_of[::3], bytes_of[1::3], bytes_of[2::3], strict=True))
    near = sum(max(abs(part - wanted) for part, wanted in zip(pixel, PAINTED, strict=True)) < 40 for pixel in pixels)
    return near / len(pixels)


def test_the_main_steps_by_touch(visit: Visit) -> None:
    page = visit("/studio", **ON_PHONE)
    begin(page, "By finger")
    for name, share in (("Ash", 0.3), ("Birch", 0.7)):
        tool(page, "place")
        tap_map(page, share)
        field = page.locator("#place-name input")
        expect(field).to_be_visible()
        field.fill(name)
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    tool(page, "route")
    tap_map(page, 0.3)
    tap_map(page, 0.7)
    expect(page.get_by_role("heading", name="Ash – Birch")).to_be_visible()
    tool(page, "move")
    drag_by_touch(page, 0.7, 60)
    tab(page, "places")
    page.get_by_role("button", name="Birch", exact=True).tap()
    expect(page.get_by_label("y", exact=True)).not_to_have_value("262.5")
    page.get_by_role("button", name=EN["studio.undo"]).tap()
    page.set_viewport_size({"width": 844, "height": 390})
    for name in ("places", "share"):
        expect(page.get_by_role("tab", name=EN[f"studio.{name}"])).to_be_in_viewport(ratio=1)


def tap_map(page: Page, share: float) -> None:
    box = map_of(page)
    page.touchscreen.tap(box["x"] + share * box["width"], box["y"] + box["height"] / 2)


def drag_by_touch(page: Page, share: float, down: float) -> None:
    box = map_of(page)
    x, y = box["x"] + share * box["width"], box["y"] + box["height"] / 2
    before = page.locator(".station").nth(1).bounding_box()
    session = page.context.new_cdp_session(page)
    points = [{"x": x, "y": y + step * down / 8} for step in range(9)]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    for point in points[1:]:
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    after = page.locator(".station").nth(1).bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] - before["y"] > down / 2, "the place follows the finger"
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
