"""The table in every window: nothing covers anything else, nothing is cut off, the map has its share."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.pages import step
from browser.pairwise import Case, pairwise
from browser.player import Player
from browser.stocked import MOST_SEATS, stocked
from browser.windows import Laid, Size, lay, lay_with_another_player, open_complaints, out_of_reach
from server.serving import Server
from server.staged import StagedTable, playing_table

FULL: Final = os.environ.get("WINDOWS") == "all"  # `make windows`
PICTURES: Final = os.environ.get("PICTURES")

SIZES: Final[list[Size]] = [
    (1440, 900), (1366, 768), (1280, 720), (820, 1180), (390, 844), (844, 390), (320, 568), (640, 360),
]  # fmt: skip
MORE_SIZES: Final[list[Size]] = [
    (3840, 2160), (2560, 1440), (1920, 1080), (1024, 768), (1180, 820), (1024, 1366), (768, 1024), (1440, 2560),
    (412, 915), (360, 640), (915, 412), (667, 375), (568, 320), (960, 600), (1000, 1000), (720, 720),
    (683, 384), (720, 450), (960, 540),
]  # fmt: skip
"""The last ones, and 640 x 360, 1280 x 720 and 1920 x 1080, are windows at 200 %."""
FEW_SIZES: Final[list[Size]] = [(1366, 768), (820, 1180), (390, 844), (844, 390), (320, 568), (640, 360)]
FEWEST, SOME, MOST = 0, 7, 40
GRID: Final[list[Case]] = [
    ("usa", 2, "en-GB", FEWEST, 12), ("usa", 5, "fr-FR", MOST, 3), ("nederland", 5, "en-GB", SOME, 12),
    ("lyon", 4, "fr-FR", MOST, 1),
]  # fmt: skip
FULL_GRID: Final = pairwise(
    [tuple(MOST_SEATS), (2, 3, 4, 5), ("en-GB", "fr-FR"), (FEWEST, SOME, MOST), (1, 3, 12)],
    lambda case: case[1] <= MOST_SEATS[case[0]],
)
CASES: Final = FULL_GRID if FULL else GRID

DESK: Final = (1280, 720)
LOG_LINES: Final = 5
MAP: Final = 0.45
MAP_LEFT: Final = 0.16
"""What a sheet leaves of it at the least."""
COACHED_MAP: Final = 0.28
"""On a phone held upright the coach of the tutorial takes some of it."""
BEGUN: Final = 30


def begun(server: Server, board: str, seats: int) -> StagedTable:
    """Some moves into a game, and it is the first seat's turn."""
    staged = playing_table(server, board, min(seats, MOST_SEATS[board]), 0)
    for _ in range(BEGUN):
        step(staged)
    while staged.position(staged.tokens[0])["choices"] is None:
        step(staged)
    return staged


def sit(visit: Visit, staged: StagedTable, locale: str) -> Page:
    page = visit(f"/t/{staged.table}#{staged.tokens[0]}", locale=locale)
    page.locator(".table .board svg").wait_for()
    page.evaluate("document.fonts.ready.then(() => undefined)")
    return page


def complaints(laid: Laid, least_map: float = MAP) -> list[str]:
    is_desk = laid.size[0] >= DESK[0] and laid.size[1] >= DESK[1]
    return [
        f"{laid.size[0]}x{laid.size[1]} {laid.found['layout']}: {text}"
        for text in laid.complaints(least_map, LOG_LINES if is_desk else 0)
    ]


def photograph(page: Page, name: str, size: Size) -> None:
    if PICTURES:
        Path(PICTURES).mkdir(exist_ok=True)
        page.screenshot(path=Path(PICTURES) / f"{name}-{size[0]}x{size[1]}.png")


@pytest.mark.parametrize(("board", "seats", "locale", "cards", "tickets"), CASES)
def test_every_part_has_its_place_in_every_window(
    server: Server, visit: Visit, board: str, seats: int, locale: str, cards: int, tickets: int
) -> None:
    page = sit(visit, stocked(server, board, seats, cards, tickets), locale)
    found: list[str] = []
    for size in SIZES + MORE_SIZES if FULL else SIZES:
        laid = lay(page, size)
        photograph(page, f"{board}-{seats}-{locale[:2]}-{cards}-{tickets}", size)
        found += complaints(laid)
        found += [f"{size[0]}x{size[1]}: out of reach: {what}" for what in out_of_reach(page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("board", [board for board, most in MOST_SEATS.items() if most == 5] if FULL else ["usa"])
def test_there_is_room_for_a_sixth_player(server: Server, visit: Visit, board: str) -> None:
    """No board is for six yet: one more of what the page shows of each player."""
    page = sit(visit, stocked(server, board, 5, SOME, 3), "fr-FR")
    found: list[str] = []
    for size in SIZES + MORE_SIZES if FULL else SIZES:
        laid = lay_with_another_player(page, size)
        photograph(page, f"sixth-{board}", size)
        found += complaints(laid)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("board", "seats", "locale", "cards", "tickets"), CASES)
def test_sheets_fit_and_leave_in_sight_what_they_talk_about(
    server: Server, visit: Visit, board: str, seats: int, locale: str, cards: int, tickets: int
) -> None:
    player = Player(sit(visit, stocked(server, board, seats, max(cards, SOME), tickets), locale), language=locale[:2])
    page = player.page
    found: list[str] = []
    for size in FEW_SIZES:
        lay(page, size)
        for key in ("panel.tickets", "panel.log", "panel.menu", "action.routes"):
            player.button(key, page.locator(".panels")).click()
            sheet = page.get_by_role("dialog")
            expect(sheet).to_be_visible()
            found += open_complaints(page, "[role=dialog]", size, 0 if key == "panel.menu" else MAP_LEFT)
            photograph(page, f"{key}-{board}-{locale[:2]}", size)
            page.keyboard.press("Escape")
            expect(sheet).to_have_count(0)
        for number in range(3):
            player.claims.click()
            routes = page.get_by_role("dialog").locator("button.route")
            routes.nth(number * (routes.count() - 1) // 2).click()
            expect(page.locator("section.claim")).to_be_visible()
            found += open_complaints(page, ".decide", size, MAP_LEFT)
            photograph(page, f"claim-{number}-{board}-{locale[:2]}", size)
            page.keyboard.press("Escape")
            expect(page.locator("section.claim")).to_have_count(0)
    assert not found, "\n".join(found)


CRAMPED: Final = """() => [...document.querySelectorAll(".decide .tick")]
    .filter((node) => node.scrollHeight > node.clientHeight + 1).map((node) => node.innerText)"""


@pytest.mark.parametrize("board", tuple(MOST_SEATS) if FULL else ("amsterdam", "usa"))
def test_tickets_to_choose_from_are_whole_and_keep_is_in_sight(server: Server, visit: Visit, board: str) -> None:
    """Random deals: every one brings other names, and none is broken inside a word."""
    found: list[str] = []
    for locale in ("en-GB", "fr-FR") * (3 if FULL else 1):
        page = sit(visit, playing_table(server, board, 2, 0), locale)
        for size in [*FEW_SIZES, (1440, 900)]:
            found += open_complaints(page, ".decide", size, MAP_LEFT)
            found += [f"{size}: {text} has no room in its box" for text in page.evaluate(CRAMPED)]
            photograph(page, f"keep-{board}-{locale[:2]}", size)
        page.context.close()
    assert not found, "\n".join(found)


TOO_SMALL: Final = """(least) => {
    const walker = document.createTreeWalker(document.querySelector(".table"), NodeFilter.SHOW_TEXT), found = new Set();
    while (walker.nextNode()) {
        const text = walker.currentNode, node = text.parentElement, style = getComputedStyle(node);
        if (!text.data.trim() || node.closest(".unseen, title") || style.clipPath !== "none") continue;
        if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const drawn = node instanceof SVGElement ? node.getScreenCTM().a : 1;
        const size = parseFloat(style.fontSize) * drawn;
        if (size < least - 0.01) found.add(`${text.data.trim()} has ${size.toFixed(1)} pixels`);
    }
    return [...found];
}"""
STICKING_OUT: Final = """() => [...document.querySelectorAll(".table button")].filter((node) => node.checkVisibility())
    .flatMap((button) => {
        const { left, right } = button.getBoundingClientRect();
        return [...button.querySelectorAll("*"), button].flatMap((node) => [...node.childNodes])
            .filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
            .filter(({ parentElement: holder }) =>
                !holder.closest(".unseen") && getComputedStyle(holder).clipPath === "none")
            .filter((text) => {
                const range = document.createRange();
                range.selectNodeContents(text);
                const box = range.getBoundingClientRect(), whole = text.parentElement.closest(".one, button");
                const room = whole.getBoundingClientRect();
                return box.width > 0 && (box.left < room.left - 1 || box.right > room.right + 1);
            }).map((text) => `${text.data.trim()} sticks out of ${Math.round(right - left)} pixels`);
    })"""
PHONE: Final = 480


def test_everything_is_large_enough_to_be_read_and_stays_in_its_box(server: Server, visit: Visit) -> None:
    """Beside the longest hand, in French: eleven pixels at the least, twelve on a phone."""
    tables = [stocked(server, "usa", 5, MOST, 12), stocked(server, "lyon", 2, SOME, 12)]
    found: list[str] = []
    for page, size in product([sit(visit, table, "fr-FR") for table in tables], SIZES):
        lay(page, size)
        wrong = page.evaluate(TOO_SMALL, 12 if min(size) < PHONE else 11) + page.evaluate(STICKING_OUT)
        found += [f"{size[0]}x{size[1]}: {each}" for each in wrong]
    assert not found, "\n".join(found)


OUT_OF_SIGHT: Final = """() => {
    const { top } = document.querySelector(".decide button.main").getBoundingClientRect();
    return [...document.querySelectorAll(".decide li")]
        .filter((item) => item.getBoundingClientRect().bottom > top + 1).length;
}"""


@pytest.mark.parametrize("board", ["nederland", "usa"])
def test_a_laptop_shows_all_first_tickets(server: Server, visit: Visit, board: str) -> None:
    """Five of them on the Netherlands."""
    page = sit(visit, playing_table(server, board, 2, 0), "fr-FR")
    for size in (DESK, (1366, 768), (1440, 900)):
        lay(page, size)
        assert page.evaluate(OUT_OF_SIGHT) == 0, size


UNDER_STAMPS: Final = """() => [...document.querySelectorAll(".mine .ticket .stock")].flatMap((ticket) => {
    const stamp = ticket.querySelector(".stamp").getBoundingClientRect();
    return [...ticket.querySelectorAll(".place")].flatMap((place) => {
        const range = document.createRange();
        range.selectNodeContents(place);
        const lines = [...range.getClientRects()];
        return lines.some(({ right, top, bottom }) => right > stamp.left && top < stamp.bottom && bottom > stamp.top)
            ? [place.textContent] : [];
    });
})"""


def test_no_name_on_a_ticket_runs_under_its_stamp(server: Server, visit: Visit) -> None:
    page = sit(visit, stocked(server, "amsterdam", 2, SOME, 12), "fr-FR")
    found: dict[Size, list[str]] = {}
    for size in [*SIZES, (1180, 820), (768, 1024), (2560, 1440)]:
        lay(page, size)
        if names := page.evaluate(UNDER_STAMPS):
            found[size] = names
    assert found == {}


CUT_TICKETS: Final = """() => [...document.querySelectorAll(".mine .ticket .stock")].flatMap((ticket) => {
    const strip = ticket.closest(".holding > .tickets").getBoundingClientRect();
    return [ticket, ...ticket.querySelectorAll("*")]
        .filter((node) => !node.parentElement.closest("svg") && node.checkVisibility())
        .filter((node) => node.getBoundingClientRect().bottom > strip.bottom + 1)
        .map((node) => `${ticket.innerText}: ${node.getAttribute("class")}`);
})"""
TABLETS: Final[list[Size]] = [(820, 1180), (768, 1024), (1024, 1366)]


def test_tickets_are_no_higher_than_their_strip_on_a_tablet(server: Server, visit: Visit) -> None:
    """Among four on this board some have names of three words, beside a full hand."""
    page = sit(visit, stocked(server, "lyon", 4, MOST, 12), "en-GB")
    found: dict[Size, list[str]] = {}
    for size in TABLETS:
        lay(page, size)
        if cut := page.evaluate(CUT_TICKETS):
            found[size] = cut
    assert found == {}


LONG_NAMES: Final = """() => document.querySelectorAll(".mine .place").forEach((place) => {
    place.textContent = "Musée d'histoire naturelle";
})"""


def test_long_names_on_tickets_do_not_move_the_map(server: Server, visit: Visit) -> None:
    page = sit(visit, stocked(server, "berlin", 2, SOME, 7), "fr-FR")
    before = {size: lay(page, size).map for size in SIZES}
    page.evaluate(LONG_NAMES)
    assert {size: lay(page, size).map for size in SIZES} == before


def test_nothing_that_is_to_be_decided_moves_the_map(server: Server, visit: Visit) -> None:
    """Choosing tickets lies over the cards; a card that is about to be drawn is told in the bar."""
    choosing = playing_table(server, "usa", 5, 0)
    page = sit(visit, choosing, "fr-FR")
    before: dict[Size, dict[str, float]] = {}
    found: list[str] = []
    for size in SIZES:
        laid = lay(page, size)
        photograph(page, "choice", size)
        before[size] = laid.map
        found += complaints(laid)
    assert not found, "\n".join(found)
    step(choosing)  # the first seat keeps its tickets
    expect(page.locator(".decide")).to_have_count(0)
    assert {size: lay(page, size).map for size in SIZES} == before


def test_a_card_about_to_be_drawn_does_not_move_the_map(server: Server, visit: Visit) -> None:
    page = sit(visit, begun(server, "usa", 5), "fr-FR")
    for size in SIZES:
        before = lay(page, size).map
        page.locator(".market .deck").click()
        expect(page.locator(".do .main")).to_be_visible()
        after = lay(page, size)
        assert (size, after.map) == (size, before)
        assert not complaints(after), "\n".join(complaints(after))
        page.keyboard.press("Escape")
        expect(page.locator(".do .main")).to_have_count(0)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_coach_covers_nothing(visit: Visit, locale: str) -> None:
    """And is not covered by the tickets it speaks of."""
    page = visit("/tutorial", locale=locale)
    page.locator(".do button").click()
    page.locator(".table .decide").wait_for()
    found: list[str] = []
    for size in SIZES:
        laid = lay(page, size)
        photograph(page, f"coach-{locale[:2]}", size)
        found += complaints(laid, COACHED_MAP if laid.found["layout"] == "portrait" else MAP)
        coach, decide = (page.locator(f".table > .{part}").bounding_box() for part in ("coach", "decide"))
        assert coach
        assert decide
        if decide["y"] < coach["y"] + coach["height"] - 1:
            found.append(f"{size}: the choice covers the coach")
    assert not found, "\n".join(found)


LIT: Final = """() => {
    const sheet = document.querySelector("[role=dialog]").getBoundingClientRect();
    const map = document.querySelector(".table .board").getBoundingClientRect();
    const lit = [...document.querySelectorAll(".board .tracks path.lit")];
    const hidden = lit.filter((path) => [0.1, 0.5, 0.9].some((share) => {
        const { x, y } = path.getPointAtLength(share * path.getTotalLength()).matrixTransform(path.getScreenCTM());
        return x < map.left || x > map.right || y < map.top || y > map.bottom
            || x > sheet.left && x < sheet.right && y > sheet.top && y < sheet.bottom;
    })).length;
    return { lit: lit.length, hidden };
}"""


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_final_count_hides_no_route_that_it_tells_of(server: Server, visit: Visit, size: Size) -> None:
    """The sheet lies over the east of a wide map on a laptop, and over the south of it on a phone."""
    played = playing_table(server, "usa", 2, 0)
    while step(played):
        pass
    page = visit(f"/t/{played.table}#{played.tokens[0]}", viewport={"width": size[0], "height": size[1]})
    player = Player(page)
    told: list[dict[str, int]] = []
    player.button("end.again").click()
    while player.button("end.next").count():
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        told.append(page.evaluate(LIT))
        photograph(page, f"count-{len(told)}", size)
        player.button("end.next").click()
    assert any(each["lit"] for each in told)
    assert [each for each in told if each["hidden"]] == []
