"""A rule that Ferrovia has never heard of, on the page: its badge, its question before a claim, its lanes at the count.

The words are the rule's own (tests/toy/cuttings.py); there is nothing about cuttings in `web/src` or `src/ferrovia`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.pages import chosen
from browser.player import Player
from browser.tables import against_bot
from browser.words import like
from ferrovia.boards import new_game
from server.serving import Server, serving, show
from server.staged import StagedTable, playing_table
from toy.cuttings import COLUMN, GLYPH, TOY, Cuttings
from toy.installation import install_toy

CUTTINGS = {number for number, lane in enumerate(new_game(TOY, 2).lanes) if lane.columns[COLUMN] == "yes"}
GAMES = 20
LIT = """() => [...document.querySelectorAll(".tracks path:not(.glow, .fresh, .next, .between)")].flatMap(
    (path, lane) => path.classList.contains("lit") ? [lane] : [])"""


@pytest.fixture(scope="module")
def alps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("toy")
    with serving(folder / "data", env=install_toy(folder / "installed")) as running:
        yield running


# --- played there by the server's own clients -------------------------------------------------------------
def deciding(staged: StagedTable) -> tuple[str, dict[str, Any]] | None:
    for token in staged.tokens:
        position = staged.position(token)
        if position["choices"] is not None:
            return token, position
    return None


def digging(position: dict[str, Any]) -> int | str:
    """A cutting wherever there is one, whatever it costs."""
    cuttings = [claim for claim in position["choices"]["claims"] if claim["lane"] in CUTTINGS]
    return int(cuttings[0]["payments"][0]["action"]) if cuttings else chosen(position)


def dug_table(server: Server) -> StagedTable:
    """A game that is over, in which somebody has dug a cutting."""
    for _ in range(GAMES):
        staged = playing_table(server, TOY.id, 2, 0)
        while (decider := deciding(staged)) is not None:
            token, position = decider
            answer = staged.move(token, digging(position))
            assert answer.status_code == 200, answer.text
        if lines_of(staged):
            return staged
    raise AssertionError(f"no cutting in {GAMES} games")


def lines_of(staged: StagedTable) -> list[list[Any]]:
    return [line for line in staged.position()["view"]["ledger"] if line[0] == "cuttings"]


def dug_by(staged: StagedTable, seat: int) -> list[int]:
    owners = staged.position()["view"]["owner"]
    return [lane for lane in sorted(CUTTINGS) if owners[lane] == seat]


# --- on the page ------------------------------------------------------------------------------------------
def test_the_badge_is_on_the_map_of_the_page(alps: Server, visit: Visit) -> None:
    page = visit(against_bot(alps, TOY.id).seat, url=alps.url)
    expect(page.locator(f'.board .mark path[d="{GLYPH}"]')).to_have_count(len(CUTTINGS))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_words_stand_before_a_claim(alps: Server, visit: Visit, language: str) -> None:
    staged = playing_table(alps, TOY.id, 2, 0)
    while (decider := deciding(staged)) is not None:
        token, position = decider
        if any(claim["lane"] in CUTTINGS for claim in position["choices"]["claims"]):
            break
        assert staged.move(token, chosen(position)).status_code == 200
    assert decider is not None
    page = visit(f"/t/{staged.table}#{token}", url=alps.url, locale=language)
    page.get_by_role("button", name=like("action.routes", language)).click()
    words = Cuttings.WORDS[language]
    page.locator("button.route", has_text=printed(words["terms.cutting"])).first.click()
    expect(page.locator("section.claim .warning")).to_have_text(printed(words["terms.cutting/before"]))


def printed(text: str) -> str:
    """As the page says it of this board's cuttings."""
    return text.replace("{turned_up}", "3").replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


def test_a_whole_game_with_it_on_the_page(alps: Server, visit: Visit) -> None:
    laid = against_bot(alps, TOY.id)
    Player(visit(laid.seat, url=alps.url)).play()
    assert show(alps, laid.table)["position"]["status"] == "over"


def test_its_lanes_are_lit_when_its_line_is_counted(alps: Server, visit: Visit) -> None:
    staged = dug_table(alps)
    page = result_of(staged, visit)
    page.get_by_role("button", name=like("end.again")).click()
    wanted = sorted(lane for line in lines_of(staged) for lane in dug_by(staged, line[1]))
    tell_until(page, "cuttings")
    assert page.evaluate(LIT) == wanted


def test_its_lanes_are_lit_when_its_cell_is_pressed(alps: Server, visit: Visit) -> None:
    staged = dug_table(alps)
    page = result_of(staged, visit)
    lines = lines_of(staged)
    cells = page.get_by_role("row", name=re.compile("^cuttings")).get_by_role("button")
    expect(cells).to_have_count(len(lines))
    for number, (_, seat, *_) in enumerate(lines):
        cells.nth(number).click()
        assert page.evaluate(LIT) == dug_by(staged, seat)


def result_of(staged: StagedTable, visit: Visit) -> Page:
    page = visit(f"/t/{staged.table}#{staged.tokens[0]}", url=staged.server.url)
    page.locator("section.end").wait_for()
    page.wait_for_load_state("networkidle")  # which lanes the lines light is asked for by then
    return page


def tell_until(page: Page, rule: str) -> None:
    """At one's own pace, as far as a row of the count."""
    now = page.locator("tr.now th")
    button = page.get_by_role("button", name=like("end.next"))
    for _ in range(30):
        if now.count() and now.text_content() == rule:
            return
        button.click()
    raise AssertionError(f"{rule} is never told")
