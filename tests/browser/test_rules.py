"""The rules on screen say what the rulebook says, and a claim says before it is made what comes with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.conftest import ON_PHONE, Visit
from browser.pages import chosen
from browser.test_everyone import KEY, SIDEWAYS
from browser.words import like
from ferrovia.boards import board_ids, load
from ferrovia.boards.rulebook import rulebook
from ferrovia.text.rulebook_text import said
from ferrovia.text.words import Words
from server.serving import Server, serving
from server.staged import StagedTable, playing_table
from server.studio import Maker, small_board

GAMES = 12
FIGURES = re.compile(r"\d+")

DRAWN: Final = 120_000
"""Milliseconds in which a server gives up a print; a loaded machine needs some of them."""


def plain(text: str) -> str:
    """Without what only a printer cares about, and without the comma that English browsers put before "and"."""
    return " ".join(text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace(", and ", " and ").split())


def shown(page: Page) -> str:
    page.locator("article section").first.wait_for()
    return plain(page.locator("article").inner_text())


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("board", board_ids())
def test_the_page_tells_all_that_the_rulebook_says(visit: Visit, board: str, locale: str) -> None:
    page, words = visit(f"/rules/{board}", locale=locale), Words(locale[:2])
    text = shown(page)
    sentences = [sentence for section in rulebook(load(board)) for sentence in section.sentences]
    told = [plain(said(words, sentence)) for sentence in sentences if not sentence.figures]
    assert [sentence for sentence in told if sentence not in text] == []
    rows = [list(map(int, FIGURES.findall(row))) for row in page.locator("article td").locator("..").all_inner_texts()]
    for sentence in (sentence for sentence in sentences if sentence.figures):
        assert any(row[-len(sentence.figures) :] == list(sentence.figures) for row in rows), sentence
    assert KEY.findall(text) == []


@pytest.mark.parametrize("board", board_ids())
def test_the_rules_fit_a_phone(visit: Visit, board: str) -> None:
    page = visit(f"/rules/{board}", **ON_PHONE)
    shown(page)
    assert page.evaluate(SIDEWAYS) == 0


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_a_board_is_saved_as_a_pdf_below_its_rules(visit: Visit, locale: str) -> None:
    page = visit("/rules/berlin", locale=locale)
    shown(page)
    with page.expect_download(timeout=DRAWN) as started:
        page.get_by_role("button", name=like("rules.print_save", locale[:2])).click()
    sheets = started.value.path().read_bytes()
    assert started.value.suggested_filename == "ferrovia-berlin-a4.pdf"
    assert sheets.startswith(b"%PDF")
    assert sheets.rstrip().endswith(b"%%EOF")


def test_a_drawn_board_is_printed_though_it_is_not_listed(
    open_browser: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    with serving(tmp_path / "data", "--studio", "open") as studio:
        maker = Maker(studio)
        assert maker.make("Орчард & Söhne").status_code == 201
        assert maker.edit(*small_board(), ("p/p1/name", "ירושלים")).status_code == 200
        page = open_browser(studio.url).new_page()
        page.goto(f"{studio.url}/rules/{maker.publish()['ref']}")
        shown(page)
        with page.expect_download(timeout=DRAWN) as started:
            page.get_by_role("button", name=like("rules.print_save", "en")).click()
        assert started.value.path().read_bytes().startswith(b"%PDF")


# --- a forced loan ----------------------------------------------------------------------------------------
def poor_room(server: Server) -> tuple[StagedTable, str]:
    """A table where somebody to move can only take a loan for some route, and that somebody's token."""
    for _ in range(GAMES):
        room = playing_table(server, "nederland", 3, 0)
        while (decider := waiting(room)) is not None:
            token, position = decider
            if warned(position):
                return room, token
            answer = room.move(token, spending(position))
            assert answer.status_code == 200, answer.text
    raise AssertionError(f"no loan in {GAMES} games")


def waiting(room: StagedTable) -> tuple[str, dict[str, Any]] | None:
    for token in room.tokens:
        position = room.position(token)
        if position["choices"] is not None:
            return token, position
    return None


def warned(position: dict[str, Any]) -> bool:
    return any(term["warning"] for claim in position["choices"]["claims"] for term in claim["terms"])


def spending(position: dict[str, Any]) -> int | str:
    """Gets rid of tokens: dear and short routes, best paid to the bank."""
    claims = [claim for claim in position["choices"]["claims"] if tokens(claim) > 1]
    return int(max(claims, key=tokens)["payments"][0]["action"]) if claims else chosen(position)


def tokens(claim: dict[str, Any]) -> int:
    return sum(term["params"]["tokens"] for term in claim["terms"] if term["params"].get("to") == -1)


@pytest.mark.parametrize(("locale", "said"), [("en-GB", "forces a loan"), ("fr-FR", "force un emprunt")])
def test_n3_a_forced_loan_is_told_before_it_is_confirmed(server: Server, visit: Visit, locale: str, said: str) -> None:
    room, token = poor_room(server)
    page, language = visit(f"/t/{room.table}#{token}", locale=locale), locale[:2]
    page.get_by_role("button", name=like("action.routes", language)).click()
    page.locator("button.route", has_text=said).first.click()
    confirm = page.get_by_role("button", name=like("claim.confirm_warned", language))
    expect(confirm).to_have_accessible_description(re.compile(said))
    expect(page.locator(".warning")).to_contain_text(said)
    assert (waiting(room) or [None])[0] == token, "nothing has happened yet"
    confirm.click()
    expect(confirm).to_be_hidden()
    assert max(room.position()["view"]["counters"]["loans"]) == 1
