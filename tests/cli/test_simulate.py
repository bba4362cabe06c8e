"""`ferrovia simulate`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ferrovia
from boards.toy import ToyFiles
from cli.running import COMMAND, Screen, environment, invoke, run
from ferrovia._workers import cores, spread
from ferrovia.boards import load, new_game
from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.series import play_series
from ferrovia.simulation.series import chunks

KEYS = [
    "board", "players", "games", "seed", "seconds", "games_per_second", "decisions_per_second", "compiled",
    "mean_scores", "checksum",
]  # fmt: skip


def simulate(*args: str | Path) -> dict[str, object]:
    data = run("simulate", *args, "--json").json()
    assert isinstance(data, dict)
    return data


def result(data: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in data.items() if key not in KEYS[4:7]}


def test_the_json_has_exactly_the_promised_form() -> None:
    data = simulate("berlin", "--players", "3", "--games", "6", "--seed", "7", "--jobs", "1")
    assert list(data) == KEYS
    assert (data["board"], data["players"], data["games"], data["seed"]) == ("berlin", 3, 6, 7)
    assert data["compiled"] is ferrovia.COMPILED
    tally = play_series(new_game(load("berlin"), 3), 7, 0, 6)
    assert data["mean_scores"] == tally.mean_scores()
    assert data["checksum"] == f"{tally.checksum:08x}"
    for key in KEYS[4:7]:
        assert isinstance(data[key], float)


def test_jobs_change_nothing_but_the_time() -> None:
    args = ("amsterdam", "--games", "23", "--seed", "5")
    one, two, three = (simulate(*args, "--jobs", jobs) for jobs in ("1", "2", "3"))
    assert result(one) == result(two) == result(three)
    assert result(simulate(*args)) == result(one)
    assert result(simulate("amsterdam", "--games", "23", "--seed", "6")) != result(one)


def test_options_and_folders(tmp_path: Path) -> None:
    plain = simulate("nederland", "--games", "4", "--option", "tolls=off", "--jobs", "1")
    assert result(plain) != result(simulate("nederland", "--games", "4", "--jobs", "1"))
    toy = ToyFiles(tmp_path)
    assert simulate(toy.folder, "--games", "9", "--jobs", "2")["board"] == "toy"


def test_words_and_no_bar_where_there_is_no_terminal() -> None:
    done = run("simulate", "berlin", "--games", "4", "--jobs", "1")
    assert (done.code, done.err) == (0, "")
    assert "4 random games on berlin, 2 players, seed 1" in done.out
    french = invoke("simulate", "berlin", "--games", "1", "--jobs", "1", "--lang", "fr")
    assert "1 partie au hasard sur berlin" in french.out


def test_a_terminal_gets_a_bar(tmp_path: Path) -> None:
    with Screen("simulate", "berlin", "--games", "40", "--jobs", "2", cwd=tmp_path) as screen:
        shown = screen.read_rest()
        assert screen.process.returncode == 0
    assert "Playing Berlin" in shown
    assert "40 random games on berlin" in shown


# --- chunks and workers -----------------------------------------------------------------------------------
@pytest.mark.parametrize("games", [1, 2, 15, 16, 17, 399, 400, 401, 12345])
@pytest.mark.parametrize("jobs", [1, 2, 7])
def test_chunks_are_the_whole_series(games: int, jobs: int) -> None:
    parts = chunks(games, jobs)
    assert [index for part in parts for index in range(part.start, part.start + part.games)] == list(range(games))
    assert all(part.games >= 1 for part in parts)


def double(number: int) -> int:
    if number < 0:
        raise FerroviaError("seats.number", {"seats": number})
    return 2 * number


def die(number: int) -> int:
    os._exit(number)


def test_workers_do_every_task_once() -> None:
    assert sorted(spread(double, range(20), 3)) == [2 * number for number in range(20)]
    assert list(spread(double, range(3), 1)) == [0, 2, 4]
    assert list(spread(double, [1], 8)) == [2]


def test_an_error_of_a_worker_arrives_whole() -> None:
    with pytest.raises(FerroviaError) as refusal:
        list(spread(double, [1, -1, 2, 3], 2))
    assert (refusal.value.code, refusal.value.params) == ("seats.number", {"seats": -1})


def test_a_worker_that_dies_is_noticed() -> None:
    with pytest.raises(FerroviaError) as refusal:
        list(spread(die, [7, 7, 7], 2))
    assert (refusal.value.code, refusal.value.params) == ("worker.died", {"code": 7})


def test_cores_are_at_least_one() -> None:
    assert cores() >= 1


# --- interruption -----------------------------------------------------------------------------------------
def group_members(group: int) -> list[int]:
    """Living processes of a process group."""
    members = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[2]) == group and fields[0] != "Z":
                members.append(int(entry.name))
    return members


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_cleanly_and_leaves_no_process(jobs: str, tmp_path: Path) -> None:
    command = [*COMMAND, "simulate", "usa", "--games", "100000000", "--jobs", jobs, "--records", str(tmp_path / "kept")]
    process = subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    until = time.monotonic() + 60
    while not list(tmp_path.glob("kept/*")) and time.monotonic() < until:  # until it plays
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # what a terminal does
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (out, err) == ("", "ferrovia: Interrupted.\n")
    until = time.monotonic() + 10
    while group_members(process.pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert group_members(process.pid) == []


IMPATIENT = """
import importlib.abc, sys

class Impatient(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "ferrovia.cli.app":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Impatient())
from ferrovia.cli import main
main()
"""


def test_ctrl_c_while_modules_are_loaded_shows_no_traceback() -> None:
    command = [sys.executable, "-c", IMPATIENT]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_workers_do_not_outlive_a_killed_command() -> None:
    command = [*COMMAND, "simulate", "usa", "--games", "100000000", "--jobs", "2"]
    process = subprocess.Popen(
        command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    until = time.monotonic() + 60
    while len(group_members(process.pid)) < 3 and time.monotonic() < until:
        time.sleep(0.05)
    process.kill()
    process.wait()
    until = time.monotonic() + 30
    while group_members(process.pid) and time.monotonic() < until:
        time.sleep(0.1)
    assert group_members(process.pid) == []
