"""Records: what is written can be read, and whatever else is read gets a RecordError that says what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ferrovia.engine.board import Board
from ferrovia.engine.chance import commitment
from ferrovia.engine.version import RULES_VERSION
from ferrovia.record import Record, RecordError, begin, from_text, positions, replay, to_text, verify, write_move
from ferrovia.record.record import MOST_BYTES, checksum
from golden.make import golden_tables
from properties.profiles import examples
from properties.tables import Table, boards, tables

FOLDER = Path(__file__).parent / "golden"
TABLES = golden_tables()
NAMES = sorted(TABLES)
SHORT = "amsterdam-2p"
SEEDED = "amsterdam-4p-seeded"


@cache
def golden(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_bytes().decode()


def board_of(name: str) -> Board:
    return TABLES[name].board


def seal(body: str) -> str:
    """A text with a true checksum, as a forger would write it."""
    return f"{body}check: {checksum(body)}\n"


def edited(name: str, edit: Callable[[list[str]], list[str]]) -> str:
    """A golden record with other lines, sealed again."""
    lines = golden(name).splitlines()[:-1]
    return seal("".join(f"{line}\n" for line in edit(lines)))


def with_field(key: str, value: str | None, name: str = SHORT) -> str:
    """One field changed in its place, left out, or added if there was none."""

    def edit(lines: list[str]) -> list[str]:
        there = [number for number, line in enumerate(lines) if line.startswith(f"{key}: ")]
        at, after = (there[0], there[0] + 1) if there else (1, 1)
        return [*lines[:at], *([] if value is None else [f"{key}: {value}"]), *lines[after:]]

    return edited(name, edit)


def swapped(body: str, key: str, other: str) -> str:
    """A text with two of its fields changed for each other."""
    lines = body.splitlines()
    first, second = (next(n for n, line in enumerate(lines) if line.startswith(f"{name}: ")) for name in (key, other))
    lines[first], lines[second] = lines[second], lines[first]
    return "".join(f"{line}\n" for line in lines)


def refusal(text: str, board: Board | None = None) -> str:
    """The code with which a text is refused somewhere between reading and verifying."""
    with pytest.raises(RecordError) as error:
        verify(from_text(text), board)
    assert len(str(error.value)) < 2000
    return error.value.code


# --- what is written can be read ------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_text_and_record_go_there_and_back(name: str) -> None:
    record = from_text(golden(name))
    assert to_text(record) == golden(name)
    assert from_text(to_text(record)) == record


@pytest.mark.parametrize("table", tables(), ids=str)
def test_a_game_in_progress_can_be_stored_at_every_move(table: Table) -> None:
    record = from_text(golden(str(table)))
    part = replace(record, moves=[], secret=None, result=None)
    for move in record.moves:
        part.moves.append(move)
        assert from_text(to_text(part)) == part
    with pytest.raises(RecordError) as error:
        replay(part, board=table.board)
    assert error.value.code == "record.sealed"
    with pytest.raises(RecordError) as error:
        verify(part, board=table.board)
    assert error.value.code == "record.unfinished"


@pytest.mark.parametrize("name", NAMES)
def test_every_position_of_a_record_can_be_had(name: str) -> None:
    record = from_text(golden(name))
    digests = [position.state.digest() for position in positions(record, board_of(name))]
    assert len(digests) == len(record.moves) + 1
    for upto in {0, 1, len(record.moves) // 2, len(record.moves)}:
        assert replay(record, upto, board_of(name)).state.digest() == digests[upto]
    for upto in (-1, len(record.moves) + 1):
        with pytest.raises(RecordError) as error:
            replay(record, upto, board_of(name))
        assert error.value.code == "record.no_such_move"


@examples(100)
@given(names=st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), min_size=2, max_size=2))
@example(names=["a\u2028b", "\x85\x0b\x0c\x1c"])
@example(names=['"], "x": ["', "1. seat 1: pass"])
@example(names=["\r\n", "check: 0"])
def test_players_may_be_called_anything(names: list[str]) -> None:
    record = replace(from_text(golden(SHORT)), seats=names)
    assert from_text(to_text(record)) == record
    assert from_text(to_text(record).replace("\n", "\r\n")) == record
    verify(record)


@pytest.mark.parametrize("board", boards(), ids=lambda board: board.id)
def test_a_move_is_written_as_it_is_read(board: Board) -> None:
    game = Table(board, board.players[0], {option.id: False for option in board.options}).game()
    record = begin(game, ["a", "b"])
    for action in range(game.actions):
        write_move(record, game, 0, action)
    assert from_text(to_text(record)) == record
    assert (record.board, record.digest, record.rules_version) == (board.id, board.digest, RULES_VERSION)


@pytest.mark.parametrize("change", [
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text.removesuffix("\n"),
    lambda text: text + "\n\n",
    lambda text: text.replace("\n", "\r\n") + "\r\n",
], ids=["CRLF", "no last newline", "more newlines", "CRLF and more newlines"])  # fmt: skip
@pytest.mark.parametrize("name", [SHORT, SEEDED])
def test_what_mail_and_editors_do_to_line_ends_does_not_matter(name: str, change: Callable[[str], str]) -> None:
    assert from_text(change(golden(name))) == from_text(golden(name))


# --- truncated and tampered -----------------------------------------------------------------------------
CUT = {"record.format", "record.truncated", "record.tampered"}


@pytest.mark.parametrize("name", NAMES)
def test_a_record_cut_at_any_line_is_refused(name: str) -> None:
    lines = golden(name).splitlines(keepends=True)
    for part in ["", *accumulate(lines[:-1])]:
        assert refusal(part, board_of(name)) in ("record.format", "record.truncated")


def test_a_record_cut_at_any_letter_is_refused() -> None:
    text = golden(SHORT)
    assert {refusal(text[:length]) for length in range(len(text) - 1)} == CUT


@pytest.mark.parametrize("errors", ["replace", "surrogateescape"])
@pytest.mark.parametrize("mask", [0x01, 0x04, 0x20, 0x80, 0xFF])
def test_any_byte_flipped_is_noticed(mask: int, errors: str) -> None:
    data = golden(SHORT).encode()
    for index in range(len(data)):
        spoilt = bytes([*data[:index], data[index] ^ mask, *data[index + 1 :]]).decode(errors=errors)
        try:
            assert from_text(spoilt) == from_text(golden(SHORT))
        except RecordError as error:
            assert error.code in CUT


def test_a_cut_record_that_was_sealed_again_is_refused() -> None:
    """The checksum is no signature: whoever cuts the moves off can mend it."""
    lines = golden(SHORT).splitlines()[:-1]
    moves = [index for index, line in enumerate(lines) if ". seat " in line]
    for cut in moves:
        assert refusal(edited(SHORT, lambda lines, cut=cut: lines[:cut])) == "record.unfinished"  # type: ignore[misc]
        kept = [*lines[:cut], lines[-1]]
        assert refusal(seal("".join(f"{line}\n" for line in kept))) == "record.truncated"


@pytest.mark.parametrize("name", [SHORT, SEEDED])
def test_a_move_left_out_doubled_or_moved_is_refused(name: str) -> None:
    lines = golden(name).splitlines()[:-1]
    moves = [index for index, line in enumerate(lines) if ". seat " in line]
    for index in moves[1:-1]:
        assert refusal(edited(name, lambda ls, i=index: ls[:i] + ls[i + 1 :])) == "record.move_number"  # type: ignore[misc]
        assert refusal(edited(name, lambda ls, i=index: [*ls[: i + 1], *ls[i:]])) == "record.move_number"  # type: ignore[misc]


# --- lies with a true checksum --------------------------------------------------------------------------
DEEP = "[" * 100_000
ODD = ["", " ", "null", "{}", "[]", "0", "-1", "1.5", "x", "NaN", '"', "9" * 30, "9" * 5000, DEEP, '{"a":' * 50_000]


KEYS = ["board", "rules", "options", "seats", "first", "commitment", "secret", "result"]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("value", ODD, ids=lambda value: value[:8] or "empty")
def test_odd_values_are_refused(key: str, value: str) -> None:
    if (key, value) == ("options", "{}"):
        value = '{"": true}'  # none is just right for a board that has none
    code = refusal(with_field(key, value))
    assert code.split(".")[0] in ("record", "board", "seats", "option")


@pytest.mark.parametrize("key", ["board", "rules", "options", "seats", "first"])
def test_a_missing_field_is_named(key: str) -> None:
    with pytest.raises(RecordError) as error:
        from_text(with_field(key, None))
    assert (error.value.code, error.value.params) == ("record.missing", {"field": key})


LIES: dict[str, tuple[Callable[[], str], str]] = {
    "another rules version": (lambda: with_field("rules", str(RULES_VERSION + 1)), "record.rules_version"),
    "an older rules version": (lambda: with_field("rules", "0"), "record.rules_version"),
    "a changed board": (lambda: with_field("board", f"amsterdam {'0' * 64}"), "record.board_changed"),
    "another board": (lambda: golden(SHORT).replace("amsterdam", "berlin"), "record.tampered"),
    "another board, sealed": (lambda: seal(body(SHORT).replace("amsterdam ", "berlin ")), "record.board_changed"),
    "a board nobody has": (lambda: with_field("board", f"atlantis {'0' * 64}"), "record.no_board"),
    "a path for a board": (lambda: with_field("board", f"../../etc {'0' * 64}"), "record.no_board"),
    "too few seats": (lambda: with_field("seats", '["a"]'), "seats.number"),
    "too many seats": (lambda: with_field("seats", json.dumps(["x"] * 9)), "seats.number"),
    "a first player who is not there": (lambda: with_field("first", "3"), "seats.first"),
    "a first player before the first": (lambda: with_field("first", "0"), "record.bad_number"),
    "an unknown option": (lambda: with_field("options", '{"dragons": true}'), "option.unknown"),
    "an option that is no switch": (lambda: with_field("options", '{"tolls": 1}'), "record.bad_options"),
    "another secret": (lambda: with_field("secret", "0" * 64), "record.commitment"),
    "another commitment": (lambda: with_field("commitment", commitment(b"0" * 32)), "record.commitment"),
    "no commitment": (lambda: with_field("commitment", None), "record.commitment"),
    "no secret": (lambda: with_field("secret", None), "record.no_secret"),
    "a short secret": (lambda: with_field("secret", "00"), "record.bad_hex"),
    "a seed beside a secret": (lambda: with_field("seed", "1 0"), "record.bad_luck"),
    "a seed beside a commitment": (lambda: with_field("commitment", "0" * 64, SEEDED), "record.bad_luck"),
    "half a seed": (lambda: with_field("seed", "1", SEEDED), "record.bad_seed"),
    "a seed too many": (lambda: with_field("seed", "1 0 0", SEEDED), "record.bad_seed"),
    "a seed in other digits": (lambda: with_field("seed", "1 ٢", SEEDED), "record.bad_seed"),
    "a seed with a zero in front": (lambda: with_field("seed", "01 0", SEEDED), "record.spelling"),
    "rules with a zero in front": (lambda: with_field("rules", "01"), "record.spelling"),
    "rules that are no number": (lambda: with_field("rules", "one"), "record.bad_number"),
    "rules of thousands of digits": (lambda: with_field("rules", "1" * 5000), "record.bad_number"),
    "a seat with a zero in front": (lambda: seal(body(SHORT).replace("1. seat 1:", "1. seat 01:")), "record.spelling"),
    "fields in another order": (lambda: seal(swapped(body(SHORT), "rules", "options")), "record.spelling"),
    "a field that nobody knows": (lambda: with_field("note", "hello"), "record.unknown_field"),
    "a board without its digest": (lambda: with_field("board", "amsterdam"), "record.bad_board"),
    "options nested without end": (lambda: with_field("options", "[" * 100_000), "record.bad_json"),
    "a result of thousands of digits": (lambda: with_field("result", f"[{'9' * 5000}]"), "record.bad_json"),
    "a result that is true": (lambda: with_field("result", "[true, true]"), "record.bad_list"),
    "seats that are no list": (lambda: with_field("seats", '"Ada"'), "record.bad_list"),
    "a huge seed": (lambda: with_field("seed", f"{2**64} 0", SEEDED), "record.bad_seed"),
    "a result that is not so": (lambda: with_field("result", "[0, 0]"), "record.result"),
    "a result too short": (lambda: with_field("result", "[1]"), "record.result"),
    "no result": (lambda: with_field("result", None), "record.unfinished"),
    "a line without a colon": (lambda: edited(SHORT, lambda lines: [*lines, "hello"]), "record.line"),
    "a field twice": (lambda: edited(SHORT, lambda lines: [*lines, lines[2]]), "record.line"),
    "lines after the end": (lambda: golden(SHORT) + "7. seat 1: pass\n", "record.truncated"),
    "another game after the end": (lambda: golden(SHORT) * 2, "record.tampered"),
    "a move after the end": (lambda: edited(SHORT, add_move), "record.illegal_move"),
    "a move that is not allowed": (lambda: with_move("pass"), "record.illegal_move"),
    "a move that is none": (lambda: with_move("dance"), "record.illegal_move"),
    "a move of letters without end": (lambda: with_move("claim " + "-" * 1_000_000), "record.illegal_move"),
    "a move by nobody": (lambda: seal(body(SHORT).replace("1. seat 1:", "1. seat 0:")), "record.no_seat"),
    "a move by a stranger": (lambda: seal(body(SHORT).replace("1. seat 1:", "1. seat 3:")), "record.no_seat"),
    "a move from far away": (lambda: with_seat("9" * 9), "record.no_seat"),
    "a move from out of space": (lambda: with_seat("9" * 5000), "record.line"),
    "a move number from out of space": (lambda: with_number("2" * 5000), "record.line"),
    "another format": (lambda: golden(SHORT).replace("ferrovia record 1", "ferrovia record 3"), "record.format"),
    "a byte order mark": (lambda: "\ufeff" + golden(SHORT), "record.format"),
    "half a letter": (lambda: golden(SHORT).replace("greedy", "\ud800"), "record.tampered"),
    "nothing": (lambda: "", "record.format"),
    "newlines": (lambda: "\n" * 1000, "record.format"),
    "a huge file": (lambda: "x" * (MOST_BYTES + 1), "record.too_long"),
    "a file as large as may be": (lambda: "x" * MOST_BYTES, "record.format"),
    "many lines": (lambda: edited(SHORT, lambda lines: [*lines, *["x"] * 500_000]), "record.line"),
}


def body(name: str) -> str:
    return golden(name).rpartition("check: ")[0]


def add_move(lines: list[str]) -> list[str]:
    moves = sum(". seat " in line for line in lines)
    return [*lines[:-1], f"{moves + 1}. seat 1: draw blind", lines[-1]]  # before the result


def with_move(text: str) -> str:
    """Another third move."""
    lines = body(SHORT).splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith("3. "))
    lines[at] = lines[at].partition(": ")[0] + f": {text}"
    return seal("".join(f"{line}\n" for line in lines))


def with_seat(number: str) -> str:
    return seal(body(SHORT).replace("\n2. seat 2:", f"\n2. seat {number}:"))


def with_number(number: str) -> str:
    return seal(body(SHORT).replace("\n2. seat", f"\n{number}. seat"))


@pytest.mark.parametrize("lie", LIES)
def test_lies_are_refused_by_name(lie: str) -> None:
    text, code = LIES[lie]
    assert refusal(text()) == code


def test_a_secret_of_another_game_with_its_own_commitment_does_not_replay() -> None:
    other = from_text(golden("amsterdam-3p"))
    record = replace(from_text(golden(SHORT)), secret=other.secret, commitment=other.commitment)
    assert refusal(to_text(record)) in ("record.illegal_move", "record.result", "record.truncated")


def test_the_commitment_is_what_binds() -> None:
    """A forger who changes the secret has to change the commitment, which everybody has seen before the game."""
    record = from_text(golden(SHORT))
    assert record.secret is not None
    assert record.commitment == commitment(bytes.fromhex(record.secret))


# --- anything at all ------------------------------------------------------------------------------------
def read_or_refused(text: str) -> Record | None:
    try:
        record = from_text(text)
    except RecordError:
        return None
    assert from_text(to_text(record)) == record
    return record


@examples(300)
@given(text=st.text(max_size=200))
def test_any_text_is_refused(text: str) -> None:
    assert read_or_refused(text) is None
    assert read_or_refused(f"ferrovia record 1\n{text}") is None


@examples(300)
@given(data=st.data())
def test_any_lines_with_a_true_checksum_are_read_or_refused(data: st.DataObject) -> None:
    """Lines of golden records and of none, dropped, doubled, spoilt and put in any order."""
    lines = golden(data.draw(st.sampled_from([SHORT, SEEDED]))).splitlines()[:-1]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(1, len(lines) - 1))
        key, _, value = lines[at].partition(": ")
        letters = st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=8)
        spoilt = data.draw(st.sampled_from([f"{key}: ", "", f"{key}: {value} ", value, key]) | st.just(lines[at]))
        lines[at : at + data.draw(st.integers(0, 1))] = [spoilt + data.draw(letters)]
    record = read_or_refused(seal("".join(f"{line}\n" for line in lines)))
    if record is not None:
        try:
            verify(record)
        except RecordError as error:
            assert error.code
