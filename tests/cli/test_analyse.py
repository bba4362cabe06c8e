"""`ferrovia analyse`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.running import GOLDEN, Run, Screen, invoke, refused
from cli.web_page import check_page
from ferrovia.record import from_text
from ferrovia.record.record import Record, to_text

FILE = GOLDEN / "amsterdam-2p.txt"
GAME = from_text(FILE.read_text(encoding="utf-8"))
QUICK = ("--iterations", "16", "--jobs", "1")
SHORT = (*QUICK, "--from", "10", "--to", "16")


def analysed(*args: str | Path, file: Path = FILE) -> Run:
    done = invoke("analyse", file, *args)
    assert (done.code, done.err) == (0, ""), done.err
    return done


def saved(folder: Path, record: Record) -> Path:
    file = folder / "game.txt"
    file.write_text(to_text(record), encoding="utf-8")
    return file


def unfinished(folder: Path) -> Path:
    """A game in the middle, with its secret, as its owner saves it to go on later."""
    game = from_text(to_text(GAME))
    game.moves, game.result = game.moves[:8], None
    return saved(folder, game)


# --- data -------------------------------------------------------------------------------------------------
def test_the_json_has_the_promised_form() -> None:
    data = analysed(*SHORT, "--json").json()
    assert isinstance(data, dict)
    assert set(data) == {
        "board", "seats", "result", "iterations", "seconds", "start", "moves", "turning_points", "mistakes",
    }  # fmt: skip
    assert (data["board"], data["seats"], data["result"]) == ("amsterdam", GAME.seats, GAME.result)
    assert [move["number"] for move in data["moves"]] == list(range(10, 17))
    for move in data["moves"]:
        assert set(move) == {
            "number", "seat", "turn", "played", "best", "loss", "error", "chances", "why", "best_why",
        }  # fmt: skip
        assert set(move["why"]) == {"code", "params"}
        assert move["played"] == GAME.moves[move["number"] - 1].text
        assert move["seat"] == GAME.moves[move["number"] - 1].seat
        assert sum(move["chances"]) == pytest.approx(1)
        assert 0 <= move["loss"] <= 1
    for turn in data["turning_points"]:
        assert set(turn) == {"number", "seat", "change", "before", "after"}
    assert [part["seat"] for part in data["mistakes"]] == [0, 1]
    assert all(set(part) == {"seat", "agreed", "moves"} for part in data["mistakes"])


def test_the_same_record_gives_the_same_analysis() -> None:
    assert analysed(*SHORT, "--json").out == analysed(*SHORT, "--json", "--jobs", "2").out


def test_time_instead_of_iterations() -> None:
    data = analysed("--seconds", "0.02", "--jobs", "1", "--to", "2", "--json").json()
    assert isinstance(data, dict)
    assert (data["iterations"], data["seconds"], len(data["moves"])) == (None, 0.02, 2)


# --- words ------------------------------------------------------------------------------------------------
def test_a_game_in_words() -> None:
    shown = analysed(*QUICK, "--from", "39").out
    assert shown.startswith("Amsterdam · moves 39–52 · 16 playouts per move\ngreedy wins with 30 points.\n")
    assert re.search(r"^ +39 +random +draw 2 \(green ▲\)", shown, re.MULTILINE)
    assert re.search(r"^greedy  [▁▂▃▄▅▆▇█]{15}  100\u00a0%$", shown, re.MULTILINE)
    assert "Turning points" in shown
    assert re.search(r"^random – agrees with the expert in \d of 7 moves$", shown, re.MULTILINE)


def test_seats_of_one_name_are_told_apart(tmp_path: Path) -> None:
    game = from_text(to_text(GAME))
    game.seats = ["greedy", "greedy"]
    assert "greedy 1 wins with 30 points." in analysed(*QUICK, "--from", "48", file=saved(tmp_path, game)).out


def test_french() -> None:
    shown = analysed(*SHORT, "--lang", "fr").out.replace("\u00a0", " ")
    assert "Chances de victoire" in shown
    assert "piocher aveugle" in shown
    assert "d'accord avec l'expert pour" in shown


def test_a_terminal_gets_a_bar(tmp_path: Path) -> None:
    with Screen("analyse", FILE, *QUICK, "--to", "3", cwd=tmp_path) as screen:
        shown = screen.read_rest()
    assert "Analysing Amsterdam" in shown
    assert "4/4" in shown


# --- the page ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_is_whole_and_fetches_nothing(tmp_path: Path, language: str) -> None:
    game = from_text(to_text(GAME))
    game.seats = ["<b>Ada & Co</b>", "Bo"]
    file = tmp_path / "page.html"
    analysed(*SHORT, "--report", file, "--lang", language, file=saved(tmp_path, game))
    page = file.read_text(encoding="utf-8")
    assert {f"m{number}" for number in range(10, 17)} <= check_page(page, language).ids
    assert "<b>Ada" not in page
    assert page.count("<polygon") == 2
    assert ("Turning points" in page, "Tournants" in page) == (language == "en", language == "fr")
    assert str(tmp_path) not in page
    assert str(GAME.secret) not in page


# --- games that are not over ------------------------------------------------------------------------------
def test_a_game_that_is_not_over_keeps_its_secrets(tmp_path: Path) -> None:
    file, page = unfinished(tmp_path), tmp_path / "page.html"
    data = analysed(*QUICK, "--json", "--report", page, file=file).json()
    assert isinstance(data, dict)
    assert data["result"] is None
    assert all(move["best"] is move["loss"] is move["error"] is None for move in data["moves"])
    shown = analysed(*QUICK, file=file).out
    assert "This game is not over" in shown
    assert "Biggest mistakes" not in shown
    for told in (shown, page.read_text(encoding="utf-8")):
        assert "↔" not in told, "no ticket"
        assert str(GAME.secret) not in told


def test_a_sealed_game_is_refused(tmp_path: Path) -> None:
    game = from_text(to_text(GAME))
    game.secret = game.result = None
    assert "its secret is not revealed" in refused(invoke("analyse", saved(tmp_path, game)))


# --- user errors ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--from", "9999"], "There is no move 9999; this record has 52."),
        (["--to", "53"], "There is no move 53; this record has 52."),
        (["--from", "9", "--to", "8"], "--from 9 lies behind --to 8."),
        (["--from", "0"], "--from has to be from 1"),
        (["--iterations", "0"], "--iterations has to be from 1"),
        (["--seconds", "never"], "--seconds has to be a number of seconds"),
        (["--seconds", "1", "--iterations", "5"], "Either --iterations or --seconds, not both."),
        (["--jobs", "0"], "--jobs has to be from 1"),
        (["--report", "/no/such/folder/page.html"], "There is no folder /no/such/folder."),
    ],
)
def test_user_errors_are_one_line_in_words(args: list[str], said: str) -> None:
    assert refused(invoke("analyse", FILE, *args)).startswith(said)


def test_files_that_are_no_games(tmp_path: Path) -> None:
    assert refused(invoke("analyse", tmp_path / "none.txt")).startswith("There is no file")
    (tmp_path / "text.txt").write_text("not a game\n")
    assert "no game record" in refused(invoke("analyse", tmp_path / "text.txt"))
    game = from_text(to_text(GAME))
    game.result = [99, 0]
    assert "playing it again gives" in refused(invoke("analyse", saved(tmp_path, game), *QUICK))
    game.moves, game.result = [], None
    assert "no moves" in refused(invoke("analyse", saved(tmp_path, game)))
