"""Tickets in the hand where there is little room for them: none is out of sight without a word."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.stocked import stocked
from browser.windows import Size, lay
from browser.words import texts
from server.serving import Server
from server.staged import StagedTable

CARDS: Final = 30
TICKETS: Final = 7
TABLET: Final[Size] = (1180, 820)
DESK: Final[Size] = (1440, 900)

OUT_OF_SIGHT: Final = """() => [...document.querySelectorAll(".mine .tickets li")].filter(item => {
    const [box, strip] = [item.getBoundingClientRect(), item.parentElement.getBoundingClientRect()];
    return box.bottom > strip.bottom + 4;
}).length"""
ALL_LOST: Final = """(text) => document.querySelectorAll(".mine .ticket .names").forEach((names) => {
    const said = document.createElement("span");
    said.className = `said ${[...names.classList].find((each) => each.startsWith("svelte"))}`;
    said.textContent = text;
    names.querySelector(".said")?.remove();
    names.append(said);
})"""
LOWEST: Final = """() => Math.max(...[...document.querySelectorAll(".mine li .ticket")].map(
    (ticket) => ticket.getBoundingClientRect().bottom))"""


def sit(visit: Visit, staged: StagedTable, locale: str) -> Page:
    page = visit(f"/t/{staged.table}#{staged.tokens[0]}", locale=locale)
    page.locator(".table .board svg").wait_for()
    page.evaluate("document.fonts.ready.then(() => undefined)")
    return page


def test_tickets_below_those_in_sight_are_counted_beside_a_tall_map(server: Server, visit: Visit) -> None:
    page = sit(visit, stocked(server, "nederland", 5, CARDS, TICKETS), "en-GB")
    lay(page, TABLET)
    more = page.locator(".mine .more")
    assert more.inner_text().split()[0] == f"+{page.evaluate(OUT_OF_SIGHT)}"
    more.click()
    assert page.evaluate(OUT_OF_SIGHT) == 0
    lay(page, DESK)
    expect(more).to_have_count(0)
    assert page.evaluate(OUT_OF_SIGHT) == 0


IN_PART: Final = """() => {
    const strip = document.querySelector(".mine .tickets ul"), box = strip.getBoundingClientRect();
    const { maskImage } = getComputedStyle(strip), [above, below] = ["above", "below"].map(
        (name) => maskImage === "none" ? 0 : parseFloat(strip.style.getPropertyValue(`--${name}`)));
    return [...strip.children].map((item) => item.getBoundingClientRect()).filter(({ top, bottom }) =>
        top < box.bottom - below - 1 && bottom > box.bottom - below + 5
        || top < box.top + above - 5 && bottom > box.top + above + 1).length;
}"""
"""Tickets of which a part is shown."""


def test_no_ticket_beside_a_tall_map_is_shown_in_part(server: Server, visit: Visit) -> None:
    page = sit(visit, stocked(server, "nederland", 5, CARDS, TICKETS), "en-GB")
    lay(page, TABLET)
    assert page.evaluate(IN_PART) == 0
    page.locator(".mine .more").click()
    page.wait_for_timeout(200)
    assert page.evaluate(IN_PART) == 0


SIDEWAYS: Final = (844, 390)
SHOWN: Final = """() => [...document.querySelectorAll(".mine li > button")].filter(node => node.checkVisibility())
    .map(node => node.getBoundingClientRect().bottom)"""

WHOLE: Final = """() => {
    const strip = document.querySelector(".mine .tickets ul").getBoundingClientRect();
    return [...document.querySelectorAll(".mine li > button")].map(node => node.getBoundingClientRect())
        .filter(({ left, right }) => left > strip.left - 1 && right < strip.right + 1).length;
}"""


def test_a_phone_held_sideways_shows_tickets_where_its_hand_leaves_the_room(server: Server, visit: Visit) -> None:
    page = sit(visit, stocked(server, "lyon", 2, 14, 4), "en-GB")
    lay(page, SIDEWAYS)
    bottoms = page.evaluate(SHOWN)
    assert len(bottoms) == 4
    panels = page.locator(".table > .panels").bounding_box()
    assert panels is not None
    assert max(bottoms) <= panels["y"]
    # Two are in sight, or one where a deal has a long word: tickets are as wide as that asks for.
    whole = page.evaluate(WHOLE)
    assert whole in (1, 2)
    expect(page.locator(".mine .more")).to_have_text(f"+{4 - whole} ›")
    lay(page, (640, 360))
    assert page.evaluate(SHOWN) == []


def test_tickets_beside_a_tall_map_are_as_wide_as_their_column(server: Server, visit: Visit) -> None:
    """A large screen has the height for all of them, one below the other."""
    page = sit(visit, stocked(server, "amsterdam", 4, 14, 7), "fr-FR")
    lay(page, (2560, 1440))
    boxes = [ticket.bounding_box() for ticket in page.locator(".mine li .ticket .stock").all()]
    strip = page.locator(".mine .tickets ul").bounding_box()
    assert strip is not None
    assert len({round(box["x"]) for box in boxes if box}) == 1
    assert all(box["width"] > 0.9 * strip["width"] for box in boxes if box)
    assert page.evaluate(OUT_OF_SIGHT) == 0


def test_small_tickets_that_are_lost_stay_within_the_window(server: Server, visit: Visit) -> None:
    page = sit(visit, stocked(server, "berlin", 4, CARDS, TICKETS), "fr-FR")
    lay(page, TABLET)
    page.evaluate(ALL_LOST, texts("fr")["art.lost"])
    assert page.evaluate(LOWEST) <= TABLET[1]
