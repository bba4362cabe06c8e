"""Bots by name, from other packages and from files: all of them play wherever a built-in one does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bots.tables_of_bots import play_out
from cli.running import Run, invoke, refused, run
from ferrovia.boards import load, new_game
from ferrovia.bots import BOTS, BadBot, Bot, BotFailed, UnknownBot, bot_names, label, make_bot
from ferrovia.bots.guard import guard
from ferrovia.bots.registry import find_maker
from ferrovia.engine.chance import seeded
from ferrovia.record import from_text

GAME = new_game(load("berlin"), 2)

MINE = """
from __future__ import annotations
from dataclasses import dataclass
from ferrovia.bots import Bot

class Last(Bot):
    def choose(self, view, actions, budget):
        return actions[-1]

@dataclass
class Plain:
    luck: object
    def choose(self, view, actions, budget):
        return actions[self.luck.below(len(actions))]

class Broken(Bot):
    def choose(self, view, actions, budget):
        raise ValueError("my hand is red")

class Stillborn:
    def __init__(self, chance):
        raise RuntimeError("not today")

def made(chance):
    return Last(chance)

def nothing(chance):
    return 7

NUMBER = 7
"""
LINE = MINE[: MINE.index("raise ValueError")].count("\n") + 1


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    return file


# --- names ------------------------------------------------------------------------------------------------
def test_importing_the_registry_loads_no_bot() -> None:
    code = (
        "import ferrovia.bots, json, sys; print(json.dumps([m for m in sys.modules if m.startswith('ferrovia.bots')]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(json.loads(done.stdout)) == {"ferrovia.bots", "ferrovia.bots.protocol", "ferrovia.bots.registry"}


@pytest.mark.parametrize("name", sorted(BOTS))
def test_every_name_leads_to_a_bot(name: str) -> None:
    assert isinstance(make_bot(name, seeded(1)), Bot)
    assert name in bot_names()


def test_an_unknown_name_is_told_all_that_there_are() -> None:
    with pytest.raises(UnknownBot) as error:
        make_bot("hal", seeded(1))
    assert error.value.params == {"bot": "hal", "known": bot_names()}


def test_a_label_shows_no_folder() -> None:
    assert label("/home/ada/secret/mine.py:Last") == "Last"
    assert label("C:\\bots\\mine.py:Last") == "Last"
    assert label("one-step") == "one-step"


# --- files ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["Last", "Plain", "made"])
def test_a_bot_in_a_file_plays(mine: Path, name: str) -> None:
    spec = f"{mine}:{name}"
    players = [guard(spec, seeded(1)), guard("random", seeded(2))]
    assert play_out(GAME, players, 1).over
    assert players[0].faults == []
    assert find_maker(spec) is find_maker(spec), "a file is read once"


@pytest.mark.parametrize(
    ("name", "code"), [("Nobody", "bot.no_name"), ("NUMBER", "bot.no_bot"), ("nothing", "bot.no_bot")]
)
def test_what_is_no_bot_in_a_file(mine: Path, name: str, code: str) -> None:
    with pytest.raises(BadBot) as error:
        make_bot(f"{mine}:{name}", seeded(1))
    assert error.value.code == code


def test_a_bot_that_raises_while_it_is_made(mine: Path) -> None:
    with pytest.raises(BotFailed) as error:
        make_bot(f"{mine}:Stillborn", seeded(1))
    assert error.value.params["reason"] == "RuntimeError: not today"


@pytest.mark.parametrize(
    ("text", "reason"),
    [("1 / 0", "ZeroDivisionError: "), ("def", "SyntaxError: "), ("import nowhere", "ModuleNotFoundError: "),
     ("raise SystemExit", "SystemExit"), ("raise ValueError('a\\nb')", "ValueError: a b")],
)  # fmt: skip
def test_a_file_that_can_not_be_loaded(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "bad.py").write_text(text)
    with pytest.raises(BadBot) as error:
        make_bot(f"{tmp_path}/bad.py:Mine", seeded(1))
    assert error.value.code == "bot.import"
    assert str(error.value.params["reason"]).startswith(reason)


# --- other packages ---------------------------------------------------------------------------------------
def install(folder: Path, points: str, code: str) -> None:
    """A package as an installer leaves it."""
    (folder / "rails_of_bo.py").write_text(code)
    info = folder / "rails_of_bo-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: rails-of-bo\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[ferrovia.bots]\n{points}\n")


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    points = "bo = rails_of_bo:Last\ngreedy = rails_of_bo:Last\ngone = rails_of_bo:Gone\nnumber = rails_of_bo:NUMBER"
    install(tmp_path, points, MINE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "rails_of_bo", raising=False)
    return tmp_path


@pytest.mark.usefixtures("published")
def test_a_published_bot_plays() -> None:
    assert "bo" in bot_names()
    players = [guard("bo", seeded(1)), guard("random", seeded(2))]
    assert play_out(GAME, players, 1).over
    assert players[0].faults == []
    assert type(make_bot("greedy", seeded(1))).__name__ == "Greedy", "nobody takes the place of a built-in one"


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize(("name", "code"), [("gone", "bot.import"), ("number", "bot.no_bot")])
def test_a_published_bot_that_is_none(name: str, code: str) -> None:
    with pytest.raises(BadBot) as error:
        make_bot(name, seeded(1))
    assert error.value.code == code


def test_a_published_bot_at_the_command_line(published: Path) -> None:
    paths = {"PYTHONPATH": f"{published}:{Path(sys.modules['ferrovia'].__path__[0]).parent}"}
    done = run("simulate", "berlin", "--bot", "bo", "--games", "4", "--jobs", "2", "--json", env=paths)
    assert done.code == 0, done.err
    assert done.json()["bots"] == ["bo", "bo"]  # type: ignore[index]


# --- the command line -------------------------------------------------------------------------------------
def play(tmp_path: Path, *seats: str) -> Run:
    args = [arg for seat in seats for arg in ("--seat", seat)]
    return invoke("play", "berlin", *args, "--seed", "1", "--save", tmp_path / "game.txt")


def test_a_file_plays_at_the_table(tmp_path: Path, mine: Path) -> None:
    done = play(tmp_path, f"{mine}:Last", "long-route")
    assert done.code == 0
    assert from_text((tmp_path / "game.txt").read_text()).seats == ["Last 1", "long-route 2"]
    assert str(tmp_path) not in done.out.replace(str(tmp_path / "game.txt"), "")


def test_a_bot_that_breaks_down_is_told_on_and_the_game_is_finished(tmp_path: Path, mine: Path) -> None:
    done = play(tmp_path, f"{mine}:Broken", "greedy")
    assert done.code == 0
    assert f"Broken 1 broke down (ValueError at mine.py:{LINE}); a simple bot makes this move." in done.out
    assert "my hand" not in done.out
    assert from_text((tmp_path / "game.txt").read_text()).result is not None


def test_a_record_never_makes_a_file_run(tmp_path: Path, mine: Path) -> None:
    """Whoever takes up a saved game names the file again."""
    started = invoke(
        "play", "berlin", "--seat", "human", "--seat", f"{mine}:Last", "--save", tmp_path / "game.txt", typed="keep 1\n"
    )
    assert started.code == 0
    again = invoke("play", "--resume", tmp_path / "game.txt", "--seat", "greedy", "--seat", f"{mine}:Last")
    assert again.code == 0
    assert from_text((tmp_path / "game.txt").read_text()).result is not None


def test_simulating_with_bots(mine: Path) -> None:
    args = ("simulate", "berlin", "--games", "6", "--bot", "path", "--bot", f"{mine}:Last", "--json")
    one, two = invoke(*args, "--jobs", "1").json(), run(*args, "--jobs", "2").json()
    assert isinstance(one, dict)
    assert isinstance(two, dict)
    assert (one["bots"], one["faults"]) == (["path", "Last"], 0)
    assert (one["mean_scores"], one["checksum"]) == (two["mean_scores"], two["checksum"])
    broken = invoke("simulate", "berlin", "--games", "1", "--jobs", "1", "--audit", "--bot", f"{mine}:Broken").out
    assert "1 game between Broken, Broken on berlin" in broken
    assert "answered illegally: 0" not in broken


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("nowhere.py:Last", "There is no file nowhere.py; a bot in a file is named like mine.py:Mine."),
        ("hal", "There is no bot “hal”. Known: blocker, "),
        ("mine.py", "There is no bot “mine.py”."),
        ("{mine}:Nobody", "There is nothing called “Nobody” in "),
        ("{mine}:NUMBER", "is no bot: a bot is made from a random stream"),
        ("{bad}:Mine", "can't be loaded: ZeroDivisionError: division by zero"),
    ],
)
def test_what_can_not_play_is_refused_in_a_line(tmp_path: Path, mine: Path, bot: str, said: str) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("1 / 0")
    spec = bot.format(mine=mine, bad=bad)
    assert said in refused(invoke("simulate", "berlin", "--bot", spec))
    assert said in refused(invoke("play", "berlin", "--seat", spec))


def test_more_of_what_is_refused(mine: Path) -> None:
    assert "can't be made: RuntimeError: not today" in refused(invoke("play", "berlin", "--seat", f"{mine}:Stillborn"))
    assert "3 seats were named for 2" in refused(invoke("simulate", "berlin", *["--bot", "greedy"] * 3))
    french = refused(invoke("play", "berlin", "--seat", "nulle.py:Part", lang="fr_FR.UTF-8"))
    assert "Il n'y a pas de fichier nulle.py" in french.replace("\N{NO-BREAK SPACE}", " ")
