"""A league: ratings that carry over, matches where most is to be learned, a file that survives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import invoke
from ferrovia.arena.league import League, LeagueError, LeaguePlan, chance, entropy
from ferrovia.arena.ratings import Rating

PLAN = LeaguePlan(("amsterdam",), ("random", "greedy", "one-step"), deals=2)


def played(file: Path, rounds: int, plan: LeaguePlan = PLAN) -> League:
    league = League(file, plan)
    league.play(rounds, jobs=1)
    league.close()
    return league


def test_ratings_carry_over_runs(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole", 6)
    for rounds in (2, 3, 1):
        parts = played(tmp_path / "parts", rounds)
    assert parts.data() == whole.data()
    assert [standing.bot for standing in whole.ladder()][-1] == "random"
    assert sum(standing.games for standing in whole.ladder()) == 2 * whole.data()["games"] == 2 * 6 * 4
    assert all(standing.sigma < 25 / 3 for standing in whole.ladder())


def test_no_deal_is_played_twice(tmp_path: Path) -> None:
    league = played(tmp_path / "league", 4)
    seeds = {league.plan.tournament(round.number, "amsterdam", ("random", "greedy")).seed for round in league.rounds}
    assert len(seeds) == 4


def test_a_bot_that_comes_later_is_met_first(tmp_path: Path) -> None:
    """Most is to be learned of whom nothing is known."""
    played(tmp_path / "league", 6)
    more = League(tmp_path / "league", LeaguePlan(PLAN.boards, (*PLAN.bots, "hungry"), deals=2))
    assert "hungry" in more.next_match()[1]
    more.close()


def test_even_matches_tell_more_than_clear_ones() -> None:
    even, clear = chance(Rating(25, 1), Rating(25, 1)), chance(Rating(40, 1), Rating(10, 1))
    assert even == pytest.approx(0.5)
    assert entropy(even) == pytest.approx(1)
    assert entropy(clear) < 0.1


def test_a_torn_line_is_cut_away(tmp_path: Path) -> None:
    file = tmp_path / "league"
    before = played(file, 2).data()
    with file.open("ab") as stream:
        stream.write(b'{"round":2,"board":"ams')
    assert played(file, 0).data() == before
    assert played(file, 1).data()["rounds"] == 3


@pytest.mark.parametrize("text", ["nonsense\n", "[]\n", '{"arena":1}\n', '{"league":1}\n{"round":1}\n'])
def test_what_is_no_league_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "league"
    file.write_text(text)
    with pytest.raises(LeagueError):
        League(file, PLAN)
    assert file.read_text() == text


def test_another_league_and_a_busy_one_are_refused(tmp_path: Path) -> None:
    league = League(tmp_path / "league", PLAN)
    with pytest.raises(LeagueError) as busy:
        League(tmp_path / "league", PLAN)
    assert busy.value.code == "journal.busy"
    league.close()
    with pytest.raises(LeagueError) as other:
        League(tmp_path / "league", LeaguePlan(PLAN.boards, PLAN.bots, seed=2))
    assert other.value.code == "league.other"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_command_and_its_page(tmp_path: Path, lang: str) -> None:
    file, page = tmp_path / "league", tmp_path / "page.html"
    asked: list[str | Path] = [
        "league",
        file,
        "--bots",
        "greedy,random",
        "--board",
        "amsterdam",
        "--deals",
        "1",
        "--jobs",
        "1",
    ]
    done = invoke(*asked, "--rounds", "2", "--report", page, "--lang", lang)
    assert done.code == 0, done.err
    assert "greedy" in done.out
    text = page.read_text()
    assert "<script" not in text
    assert "http" not in text.replace("http-equiv", "")
    assert text.count("greedy") >= 2
    told = json.loads(invoke(*asked, "--rounds", "0", "--json").out)
    assert (told["rounds"], told["games"]) == (2, 4)
    assert {row["bot"] for row in told["boards"]["amsterdam"]} == {"greedy", "random"}
    assert invoke(*asked[:2], "--bots", "greedy", "--board", "amsterdam").code == 2
