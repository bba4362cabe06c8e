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


def test_small_tickets_that_are_lost_stay_within_the_window(server: Server, visit: Visit) -> None:
    page = sit(visit, stocked(server, "berlin", 4, CARDS, TICKETS), "fr-FR")
    lay(page, TABLET)
    page.evaluate(ALL_LOST, texts("fr")["art.lost"])
    assert page.evaluate(LOWEST) <= TABLET[1]
