"""A league: ratings that carry over, matches where most is to be learned, a file that survives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import invoke
from env.test_learned import network
from ferrovia.arena.league import League, LeagueError, LeaguePlan, chance, entropy
from ferrovia.arena.ratings import Rating
from ferrovia.boards import load
from ferrovia.env.learned import Network
from ferrovia.text.words import Words

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


def trained(file: Path, **facts: object) -> Path:
    network().save(file)
    made = Network.load(file)
    made.facts |= facts
    made.save(file)
    return file


def test_a_best_response_is_measured_and_kept(tmp_path: Path) -> None:
    """It plays the bot that its file names, on deals of its own; the figures are in the file, the page and the JSON."""
    agent, file = trained(tmp_path / "agent.npz", opponent="random", updates=7), tmp_path / "league"
    played(file, 1)
    league = League(file, PLAN)
    league.respond(agent, 6, jobs=1)
    league.close()
    (found,) = played(file, 0).data()["responses"]
    assert found == league.responses[0].data()
    assert (found["bot"], found["response"], found["board"], found["updates"]) == ("random", "agent", "amsterdam", 7)
    assert found["games"] == 6
    assert found["low"] <= found["win_rate"] <= found["high"]
    assert found["digest"] == load("amsterdam").digest
    assert league.data()["rounds"] == 1


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_page_tells_how_far_a_bot_is_exploited(tmp_path: Path, lang: str) -> None:
    agent, page = trained(tmp_path / "agent.npz", opponent="random"), tmp_path / "page.html"
    asked: list[str | Path] = ["league", tmp_path / "league", "--bots", "greedy,random", "--board", "amsterdam"]
    asked += ["--rounds", "0", "--jobs", "1", "--response", agent, "--games", "2", "--lang", lang]
    done = invoke(*asked, "--report", page)
    assert done.code == 0, done.err
    title = Words(lang).say("league.responses")
    assert title in done.out
    text = page.read_text()
    assert title in text
    assert "agent" in text
    assert text.count("<table") == text.count('<div class="wide"><table')  # too wide for a phone, it scrolls by itself


def test_a_network_that_knows_no_opponent_is_refused(tmp_path: Path) -> None:
    agent = trained(tmp_path / "agent.npz")
    asked: list[str | Path] = ["league", tmp_path / "league", "--bots", "greedy,random", "--board", "amsterdam"]
    asked += ["--rounds", "0"]
    done = invoke(*asked, "--response", agent)
    assert done.code == 2
    assert "agent.npz" in done.err


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
