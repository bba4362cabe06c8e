"""What people share, each scene on a page: who is there, words, questions, calls, plans, days and puzzles."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

import httpx
from playwright.sync_api import Page, TimeoutError

from browser.pages import step
from browser.words import like, texts
from ferrovia.puzzles import shipped
from server.serving import Server, bearer, greet, new_token, say
from server.staged import StagedTable, playing_table


class Stage:
    """Tables at which something is going on, and a browser at one of them."""

    def __init__(self, server: Server, page: Page, language: str) -> None:
        self.server = server
        self.page = page
        self.language = language
        self.words = texts(language)

    def table(self, board: str = "lyon", seats: int = 3, moves: int = 16) -> StagedTable:
        staged = playing_table(self.server, board, seats, 0)
        for _ in range(moves):
            step(staged)
        return staged

    def sit(self, staged: StagedTable, seat: int | None, is_host: bool = False) -> None:
        page = self.page
        token = None if seat is None else staged.tokens[seat]
        known = {"table": staged.table, "board": "lyon", "token": token, "host": staged.host if is_host else None}
        page.goto(f"{self.server.url}/readyz")
        page.evaluate("known => localStorage.setItem('ferrovia.tables', JSON.stringify(known))", [known])
        page.goto(f"{self.server.url}/t/{staged.table}" + ("" if token is None else f"#{token}"))
        page.locator(".table").wait_for()

    def press(self, key: str) -> None:
        self.page.get_by_role("button", name=like(key, self.language)).first.click()

    def open(self, key: str) -> None:
        self.page.locator("summary", has_text=self.words[key]).first.click()

    def waited(self, staged: StagedTable) -> int:
        return int(staged.position()["view"]["waiting"].index(True))

    def say(self, staged: StagedTable, seat: int, *words: tuple[str, str]) -> None:
        with greet(self.server, staged.table, staged.tokens[seat]) as (line, _):
            for kind, text in words:
                say(line, type="say", kind=kind, text=text)
            time.sleep(0.2)


# --- the scenes ---------------------------------------------------------------------------------------------
def presence(stage: Stage) -> None:
    """One is away and waited for: the countdown; one is there."""
    staged = stage.table()
    waited = stage.waited(staged)
    me, third = [seat for seat in range(3) if seat != waited]
    with greet(stage.server, staged.table, staged.tokens[waited]):
        time.sleep(0.1)
    stage.sit(staged, me)
    stage.page.wait_for_timeout(4000)
    assert third >= 0


def stand_in_asked(stage: Stage) -> None:
    staged = stage.table()
    waited = stage.waited(staged)
    stage.sit(staged, waited)
    staged.ask("POST", f"/seats/{waited}/stand-in", staged.tokens[(waited + 1) % 3])
    stage.page.get_by_role("button", name=stage.words["ask.no.stand_in"]).wait_for()


def stand_in_seen(stage: Stage) -> None:
    """By whoever asked for it."""
    staged = stage.table()
    waited = stage.waited(staged)
    with greet(stage.server, staged.table, staged.tokens[waited]):
        stage.sit(staged, (waited + 1) % 3)
        staged.ask("POST", f"/seats/{waited}/stand-in", staged.tokens[(waited + 1) % 3])
        stage.page.get_by_role("button", name=stage.words["ask.withdraw"]).wait_for()


def claimed(stage: Stage) -> tuple[StagedTable, int]:
    staged = stage.table()
    while True:
        mover = stage.waited(staged)
        choices = staged.position(staged.tokens[mover])["choices"]
        if choices["claims"]:
            staged.move(staged.tokens[mover], choices["claims"][0]["payments"][0]["action"])
            if staged.position(staged.tokens[mover])["takeback"]:
                return staged, mover
        else:
            step(staged)


def takeback_button(stage: Stage) -> None:
    staged, mover = claimed(stage)
    stage.sit(staged, mover)
    stage.page.get_by_role("button", name=stage.words["ask.may_takeback"]).wait_for()


def takeback_asked(stage: Stage) -> None:
    staged, mover = claimed(stage)
    stage.sit(staged, (mover + 1) % 3)
    staged.ask("POST", "/takeback", staged.tokens[mover])
    stage.page.get_by_role("button", name=stage.words["ask.yes"], exact=True).wait_for()


WORDS = (("phrase", "good_luck"), ("reaction", "whistle"), ("phrase", "nice_route"), ("reaction", "coffee"))


def fresh_words(stage: Stage) -> None:
    staged = stage.table()
    stage.sit(staged, 0)
    stage.say(staged, 1, *WORDS[:2])
    stage.say(staged, 2, *WORDS[2:3])
    stage.page.get_by_role("log").get_by_text(like("phrase.good_luck", stage.language)).wait_for()


def say_panel(stage: Stage) -> None:
    staged = stage.table()
    stage.say(staged, 1, *WORDS)
    stage.say(staged, 2, *WORDS[:1])
    stage.sit(staged, 0)
    stage.page.locator("nav button.say").click()
    stage.page.wait_for_timeout(300)


def chat_players(stage: Stage) -> None:
    staged = stage.table()
    staged.ask("PUT", "/chat", staged.host, {"players": True, "watchers": True})
    stage.say(staged, 1, ("chat", "Wer zuletzt lacht, hat die längste Strecke — et la gare de Perrache est à moi !"))
    stage.say(staged, 2, ("chat", "<b>No</b> way. " + "long" * 30))
    stage.sit(staged, 0, is_host=True)
    stage.page.locator("nav button.say").click()
    stage.open("say.mute")
    stage.open("say.host")
    stage.page.wait_for_timeout(300)


def chat_watchers(stage: Stage) -> None:
    staged = stage.table()
    staged.ask("PUT", "/chat", staged.host, {"players": True, "watchers": True})
    stage.say(staged, 1, *WORDS[:2])
    with greet(stage.server, staged.table) as (line, _):
        say(line, type="say", kind="chat", text="I'd have gone by Bellecour.", name="Eve")
        time.sleep(0.2)
    stage.sit(staged, None)
    stage.page.locator("nav button.say").click()
    stage.page.wait_for_timeout(300)


def calls(stage: Stage) -> None:
    staged = stage.table()
    stage.sit(staged, 0)
    for way, address in (("webhook", "http://127.0.0.1:9/hook"), ("mail", f"ada.{new_token()[:5]}@example.org")):
        staged.ask("POST", "/calls", staged.tokens[0], {"way": way, "address": address, "zone": "Europe/Paris"})
    stage.press("panel.menu")
    stage.open("calls.title")
    page = stage.page
    page.get_by_role("switch", name=stage.words["calls.quiet"]).check(force=True)
    page.get_by_label(stage.words["calls.hook_address"]).fill("http://127.0.0.1:9/another")
    page.get_by_role("button", name=stage.words["calls.want_webhook"]).click()
    page.locator("code", has_text="").first.wait_for()
    page.locator("summary", has_text=stage.words["calls.title"]).evaluate("summary => summary.scrollIntoView()")
    page.wait_for_timeout(300)


def call_link(stage: Stage) -> None:
    stage.page.goto(f"{stage.server.url}/calls#stop=abc.def")
    stage.page.get_by_role("button", name=stage.words["calls.stop_yes"]).wait_for()


def payable(staged: StagedTable, seat: int) -> list[int]:
    lanes = range(len(staged.position()["view"]["owner"]))
    return [lane for lane in lanes if staged.ask("GET", f"/lanes/{lane}", staged.tokens[seat]).json()["payments"]]


def plan_made(stage: Stage) -> None:
    staged = stage.table()
    other = (stage.waited(staged) + 1) % 3
    staged.ask("PUT", "/plan", staged.tokens[other], {"lane": payable(staged, other)[0], "draws": True})
    stage.sit(staged, other)
    stage.page.get_by_role("button", name=stage.words["plan.drop"]).wait_for()


def plan_offered(stage: Stage) -> None:
    from browser.test_company import point_at_one

    staged = stage.table()
    other = (stage.waited(staged) + 1) % 3
    stage.sit(staged, other)
    with suppress(AssertionError):
        point_at_one(stage.page, payable(staged, other), stage.words)


def played_day(stage: Stage) -> tuple[str, str]:
    """A finished deal of the day, and those of seven others."""
    server = stage.server
    day = httpx.get(f"{server.url}/api/days").json()["today"]["day"]
    for _ in range(8 - len(Played.tables)):
        token = new_token()
        made = httpx.post(
            f"{server.url}/api/days/{day}/tables", json={"name": "Ada", "token": token, "host": new_token()}, timeout=30
        )
        staged = StagedTable(server, made.json()["table"], "", [token])
        while staged.position(token)["status"] != "over":
            if not step(staged):
                time.sleep(0.02)
        httpx.get(f"{server.url}/api/days/{day}/tables/{staged.table}", headers=bearer(token), timeout=30)
        Played.tables.append((staged.table, token))
    return day, day


class Played:
    """Shared by all who look at it: eight games take a while."""

    tables: ClassVar[list[tuple[str, str]]] = []


def day_score(stage: Stage) -> None:
    day, _ = played_day(stage)
    table, token = Played.tables[3]
    page = stage.page
    page.goto(f"{stage.server.url}/readyz")
    page.evaluate(
        "([day, table, token]) => { localStorage.setItem('ferrovia.days', JSON.stringify({[day]: table}));"
        "localStorage.setItem('ferrovia.tables', JSON.stringify([{table, token, board: 'usa'}])); }",
        [day, table, token],
    )
    page.goto(f"{stage.server.url}/day")
    with suppress(TimeoutError):
        page.get_by_text(like("day.expert", stage.language)).first.wait_for(timeout=60_000)
    stage.open("day.proof")


def day_today(stage: Stage) -> None:
    stage.page.goto(f"{stage.server.url}/day")
    stage.page.get_by_role("button", name=stage.words["day.play"], exact=True).wait_for()


def puzzle_list(stage: Stage) -> None:
    stage.page.goto(f"{stage.server.url}/puzzles")
    stage.page.get_by_role("heading", level=1).wait_for()


def puzzle(stage: Stage) -> None:
    stage.page.goto(f"{stage.server.url}/puzzles/{shipped('lyon')[4].id}")
    stage.page.get_by_role("button", name=stage.words["puzzle.answer"]).wait_for()


def puzzle_verdict(stage: Stage) -> None:
    puzzle(stage)
    stage.page.locator("button[data-slot]").first.click()
    stage.press("puzzle.answer")
    stage.page.get_by_text(stage.words["puzzle.wrong"]).wait_for()


def hint(stage: Stage) -> None:
    token, host = new_token(), new_token()
    seats = [{"kind": "person", "name": "Ada", "token": token}, {"kind": "bot", "bot": "novice"}]
    made = httpx.post(f"{stage.server.url}/api/tables", json={"board": "berlin", "seats": seats, "host": host}).json()
    staged = StagedTable(stage.server, made["table"], host, [token])
    for _ in range(5):
        step(staged)
        time.sleep(0.3)
    stage.sit(staged, 0)
    stage.press("panel.menu")
    stage.press("hint.ask")
    stage.page.get_by_text(stage.words["hint.title"]).wait_for(timeout=30_000)


def rematch(stage: Stage) -> None:
    staged = playing_table(stage.server, "berlin", 2, 0)
    while step(staged):
        pass
    stage.sit(staged, 0)
    with greet(stage.server, staged.table, staged.tokens[1]):
        staged.ask("POST", "/rematch", staged.tokens[1])
        stage.page.locator("section.end").wait_for()
        stage.page.wait_for_timeout(1500)


def other_device(stage: Stage) -> None:
    staged = stage.table()
    stage.sit(staged, 0)
    stage.press("panel.menu")
    stage.press("menu.other_device")
    stage.page.wait_for_timeout(500)


def give_up(stage: Stage) -> None:
    staged = stage.table(moves=3)
    stage.sit(staged, 0)
    stage.press("panel.menu")
    stage.press("menu.abort")
    stage.page.get_by_role("button", name=stage.words["menu.abort_yes"]).scroll_into_view_if_needed()


SCENES: dict[str, Callable[[Stage], None]] = {
    scene.__name__: scene
    for scene in (
        presence, stand_in_asked, stand_in_seen, takeback_button, takeback_asked, fresh_words, say_panel, chat_players,
        chat_watchers, calls, call_link, plan_offered, plan_made, day_today, day_score, puzzle_list, puzzle,
        puzzle_verdict, hint, rematch, other_device, give_up,
    )
}  # fmt: skip
