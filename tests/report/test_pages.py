"""Reports as a library makes them: in a language, whole, escaped, and without anything from outside."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from arena.made import small
from cli.web_page import check_page
from ferrovia.analysis import Analysis, analyse
from ferrovia.arena import Tournament
from ferrovia.balance.intervals import Figure
from ferrovia.bots import Budget
from ferrovia.record import Record, from_text
from ferrovia.report import analysis_page, tournament_page
from ferrovia.report.balance_text import interval
from ferrovia.report.page import templates
from ferrovia.text.words import Words

GOLDEN = Path(__file__).parent.parent / "golden" / "berlin-2p.txt"
HOSTILE = '<script>alert("x")</script> & \x1b[2J\u202eevil'
TAMED = "&lt;script&gt;alert(&#34;x&#34;)&lt;/script&gt; &amp; \ufffd[2J\ufffdevil"


@cache
def played() -> Tournament:
    tournament = Tournament(small("greedy,random,path", boards=("berlin",), games=2))
    tournament.finish(jobs=1)
    return tournament


def analysed(*seats: str) -> Analysis:
    record: Record = from_text(GOLDEN.read_text(encoding="utf-8"))
    record.seats = list(seats)
    return analyse(record, Budget(iterations=8), span=(10, 12), jobs=1)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_tournament_is_one_whole_page(language: str) -> None:
    page = tournament_page(played(), language)
    check_page(page, language)
    assert page.count("<svg") == 12, "three plots of three bots, and their axes"
    assert page.count('<td class="none">') == 3
    assert ("Who beats whom" in page, "Qui bat qui" in page) == (language == "en", language == "fr")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_analysis_is_one_whole_page(language: str) -> None:
    page = analysis_page(analysed("Ada", "Bo"), language, "mine.txt")
    assert {"m10", "m11", "m12"} == check_page(page, language).ids
    assert "<span>mine.txt</span> <span>--iterations 8</span>" in page


def test_names_from_files_are_escaped_everywhere() -> None:
    page = analysis_page(analysed(HOSTILE, "Bo"), file=HOSTILE.replace("/", ""))
    check_page(page, "en")
    assert HOSTILE not in page
    assert "<script" not in page
    assert page.count(TAMED) > 10


def test_a_template_asks_for_nothing_that_is_not_there() -> None:
    with pytest.raises(UndefinedError):
        templates().from_string("{{ nothing }}").render()


@pytest.mark.parametrize(
    ("bounds", "english", "french"),
    [
        ((0.4, 0.6), "40.0–60.0\u00a0%", "40,0 à 60,0\u00a0%"),
        ((-0.27, -0.049), "−27.0 to −4.9\u00a0%", "−27,0 à −4,9\u00a0%"),
    ],
)
def test_an_interval_has_its_unit_once_and_no_dash_before_a_minus(
    bounds: tuple[float, float], english: str, french: str
) -> None:
    figure = Figure(sum(bounds) / 2, *bounds)
    assert [interval(Words(language), "win", figure) for language in ("en", "fr")] == [english, french]
