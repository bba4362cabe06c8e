"""`ferrovia play`, with its input and output in files or pipes."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from boards.toy import ToyFiles
from cli.running import Run, invoke, lines, refused, run
from cli.scripted import HUMAN, Script, script
from ferrovia.boards.registry import shipped
from ferrovia.engine.chance import commitment
from ferrovia.record import Record, from_text, verify

ADA_AND_BO = ("--seat", "human:Ada", "--seat", "human:Bo")


def load_record(file: Path) -> Record:
    return from_text(file.read_text(encoding="utf-8"))


def play(tmp_path: Path, *args: str, typed: list[str]) -> Run:
    return run("play", *args, "--save", tmp_path / "game.txt", typed=lines(typed), cwd=tmp_path)


def check_game(file: Path, told: Script) -> None:
    record = load_record(file)
    assert [(move.seat, move.text) for move in record.moves] == told.moves
    assert record.result == told.scores
    verify(record)


# --- whole games ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("board", "seats", "options"),
    [
        ("amsterdam", [HUMAN, "greedy"], {}),
        ("berlin", [HUMAN, "random", "greedy"], {}),
        ("nederland", [HUMAN, "greedy"], {}),
        ("nederland", ["random", HUMAN, "random"], {"tolls": False}),
    ],
)
def test_a_whole_game_by_notation(tmp_path: Path, board: str, seats: list[str], options: dict[str, bool]) -> None:
    told = script(board, seats, 11, options)
    args = [arg for seat in seats for arg in ("--seat", seat)]
    args += [arg for id, on in options.items() for arg in ("--option", f"{id}={'on' if on else 'off'}")]
    done = play(tmp_path, board, *args, "--seed", "11", typed=told.typed)
    assert (done.code, done.err) == (0, "")
    check_game(tmp_path / "game.txt", told)
    assert "Final score" in done.out
    assert "Standings" in done.out
    for seat, points in enumerate(told.scores):
        assert re.search(rf"^\d\. .* {seat + 1} – {points}\b", done.out, re.MULTILINE)
    assert invoke("verify", tmp_path / "game.txt").code == 0


def test_two_people_and_a_bot_on_one_screen(tmp_path: Path) -> None:
    seats = [HUMAN, HUMAN, "greedy"]
    told = script("amsterdam", seats, 4)
    done = play(tmp_path, "amsterdam", *ADA_AND_BO, "--seat", "greedy", "--seed", "4", typed=told.typed)
    assert (done.code, done.err) == (0, "")
    check_game(tmp_path / "game.txt", told)
    assert done.out.count("The screen is for Ada now.") > 3
    assert done.out.count("The screen is for Bo now.") > 3


def test_bots_can_play_among_themselves(tmp_path: Path) -> None:
    told = script("berlin", ["greedy", "random"], 2)
    done = play(tmp_path, "berlin", "--seat", "greedy", "--seat", "random", "--seed", "2", typed=[])
    assert done.code == 0
    check_game(tmp_path / "game.txt", told)


def test_a_game_from_a_secret_can_be_proved(tmp_path: Path) -> None:
    done = play(tmp_path, "berlin", "--seat", "greedy", "--seat", "greedy", typed=[])
    record = load_record(tmp_path / "game.txt")
    assert record.seed is None
    assert record.secret is not None
    assert record.commitment == commitment(bytes.fromhex(record.secret))
    assert f"Commitment to the deal: {record.commitment}" in done.out
    assert record.secret not in done.out
    proof = invoke("verify", tmp_path / "game.txt")
    assert proof.code == 0
    assert record.commitment in proof.out
    other = run("play", "berlin", "--seat", "greedy", "--seat", "greedy", "--save", tmp_path / "other.txt")
    assert other.code == 0
    assert load_record(tmp_path / "other.txt").secret != record.secret


def test_the_first_seat_and_the_number_of_players(tmp_path: Path) -> None:
    done = play(tmp_path, "usa", "--players", "4", "--first", "3", typed=["abandon"])
    assert "United States: Player 1, greedy 2, greedy 3, greedy 4" in done.out
    assert "greedy 3 has the first turn." in done.out


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "toy").mkdir()
    toy = ToyFiles(tmp_path / "toy")
    done = play(tmp_path, str(toy.folder), "--seed", "3", typed=["keep 1", "quit"])
    assert done.code == 0
    resumed = run("play", toy.folder, "--resume", tmp_path / "game.txt", typed="quit\n")
    assert resumed.code == 0
    assert "There is no board" in refused(run("play", "--resume", tmp_path / "game.txt", typed="quit\n"))


# --- leaving and coming back ------------------------------------------------------------------------------
def test_the_end_of_input_saves_and_ends(tmp_path: Path) -> None:
    told = script("amsterdam", [HUMAN, "greedy"], 11)
    done = play(tmp_path, "amsterdam", "--seed", "11", typed=told.typed[:5])
    assert (done.code, done.err) == (0, "")
    assert "ferrovia play --resume" in done.out
    assert load_record(tmp_path / "game.txt").result is None


def test_a_saved_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    told = script("amsterdam", [HUMAN, HUMAN], 11)
    half = len(told.typed) // 2
    while told.typed[half] == "" or told.typed[half - 1] == "":
        half += 1
    first = play(tmp_path, "amsterdam", *ADA_AND_BO, "--seed", "11", typed=[*told.typed[:half], "quit"])
    assert first.code == 0
    saved = load_record(tmp_path / "game.txt")
    assert 0 < len(saved.moves) < len(told.moves)
    # Whoever comes back sits down before an empty screen: one curtain.
    second = run("play", "--resume", tmp_path / "game.txt", typed=lines(["", *told.typed[half:]]))
    assert (second.code, second.err) == (0, "")
    check_game(tmp_path / "game.txt", told)
    assert "This game is over." in refused(run("play", "--resume", tmp_path / "game.txt"))


def test_a_saved_secret_game_goes_on_and_is_proved(tmp_path: Path) -> None:
    play(tmp_path, "berlin", typed=["keep 1", "save", "quit"])
    file = tmp_path / "game.txt"
    assert file.stat().st_mode & 0o077 == 0, "the secret is for its owner's eyes"
    saved = load_record(file)
    assert saved.secret is not None
    assert saved.result is None
    assert "This game is not finished" in refused(invoke("verify", file))
    assert "hands stay hidden" in refused(invoke("replay", file, "--reveal"))
    bots = run("play", "--resume", file, "--seat", "greedy", "--seat", "greedy")
    assert bots.code == 0
    assert load_record(file).commitment == saved.commitment
    assert invoke("verify", file).code == 0


def test_abandon_saves_nothing(tmp_path: Path) -> None:
    done = play(tmp_path, "berlin", typed=["keep 1", "abandon"])
    assert done.code == 0
    assert not (tmp_path / "game.txt").exists()


def test_nothing_to_save_before_the_first_move(tmp_path: Path) -> None:
    done = run("play", "berlin", typed="", cwd=tmp_path)
    assert done.code == 0
    assert list(tmp_path.iterdir()) == []


def test_without_a_name_the_game_goes_to_the_current_folder(tmp_path: Path) -> None:
    done = run("play", "berlin", "--seat", "greedy", "--seat", "greedy", "--seed", "1", cwd=tmp_path)
    (file,) = tmp_path.iterdir()
    assert re.fullmatch(r"ferrovia-berlin-\d{8}-\d{6}\.txt", file.name)
    assert f"ferrovia verify {file.name}" in done.out


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("mine")
    assert "is there already" in refused(invoke("play", "berlin", "--save", tmp_path / "game.txt"))
    assert "is a folder" in refused(invoke("play", "berlin", "--save", tmp_path))
    assert "There is no folder" in refused(invoke("play", "berlin", "--save", tmp_path / "no" / "game.txt"))
    assert (tmp_path / "game.txt").read_text() == "mine"


def test_a_record_that_can_not_be_written_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    done = invoke("play", "berlin", "--seat", "greedy", "--seat", "greedy", "--save", tmp_path / "game.txt")
    assert done.code == 2
    assert "can't be written: No space left on device" in done.err
    text = done.out[done.out.index("ferrovia record 1") :].strip() + "\n"
    assert from_text(text).result is not None
    assert list(tmp_path.iterdir()) == []


# --- asking -----------------------------------------------------------------------------------------------
def ask(*typed: str, board: str = "usa", seed: str = "3", lang: str = "en") -> str:
    """The answers to what is typed after the first tickets, each after its prompt."""
    done = invoke("play", board, "--seed", seed, "--lang", lang, typed=lines(["keep 1,2,3", *typed, "abandon"]))
    assert done.code == 0
    return done.out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("pass", "Passing is allowed only when nothing else can be done (R11)."),
        ("foo", "“foo” is not understood. Type ? to see what can be done."),
        ("draw 9", "Draw what? A place of the row (draw 1 to draw 5), or draw blind."),
        ("keep 1", "That is not what is to be decided now."),
        ("claim Dallas–Paris red", "There is no route Dallas–Paris."),
        ("claim Atlanta–Miami blue", "Atlanta–Miami costs 5 cards, and the hand does not hold them that way."),
        ("claim Atlanta–Miami red", "Atlanta–Miami can't be paid with red."),
        ("claim", "A claim names two places and the payment"),
        ("route", "There is no route"),
        ("route Dallas–Houston#3", "Dallas–Houston has only 2 lanes."),
        ("route Atlanta–Miami", "Atlanta–Miami: 5 cards (blue ▼), 10 points, 5 of the wagons"),
        ("route Houston-Dallas", "claim Dallas–Houston red – leaves 3 wild ✱ in the hand and 44 wagons"),
        ("claim dallas-houston", "It can be claimed now. Type one of these:"),
        ("routes", "claim Dallas–Houston red "),
        ("map", "Atlanta–Miami                   5 blue ▼"),
        ("log", "The cards are dealt. greedy 2 has the first turn. [R29]"),
        ("?", "draw 1   green ▲"),
        ("help", "claim … (type routes to see the"),
        ("look", "your turn."),
        ("about", "dealt from the seed 3"),
        ("x" * 400, "is not understood"),
    ],
)
def test_questions_and_refusals(typed: str, answer: str) -> None:
    shown = ask(typed)
    assert answer in shown[shown.index(f"> {typed}\n") :]


@pytest.mark.parametrize("typed", ["", "   ", "\x1b[A", "\x07", "é" * 20, "claim ", "keep", "draw", "route #", "?" * 9])
def test_wrong_input_is_answered_and_nothing_happens(typed: str) -> None:
    assert ask(typed).count("your turn.") == 1


def test_input_that_is_no_text() -> None:
    done = run("play", "usa", "--seed", "3", typed=b"\xff\xfe\x00\n\xc3\nkeep 1,2\nabandon\n")
    assert (done.code, done.err) == (0, "")


def test_a_refused_move_leaves_the_game_as_it_was(tmp_path: Path) -> None:
    told = script("amsterdam", [HUMAN, "greedy"], 11)
    typed: list[str] = []
    for text in told.typed:
        typed += ["pass", "claim Dam–Waag red", "keep 8", "routes", "?", text]
    done = play(tmp_path, "amsterdam", "--seed", "11", typed=typed)
    assert done.code == 0
    check_game(tmp_path / "game.txt", told)


def test_why_a_route_can_not_be_taken() -> None:
    shown = ask("claim Dallas–Houston red", "route Dallas–Houston", "route Dallas–Houston#2")
    assert "Dallas–Houston belongs to Player 1." in shown
    assert "Dallas–Houston#2: the other lane is yours already, and nobody owns both (R21)." in shown


def test_a_claim_in_words() -> None:
    shown = ask("claim Dallas–Houston red")
    assert "Player 1 pays 1 red ✚." in shown
    assert "Player 1 claims Dallas–Houston for 1 point." in shown


def test_places_may_be_named_in_other_languages() -> None:
    shown = ask("route East India House–Waag", "route place du dam-oost-indisch huis", board="amsterdam")
    assert "Oost-Indisch Huis–Waag: 1 card" in shown
    assert "Dam–Oost-Indisch Huis: 3 cards" in shown


def test_a_game_in_french() -> None:
    typed = ["garder 1,2", "routes", "prendre Dallas–Houston rouge", "piocher aveugle", "piocher 9", "abandonner"]
    done = invoke("play", "usa", "--seed", "3", "--lang", "fr", typed=lines(typed))
    shown = done.out.replace("\N{NO-BREAK SPACE}", " ")
    assert "Place 1, choix des premiers billets : en garder au moins 2." in shown
    assert "prendre Calgary–Helena rouge+3w" in shown
    assert "Place 1 prend Dallas–Houston pour 1 point." in shown
    assert "Place 1 pioche à l'aveugle :" in shown
    assert "Piocher quoi ?" in shown


def test_every_board_shows_what_it_has(tmp_path: Path) -> None:
    shown = invoke("play", "nederland", "--seed", "1", typed=lines(["keep 1,2,3", "abandon"])).out
    assert re.search(r"^tokens +30", shown, re.MULTILINE)
    assert "loans" in shown
    assert "The neutral marker lies with" in shown
    assert "Options: tolls on, neutral on" in shown
    assert "merchandise" in invoke("play", "amsterdam", "--seed", "1", typed="keep 1\nabandon\n").out
    assert re.search(r"trams +metros", invoke("play", "berlin", "--seed", "1", typed="keep 1\nabandon\n").out)


# --- what is told before a claim ----------------------------------------------------------------------------
CLAIM = "claim Haarlem–Amsterdam wild"  # toll 1


def poor(tmp_path: Path, *typed: str, lang: str = "en") -> str:
    """Nederland with empty purses."""
    folder = shutil.copytree(Path(str(shipped()["nederland"])), tmp_path / "poor")
    settings = folder / "board.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace("purse = 30", "purse = 0"), encoding="utf-8")
    done = invoke("play", folder, "--seed", "3", "--lang", lang, typed=lines(["keep 1,2,3", *typed, "abandon"]))
    assert done.code == 0
    return done.out.replace("\N{NO-BREAK SPACE}", " ")


def test_n3_a_claim_that_forces_a_loan_says_so_and_asks_again(tmp_path: Path) -> None:
    shown = poor(tmp_path, CLAIM, "yes")
    said = "The toll is 1, the purse holds 0: this claim forces a loan."
    assert shown.index(said) < shown.index("all the same? (yes/no) yes") < shown.index("takes a loan.")


@pytest.mark.parametrize("answer", ["no", "", "n", "yes please", CLAIM])
def test_n3_whoever_does_not_say_yes_takes_no_loan(tmp_path: Path, answer: str) -> None:
    shown = poor(tmp_path, CLAIM, answer)
    assert "this claim forces a loan" in shown
    assert "takes a loan." not in shown


def test_n3_the_preview_of_a_route_tells_of_the_loan(tmp_path: Path) -> None:
    shown = poor(tmp_path, "route Haarlem–Amsterdam", "map")
    assert "1 of the wagons; forces a loan\n" in shown
    assert "this claim forces a loan" in shown


@pytest.mark.parametrize("answer", ["oui", "O", "yes"])
def test_n3_a_forced_loan_in_french(tmp_path: Path, answer: str) -> None:
    shown = poor(tmp_path, "prendre Haarlem–Amsterdam joker", answer, lang="fr")
    assert "prendre cette route force un emprunt." in shown
    assert "La prendre quand même ? (oui/non)" in shown
    assert "prend un emprunt" in shown


def test_a_claim_that_can_not_be_made_is_refused_without_a_question(tmp_path: Path) -> None:
    shown = poor(tmp_path, "claim Arnhem–Nijmegen yellow")
    assert "costs 1 card" in shown
    assert "all the same?" not in shown


def test_a_toll_that_can_be_paid_is_told_and_not_asked_about() -> None:
    shown = ask("route Haarlem–Amsterdam", CLAIM, board="nederland")
    assert "1 of the wagons; toll of 1 to the bank" in shown
    assert "all the same?" not in shown
    assert "pays a toll of 1 to the bank." in shown


def test_the_rules_of_the_table_can_be_asked_for() -> None:
    shown = ask("rules", board="nederland")
    assert "The second player to move holds the neutral marker first." in shown
    assert "points with 2 players  35  0" in shown
    assert "points with 3 players" not in shown
    assert "Départage" in ask("règles", lang="fr")
