"""`ferrovia.simulate`: what the command prints, as a library function."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import ferrovia
from boards.toy import ToyFiles
from cli.running import invoke
from ferrovia.bots.registry import UnknownBot
from ferrovia.engine.errors import SetupError

TIMES = {"seconds", "games_per_second", "decisions_per_second"}


def untimed(facts: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in facts.items() if name not in TIMES}


def test_it_returns_what_the_command_prints() -> None:
    result = ferrovia.simulate("nederland", 3, 4, 7, bots=["greedy", "random"], options={"tolls": False})
    args = ("--players", "3", "--games", "4", "--seed", "7", "--bot", "greedy", "--bot", "random")
    printed = invoke("simulate", "nederland", *args, "--option", "tolls=off", "--jobs", "1", "--json").json()
    assert isinstance(printed, dict)
    assert untimed(result.to_dict()) == untimed(printed)
    assert list(result.to_dict()) == list(printed)
    assert result.bots == ("greedy", "random", "greedy")
    assert result.options == {"tolls": False}


def test_workers_change_nothing_but_the_time() -> None:
    one, two = (ferrovia.simulate("berlin", games=8, seed=3, workers=workers) for workers in (1, 2))
    assert untimed(one.to_dict()) == untimed(two.to_dict())
    assert (one.workers, two.workers) == (1, 2)


def test_a_board_is_an_id_a_folder_or_a_board(tmp_path: Path) -> None:
    folder = ToyFiles(tmp_path).folder
    given = (str(folder), folder, ferrovia.load(folder))
    assert len({ferrovia.simulate(board, games=3, workers=2).checksum for board in given}) == 1


def test_an_audit_changes_nothing() -> None:
    plain, audited = (ferrovia.simulate("lyon", games=2, audit=audit) for audit in (False, True))
    assert plain.checksum == audited.checksum
    bots = [ferrovia.simulate("lyon", games=1, bots=["greedy"], audit=audit).checksum for audit in (False, True)]
    assert bots[0] == bots[1] != plain.checksum


def test_progress_is_told_until_all_games_are_done() -> None:
    done: list[int] = []
    ferrovia.simulate("berlin", games=5, advance=done.append)
    assert sum(done) == 5


def test_a_result_reads_well_and_travels() -> None:
    result = ferrovia.simulate("berlin", games=2)
    first, second = result.mean_scores
    assert repr(result) == f"<Simulation berlin: 2 games, random, seed 1: mean scores {first:.2f}, {second:.2f}>"
    assert pickle.loads(pickle.dumps(result)) == result
    assert result.games_per_second == result.games / result.seconds


def test_a_bot_may_have_a_budget_of_its_own() -> None:
    """As in a tournament: so many search steps, whatever the machine."""
    few, many = (ferrovia.simulate("amsterdam", games=2, bots=[bot, "greedy"]) for bot in ("expert@2", "expert@200"))
    assert few.bots == ("expert@2", "greedy")
    assert few.checksum != many.checksum
    assert few.faults == many.faults == 0


def test_what_can_not_be_played_is_refused_first() -> None:
    with pytest.raises(SetupError, match=r"seats\.number"):
        ferrovia.simulate("usa", seats=9)
    with pytest.raises(SetupError, match=r"seats\.too_many"):
        ferrovia.simulate("usa", bots=["greedy"] * 3)
    with pytest.raises(UnknownBot):
        ferrovia.simulate("usa", bots=["nobody"])
    for wrong in ({"games": 0}, {"workers": 0}):
        with pytest.raises(ValueError, match="at least 1"):
            ferrovia.simulate("usa", **wrong)  # type: ignore[arg-type]


def test_a_script_needs_no_guard_unless_it_asks_for_workers(tmp_path: Path) -> None:
    """Workers import the calling script anew, so that one without a guard must do with this process."""
    script = tmp_path / "mine.py"
    script.write_text('import ferrovia\nprint(ferrovia.simulate("berlin", games=2).games)\n')
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("2\n", "")
