"""Help, version, and what happens to those who type something else."""

from __future__ import annotations

import os
import resource
import subprocess
from pathlib import Path

import pytest

import ferrovia
from cli.running import COMMAND, environment, invoke, refused, run
from ferrovia.cli.app import COMMANDS


def test_help_lists_every_command_with_a_line() -> None:
    done = run("--help")
    assert done.code == 0
    for name, text in COMMANDS.items():
        assert f"  {name} " in done.out
        assert text[:40] in done.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    done = invoke(name, "--help")
    assert done.code == 0
    assert "Usage: " in done.out
    options = [line for line in done.out.splitlines() if line.startswith("  --")]
    assert options
    assert all(len(line.split()) > 2 for line in options), "an option without a word of help"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_english_whatever_the_language(name: str) -> None:
    """The words of the options are not translated; asking in French must give them all the same."""
    done = run(name, "--help", env={"LANG": "fr_FR.UTF-8", "COLUMNS": "80"})
    assert (done.code, done.err) == (0, "")
    assert done.out == run(name, "--help", env={"LANG": "en_GB.UTF-8", "COLUMNS": "80"}).out


def test_help_comes_fast() -> None:
    """Processor time, so that a busy machine does not fail it."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    best = 9.0
    for _ in range(5):
        before = spent()
        subprocess.run([*COMMAND, "--help"], env=environment(), capture_output=True, check=True)
        best = min(best, spent() - before)
    assert best < 0.3


def test_version() -> None:
    done = run("--version")
    mode = "compiled" if ferrovia.COMPILED else "not compiled"
    assert (done.code, done.out) == (0, f"ferrovia {ferrovia.__version__} ({mode})\n")


def test_no_command_shows_the_help() -> None:
    done = run()
    assert done.code == 2
    assert "Commands:" in done.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["bords"], "There is no command “bords”; did you mean boards? (see ferrovia --help)"),
        (["zzz"], "There is no command “zzz” (see ferrovia --help)"),
        (["simulate"], "BOARD is missing (see ferrovia simulate --help)"),
        (["verify"], "FILE is missing (see ferrovia verify --help)"),
        (["boards", "--nope"], "There is no option --nope here (see ferrovia boards --help)"),
        (["simulate", "usa", "--games"], "A value is missing, or there is one too many, at --games"),
        (["simulate", "usa", "--games", "many"], "--games has to be a whole number, not “many”."),
        (["simulate", "usa", "--games", "0"], "--games has to be from 1 to 1000000000, not 0."),
        (["simulate", "usa", "--seed", "-1"], "--seed has to be from 0"),
        (["simulate", "usa", "--jobs", "0"], "--jobs has to be from 1 to 1024, not 0."),
        (["simulate", "usa", "--players", "9"], "This board is for 2 to 5 players, not 9."),
        (["simulate", "usa", "--option", "tolls=off"], "The board usa has no option “tolls”"),
        (["simulate", "nederland", "--option", "tolls"], "An option is set like tolls=off, not “tolls”."),
        (["simulate", "nederland", "--option", "tolls=perhaps"], "An option is set like tolls=off"),
        (
            ["simulate", "nederland", "--option", "tolls=on", "--option", "tolls=off"],
            "The option “tolls” is set twice.",
        ),
        (["simulate", "nederland", "--players", "3", "--option", "neutral=on"], "is not offered to 3 players."),
        (
            ["simulate", "nederland", "--option", "tolls=off", "--option", "neutral=on"],
            "The option “neutral” needs the option “tolls” to be on.",
        ),
        (["boards", "atlantis"], "There is no board “atlantis”. Known: amsterdam, berlin, lyon, nederland, usa;"),
        (["simulate", "atlantis"], "There is no board “atlantis”."),
        (["play", "atlantis"], "There is no board “atlantis”."),
        (["boards", "Berlim"], "There is no board “Berlim”. Nearest: berlin; a folder"),
        (["play", "usa", "--seat", "plannr"], "There is no bot “plannr”. Nearest: planner, planner-v1; or a file"),
        (["play", "nederland", "--option", "toll=on"], "has no option “toll”. Nearest: tolls"),
        (["bench", "--only", "usa-2p-randon"], "No row is called “usa-2p-randon”. Nearest: usa-2p-random, "),
        (["play"], "Which board? Known: amsterdam"),
        (["play", "usa", "--seat", "hal"], "There is no bot “hal”. Known: "),
        (["play", "usa", "--seat", "greedy:Bo"], "There is no bot “greedy:Bo”."),
        (["play", "usa", "--seat", "human:"], "can't be the name of a seat"),
        (["play", "usa", "--seat", "human:greedy 2"], "can't be the name of a seat"),
        (["play", "usa", "--seat", "human:Ada", "--seat", "human:Ada"], "can't be the name of a seat"),
        (["play", "usa", "--players", "2", *["--seat", "human"] * 3], "3 seats were named for 2 players."),
        (["play", "usa", "--first", "3"], "The first player has to be one of the 2 seats."),
        (["play", "usa", "--players", "6"], "This board is for 2 to 5 players, not 6."),
        (["play", "--resume", "/nowhere", "--seed", "1"], "--resume goes on with a saved game"),
        (["boards", "--map"], "Which board should be drawn?"),
        (["boards", "usa", "usa.svg"], "To write a map to usa.svg, add --map."),
        (["boards", "--lang", "de"], "There are no texts in “de”. Known: en, fr."),
        (["--lang", "xx", "boards"], "There are no texts in “xx”."),
        (["replay", "/nowhere/game.txt"], "There is no file /nowhere/game.txt."),
        (["verify", "/"], "/ is a folder."),
        (["check", "/nowhere"], "There is no folder /nowhere."),
        (["simulate", "/etc/passwd"], "The board “passwd” has"),
    ],
)
def test_user_errors_are_one_line_in_words(args: list[str], said: str) -> None:
    assert said in refused(invoke(*args))


def test_too_many_arguments() -> None:
    assert "unexpected extra argument" in refused(invoke("verify", "a", "b"))


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["boards", "atlantis"], "Il n'y a pas de plateau « atlantis »."),
        (["bords"], "Il n'y a pas de commande « bords » ; peut-être boards ?"),
        (["simulate"], "BOARD manque (voir ferrovia simulate --help)"),
        (["simulate", "usa", "--games", "x"], "--games doit être un nombre entier, pas « x »."),
    ],
)
def test_errors_in_french(args: list[str], said: str) -> None:
    assert said in refused(invoke(*args, lang="fr_FR.UTF-8")).replace("\N{NO-BREAK SPACE}", " ")


def test_an_option_beats_the_environment() -> None:
    french, english = invoke("boards", "--lang", "fr"), invoke("boards", "--lang", "en", lang="fr_FR.UTF-8")
    assert "Pays-Bas" in french.out
    assert "Netherlands" in english.out
    assert "Pays-Bas" in invoke("--lang", "fr", "boards").out


def test_the_language_of_one_run_is_not_that_of_the_next() -> None:
    invoke("boards", "--lang", "fr")
    assert "Netherlands" in invoke("boards").out


def test_files_that_can_not_be_read(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    assert "is not a text file" in refused(invoke("verify", binary))
    (tmp_path / "long").write_bytes(b"x" * 4_000_001)
    assert "too long for a game record" in refused(invoke("replay", tmp_path / "long"))
    (tmp_path / "empty").write_bytes(b"")
    assert "This is no game record" in refused(invoke("verify", tmp_path / "empty"))
    if os.getuid() != 0:
        binary.chmod(0)
        assert "can't be read" in refused(invoke("verify", binary))


def test_a_reader_that_goes_away_gets_no_traceback() -> None:
    command = " ".join(COMMAND) + " boards berlin --map | head -c 100"
    done = subprocess.run(["sh", "-c", command], env=environment(), capture_output=True, check=False)
    assert done.stderr == b""


def test_a_terminal_without_unicode_gets_question_marks() -> None:
    done = run("boards", "nederland", env={"PYTHONIOENCODING": "ascii"})
    assert done.code == 0
    assert "2?5" in done.out


# --- completion -----------------------------------------------------------------------------------------
def complete(line: str) -> list[str]:
    words = line.split(" ")
    asked = {"_FERROVIA_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    return run(env=asked).out.split()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("ferrovia si", ["simulate"]),
        ("ferrovia boards l", ["lyon"]),
        ("ferrovia simulate ne", ["nederland"]),
        ("ferrovia play usa --seat gr", ["greedy"]),
        ("ferrovia play usa --seat hu", ["human", "hungry"]),
        ("ferrovia simulate nederland --option to", ["tolls=on", "tolls=off"]),
        ("ferrovia verify --la", ["--lang"]),
        ("ferrovia boards --lang f", ["fr"]),
    ],
)
def test_a_shell_completes(line: str, words: list[str]) -> None:
    assert complete(line) == words


def test_completion_can_be_shown() -> None:
    done = run("--show-completion", "bash", env={"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"})
    assert done.code == 0
    assert "_FERROVIA_COMPLETE=complete_bash" in done.out


def test_bots_are_listed() -> None:
    from ferrovia.bots import bot_names

    done = invoke("bots")
    assert (done.code, done.err) == (0, "")
    listed = invoke("bots", "--json").json()
    assert isinstance(listed, dict)
    assert {bot["name"] for bot in listed["bots"]} == set(bot_names())
    assert [bot["name"] for bot in listed["bots"] if bot["level"]] == [
        "novice", "commuter", "conductor", "dispatcher", "stationmaster",
    ]  # fmt: skip
    for bot in listed["bots"]:
        assert bot["built_in"] is True
        assert "another package" not in bot["about"]
        assert bot["name"] in done.out
