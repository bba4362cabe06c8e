"""`ferrovia balance`."""

from __future__ import annotations

import re
from math import hypot
from pathlib import Path

import pytest

from cli.running import invoke
from cli.web_page import check_page
from ferrovia.balance.alterations import Alteration, folder_of, write_altered
from ferrovia.boards import load
from ferrovia.report.page import templates
from properties.tables import EXAMPLES

QUICK = ("--games", "40", "--planner-games", "120", "--style-games", "2", "--jobs", "1")
KEYS = ["seats", "offers", "tickets", "lanes", "colours", "length", "styles"]


def test_json_has_every_key_with_intervals() -> None:
    told = invoke("balance", "amsterdam", *QUICK, "--seats", "2", "--json").json()
    assert isinstance(told, dict)
    assert [key for key in told if key in KEYS] == KEYS
    assert len(told["first"]) == 5
    assert {"value", "low", "high"} == set(told["seats"][0]["win"])


@pytest.mark.parametrize(("lang", "title"), [("en_GB.UTF-8", "The five things"), ("fr_FR.UTF-8", "Les cinq choses")])
def test_the_five_things_come_first(lang: str, title: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = invoke("balance", "amsterdam", *QUICK, "--seats", "2,3", "--report", page, lang=lang)
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert title in lines[2]
    assert [line[:2] for line in lines[3:8]] == ["1.", "2.", "3.", "4.", "5."]
    html = page.read_text(encoding="utf-8")
    check_page(html, lang[:2])
    assert title in html
    assert "<script" not in html
    assert html.count('name="players"') == 2
    assert touching_names(html) == []


def touching_names(html: str) -> list[str]:
    """Lines of names on the map of a report that touch the dot of a place. In wide faces they did."""
    dots = [
        tuple(map(float, dot)) for dot in re.findall(r'<circle class="place" cx="(.+?)" cy="(.+?)" r="(.+?)"/>', html)
    ]
    names = re.findall(
        r'<text class="place" x="(.+?)" y="(.+?)" style="--text: (.+?)px" textLength="(.+?)".*?>(.+?)</text>', html
    )
    assert len(names) >= len(dots) > 0
    touching = []
    for *where, name in names:
        x, baseline, size, width = map(float, where)
        for at_x, at_y, radius in dots:
            across = max(0.0, abs(at_x - x) - width / 2)
            down = max(0.0, abs(at_y - (baseline - 0.35 * size)) - 0.5 * size)
            if hypot(across, down) < radius:
                touching.append(name)
    return touching


def test_what_if_and_advice(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    wish = ("--wish", "tickets=0.2", "--write", mine)
    quick = ("--games", "0", "--planner-games", "800", "--style-games", "0", "--jobs", "1", "--seats", "2")
    told = invoke("balance", "amsterdam", *quick, *wish, "--json").json()
    assert isinstance(told, dict)
    assert set(told["advice"]["after"]) == {"tickets", "seats", "colours"}
    again = invoke("balance", "amsterdam", *quick, "--against", mine)
    assert again.code == 0, again.err
    assert f"{mine} instead of Amsterdam, on the same deals" in again.out


def test_a_copy_has_the_licence_of_its_board(tmp_path: Path) -> None:
    write_altered(EXAMPLES / "ostrovia", load(EXAMPLES / "ostrovia"), Alteration(points={0: 24}), tmp_path / "mine")
    assert (tmp_path / "mine" / "LICENSE").read_bytes() == (EXAMPLES / "ostrovia" / "LICENSE").read_bytes()


def test_advice_changes_only_what_it_is_sure_of_where_that_helps() -> None:
    """On few games it moved 28 tickets of this board, one of them from 13 points to 1, where four were outside."""
    quick = ("--games", "0", "--planner-games", "600", "--style-games", "0", "--seats", "2", "--jobs", "1")
    told = invoke("balance", EXAMPLES / "ostrovia", *quick, "--wish", "tickets=2", "--json").json()
    assert isinstance(told, dict)
    advice = told["advice"]
    assert advice["after"]["tickets"]["outside"] < advice["before"]["tickets"]["outside"]
    assert len(advice["changes"]) <= 2 * advice["before"]["tickets"]["outside"]


def test_nothing_is_written_where_nothing_was_found(tmp_path: Path) -> None:
    quick = ("--games", "0", "--planner-games", "400", "--style-games", "0", "--seats", "2", "--jobs", "1")
    done = invoke("balance", "amsterdam", *quick, "--wish", "tickets=90", "--write", tmp_path / "mine")
    assert done.code == 0, done.err
    assert "Nothing was found" in done.out
    assert str(tmp_path) not in done.out
    assert not (tmp_path / "mine").exists()


def test_lanes_are_coloured_as_the_key_says(tmp_path: Path) -> None:
    """Half-way lanes were paler than the middle of the key's scale."""
    css = templates().get_template("balance.css").render()
    lane = re.search(r"heat-\"\] use \{[^}]*stroke: (.*?); \}", css)
    assert lane is not None
    cold = "color-mix(in oklab, var(--warm) clamp(0%, var(--h) * 200%, 100%), var(--cold))"
    assert lane[1] == f"color-mix(in oklab, var(--hot) clamp(0%, (var(--h) - .5) * 200%, 100%), {cold})"
    assert "linear-gradient(to right in oklab, var(--cold), var(--warm), var(--hot))" in css


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_changes_beyond_doubt_is_told_in_a_table(tmp_path: Path, language: str) -> None:
    """It failed for a word that was missing, wherever anything changed."""
    board = load("amsterdam")
    write_altered(folder_of("amsterdam"), board, Alteration(points={20: 24}), tmp_path / "mine")
    quick = ("--games", "0", "--planner-games", "400", "--style-games", "0", "--seats", "2", "--jobs", "1")
    told = invoke("balance", "amsterdam", *quick, "--against", tmp_path / "mine", "--lang", language)
    assert told.code == 0, told.err
    assert board.places[board.tickets[20].a].label(language) in told.out


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--seats", "two"), "numbers of players"),
        (("--seats", "9"), "9"),
        (("--wish", "luck=1"), "no wish"),
        (("--write", "x"), "--wish"),
        (("--games", "0", "--planner-games", "0"), "nothing to measure"),
        (("--planner-games", "10", "--wish", "tickets"), "at least 400"),
    ],
)
def test_what_can_not_be_done_is_refused_in_words(args: tuple[str, ...], told: str) -> None:
    quick = () if "--games" in args else ("--games", "2")
    done = invoke("balance", "amsterdam", "--style-games", "0", "--jobs", "1", "--seats", "2", *quick, *args)
    assert done.code == 2
    assert told in done.err
