"""Somebody who has never been here, on a phone: from the start page through the guided game to its count."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from browser.conftest import PHONE, Visit
from browser.player import Player
from browser.tables import against_bot
from browser.touch import Finger
from browser.words import like, texts
from server.serving import Server

EN = texts("en")
HANDHELD = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
ADVISED = (EN["coach.route.title"], EN["coach.go_on.title"])
COUNT_CHEERS = """() => {
  window.cheers = [];
  new MutationObserver(() => {
    const said = document.querySelector('.cheer')?.textContent;
    if (said && window.cheers.at(-1) !== said) window.cheers.push(said);
  }).observe(document.body, { childList: true, subtree: true });
}"""


def on_phone(page: Page) -> Player:
    return Player(page, touch=Finger())


def advised(page: Page) -> Locator:
    """The lane that the coach speaks of."""
    return page.locator("svg .lane.next.claimable")


def test_the_guided_game_to_its_end(visit: Visit) -> None:
    page = visit("/", **HANDHELD)
    page.get_by_role("link", name=EN["home.first"]).tap()
    page.get_by_role("button", name=EN["tutorial.begin"]).tap()
    player = on_phone(page)
    coach = page.get_by_role("region", name=EN["coach.label"])
    heard: set[str] = set()
    player.wait()
    page.evaluate(COUNT_CHEERS)
    while True:
        player.wait()
        if player.over():
            break
        heading = coach.get_by_role("heading").inner_text()
        heard.add(heading)
        assert (heading in ADVISED) <= (advised(page).count() == 1), "what is advised can be done, and is marked"
        player.step()
    assert {EN["coach.tickets.title"], EN["coach.cards.title"]} <= heard
    expect(coach.get_by_role("heading")).to_have_text(EN["coach.over.title"])
    expect(page.locator(".cheer")).to_have_count(0)
    done = page.locator("section.end .ticket .said").filter(has_text=EN["art.done"])
    assert len(page.evaluate("() => window.cheers")) <= done.count()


def test_a_ticket_is_shown_on_the_map_once_it_was_tapped(server: Server, visit: Visit) -> None:
    player = on_phone(visit(against_bot(server).seat, **HANDHELD))
    player.play_on(1)
    player.wait()
    player.press(player.button("panel.tickets"))
    sheet = player.page.get_by_role("dialog")
    names = sheet.locator(".place").all_inner_texts()[:2]
    sheet.locator("button.ticket").first.tap()
    expect(sheet).to_have_count(0)
    lit = player.page.locator("svg .plate.lit")
    expect(lit).to_have_count(2)
    # a name may be broken into lines on its plate
    assert {"".join(text.split()) for text in lit.all_text_contents()} == {"".join(name.split()) for name in names}
    player.page.get_by_role("button", name=EN["board.zoom_in"]).tap()
    expect(lit).to_have_count(2)


def test_back_closes_a_panel_and_stays_at_the_table(server: Server, visit: Visit) -> None:
    laid = against_bot(server)
    player = on_phone(visit(laid.seat, **HANDHELD))
    player.wait()
    player.press(player.button("panel.log"))
    expect(player.page.get_by_role("dialog")).to_be_visible()
    player.page.go_back()
    expect(player.page.get_by_role("dialog")).to_have_count(0)
    expect(player.hand).to_be_attached()
    assert laid.table in player.page.url


def test_nothing_moves_under_a_finger_while_a_card_is_chosen(server: Server, visit: Visit) -> None:
    player = on_phone(visit(against_bot(server).seat, **HANDHELD))
    player.play_on(1)
    player.wait()
    card = player.page.locator("button[data-slot]:enabled").first
    before = player.page.locator("section.market").bounding_box()
    card.tap()
    expect(player.armed).to_be_visible()
    assert player.page.locator("section.market").bounding_box() == before


def test_cards_that_have_flown_are_gone(server: Server, visit: Visit) -> None:
    player = Player(visit(against_bot(server).seat, reduced_motion="no-preference"))
    player.play_on(1)
    player.wait()
    player.take()
    expect(player.page.locator(".flight")).to_have_count(0)
    player.page.get_by_role("region", name=like("log.title")).get_by_text("You ").first.wait_for()
