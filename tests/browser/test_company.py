"""People at a table who see each other come and go, talk, ask and agree, each in a browser of their own."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import httpx
from playwright.sync_api import Page, TimeoutError, expect

from browser.conftest import ON_PHONE, Visit
from browser.player import MIDDLE, Player
from browser.watching import Watch
from browser.words import like, texts
from cli.running import run
from env.test_learned import network
from ferrovia.record import from_text, verify
from server.serving import Server, create, greet, new_token, person, say, serving
from server.staged import StagedTable, playing_table

EN, FR = texts("en"), texts("fr")
NO_LINE: Final = (r"WebSocket connection to .* failed", r"net::ERR_", r"Failed to load resource")
HOSTILE: Final = '<img src=x onerror="document.title=1"> {seat}'


def seat(staged: StagedTable, number: int) -> str:
    return f"/t/{staged.table}#{staged.tokens[number]}"


def ready(page: Page) -> Page:
    page.locator(".table").wait_for()
    return page


def claimed(server: Server) -> tuple[StagedTable, int]:
    """A table at which somebody has just claimed a route, and who."""
    staged = playing_table(server, "berlin", 2, 2)
    while True:
        mover = staged.position()["view"]["waiting"].index(True)
        choices = staged.position(staged.tokens[mover])["choices"]
        if choices["claims"]:
            action = choices["claims"][0]["payments"][0]["action"]
            assert staged.move(staged.tokens[mover], action).status_code == 200
            if staged.position(staged.tokens[mover])["takeback"]:
                return staged, mover
        else:
            staged.step()


def test_a_phrase_is_read_in_everybodys_own_language(server: Server, visit: Visit) -> None:
    staged = playing_table(server)
    ada = ready(visit(seat(staged, 0)))
    bo = ready(visit(seat(staged, 1), locale="fr-FR", **ON_PHONE))
    ada.get_by_role("button", name=EN["say.title"]).click()
    ada.get_by_role("button", name=EN["phrase.good_luck"]).click()
    expect(bo.get_by_role("log").get_by_text(FR["phrase.good_luck"].replace(" !", "\u00a0!"))).to_be_visible()
    ada.get_by_role("button", name=EN["reaction.whistle"]).click()
    expect(bo.get_by_role("log").get_by_text(FR["reaction.whistle"])).to_be_attached()


def test_hostile_words_are_words(server: Server, visit: Visit) -> None:
    staged = playing_table(server)
    staged.ask("PUT", "/chat", staged.host, {"players": True, "watchers": False})
    bo = ready(visit(seat(staged, 1)))
    with greet(server, staged.table, staged.tokens[0]) as (line, _):
        say(line, type="say", kind="chat", text=HOSTILE)
        expect(bo.get_by_role("log")).to_contain_text(HOSTILE)
    assert bo.locator("img").count() == 0
    bo.get_by_role("button", name=like("say.unread")).click()
    sheet = bo.get_by_role("dialog", name=EN["say.title"])
    expect(sheet).to_contain_text(HOSTILE)
    sheet.get_by_text(EN["say.mute"]).click()
    sheet.get_by_role("switch", name="Ada").check(force=True)
    expect(sheet.locator("ol")).to_have_count(0)
    bo.reload()
    ready(bo).get_by_role("button", name=EN["say.title"]).click()
    expect(bo.get_by_role("dialog", name=EN["say.title"])).not_to_contain_text("onerror")


def test_an_action_is_taken_back_when_the_other_agrees(server: Server, visit: Visit) -> None:
    staged, mover = claimed(server)
    mine, other = ready(visit(seat(staged, mover))), ready(visit(seat(staged, 1 - mover), **ON_PHONE))
    before = staged.position()["moves"]
    mine.get_by_role("button", name=EN["ask.may_takeback"]).click()
    asked = other.get_by_role("region", name=EN["ask.title"])
    expect(asked.get_by_text(like("ask.takeback"))).to_be_visible()
    asked.get_by_role("button", name=EN["ask.yes"]).click()
    expect(mine.locator(".bar.turn")).to_be_visible()
    assert staged.position()["moves"] == before - 1
    expect(asked).to_have_count(0)


def test_who_is_asked_for_a_stand_in_says_that_they_are_here(server: Server, visit: Visit) -> None:
    staged = playing_table(server)
    waited = staged.position()["view"]["waiting"].index(True)
    page = ready(visit(seat(staged, waited)))
    staged.ask("POST", f"/seats/{waited}/stand-in", staged.tokens[1 - waited])
    asked = page.get_by_role("region", name=EN["ask.title"])
    expect(asked.get_by_text(like("ask.stand_in_you"))).to_be_visible()
    asked.get_by_role("button", name=EN["ask.fold"]).click()  # it lies over places
    expect(asked.get_by_text(like("ask.stand_in_you"))).to_have_count(0)
    asked.get_by_role("button", name=EN["ask.unfold"]).click()
    asked.get_by_role("button", name=EN["ask.no.stand_in"]).click()
    expect(asked).to_have_count(0)
    assert not staged.position()["people"][waited]["away"]


def test_a_lost_line_and_a_killed_server_are_mended(tmp_path: Path, visit: Visit, watches: list[Watch]) -> None:
    with serving(tmp_path / "data") as server:
        staged = playing_table(server)
        ada = ready(visit(seat(staged, 0), url=server.url))
        watches[-1].expected.extend(NO_LINE)
        bo = visit(seat(staged, 1), url=server.url)
        watches[-1].expected.extend(NO_LINE)
        ready(bo)
        bos = ada.get_by_role("list").filter(has_text="Bo").locator("li", has_text="Bo")
        expect(bos.get_by_role("img", name=like("presence.away"))).to_have_count(0)
        bo.close()
        began = time.monotonic()
        expect(bos.get_by_role("img", name=like("presence.away"))).to_be_visible()
        assert time.monotonic() - began < 15
        server.kill()
        server.start()
        expect(ada.get_by_role("alert")).to_have_count(0)
        expect(bos.get_by_role("img", name=like("presence.away"))).to_be_visible()


def test_another_device_plays_the_same_seat_by_a_code(server: Server, visit: Visit) -> None:
    staged = playing_table(server)
    waited = staged.position()["view"]["waiting"].index(True)
    desk = ready(visit(seat(staged, waited)))
    desk.get_by_role("button", name=EN["panel.menu"]).click()
    desk.get_by_role("button", name=EN["menu.other_device"]).click()
    address = desk.get_by_label(EN["menu.other_device_label"], exact=True).input_value()
    expect(desk.get_by_role("img", name=like("waiting.qr_label"))).to_be_visible()
    phone = ready(visit(address.removeprefix(server.url), **ON_PHONE))
    staged.move(staged.tokens[waited], staged.position(staged.tokens[waited])["choices"]["actions"][-1])
    version = staged.version
    for page in (desk, phone):
        page.wait_for_function("wanted => JSON.parse(localStorage['ferrovia.tables'])[0].seen >= wanted", arg=version)


def payable(staged: StagedTable, seat: int) -> list[int]:
    """Lanes that somebody could claim if it were their turn."""
    lanes = range(len(staged.position()["view"]["owner"]))
    answers = [staged.ask("GET", f"/lanes/{lane}", staged.tokens[seat]).json() for lane in lanes]
    return [answer["lane"] for answer in answers if answer["payments"]]


def point_at_one(page: Page, lanes: list[int], words: Mapping[str, str] = EN) -> int:
    """Opens one of these lanes by pointing at a space of it that is in sight."""
    player = Player(page)
    for lane in lanes:
        for spot in player.in_sight(page.locator("svg .lane").nth(lane).evaluate(MIDDLE)):
            page.mouse.click(spot["x"], spot["y"])
            with suppress(TimeoutError):
                page.get_by_role("button", name=words["plan.make"]).wait_for(timeout=2_000)
                return lane
    raise AssertionError("none of them can be pointed at")


def test_a_plan_is_made_shown_to_its_owner_and_played(server: Server, visit: Visit) -> None:
    staged = playing_table(server, moves=2)
    mover = staged.position()["view"]["waiting"].index(True)
    mine, other = ready(visit(seat(staged, 1 - mover))), ready(visit(seat(staged, mover)))
    point_at_one(mine, payable(staged, 1 - mover))
    mine.get_by_role("button", name=EN["plan.make"]).click()
    shown = mine.get_by_role("region", name=EN["ask.title"])
    expect(shown.get_by_role("button", name=EN["plan.drop"])).to_be_visible()
    expect(other.get_by_role("button", name=EN["plan.drop"])).to_have_count(0)
    mine.reload()
    expect(ready(mine).get_by_role("button", name=EN["plan.drop"])).to_be_visible()
    lane = staged.ask("GET", "/plan", staged.tokens[1 - mover]).json()["move"]["lane"]
    for _ in range(2):  # and no look at whose turn it is then: the plan may have been played already
        assert staged.move(staged.tokens[mover], "draw blind").status_code == 200
    expect(mine.get_by_role("button", name=EN["plan.drop"])).to_have_count(0)
    expect(other.locator(".bar.turn")).to_be_visible()
    assert staged.position()["view"]["owner"][lane] == 1 - mover


def test_hostile_names_are_names_in_replay_and_record(server: Server, visit: Visit) -> None:
    names = ("<img src=x onerror=a()>", "{seat}</h1>&amp;")
    tokens, host = [new_token() for _ in names], new_token()
    seats = [person(name, token) for name, token in zip(names, tokens, strict=True)]
    made = httpx.post(f"{server.url}/api/tables", json={"board": "berlin", "seats": seats, "host": host}, timeout=30)
    assert made.status_code == 201, made.text
    staged = StagedTable(server, made.json()["table"], host, tokens)
    while staged.step():
        pass
    told = [person["name"] for person in staged.position()["people"]]
    assert told == list(names)
    record = from_text(staged.ask("GET", "/record").text)
    assert record.seats == told
    verify(record)
    for path in (f"/replay/{staged.table}", f"/t/{staged.table}"):
        page = visit(path)
        expect(page.get_by_text(told[0]).first).to_be_attached()
        expect(page.get_by_text(told[1]).first).to_be_attached()
        assert page.locator("img[src=x]").count() == 0


def test_a_learned_bot_sits_at_the_page(server: Server, visit: Visit, tmp_path: Path) -> None:
    """A network of a file takes a seat by its invitation; who looks on sees its name, and the game to its end."""
    network("berlin").save(tmp_path / "agent.npz")
    made = create(server, "berlin", [{"kind": "open"}, {"kind": "bot", "bot": "novice"}])
    page = visit(f"/t/{made['table']}")
    done = run("join", f"{server.url}/t/{made['table']}#{made['invites'][0]['token']}", "--bot", tmp_path / "agent.npz")
    assert done.code == 0, done.err
    expect(page.get_by_text("agent").first).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("agent|novice", re.IGNORECASE)).first).to_be_visible()
