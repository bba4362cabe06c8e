"""Nobody sees at the terminal what only another seat may know."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from cli.running import CLEAR, Screen
from cli.scripted import HUMAN, script
from ferrovia.boards import board_ids, load, new_game
from ferrovia.cli.play.prompt import QUESTIONS, Questions
from ferrovia.cli.play.screen import screen
from ferrovia.engine.chance import seeded
from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.record import from_text, positions
from ferrovia.text.error_text import explain
from ferrovia.text.move_text import canonical
from ferrovia.text.names import Table
from ferrovia.text.words import Words
from ferrovia.view import determinize, observe

ASKED = ("?", "routes", "map", "claim", "claim Dam–Waag red", "keep 1", "draw 1", "tickets", "pass")


def shown_to(table: Table, state: State, seat: int) -> str:
    """All that one seat can bring to its screen without moving."""
    out = Console(file=StringIO(), width=200, markup=False, highlight=False)
    questions = Questions(table, state, seat, out)
    out.print(screen(table, observe(state, seat)))
    for lane in range(len(table.game.lanes)):
        questions.preview(lane)
    if state.seat == seat:
        for text in ASKED:
            word = canonical(table, text).partition(" ")[0]
            try:
                if word in QUESTIONS:
                    QUESTIONS[word](questions, "")
                else:
                    state.clone().apply_for(seat, questions.read_move(text))
            except FerroviaError as error:
                out.print(explain(table.words, error, table))
    assert isinstance(out.file, StringIO)
    return out.file.getvalue()


def moments(board: str, seats: int, seed: int) -> Iterator[State]:
    """Some positions of a random game, the first choice and the end among them."""
    game = new_game(load(board), seats)
    state = deal(game, seeded(seed))
    policy = RandomPolicy(game, seeded(seed + 1))
    count = 0
    while not state.over:
        if count % 45 == 0:
            yield state
        state.apply(policy.choose(state))
        count += 1


@pytest.mark.parametrize("board", board_ids())
def test_the_screen_tells_the_same_whatever_others_hold(board: str) -> None:
    """Two states that differ only in what the seat may not know look alike to it, to the last letter."""
    for state in moments(board, 3, 5):
        table = Table(state.game, ["Ada", "Bo", "Cy"], Words("en"))
        for seat in range(3):
            twin = determinize(observe(state, seat), seeded(99))
            assert shown_to(table, state, seat) == shown_to(table, twin, seat)


def secrets_of(file: Path, seat: int) -> set[str]:
    """The tickets that a seat was offered, as the screen writes them."""
    record = from_text(file.read_text(encoding="utf-8"))
    *_, end = positions(record)
    table = Table(end.game, record.seats, Words("en"))
    found: set[str] = set()
    for event in end.events:
        offered = event.private.get("tickets")
        if event.seat == seat and isinstance(offered, list):
            found |= {table.ticket(ticket) for ticket in offered}
    return found


def test_a_curtain_falls_between_two_people(tmp_path: Path) -> None:
    """On a real terminal: what one sees is wiped, scrollback included, before the other looks."""
    told = script("amsterdam", [HUMAN, HUMAN], 4)
    args = ("play", "amsterdam", "--seat", "human:Ada", "--seat", "human:Bo", "--seed", "4", "--save", "game.txt")
    with Screen(*args, cwd=tmp_path) as terminal:
        for line in told.typed[:40]:
            terminal.read_until("> ", "cards. ", "looking. ")
            terminal.type(line)
        terminal.read_until("> ", "cards. ", "looking. ")
        if not terminal.seen.endswith("> "):
            terminal.type("")
            terminal.read_until("> ", "looking. ")
        if not terminal.seen.endswith("> "):
            terminal.type("")
            terminal.read_until("> ")
        terminal.type("quit")
        terminal.read_rest()
        assert terminal.process.returncode == 0
    pieces = terminal.seen.split(CLEAR)
    ada, bo = secrets_of(tmp_path / "game.txt", 0), secrets_of(tmp_path / "game.txt", 1)
    assert len(pieces) > 10
    assert ada
    assert bo
    looks = {"Ada": 0, "Bo": 0}
    for piece in pieces:
        people = [name for name in looks if f"{name}, " in piece]
        assert len(people) <= 1, "two people before one screen"
        for name in people:
            looks[name] += 1
        assert "Ada" in people or not any(ticket in piece for ticket in ada)
        assert "Bo" in people or not any(ticket in piece for ticket in bo)
        assert people or "Hand" not in piece
    assert min(looks.values()) > 3
    assert not any(ticket in pieces[-1] for ticket in ada | bo), "leaving wipes the screen, too"


def test_one_person_needs_no_curtain_and_sees_no_secret_of_a_bot(tmp_path: Path) -> None:
    told = script("amsterdam", [HUMAN, "greedy"], 11)
    with Screen("play", "amsterdam", "--seed", "11", "--save", "game.txt", cwd=tmp_path) as terminal:
        for line in told.typed[:12]:
            terminal.read_until("> ")
            terminal.type(line)
        terminal.read_until("> ")
        terminal.type("log")
        terminal.read_until("> ")
        terminal.type("quit")
        terminal.read_rest()
    assert CLEAR not in terminal.seen
    mine, theirs = secrets_of(tmp_path / "game.txt", 0), secrets_of(tmp_path / "game.txt", 1)
    assert all(ticket in terminal.seen for ticket in mine)
    assert not any(ticket in terminal.seen for ticket in theirs - mine)


@pytest.mark.parametrize("people", [1, 2])
def test_ctrl_c_saves_the_game_and_says_so(tmp_path: Path, people: int) -> None:
    seats = ["--seat", "human:Ada", "--seat", "human:Bo"][: 2 * people]
    with Screen("play", "amsterdam", *seats, "--seed", "4", "--save", "game.txt", cwd=tmp_path) as terminal:
        if people == 2:
            terminal.read_until("looking. ")
            terminal.type("")
        terminal.read_until("> ")
        terminal.type("keep 1")
        terminal.read_until("> ", "cards. ")
        time.sleep(0.5)  # Python does not hear what comes in the moment between the prompt and the reading
        os.killpg(terminal.process.pid, signal.SIGINT)
        rest = terminal.read_rest()
        assert terminal.process.returncode == 130
    assert "Traceback" not in terminal.seen
    assert "The game is saved in game.txt" in rest
    assert from_text((tmp_path / "game.txt").read_text(encoding="utf-8")).moves


def test_ctrl_d_ends_the_game(tmp_path: Path) -> None:
    with Screen("play", "amsterdam", "--seed", "4", "--save", "game.txt", cwd=tmp_path) as terminal:
        terminal.read_until("> ")
        terminal.press("\x04")
        terminal.read_rest()
        assert terminal.process.returncode == 0
    assert "Goodbye." in terminal.seen
