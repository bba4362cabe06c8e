"""After a game: records out of files, turning points, saved maps, links to a move; and games of the printed board."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import ON_PHONE, Visit
from browser.pages import Places
from browser.test_robust import NO_LINE
from browser.touch import Finger, Mouse
from browser.watching import Watch
from browser.words import texts
from ferrovia.engine.state import State
from ferrovia.text.words import catalogue
from properties.tables import Table, tables
from server.processes import until
from server.serving import Server
from server.test_count import finished, player_of

EN: Final = {**catalogue("en"), **texts("en")}
FR: Final = texts("fr")
GOLDEN: Final = Path(__file__).parents[1] / "golden"
VISIBLE = """lanes => {
    const panel = document.querySelector(".count .map").getBoundingClientRect();
    for (const lane of lanes) {
        const space = document.querySelectorAll("svg .lane")[lane].querySelector(".space");
        const box = space.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const inside = x > panel.left + 30 && x < panel.right - 30 && y > panel.top + 30 && y < panel.bottom - 110;
        if (inside) return { lane, x, y };
    }
    return null;
}"""
KEPT = "() => JSON.parse(localStorage.getItem('ferrovia.count')).players.map(player => player.lanes.length)"


def table_called(name: str) -> Table:
    return next(table for table in tables() if str(table) == name)


# --- counting ---------------------------------------------------------------------------------------------
class Counter:
    """Somebody at a real table, who taps what lies there: with a finger on a phone."""

    def __init__(self, page: Page, state: State, words: dict[str, str]) -> None:
        self.page = page
        self.state = state
        self.words = words
        self.finger = Finger() if page.evaluate("navigator.maxTouchPoints") else Mouse()

    def step(self, key: str) -> None:
        self.finger.press(self.page.get_by_role("navigation").get_by_role("button", name=self.words[key], exact=False))

    def player(self, seat: int) -> None:
        self.finger.press(self.page.locator("fieldset label").nth(seat))

    def lay_table(self) -> None:
        game = self.state.game
        board = self.page.get_by_role("radio", name=game.board.names["en"], exact=True)
        self.finger.press(self.label_of(board))
        self.finger.press(self.label_of(self.page.get_by_role("radio", name=str(game.seats), exact=True)))
        for option, on in game.options.items():
            known = game.board.option(option)
            assert known is not None
            switch = self.page.get_by_role("switch", name=known.names["en"])
            if switch.count() and switch.is_checked() != on:
                self.finger.press(self.label_of(switch))
        if any(game.board.start_scores):
            first = self.page.get_by_role("group", name=self.words["count.first"]).locator("label")
            self.finger.press(first.nth(int(self.state.first)))

    def label_of(self, control: Locator) -> Locator:
        return control.locator("xpath=ancestor::label")

    def lay_routes(self, seat: int) -> None:
        """One on the map, the others by the list."""
        self.player(seat)
        lanes = list(player_of(self.state, seat).lanes)
        seen = self.page.evaluate(VISIBLE, self.apart(lanes))
        if seen is not None:
            self.finger.press_at(self.page, seen["x"], seen["y"])
            assert self.page.evaluate(KEPT)[seat] == 1
            lanes.remove(seen["lane"])
        self.finger.press(self.page.get_by_text(self.words["count.route_list"]))
        for lane in lanes:
            self.finger.press(self.page.locator(f".all button[data-lane='{lane}']"))
        self.finger.press(self.page.get_by_text(self.words["count.route_list"]))

    def apart(self, lanes: list[int]) -> list[int]:
        """Those without another lane beside them, which a finger might mean as well."""
        game = self.state.game
        return [lane for lane in lanes if game.twin_first[lane] == game.twin_first[lane + 1]]

    def lay_tickets(self, seat: int) -> None:
        self.player(seat)
        for ticket in player_of(self.state, seat).tickets:
            self.finger.press(self.page.locator(f".panel button[data-ticket='{ticket}']"))

    def lay_extras(self, seat: int) -> None:
        self.player(seat)
        for extra, number in player_of(self.state, seat).extras.items():
            field = self.page.get_by_role("textbox", name=re.compile(self.words[f"counter.{extra}"], re.I))
            field.fill(str(number))
            field.blur()

    def result(self) -> list[int]:
        cells = self.page.locator("tfoot .total")
        expect(cells).to_have_count(int(self.state.game.seats))
        return [int(text.replace("−", "-")) for text in cells.all_inner_texts()]


@pytest.mark.parametrize("name", ["usa-3p", "nederland-2p-tolls", "amsterdam-2p"])
def test_a_printed_game_is_counted_by_taps_on_a_phone_with_the_line_cut_in_between(
    visit: Visit, watches: list[Watch], name: str
) -> None:
    state = finished(table_called(name), 3)
    page = visit("/count", **ON_PHONE)
    page.locator(".board .plate").first.wait_for()
    someone = Counter(page, state, EN)
    seats = range(state.game.seats)
    someone.lay_table()
    someone.step("count.step_routes")
    someone.lay_routes(0)
    page.context.set_offline(True)
    watches[-1].expected.extend(NO_LINE)
    for seat in seats[1:]:
        someone.lay_routes(seat)
    someone.step("count.step_tickets")
    for seat in seats:
        someone.lay_tickets(seat)
    extras = player_of(state, 0).extras
    if extras:
        someone.step("count.step_extras" if len(extras) > 1 else f"counter.{next(iter(extras))}")
        for seat in seats:
            someone.lay_extras(seat)
    someone.step("count.step_result")
    expect(page.get_by_text(EN["count.waiting"])).to_be_visible()
    page.context.set_offline(False)
    assert someone.result() == state.scores()
    winners = [standing.seat for standing in state.standings() if standing.place == 1]
    assert page.locator("tfoot .place.first").count() == len(winners)


def test_what_was_tapped_outlives_a_reload(visit: Visit) -> None:
    state = finished(table_called("amsterdam-2p"), 1)
    page = visit("/count", **ON_PHONE)
    page.locator(".board .plate").first.wait_for()
    someone = Counter(page, state, EN)
    someone.lay_table()
    someone.step("count.step_routes")
    someone.lay_routes(0)
    kept = page.evaluate(KEPT)
    page.reload()
    page.locator(".board .plate").first.wait_for()
    assert page.evaluate(KEPT) == kept
    expect(page.locator(".panel li").first).to_be_visible()  # it goes on where it was


def test_what_can_not_be_is_refused_in_words_and_shown(visit: Visit, watches: list[Watch]) -> None:
    page = visit("/count", locale="fr-FR")
    page.locator(".board .plate").first.wait_for()
    watches[-1].expected.append("422")
    draft = {
        "board": "usa",
        "options": {},
        "first": 0,
        "players": [{"name": "Zoé", "lanes": list(range(60, 100)), "tickets": [], "extras": {}}] * 2,
    }
    page.evaluate("draft => localStorage.setItem('ferrovia.count', JSON.stringify(draft))", draft)
    page.reload()
    page.get_by_role("navigation").get_by_role("button", name=FR["count.step_result"]).click()
    expect(page.get_by_role("alert").filter(has_text="Zoé")).to_be_visible()
    expect(page.locator(".board path.lit")).to_have_count(1)


# --- records out of files ---------------------------------------------------------------------------------
def open_file(page: Page, name: str) -> None:
    page.set_input_files("input[type=file]", GOLDEN / f"{name}.txt")
    page.locator(".board .plate").first.wait_for()


def test_a_record_is_opened_stepped_through_and_there_after_a_reload(visit: Visit) -> None:
    page = visit("/record")
    open_file(page, "lyon-3p")
    expect(page.get_by_text(EN["replay.deal"])).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider")).to_have_value("1")
    row = page.get_by_role("region", name=EN["replay.row"])
    expect(row.get_by_role("listitem")).to_have_count(5)
    page.reload()
    expect(page.get_by_text(EN["replay.deal"])).to_be_visible()
    page.get_by_role("button", name=EN["record_file.another"]).click()
    expect(page.get_by_text(EN["record_file.choose"])).to_be_visible()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("once upon a time", "no game record"),
        ((GOLDEN / "berlin-2p.txt").read_text().replace("seat 1", "seat 2", 1), "changed after it was written"),
        ("x" * 70_000, "too long"),
    ],
)
def test_another_file_is_refused_in_words(
    visit: Visit, watches: list[Watch], tmp_path: Path, content: str, said: str
) -> None:
    file = tmp_path / "file.txt"
    file.write_text(content)
    page = visit("/record")
    watches[-1].expected.append("422")
    page.set_input_files("input[type=file]", file)
    expect(page.get_by_role("alert")).to_contain_text(said)


def test_turning_points_say_what_would_have_been_better(visit: Visit) -> None:
    page = visit("/record")
    open_file(page, "amsterdam-2p")
    page.get_by_role("button", name=EN["replay.analyse"]).click()
    page.keyboard.press("End")
    heading = page.get_by_role("heading", name=EN["replay.turning"])
    expect(heading).to_be_visible(timeout=180_000)
    points = page.locator("section").filter(has=heading).get_by_role("button")
    assert points.count() > 0
    told = points.all_inner_texts()
    assert all("%" in text for text in told)
    number = int(re.search(r"\d+", told[0])[0])  # type: ignore[index]
    points.first.click()
    expect(page.get_by_role("slider")).to_have_value(str(number - 1))
    expect(points.first).to_have_attribute("aria-pressed", "true")


def test_chances_leave_the_map_its_room_on_a_laptop(visit: Visit) -> None:
    page = visit("/record", viewport={"width": 1280, "height": 720})
    open_file(page, "berlin-2p")
    page.get_by_role("button", name=EN["replay.analyse"]).click()
    page.locator(".replay footer figure").wait_for()
    footer = page.locator(".replay footer")
    # On a busy machine it was seen a line higher at first.
    until(lambda: (footer.bounding_box() or {"height": 720})["height"] < 0.22 * 720)


# --- links and pictures -----------------------------------------------------------------------------------
def test_a_link_opens_the_replay_at_its_move(visit: Visit, places: Places) -> None:
    page = visit(f"/replay/{places.over.table}#7")
    expect(page.get_by_role("slider")).to_have_value("7")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Share from move 8").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/replay/{places.over.table}#8")


def test_the_final_map_is_saved_as_pictures(visit: Visit, places: Places, tmp_path: Path) -> None:
    page = visit(f"/replay/{places.over.table}")
    page.locator(".board .plate").first.wait_for()
    page.keyboard.press("End")
    svg = saved(page, EN["end.save_svg"], tmp_path / "map.svg").decode()
    assert svg.startswith("<svg ")
    assert "@font-face" in svg
    assert "Alexanderplatz" in svg
    assert not re.search(r"""(?:href|src)="(?!#)|url\((?!["']?(?:#|data:))""", svg)  # nothing from outside
    png = saved(page, EN["end.save_png"], tmp_path / "map.png")
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", png[16:20]) == (2400,)


def saved(page: Page, button: str, file: Path) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("button", name=button, exact=True).click()
    download.value.save_as(file)
    return file.read_bytes()


# --- statistics -------------------------------------------------------------------------------------------
def test_statistics_are_drawn(visit: Visit, places: Places, server: Server) -> None:
    page = visit("/")
    known: list[dict[str, Any]] = [{"table": places.over.table, "token": places.over.tokens[0]}]
    page.evaluate("known => localStorage.setItem('ferrovia.tables', known)", json.dumps(known))
    page.goto(f"{server.url}/stats")
    expect(page.get_by_role("img", name=re.compile("The last game")).locator(".game")).to_have_count(1)
    tickets = page.get_by_role("table").filter(has_text=EN["stats.col_completed"])
    expect(tickets.get_by_role("row")).to_have_count(3)  # the head, all maps, and Berlin
    summary = places.over.ask("GET", "").json()["position"]["view"]["ledger"]
    own = [points for rule, seat, points, _ in summary if rule == "ticket" and seat == 0]
    share = round(100 * sum(points > 0 for points in own) / len(own)) if own else 0
    expect(tickets).to_contain_text(f"{share}")
