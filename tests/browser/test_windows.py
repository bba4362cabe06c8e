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
from browser.windows import Laid, Size, lay
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
]  # fmt: skip
GRID: Final = [("usa", 2, "en-GB"), ("usa", 5, "fr-FR"), ("nederland", 2, "fr-FR"), ("nederland", 5, "en-GB")]
BOARDS: Final = ("usa", "nederland", "lyon", "amsterdam", "berlin")
FULL_GRID: Final = list(product(BOARDS, (2, 3, 4, 5), ("en-GB", "fr-FR")))

DESK: Final = (1280, 720)
LOG_LINES: Final = 5
MAP: Final = 0.45
COACHED_MAP: Final = 0.28
"""On a phone held upright the coach of the tutorial takes some of it."""
BEGUN: Final = 30


def begun(server: Server, board: str, seats: int) -> StagedTable:
    """Some moves into a game, and it is the first seat's turn."""
    most = {"usa": 5, "nederland": 5, "lyon": 4, "amsterdam": 4, "berlin": 4}
    staged = playing_table(server, board, min(seats, most[board]), 0)
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


@pytest.mark.parametrize(("board", "seats", "locale"), FULL_GRID if FULL else GRID)
def test_every_part_has_its_place_in_every_window(
    server: Server, visit: Visit, board: str, seats: int, locale: str
) -> None:
    page = sit(visit, begun(server, board, seats), locale)
    found: list[str] = []
    for size in SIZES + MORE_SIZES if FULL else SIZES:
        laid = lay(page, size)
        photograph(page, f"{board}-{seats}-{locale[:2]}", size)
        found += complaints(laid)
    assert not found, "\n".join(found)


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
