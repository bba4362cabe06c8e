"""A whole game by correspondence between two phones and a laptop: who is there, phrases, plans, a move taken back, a
lost line, a killed server, and the result on every screen.

`make correspondence` runs it; it is too long for every run of the tests."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, TimeoutError, expect

from browser.conftest import ON_PHONE, Visit
from browser.player import LONGEST_GAME, Player
from browser.tables import check_record
from browser.touch import Finger
from browser.watching import Watch
from browser.words import like, texts
from server.serving import Server, serving
from server.staged import StagedTable, playing_table

EN, FR = texts("en"), texts("fr")
NO_LINE = (r"WebSocket connection to .* failed", r"net::ERR_", r"Failed to load resource")
PATIENCE = 60_000


def seated(visit: Visit, server: Server, staged: StagedTable, seat: int, language: str, **device: object) -> Player:
    locale = {"en": "en-GB", "fr": "fr-FR"}[language]
    page = visit(f"/t/{staged.table}#{staged.tokens[seat]}", url=server.url, locale=locale, **device)
    page.set_default_timeout(PATIENCE)
    page.locator(".table").wait_for()
    return Player(page, Finger() if device else Player(page).touch, language)


def waiting(staged: StagedTable) -> int:
    return int(staged.position()["view"]["waiting"].index(True))


def plan_in_turn(staged: StagedTable, seat: int) -> bool:
    """By the door that the page uses; tests/browser/test_company.py presses the button."""
    for lane in range(len(staged.position()["view"]["owner"])):
        if staged.ask("PUT", "/plan", staged.tokens[seat], {"lane": lane}).status_code == 200:
            return True
    return False


def test_a_whole_game_over_days(tmp_path: Path, visit: Visit, watches: list[Watch]) -> None:
    with serving(tmp_path / "data") as server:
        staged = playing_table(server, "berlin", 3, 3, clock={"kind": "correspondence", "days": 2})
        ada = seated(visit, server, staged, 0, "en")
        bo = seated(visit, server, staged, 1, "fr", **ON_PHONE)
        cleo = seated(visit, server, staged, 2, "en", **ON_PHONE)
        for watch in watches:
            watch.expected.extend(NO_LINE)
        players = [ada, bo, cleo]
        greet_each_other(ada.page, bo.page)
        play_on(players, staged, 4)
        leave_and_come_back(bo.page.context, bo, ada)
        planned = take_turns_by_plan(players, staged)
        server.kill()
        server.start()
        taken_back = play_on(players, staged, LONGEST_GAME, take_back=True)
        for player in players:
            player.page.locator("section.end").wait_for(timeout=PATIENCE)
        assert planned
        assert taken_back == 1
        assert staged.position()["status"] == "over"
        check_record(server, staged.table)
        assert staged.ask("GET", "/record").text.startswith("ferrovia record 2")


def greet_each_other(ada: Page, bo: Page) -> None:
    ada.get_by_role("button", name=EN["say.title"]).click()
    ada.get_by_role("button", name=EN["phrase.good_luck"]).click()
    said = FR["phrase.good_luck"].replace(" !", "\u00a0!")
    expect(bo.get_by_role("log").get_by_text(said)).to_be_visible(timeout=PATIENCE)
    ada.keyboard.press("Escape")


def leave_and_come_back(context: BrowserContext, who: Player, other: Player) -> None:
    """A phone without a network: the others see it, and it plays on when it is back."""
    context.set_offline(True)
    who.page.evaluate("dispatchEvent(new Event('offline'))")
    who.page.goto("about:blank")  # Chromium keeps sockets open when it is offline
    away = other.page.get_by_role("list").locator("li", has_text="Bo").get_by_role("img", name=like("presence.away"))
    expect(away).to_be_visible(timeout=PATIENCE)
    context.set_offline(False)
    who.page.go_back()
    who.page.locator(".table").wait_for()
    expect(away).to_have_count(0, timeout=PATIENCE)


def take_turns_by_plan(players: list[Player], staged: StagedTable) -> bool:
    """Somebody plans; when the one before has moved, the route is theirs without their doing anything."""
    for _ in range(12):
        mover = waiting(staged)
        after = (mover + 1) % 3
        if plan_in_turn(staged, after):
            lane = staged.ask("GET", "/plan", staged.tokens[after]).json()["move"]["lane"]
            finish_turn(players, staged, mover)
            for _ in range(600):
                if staged.ask("GET", "/plan", staged.tokens[after]).json()["move"] is None:
                    break
                players[0].page.wait_for_timeout(100)
            owner = staged.position()["view"]["owner"][lane]
            assert owner in (after, mover)  # the mover may have been quicker
            if owner == after:
                return True
        else:
            finish_turn(players, staged, mover)
    return False


def finish_turn(players: list[Player], staged: StagedTable, mover: int) -> None:
    while waiting(staged) == mover:
        players[mover].wait()
        players[mover].step()


def play_on(players: list[Player], staged: StagedTable, decisions: int, *, take_back: bool = False) -> int:
    """Everybody on their own device; once, a claim is taken back with the others' consent."""
    taken_back = 0
    for _ in range(decisions):
        if staged.position()["status"] == "over":
            break
        mover = waiting(staged)
        player = players[mover]
        player.wait()
        player.step()
        if take_back and not taken_back and staged.position(staged.tokens[mover])["takeback"]:
            taken_back += taken_back_together(players, mover)
    return taken_back


def taken_back_together(players: list[Player], mover: int) -> int:
    mine = players[mover]
    mine.button("ask.may_takeback").click()
    for other in (player for player in players if player is not mine):
        asked = other.page.get_by_role("region", name=texts(other.language)["ask.title"])
        asked.get_by_role("button", name=re.compile(f"^{texts(other.language)['ask.yes']}$")).click()
    with suppress(TimeoutError):
        mine.page.locator(".bar.turn").wait_for(timeout=PATIENCE)
        return 1
    return 0
