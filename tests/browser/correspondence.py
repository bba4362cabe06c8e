"""A whole game by correspondence between two phones and a laptop: who is there, phrases, plans, a move taken back, a
lost line, a killed server, and the result on every screen.

`make correspondence` runs it; it is too long for every run of the tests. Pictures of what everybody saw are left in
screenshots/correspondence."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Page, TimeoutError, expect

from browser.conftest import ON_PHONE, Visit
from browser.player import LONGEST_GAME, MIDDLE, Player
from browser.tables import check_record
from browser.touch import Finger
from browser.watching import Watch
from browser.words import like, texts
from server.serving import Server, serving
from server.staged import StagedTable, playing_table

EN, FR = texts("en"), texts("fr")
NO_LINE = (r"WebSocket connection to .* failed", r"net::ERR_", r"Failed to load resource")
PATIENCE = 60_000
ANSWERS = 2_000
PICTURES = Path(__file__).parents[2] / "screenshots" / "correspondence"


class Album:
    """Pictures of all three screens, in the order in which they were taken."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        self.taken = 0
        PICTURES.mkdir(parents=True, exist_ok=True)
        for old in PICTURES.glob("*.png"):
            old.unlink()

    def take(self, what: str) -> None:
        self.taken += 1
        for number, player in enumerate(self.players):
            player.page.screenshot(path=PICTURES / f"{self.taken:02}-{what}-{['ada', 'bo', 'cleo'][number]}.png")


def seated(visit: Visit, server: Server, staged: StagedTable, seat: int, language: str, **device: object) -> Player:
    locale = {"en": "en-GB", "fr": "fr-FR"}[language]
    page = visit(f"/t/{staged.table}#{staged.tokens[seat]}", url=server.url, locale=locale, **device)
    page.set_default_timeout(PATIENCE)
    page.locator(".table").wait_for()
    return Player(page, Finger() if device else Player(page).touch, language)


def waiting(staged: StagedTable) -> int:
    return int(staged.position()["view"]["waiting"].index(True))


def payable(staged: StagedTable, seat: int) -> list[int]:
    """Lanes that somebody could claim if it were their turn."""
    lanes = range(len(staged.position()["view"]["owner"]))
    answers = [staged.ask("GET", f"/lanes/{lane}", staged.tokens[seat]).json() for lane in lanes]
    return [answer["lane"] for answer in answers if answer["payments"]]


def plan_on_the_map(player: Player, lanes: list[int]) -> bool:
    """By pointing at one of these routes, and pressing the button that plans it. False if none is in sight."""
    for lane in lanes:
        for spot in player.in_sight(player.page.locator("svg .lane").nth(lane).evaluate(MIDDLE)):
            player.touch.press_at(player.page, spot["x"], spot["y"])
            with suppress(TimeoutError):
                player.button("plan.make").wait_for(timeout=ANSWERS)
                player.press(player.button("plan.make"))
                player.button("plan.drop").wait_for()
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
        album = Album(players)
        greet_each_other(ada.page, bo.page, album)
        play_on(players, staged, 4)
        leave_and_come_back(bo, ada, album)
        take_a_turn_by_plan(players, staged, album)
        lose_the_server(server, players, album)
        assert play_on(players, staged, LONGEST_GAME, album) == 1
        for player in players:
            player.page.locator("section.end").wait_for(timeout=PATIENCE)
        album.take("end")
        assert staged.position()["status"] == "over"
        check_record(server, staged.table)
        assert staged.ask("GET", "/record").text.startswith("ferrovia record 2")


def greet_each_other(ada: Page, bo: Page, album: Album) -> None:
    ada.get_by_role("button", name=EN["say.title"]).click()
    ada.get_by_role("button", name=EN["phrase.good_luck"]).click()
    said = FR["phrase.good_luck"].replace(" !", "\u00a0!")
    expect(bo.get_by_role("log").get_by_text(said)).to_be_visible(timeout=PATIENCE)
    album.take("greeted")
    ada.keyboard.press("Escape")


def leave_and_come_back(who: Player, other: Player, album: Album) -> None:
    """A phone without a network: the others see it, and it plays on when it is back."""
    context = who.page.context
    context.set_offline(True)
    who.page.evaluate("dispatchEvent(new Event('offline'))")
    album.take("no-line")
    who.page.goto("about:blank")  # Chromium keeps sockets open when it is offline
    away = other.page.get_by_role("list").locator("li", has_text="Bo").get_by_role("img", name=like("presence.away"))
    expect(away).to_be_visible(timeout=PATIENCE)
    album.take("bo-is-away")
    context.set_offline(False)
    who.page.go_back()
    who.page.locator(".table").wait_for()
    expect(away).to_have_count(0, timeout=PATIENCE)
    album.take("bo-is-back")


def take_a_turn_by_plan(players: list[Player], staged: StagedTable, album: Album) -> None:
    """Somebody plans on the map; when the one before has moved, the route is theirs without their doing anything."""
    for _ in range(18):
        mover = waiting(staged)
        after = (mover + 1) % 3
        lanes = payable(staged, after)
        if not lanes or not plan_on_the_map(players[after], lanes):
            finish_turn(players, staged, mover)
            continue
        lane = staged.ask("GET", "/plan", staged.tokens[after]).json()["move"]["lane"]
        album.take("planned")
        finish_turn(players, staged, mover)
        expect(players[after].button("plan.drop")).to_have_count(0, timeout=PATIENCE)
        owner = staged.position()["view"]["owner"][lane]
        assert owner in (after, mover)  # the mover may have been quicker
        if owner == after:
            album.take("plan-played")
            return
    raise AssertionError("no plan was played")


def lose_the_server(server: Server, players: list[Player], album: Album) -> None:
    server.kill()
    for player in players:
        expect(player.page.get_by_role("alert").first).to_be_visible(timeout=PATIENCE)
    album.take("server-killed")
    server.start()
    for player in players:
        expect(player.page.get_by_role("alert")).to_have_count(0, timeout=PATIENCE)
    album.take("server-back")


def finish_turn(players: list[Player], staged: StagedTable, mover: int) -> None:
    while waiting(staged) == mover:
        players[mover].wait()
        players[mover].step()


def play_on(players: list[Player], staged: StagedTable, decisions: int, album: Album | None = None) -> int:
    """Everybody on their own device; once, if there is an album, a claim is taken back with the others' consent."""
    taken_back = 0
    for _ in range(decisions):
        if staged.position()["status"] == "over":
            break
        mover = waiting(staged)
        player = players[mover]
        player.wait()
        player.step()
        if album and not taken_back and staged.position(staged.tokens[mover])["takeback"]:
            take_back_together(players, mover, album)
            taken_back += 1
    return taken_back


def take_back_together(players: list[Player], mover: int, album: Album) -> None:
    mine = players[mover]
    mine.press(mine.button("ask.may_takeback"))
    others = [player for player in players if player is not mine]
    asked = [player.page.get_by_role("region", name=player.said("ask.title")) for player in others]
    for one in asked:
        expect(one.get_by_role("button").first).to_be_visible(timeout=PATIENCE)
    album.take("takeback-asked")
    for player, one in zip(others, asked, strict=True):
        player.press(player.button("ask.yes", one))
    mine.page.locator(".bar.turn").wait_for(timeout=PATIENCE)
    album.take("taken-back")
