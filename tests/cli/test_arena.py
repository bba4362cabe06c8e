"""`ferrovia arena`."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.made import bot_file
from cli.running import COMMAND, Screen, environment, invoke, refused, run
from cli.web_page import check_page

ROW = ["bot", "games", "wins", "win_rate", "low", "high", "rating", "mean_score", "ms_per_move"]
SMALL = ("arena", "--board", "amsterdam", "--bots", "greedy,random", "--games", "6", "--seed", "3", "--jobs", "1")


def timeless(data: object) -> object:
    """Without what depends on the machine."""
    if isinstance(data, dict):
        return {name: timeless(value) for name, value in data.items() if name != "ms_per_move"}
    return [timeless(value) for value in data] if isinstance(data, list) else data


# --- JSON -------------------------------------------------------------------------------------------------
def test_the_json_has_exactly_the_promised_form() -> None:
    data = invoke(*SMALL, "--json").json()
    assert isinstance(data, dict)
    assert list(data) == [*("board", "games", "seed", "seats", "options", "digest", "rules", "ferrovia"), "rows"]
    assert (data["board"], data["games"], data["seed"], data["seats"]) == ("amsterdam", 6, 3, 2)
    assert {row["bot"] for row in data["rows"]} == {"greedy", "random"}
    for row in data["rows"]:
        assert list(row)[: len(ROW)] == ROW
        assert row["games"] == 6
        assert row["win_rate"] == pytest.approx(row["wins"] / row["games"], abs=1e-6)
        assert 0 <= row["low"] <= row["win_rate"] <= row["high"] <= 1
        assert row["ms_per_move"] > 0
        assert sum(row["lines"].values()) == pytest.approx(row["mean_score"], abs=1e-4)
    assert data["rows"][0]["win_rate"] >= data["rows"][1]["win_rate"]


def test_several_boards_make_a_list() -> None:
    args = ("arena", "--board", "amsterdam", "--board", "berlin", "--bots", "greedy,random", "--games", "2", "--json")
    data = invoke(*args, "--jobs", "1").json()
    assert isinstance(data, list)
    assert [table["board"] for table in data] == ["amsterdam", "berlin"]
    assert [table["games"] for table in data] == [2, 2]


def test_jobs_change_nothing_but_the_time() -> None:
    one = run(*SMALL, "--json").json()
    two = run(*SMALL[:-1], "2", "--json").json()
    assert timeless(one) == timeless(two)
    assert timeless(one) != timeless(run(*SMALL, "--seed", "4", "--json").json())


def test_one_against_three_copies() -> None:
    args = ("--seats", "4", "--format", "challenge", "--games", "4", "--json")
    data = invoke(*SMALL, *args).json()
    assert isinstance(data, dict)
    rows = {row["bot"]: row for row in data["rows"]}
    assert (rows["greedy"]["games"], rows["random"]["games"]) == (4, 12)
    assert rows["greedy"]["wins"] + rows["random"]["wins"] == 4


# --- words ------------------------------------------------------------------------------------------------
def test_tables_in_words() -> None:
    done = run("arena", "--board", "amsterdam", "--bots", "greedy,random,random@5", "--games", "2", "--jobs", "1")
    assert (done.code, done.err) == (0, ""), "no bar where there is no terminal"
    assert "Amsterdam: 6 games, 2 seats, seed 1" in done.out
    for word in ("win rate", "rating", "tickets kept", "choices", "ms/move", "merchandise", "vs random@5"):
        assert word in done.out
    french = invoke(*SMALL, "--lang", "fr").out
    assert "Amsterdam\N{NO-BREAK SPACE}: 6 parties, 2 places, graine 3" in french
    assert re.search(r"greedy +6 +\d,\d", french)


def test_a_bot_that_breaks_down_is_reported(tmp_path: Path) -> None:
    bots = f"random,{bot_file(tmp_path)}:Broken"
    done = invoke("arena", "--board", "amsterdam", "--bots", bots, "--games", "2", "--jobs", "1")
    assert done.code == 0
    assert re.search(r"Broken: \d+ faults, the first: raised: RuntimeError", done.out)
    assert str(tmp_path) not in done.out


def test_a_terminal_gets_a_bar_with_the_time_left(tmp_path: Path) -> None:
    bots = f"random,{bot_file(tmp_path)}:Slow"
    args = ("arena", "--board", "amsterdam", "--bots", bots, "--games", "12", "--jobs", "1")
    with Screen(*args, cwd=tmp_path) as screen:
        shown = screen.read_rest()
        assert screen.process.returncode == 0
    assert "Playing Amsterdam" in shown
    assert re.search(r"\d+/12.*0:00:\d\d", shown)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--bots", "greedy"], "at least two bots"),
        (["--bots", "greedy,hal"], "There is no bot “hal”."),
        (["--bots", "greedy,/nowhere.py:Bot"], "There is no file /nowhere.py"),
        (["--board", "atlantis"], "There is no board “atlantis”."),
        (["--seats", "5", "--format", "challenge"], "This board is for 2 to 4 players, not 5."),
        (["--seats", "3"], "2 bots can't fill 3 seats."),
        (["--seats", "1"], "--seats has to be from 2 to 9, not 1."),
        (["--format", "knockout"], "There is no format “knockout”. Known: round-robin, ladder, challenge."),
        (["--backend", "cloud"], "There is no backend “cloud”. Known: local, ray."),
        (["--games", "0"], "--games has to be from 1"),
        (["--option", "tolls=on"], "The board amsterdam has no option “tolls”"),
        (["--iterations", "5", "--seconds", "1"], "Either --iterations or --seconds, not both."),
        (["--seconds", "0"], "--seconds has to be a number of seconds above 0, 3600 at most, not “0”."),
        (["--seconds", "nan"], "--seconds has to be a number of seconds"),
        (["--report", "/nowhere/page.html"], "There is no folder /nowhere."),
        (["--parquet", "/"], "/ is a folder."),
        (["--resume", "/nowhere/games"], "/nowhere/games can't be written"),
    ],
)
def test_user_errors_are_one_line_in_words(args: list[str], said: str) -> None:
    options = {"--board": "amsterdam", "--bots": "greedy,random", "--games": "2", "--jobs": "1"}
    options.update(zip(args[::2], args[1::2], strict=True))
    assert said in refused(invoke("arena", *(word for option in options.items() for word in option)))


def test_what_is_missing_is_named() -> None:
    assert "BOARD is missing" in refused(invoke("arena", "--bots", "greedy,random"))
    assert "BOT,BOT,… is missing" in refused(invoke("arena", "--board", "usa"))


@pytest.mark.parametrize(
    ("module", "args"),
    [
        ("ray", ["--backend", "ray"]),
        ("pyarrow", ["--parquet", "games.parquet"]),
        ("jinja2", ["--report", "page.html"]),
    ],
)
def test_a_missing_package_is_named(module: str, args: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    said = refused(invoke(*SMALL, *args))
    extra = args[0].removeprefix("--").replace("backend", "ray").replace("report", "arena")
    assert said == (f"This needs the package {module}, which is not installed: pip install 'ferrovia[{extra}]'")


# --- files ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_is_whole_and_fetches_nothing(tmp_path: Path, language: str) -> None:
    file = tmp_path / "page.html"
    bots = f"greedy,random,{bot_file(tmp_path)}:Broken"
    args = ("--bots", bots, "--games", "2", "--iterations", "5", "--report", file, "--lang", language)
    assert invoke(*SMALL, *args).code == 0
    page = file.read_text(encoding="utf-8")
    check_page(page, language)
    assert page.count("<svg") >= 9
    assert "RuntimeError" in page
    assert str(tmp_path) not in page
    assert ("Win rate" in page, "Taux de victoire" in page) == (language == "en", language == "fr")


def test_all_outputs_at_once(tmp_path: Path) -> None:
    from pyarrow import parquet

    games, table, page = tmp_path / "games.jsonl", tmp_path / "games.parquet", tmp_path / "page.html"
    files = ("--resume", games, "--parquet", table, "--report", page)
    first = invoke(*SMALL, *files, "--json")
    assert parquet.read_table(table).num_rows == 12
    assert len(games.read_text().splitlines()) == 1 + 6
    again = invoke(*SMALL, *files, "--json")
    assert again.out == first.out, "read from the file, times and all"
    said = refused(invoke(*SMALL, *files, "--seed", "4"))
    assert said == f"{games} belongs to another run: there, seed is 3, here 4."


# --- killed -----------------------------------------------------------------------------------------------
def numbers(file: Path) -> list[int]:
    """Of the games in a file, but for a last line that is not whole."""
    lines = file.read_text().split("\n")[1:-1] if file.exists() else []
    return [json.loads(line)["number"] for line in lines]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_kill_9_loses_nothing_and_plays_nothing_twice(tmp_path: Path, jobs: str) -> None:
    games, whole = tmp_path / "games.jsonl", tmp_path / "whole.jsonl"
    bots = f"random,{bot_file(tmp_path)}:Slow"
    args = ["arena", "--board", "amsterdam", "--bots", bots, "--games", "30", "--jobs", jobs, "--json", "--resume"]
    process = subprocess.Popen([*COMMAND, *args, str(games)], env=environment(), stdout=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while len(numbers(games)) < 3 and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = numbers(games)
    assert 3 <= len(done) < 30
    kept = games.read_bytes().rpartition(b"\n")[0]
    resumed = run(*args, games)
    assert resumed.code == 0, resumed.err
    assert sorted(numbers(games)) == list(range(30))
    assert games.read_bytes().startswith(kept), "what was there has not been played again"
    assert timeless(resumed.json()) == timeless(run(*args, whole).json())


# --- Ray --------------------------------------------------------------------------------------------------
def test_a_ray_cluster_gives_the_same_results() -> None:
    done = run(*SMALL[:-1], "2", "--backend", "ray", "--json")
    assert (done.code, done.err) == (0, "")
    assert timeless(done.json()) == timeless(invoke(*SMALL, "--json").json())
