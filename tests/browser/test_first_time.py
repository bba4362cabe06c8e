"""Somebody who has never been here, on a phone: from the start page through the guided game to its count."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from browser.conftest import ON_PHONE, Visit
from browser.player import Player
from browser.tables import against_bot
from browser.touch import Finger
from browser.words import like, texts
from server.serving import Server

EN = texts("en")
ADVISED = {EN["coach.route.title"], EN["coach.go_on.title"], EN["coach.finish.title"]}
WATCH = """selector => {
  window.seen = [];
  new MutationObserver(() => {
    const text = document.querySelector(selector)?.textContent;
    if (text !== undefined && window.seen.at(-1) !== text) window.seen.push(text);
  }).observe(document.body, { childList: true, subtree: true });
}"""
SEEN = "() => window.seen"


def on_phone(page: Page) -> Player:
    return Player(page, touch=Finger())


def advised(page: Page) -> Locator:
    """The lane that the coach speaks of."""
    return page.locator("svg .lane.next.claimable")


def test_the_guided_game_to_its_end(visit: Visit) -> None:
    page = visit("/", **ON_PHONE)
    page.get_by_role("link", name=EN["home.first"]).tap()
    page.get_by_role("button", name=EN["tutorial.begin"]).tap()
    player = on_phone(page)
    coach = page.get_by_role("region", name=EN["coach.label"])
    heard: set[str] = set()
    joined = 0
    player.wait()
    page.evaluate(WATCH, ".cheer")
    while True:
        player.wait()
        if player.over():
            break
        heading = coach.get_by_role("heading").inner_text()
        heard.add(heading)
        joined = int(re.findall(r"\d+", player.button("panel.tickets").inner_text())[0])
        assert (heading in ADVISED) <= (advised(page).count() == 1), "what is advised can be done, and is marked"
        if heard & ADVISED or player.choice.count():
            player.step()
        else:  # gathers cards until the coach speaks of a route, whatever luck brings
            player.take()
    assert {EN["coach.tickets.title"], EN["coach.cards.title"]} <= heard
    assert heard & ADVISED
    expect(coach.get_by_role("heading")).to_have_text(EN["coach.over.title"])
    expect(page.locator(".cheer")).to_have_count(0)
    player.button("end.again").wait_for()  # all is counted
    done = page.locator("section.end .all ul").first.locator(".said").filter(has_text=EN["art.done"])
    cheered = "".join(page.evaluate(SEEN)).count("↔")
    assert joined <= cheered <= done.count()  # what the very last move joins is told by the count


def test_a_ticket_is_shown_on_the_map_once_it_was_tapped(server: Server, visit: Visit) -> None:
    player = on_phone(visit(against_bot(server).seat, **ON_PHONE))
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


def test_a_ticket_stays_on_the_map_once_it_was_clicked(server: Server, visit: Visit) -> None:
    player = Player(visit(against_bot(server).seat))
    player.play_on(1)
    player.wait()
    ticket = player.page.get_by_role("group", name=like("tickets.title")).locator("button.ticket").first
    ticket.click()
    player.page.locator(".bar").hover()
    expect(player.page.locator("svg .plate.lit")).to_have_count(2)
    ticket.click()
    player.page.locator(".bar").hover()
    expect(player.page.locator("svg .plate.lit")).to_have_count(0)


def test_back_closes_a_panel_and_stays_at_the_table(server: Server, visit: Visit) -> None:
    laid = against_bot(server)
    player = on_phone(visit(laid.seat, **ON_PHONE))
    player.wait()
    player.press(player.button("panel.log"))
    expect(player.page.get_by_role("dialog")).to_be_visible()
    player.page.go_back()
    expect(player.page.get_by_role("dialog")).to_have_count(0)
    expect(player.hand).to_be_attached()
    assert laid.table in player.page.url


def test_nothing_moves_under_a_finger_while_a_card_is_chosen(server: Server, visit: Visit) -> None:
    player = on_phone(visit(against_bot(server).seat, **ON_PHONE))
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
    player.page.evaluate(WATCH, ".flight")
    player.take()
    log = player.page.get_by_role("region", name=like("panel.log"))
    log.get_by_text(re.compile("^You (take|draw)")).first.wait_for()
    expect(player.page.locator(".flight")).to_have_count(0)
    assert player.page.evaluate(SEEN)
