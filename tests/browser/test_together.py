"""Several people: each with a browser of their own, or one device passed around."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit
from browser.player import Player, play_together
from browser.tables import check_record, on_one_device
from browser.watching import Watch
from browser.words import like, texts
from server.serving import Server

EN = texts("en")


def lay_table(page: Page, board: str, name: str) -> None:
    """The page for new tables: two seats, the second by invitation."""
    page.get_by_role("radio", name=board).check(force=True)
    page.get_by_role("radio", name=EN["new.links"]).check(force=True)
    page.get_by_label(EN["seat.my_name"]).fill(name)
    page.get_by_role("button", name=EN["seat.remove"].replace("{number}", "3")).click()
    page.get_by_role("button", name=EN["new.make"]).click()


def test_two_browsers_by_invitation(server: Server, visit: Visit) -> None:
    host = visit("/new")
    lay_table(host, "Berlin", "Ada")
    invitation = host.get_by_label(like("waiting.invite")).input_value()
    assert invitation.startswith(f"{server.url}/t/")
    guest = visit(invitation.removeprefix(server.url))
    guest.get_by_label(EN["join.name"]).fill("Bo")
    guest.get_by_role("button", name=EN["join.sit"]).click()

    ada, bo = Player(host), Player(guest)
    play_together(ada, bo)
    for player, other in ((ada, "Bo"), (bo, "Ada")):
        end = player.page.get_by_role("dialog", name=EN["panel.end"])
        heads = [EN["who.you"], other] if player is ada else [other, EN["who.you"]]
        expect(end.get_by_role("columnheader")).to_contain_text(heads)
    check_record(server, host.url.split("/t/")[1].split("#")[0])


def test_an_invitation_is_good_for_one(server: Server, visit: Visit, watches: list[Watch]) -> None:
    host = visit("/new")
    lay_table(host, "Berlin", "Ada")
    invitation = host.get_by_label(like("waiting.invite")).input_value().removeprefix(server.url)
    first, second = visit(invitation), visit(invitation)
    for page, name in ((first, "Bo"), (second, "Cleo")):
        expect(page.get_by_label(EN["join.name"])).to_be_visible()
        page.get_by_label(EN["join.name"]).fill(name)
    first.get_by_role("button", name=EN["join.sit"]).click()
    expect(first.locator(".table")).to_be_visible()
    watches[-1].expected.append("/join")  # the browser tells of the refusal
    second.get_by_role("button", name=EN["join.sit"]).click()
    expect(second.locator(".table")).to_have_count(0)
    expect(second.get_by_role("main")).to_contain_text(EN["join.started"])


def test_a_device_is_passed_around_behind_a_curtain_for_a_whole_game(server: Server, visit: Visit) -> None:
    laid = on_one_device(server)
    player = Player(visit(laid.seat))
    shown: set[str] = set()
    while True:
        player.wait()
        if player.over():
            break
        if player.curtain.count():
            name = "Ada" if "Ada" in player.curtain.inner_text() else "Bo"
            # nothing of anybody's hand: neither to see nor for a screen reader
            expect(player.hand).to_have_count(0)
            expect(player.choice).to_have_count(0)
            player.lift_curtain()
            expect(player.hand).to_be_visible()
            shown.add(name)
        player.step()
    assert shown == {"Ada", "Bo"}
    check_record(server, laid.table)


def test_the_log_of_a_shared_device_keeps_secrets(server: Server, visit: Visit) -> None:
    """What one drew from the deck is not told when the other looks."""
    laid = on_one_device(server)
    player = Player(visit(laid.seat))
    for _ in range(2):
        player.wait_my_turn()
        player.choose_tickets()
    player.wait_my_turn()
    places = player.page.get_by_role("group", name=like("tickets.title")).locator(".place").all_text_contents()
    tickets = [f"{a} ↔ {b}" for a, b in zip(places[::2], places[1::2], strict=True)]
    log = player.page.get_by_role("region", name=EN["panel.log"])
    assert any(ticket in str(log.text_content()) for ticket in tickets)
    for _ in range(2):
        player.button("market.blind").click()
        player.confirm()
    player.wait()
    expect(log).to_have_count(0)  # behind the curtain
    keeps_secrets(player.page.locator(".table .recent"), tickets)
    player.lift_curtain()
    keeps_secrets(log, tickets)


def keeps_secrets(log: Locator, tickets: list[str]) -> None:
    expect(log).to_be_attached()
    for ticket in tickets:
        expect(log).not_to_contain_text(ticket)
    expect(log).not_to_contain_text(" from the deck: ")
