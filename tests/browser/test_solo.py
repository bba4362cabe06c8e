"""The deal of the day and puzzles, in a real browser."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from browser.conftest import ON_PHONE, Visit
from browser.player import Player
from browser.tables import against_bot
from browser.words import texts
from ferrovia.puzzles import puzzle_by_id
from server.serving import Server, show

EN, FR = texts("en"), texts("fr")


def card_puzzle(server: Server) -> tuple[str, int]:
    """A puzzle, and a slot with a card that is not its answer."""
    for told in httpx.get(f"{server.url}/api/puzzles").json()["puzzles"]:
        puzzle = puzzle_by_id(told["id"])
        assert puzzle is not None
        slots = httpx.get(f"{server.url}/api/puzzles/{puzzle.id}").json()["choices"]["slots"]
        if puzzle.kind == "claim" and slots:
            return puzzle.id, slots[0]
    raise AssertionError("there is no such puzzle")


def test_a_puzzle_is_answered_and_explained(server: Server, visit: Visit) -> None:
    id, slot = card_puzzle(server)
    page = visit(f"/puzzles/{id}", locale="fr-FR", **ON_PHONE)
    answer = page.get_by_role("button", name=FR["puzzle.answer"].replace("'", "’"))
    expect(answer).to_be_disabled()
    page.locator(f"button[data-slot='{slot}']").click()
    answer.click()
    expect(page.get_by_text(FR["puzzle.wrong"].replace("'", "’"))).to_be_visible()
    puzzle = puzzle_by_id(id)
    assert puzzle is not None
    expect(page.get_by_role("status").get_by_text("Le meilleur coup")).to_be_visible()
    expect(page.get_by_text("Il a fini mieux que le suivant")).to_be_visible()
    page.goto(f"{server.url}/puzzles")
    expect(page.locator("a.wrong")).to_have_count(1)


def test_todays_deal_is_begun_and_gone_on_with(server: Server, visit: Visit) -> None:
    page = visit("/day")
    page.get_by_role("button", name=EN["day.play"], exact=True).click()
    page.locator(".table").wait_for()
    page.goto(f"{server.url}/day")
    expect(page.get_by_role("link", name=EN["day.go_on"])).to_be_visible()
    page.get_by_text(EN["day.proof"]).click()
    expect(page.get_by_text(EN["day.seed_later"], exact=True)).to_be_visible()
    past = page.get_by_role("list").get_by_role("link").first
    past.click()
    expect(page.get_by_text(EN["day.rules_past"])).to_be_visible()
    page.get_by_text(EN["day.proof"]).click()
    expect(page.locator("code")).to_have_count(2)


def test_a_hint_shows_its_route_on_the_map(server: Server, visit: Visit) -> None:
    laid = against_bot(server)
    player = Player(visit(laid.seat))
    page = player.page
    player.begin()
    decision = show(server, laid.table, laid.token)["position"]["choices"]["decision"]
    move = {"kind": "claim", "text": "", "lane": 3, "card": 0, "wilds": 0, "tickets": []}
    page.route("**/hint", lambda route: route.fulfill(json={"decision": decision, "action": 0, "move": move}))
    player.button("panel.menu").click()
    player.button("hint.ask").click()
    expect(page.get_by_text(EN["hint.title"])).to_be_visible()
    expect(page.locator(".board .tracks path.lit")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".board .tracks path.lit")).to_have_count(0)
