"""Records of older versions: those that play the same are played, the others are refused with the reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text

from cli.running import invoke, refused, run
from ferrovia.boards import board_ids, load
from ferrovia.cli.play.final import final_parts
from ferrovia.engine.version import (
    CHANGED_RULINGS,
    EQUAL_BOARDS,
    OLDEST_VERSION,
    OTHER_BOARD,
    OTHER_RULING,
    OTHER_VERSION,
    RULES_VERSION,
    Difference,
    difference,
)
from ferrovia.record import from_text, settled, to_text, verify
from ferrovia.rules import FACTORIES
from ferrovia.text.names import Table
from ferrovia.text.words import Words
from ferrovia.view import SPECTATOR, observe
from positions import Position

FOLDER = Path(__file__).parent
GOLDEN = FOLDER.parent / "golden"
NEUTRAL = "nederland-2p-tolls+neutral.txt"
AMSTERDAM = "amsterdam-2p.txt"
WHY = {
    NEUTRAL: "version 1 of the rules. Version 2, which is the one here, plays it differently (ruling N25)",
    AMSTERDAM: "another version of the board amsterdam",
}
POURQUOI = {
    NEUTRAL: "la joue autrement (point de règle N25)",
    AMSTERDAM: "une autre version du plateau amsterdam",
}


# --- what is said in one place --------------------------------------------------------------------------
def test_every_version_after_the_oldest_says_which_rules_changed() -> None:
    assert set(CHANGED_RULINGS) == set(range(OLDEST_VERSION + 1, RULES_VERSION + 1))
    assert {rule for changed in CHANGED_RULINGS.values() for rule in changed} <= set(FACTORIES)


def test_former_boards_have_become_boards_that_are_there() -> None:
    digests = {load(id).digest for id in board_ids()}
    assert set(EQUAL_BOARDS.values()) <= digests
    assert not set(EQUAL_BOARDS) & digests


NEDERLAND = load("nederland")
(BEFORE,) = EQUAL_BOARDS


@pytest.mark.parametrize(
    ("seats", "options", "digest", "version", "expected"),
    [
        (2, {"neutral": False}, BEFORE, 1, None),
        (2, {"tolls": False}, BEFORE, 1, None),
        (3, {}, BEFORE, 1, None),
        (3, {}, NEDERLAND.digest, 1, None),
        (3, {}, BEFORE, RULES_VERSION, None),
        (2, {}, BEFORE, 1, Difference(OTHER_RULING, "N25")),
        (2, {"neutral": True}, BEFORE, 1, Difference(OTHER_RULING, "N25")),
        (2, {}, NEDERLAND.digest, 1, Difference(OTHER_RULING, "N25")),
        (2, {}, NEDERLAND.digest, RULES_VERSION, None),
        (3, {}, "0" * 64, 1, Difference(OTHER_BOARD)),
        (3, {}, BEFORE, 0, Difference(OTHER_VERSION)),
        (3, {}, BEFORE, RULES_VERSION + 1, Difference(OTHER_VERSION)),
    ],
)
def test_what_plays_the_same(
    seats: int, options: dict[str, bool], digest: str, version: int, expected: Difference | None
) -> None:
    assert difference(NEDERLAND, seats, options, digest, version) == expected


# --- records on the command line ------------------------------------------------------------------------
@pytest.mark.parametrize("command", ["verify", "replay", "analyse"])
@pytest.mark.parametrize("name", WHY)
def test_a_record_that_would_play_differently_is_refused_with_the_reason(name: str, command: str) -> None:
    assert WHY[name] in refused(invoke(command, FOLDER / name))
    assert POURQUOI[name] in refused(invoke(command, FOLDER / name, "--lang", "fr")).replace("\xa0", " ")


@pytest.mark.parametrize("name", ["usa-2p", "lyon-3p", "berlin-2p", "nederland-2p-plain", "nederland-3p-tolls"])
def test_a_record_of_version_1_that_plays_the_same_is_proved_and_shown(name: str) -> None:
    file = GOLDEN / f"{name}.txt"
    assert from_text(file.read_text(encoding="utf-8")).rules_version == 1
    assert invoke("verify", file).code == 0
    data: Any = invoke("replay", file, "--json").json()
    assert (data["rules_version"], data["standings_version"]) == (1, RULES_VERSION)


NOTE = "begun with version 1 of the rules; ties in its final order are broken by version 2 (ruling R26)"


@pytest.mark.parametrize(
    ("begun_with", "routes", "noted"),
    [(1, ["Groningen–Emden"], True), (1, ["Emden–Lingen"], False), (RULES_VERSION, ["Groningen–Emden"], False)],
    ids=["a tie of version 1", "no tie", "a tie of today"],
)
def test_r26_the_final_order_says_whose_rules_broke_a_tie(begun_with: int, routes: list[str], noted: bool) -> None:
    board = Position("nederland", seats=3).owns(1, *routes)
    state = board.owns(0, "Waddeneilanden–Leeuwarden", "Rotterdam–Breda", "Haarlem–Amsterdam").over().state()
    table = Table(state.game, ["Ada", "Bo", "Cleo"], Words("en"))
    *_, order = final_parts(table, observe(state, SPECTATOR), begun_with)
    assert isinstance(order, Text)
    assert (NOTE in order.plain) == noted


# --- saved games ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["saved-usa", "saved-nederland-plain"])
def test_a_saved_game_of_version_1_goes_on(name: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes((FOLDER / f"{name}.txt").read_bytes())
    before = from_text(file.read_text(encoding="utf-8"))
    assert run("play", "--resume", file, typed="quit\n").code == 0
    after = from_text(file.read_text(encoding="utf-8"))  # the bot may have moved
    assert replace(after, moves=after.moves[: len(before.moves)]) == before
    over = run("play", "--resume", file, "--seat", "random", "--seat", "random", "--save", tmp_path / "end.txt")
    assert over.code == 0, over.out
    record = from_text((tmp_path / "end.txt").read_text(encoding="utf-8"))
    assert (record.rules_version, record.digest) == (before.rules_version, before.digest)
    assert record.moves[: len(before.moves)] == before.moves
    assert invoke("verify", tmp_path / "end.txt").code == 0


@pytest.mark.parametrize(("name", "like"), [("saved-nederland-neutral", NEUTRAL), ("saved-amsterdam", AMSTERDAM)])
def test_a_saved_game_that_would_play_differently_is_refused_with_the_reason(name: str, like: str) -> None:
    file = FOLDER / f"{name}.txt"
    before = file.read_bytes()
    assert WHY[like] in refused(run("play", "--resume", file))
    assert file.read_bytes() == before


def test_a_record_of_format_2_is_read_for_ever() -> None:
    """A golden game with two moves that were taken back (made by test_agreements.finished_with_takeback)."""
    text = (FOLDER / "takeback-berlin-2p.txt").read_text(encoding="utf-8")
    record = from_text(text)
    assert to_text(record) == text
    assert verify(record).state.scores() == record.result
    assert len(settled(record).moves) == len(record.moves) - 4
