"""`ferrovia replay` and `ferrovia verify`."""

from __future__ import annotations

import json
import re
import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.running import Run, invoke, refused
from ferrovia.boards import builtin, load, new_game
from ferrovia.bots import Budget, make_bot
from ferrovia.engine.chance import commitment, from_secret, seeded
from ferrovia.engine.events import Event
from ferrovia.engine.setup import deal
from ferrovia.engine.version import RULES_VERSION
from ferrovia.record import Record, begin, from_text, to_text, write_move
from ferrovia.record.record import checksum
from ferrovia.view import observe

SECRET = bytes(range(32))


def played(board: str = "berlin", seats: int = 2) -> Record:
    """A whole game of greedy bots from a fixed secret."""
    game = new_game(builtin(board), seats)
    record = begin(game, [f"Seat {number}" for number in range(seats)])
    record.commitment, record.secret = commitment(SECRET), SECRET.hex()
    events: list[Event] = []
    state = deal(game, from_secret(SECRET), events)
    bots = [make_bot("greedy", seeded(1, seat)) for seat in range(seats)]
    while not state.over:
        seat = int(state.seat)
        action = bots[seat].choose(observe(state, seat), list(state.legal_actions()), Budget())
        state.apply(action)
        write_move(record, game, seat, action)
    record.result = state.scores()
    return record


GAME = played()
TEXT = to_text(GAME)


def sealed(text: str) -> str:
    """A record with a right checksum, whatever is in it."""
    body = text[: text.rindex("check: ")]
    return f"{body}check: {checksum(body)}\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "game.txt").write_text(TEXT, encoding="utf-8")
    return tmp_path / "game.txt"


# --- verify -----------------------------------------------------------------------------------------------
def test_a_true_record_is_verified(file: Path) -> None:
    done = invoke("verify", file)
    assert (done.code, done.err) == (0, "")
    assert f"Verified: {len(GAME.moves)} legal moves" in done.out
    assert str(GAME.commitment) in done.out
    assert invoke("verify", file, "--json").json() == {
        "verified": True,
        "board": "berlin",
        "digest": GAME.digest,
        "seats": GAME.seats,
        "moves": len(GAME.moves),
        "result": GAME.result,
        "commitment": GAME.commitment,
        "seed": None,
    }


def spoil(file: Path, old: str, new: str, *, seal: bool = True) -> Run:
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    file.write_text(sealed(text) if seal else text, encoding="utf-8")
    return invoke("verify", file)


def test_every_lie_is_named(file: Path) -> None:
    assert "checksum is wrong" in refused(spoil(file, "seats: [", "seats:  [", seal=False))
    assert "does not match its commitment" in refused(spoil(file, f"secret: {GAME.secret}", f"secret: {'0' * 64}"))
    assert "playing it again gives" in refused(spoil(file, f"result: {GAME.result}", "result: [999, 0]"))
    assert "version 99 of the rules; here is" in refused(spoil(file, f"rules: {RULES_VERSION}", "rules: 99"))
    assert "another version of the board berlin" in refused(spoil(file, GAME.digest, "0" * 64))
    assert "There is no board “atlantis” here" in refused(spoil(file, "board: berlin", "board: atlantis"))
    assert "out of order: 3 stands where 2 should be" in refused(spoil(file, "\n2. ", "\n3. "))
    assert "a field that records don't have: “chairs”" in refused(spoil(file, "seats: ", "chairs: "))
    assert "“seats” is missing" in refused(spoil(file, f"seats: {json.dumps(GAME.seats)}\n", ""))
    assert "“board” has to be a board's id" in refused(spoil(file, "board: berlin ", "board: berlin 0"))
    assert "Line 3 of this record, “rules: 02”" in refused(spoil(file, "rules: ", "rules: 0"))
    assert "made by seat 01" not in refused(spoil(file, "1. seat 1:", "1. seat 01:"))
    assert "the cards can't be dealt again" in refused(spoil(file, f"secret: {GAME.secret}\n", ""))
    assert "does not belong there" in refused(spoil(file, "options: {}", "options {}"))
    assert "“options” can't be read" in refused(spoil(file, "options: {}", "options: {"))
    assert "no game record" in refused(spoil(file, "ferrovia record 1", "ferrovia record 3"))
    assert "2 to 4 players, not 1" in refused(spoil(file, json.dumps(GAME.seats), '["alone"]'))


def test_an_illegal_move_is_named_with_its_reason(file: Path) -> None:
    first = next(move for move in GAME.moves if move.text.startswith("claim"))
    said = refused(spoil(file, first.text, "pass"))
    assert re.search(r"^Move \d+ of this record, “pass”, is not legal: Passing is allowed only", said)
    for seat in ("9", "0"):
        said = refused(spoil(file, "1. seat 1:", f"1. seat {seat}:"))
        assert f"Move 1 of this record is made by seat {seat}; this game has 2 seats." in said
    said = refused(spoil(file, first.text, "claim Zoo–Nowhere red"))
    assert "is not legal: There is no route Zoo–Nowhere." in said


def test_a_cut_off_record(file: Path) -> None:
    file.write_text(TEXT[: len(TEXT) // 2], encoding="utf-8")
    assert "cut off" in refused(invoke("verify", file))
    last = f"\n{len(GAME.moves)}. seat {GAME.moves[-1].seat + 1}: {GAME.moves[-1].text}"
    assert "cut off" in refused(spoil(file, last, ""))


def test_a_seed_can_not_pose_as_a_promise(file: Path) -> None:
    assert "a seed and a commitment or secret" in refused(spoil(file, f"secret: {GAME.secret}", "seed: 1 0"))


def test_what_is_wrong_as_json(file: Path) -> None:
    file.write_text(TEXT.replace("draw", "DRAW", 1), encoding="utf-8")
    done = invoke("verify", file, "--json")
    data = done.json()
    assert done.code == 2
    assert isinstance(data, dict)
    assert data["verified"] is False
    assert data["code"] == "record.tampered"
    assert "checksum" in data["reason"]


def test_names_can_not_command_the_terminal(file: Path) -> None:
    spoil(file, json.dumps(GAME.seats), json.dumps(["\x1b[2JAda", "\ud800Bo"]))
    done = invoke("replay", file)
    assert done.code == 0
    assert "\x1b" not in done.out
    assert "\ufffd[2JAda" in done.out


# --- replay -----------------------------------------------------------------------------------------------
def test_the_deal_a_middle_and_the_end(file: Path) -> None:
    deal_only = invoke("replay", file, "--to", "0")
    assert f"Berlin · move 0 of {len(GAME.moves)}" in deal_only.out
    assert "To decide: Seat 0, Seat 1" in deal_only.out
    middle = invoke("replay", file, "--to", "12")
    assert "\n12. " in middle.out
    assert "\n13. " not in middle.out
    assert "Final score" not in middle.out
    end = invoke("replay", file)
    assert end.out.count("\nFinal score") == 1
    assert f"\n{len(GAME.moves)}. " in end.out
    assert "Standings" in end.out


def test_a_move_that_is_not_there(file: Path) -> None:
    assert f"There is no move 9999; this record has {len(GAME.moves)}." in refused(
        invoke("replay", file, "--to", "9999")
    )
    assert "--to has to be from 0" in refused(invoke("replay", file, "--to", "-1"))


def test_json_has_view_and_log(file: Path) -> None:
    data = invoke("replay", file, "--to", "12", "--json").json()
    assert isinstance(data, dict)
    assert set(data) == {"board", "seats", "move", "moves", "over", "rules_version", "standings_version", "view", "log"}
    assert (data["move"], data["moves"], data["over"]) == (12, len(GAME.moves), False)
    assert data["view"]["seat"] == -1
    assert {entry["move"] for entry in data["log"]} <= set(range(13))
    assert all(isinstance(entry["code"], str) for entry in data["log"])


def test_a_replay_shows_hands_only_to_who_asks(file: Path) -> None:
    hidden = invoke("replay", file, "--to", "12", "--json").json()
    shown = invoke("replay", file, "--to", "12", "--json", "--reveal").json()
    assert isinstance(hidden, dict)
    assert isinstance(shown, dict)
    assert not any("card" in entry for entry in hidden["log"] if entry["code"] == "card.blind")
    assert not any("tickets" in entry for entry in hidden["log"])
    assert hidden["view"]["hand"] == hidden["view"]["tickets"] == []
    assert len(shown["hands"]) == len(shown["tickets"]) == 2
    assert all("tickets" in entry for entry in shown["log"] if entry["code"] == "tickets.offered")
    assert "holds" in invoke("replay", file, "--to", "12", "--reveal").out
    assert "holds" not in invoke("replay", file, "--to", "12").out


def test_a_sealed_game_stays_closed(file: Path) -> None:
    text = TEXT.replace(f"secret: {GAME.secret}\n", "").replace(f"result: {GAME.result}\n", "")
    file.write_text(sealed(text), encoding="utf-8")
    assert "its secret is not revealed" in refused(invoke("replay", file))


def test_french(file: Path) -> None:
    shown = invoke("replay", file, "--lang", "fr").out.replace("\N{NO-BREAK SPACE}", " ")
    assert "Score final" in shown
    assert "l'emporte avec" in shown
    assert "Vérifié" in invoke("verify", file, "--lang", "fr").out


# --- anything at all --------------------------------------------------------------------------------------
FUZZ = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def survives(file: Path) -> None:
    """Whatever is in a file, there is an answer in words, and verify never believes a changed game."""
    for args in (
        ("verify", file),
        ("verify", file, "--json"),
        ("replay", file),
        ("replay", file, "--to", "3", "--json"),
    ):
        done = invoke(*args)
        assert done.code in (0, 2)
        assert done.code == 0 or len(done.err.splitlines()) == (0 if "--json" in args and args[0] == "verify" else 1)


@FUZZ
@given(data=st.data())
def test_a_corrupted_record_is_refused_in_words(tmp_path: Path, data: st.DataObject) -> None:
    raw = bytearray(TEXT.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        kind = data.draw(st.sampled_from(["flip", "drop", "insert", "cut"]))
        if kind == "flip":
            raw[at] = data.draw(st.integers(0, 255))
        elif kind == "drop":
            del raw[at : at + data.draw(st.integers(1, 40))]
        elif kind == "insert":
            raw[at:at] = data.draw(st.binary(min_size=1, max_size=12))
        else:
            del raw[at:]
        if not raw:
            break
    file = tmp_path / "game.txt"
    file.write_bytes(bytes(raw))
    survives(file)


FIELDS = ("board", "rules", "options", "seats", "first", "commitment", "secret", "result", "seed")
VALUES = st.one_of(
    st.text(max_size=30),
    st.integers().map(str),
    st.sampled_from(
        ["9" * 5000, "[" * 5000, '{"a": ' * 3000, "berlin", "1 2 3", "-1", "null", "[]", "{}", "random", "0"]
    ),
    st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), st.lists, max_leaves=6).map(
        json.dumps
    ),
)


@FUZZ
@given(data=st.data())
def test_a_forged_record_is_refused_in_words(tmp_path: Path, data: st.DataObject) -> None:
    """With a right checksum: one line of it says anything at all."""
    lines = TEXT.splitlines()[:-1]
    at = data.draw(st.integers(1, len(lines) - 1))
    number, _, rest = lines[at].partition(". ")
    if rest and data.draw(st.booleans()):
        move = data.draw(st.sampled_from(["draw ", "keep ", "claim ", "claim Zoo–", ""])) + data.draw(VALUES)
        seat = data.draw(st.sampled_from(["1", "2", "0", "3", "9" * 8, "9" * 5000]))
        lines[at] = f"{number}. seat {seat}: {move}"
    else:
        lines[at] = f"{data.draw(st.sampled_from(FIELDS))}: {data.draw(VALUES)}"
    body = "\n".join(lines) + "\n"
    file = tmp_path / "game.txt"
    file.write_bytes(f"{body}check: {checksum(body.encode(errors='replace').decode())}\n".encode(errors="replace"))
    survives(file)


@FUZZ
@given(raw=st.binary(max_size=300))
def test_any_bytes_are_refused_in_words(tmp_path: Path, raw: bytes) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(raw)
    assert refused(invoke("verify", file))
    assert refused(invoke("replay", file))


def test_the_record_used_here_is_sound() -> None:
    assert to_text(from_text(TEXT)) == TEXT
    assert sealed(TEXT) == TEXT


# --- boards from disk -------------------------------------------------------------------------------------
def test_a_game_on_a_board_from_disk_is_verified_replayed_and_resumed_by_its_folder(tmp_path: Path) -> None:
    folder, saved = tmp_path / "mine", tmp_path / "saved.txt"
    shutil.copytree(Path(str(files("ferrovia.boards") / "berlin")), folder)
    settings = folder / "board.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace('"berlin"', '"mine"', 1), encoding="utf-8")
    mine = load(folder)
    game = new_game(mine, 2)
    record = begin(game, ["Ada", "random"])
    record.secret, record.commitment = "11" * 32, commitment(bytes.fromhex("11" * 32))
    state = game.start(record.chance())
    while not state.over:
        action = int(state.legal_actions()[-1])
        write_move(record, game, int(state.seat), action)
        state.apply(action)
        if len(record.moves) == 9:
            saved.write_text(to_text(record), encoding="utf-8")
    record.result = state.scores()
    (tmp_path / "game.txt").write_text(to_text(record), encoding="utf-8")

    for command in ("verify", "replay"):
        assert "There is no board “mine” here." in refused(invoke(command, tmp_path / "game.txt"))
        assert "wants a folder" in refused(invoke(command, tmp_path / "game.txt", "--board", "berlin"))
        assert invoke(command, tmp_path / "game.txt", "--board", folder).code == 0
    assert mine.digest in invoke("verify", tmp_path / "game.txt", "--board", folder).out
    assert "There is no board “mine” here." in refused(invoke("play", "--resume", saved))
    resumed = invoke("play", folder, "--resume", saved, typed="quit\n")
    assert "There is no board" not in resumed.err + resumed.out
