"""R21, R22, R30, R31: triple routes, tickets with several goals, junctions, and the numbers a board may have."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ferrovia.boards import BoardError, load, new_game
from ferrovia.boards.schema import COLOURS
from ferrovia.engine import network
from ferrovia.engine.chance import seeded
from ferrovia.engine.policy import RandomPolicy, play_out
from positions import Position, do, legal, refused, said
from rulings.skerries_board import FOLDER, SKERRIES

FIRST, SECOND, THIRD = "Alvik–Berga", "Alvik–Berga#2", "Alvik–Berga#3"


def triple(seats: int) -> Position:
    return Position(SKERRIES, seats=seats).hand(0, red=2, blue=2).hand(1, blue=2, green=2).hand(2, green=2, red=2)


def test_r21_nobody_claims_two_lanes_of_a_triple_route() -> None:
    state = triple(6).owns(0, FIRST).state()
    assert {text for text in legal(state) if "Alvik–Berga" in text} == set()
    assert refused(state, f"claim {SECOND} blue").code == "route.own_twin"


@pytest.mark.parametrize(("seats", "taken"), [(3, 2), (4, 2), (5, 3), (6, 3)])
def test_r22_the_third_lane_opens_by_the_number_of_players(seats: int, taken: int) -> None:
    state = do(triple(seats).state(), f"claim {FIRST} red", f"claim {SECOND} blue")
    open_lanes = {text for text in legal(state) if "Alvik–Berga" in text}
    assert open_lanes == ({f"claim {THIRD} green"} if taken == 3 else set())
    if taken == 2:
        assert refused(state, f"claim {THIRD} green").code == "route.closed"
        assert [event["ruling"] for event in said(state, "route.closed")] == ["R22"]


def test_r22_with_two_players_one_claim_closes_a_triple_route() -> None:
    position = Position(SKERRIES, seats=2).hand(0, red=2).hand(1, blue=2, green=2)
    state = do(position.state(), f"claim {FIRST} red")
    assert {text for text in legal(state) if "Alvik–Berga" in text} == set()
    assert len(said(state, "route.closed")) == 2


def test_r30_any_goal_of_a_ticket_completes_it() -> None:
    position = Position(SKERRIES, seats=3)
    ticket = position.ticket("Berga", "Enby")
    for route, done in (("Knut–Enby", False), ("Alvik–Berga", False)):
        assert network.completed(Position(SKERRIES, seats=3).owns(0, route).state(), 0, ticket) is done
    for routes in (["Berga–Knut", "Knut–Enby"], ["Alvik–Berga", "Gard–Alvik"]):
        state = Position(SKERRIES, seats=3).owns(0, *routes).holds(0, ticket).over().state()
        assert [line.points for line in state.ledger() if line.rule == "ticket"] == [3]


def test_r30_without_any_of_its_goals_a_ticket_costs_its_points() -> None:
    position = Position(SKERRIES, seats=3)
    state = position.owns(0, "Berga–Dal").holds(0, position.ticket("Berga", "Enby")).over().state()
    assert [line.points for line in state.ledger() if line.rule == "ticket"] == [-3]


def test_r31_a_junction_joins_lanes() -> None:
    state = Position(SKERRIES, seats=3).owns(0, "Berga–Knut", "Knut–Enby").state()
    assert [place.name for place in SKERRIES.places if place.junction] == ["Knut"]
    label = network.groups(state, 0)
    names = [place.name for place in SKERRIES.places]
    assert label[names.index("Berga")] == label[names.index("Enby")]


@pytest.mark.parametrize(("file", "old", "new", "reason"), [
    ("tickets.csv", "Berga,Dal,3,", "Berga,Knut,1,", "junction"),
    ("tickets.csv", "Berga,Enby|Falla|Gard,3,", "Berga,Enby|Fala|Gard,3,", "no place"),
    ("tickets.csv", "Berga,Enby|Falla|Gard,3,", "Berga,Enby|Enby,3,", "twice"),
    ("tickets.csv", "Berga,Enby|Falla|Gard,3,", "Berga,Enby|Berga,3,", "twice"),
    ("tickets.csv", "Alvik,Dal,5,yes", "Alvik,Dal,5,maybe", "neither empty nor"),
    ("tickets.csv", "Alvik,Dal,5,yes\n", "", "long tickets"),
    ("board.toml", "long = { deal = 1 }\n", "", "does not say how many"),
    ("board.toml", "long = { deal = 1 }", "long = { deal = 8 }", "too many"),
    ("locations.csv", "Knut,150,70,yes", "Knut,150,70,no", "neither empty nor"),
    ("routes.csv", "Alvik,Berga,2,green,,", "Alvik,Berga,2,green,,\nAlvik,Berga,2,mint,,", "more than 3 lanes"),
    ("routes.csv", "Berga,Dal,3,grey,1,", "Berga,Dal,3,grey,4,", "number of wilds"),
    ("routes.csv", "Enby,Falla,2,grey,,yes", "Enby,Falla,2,grey,,no", "neither empty nor"),
    ("board.toml", "turned_up = 3", "turned_up = 0", "from 1 to 8"),
    ("board.toml", "players = [2, 6]", "players = [2, 7]", "2 to 6"),
], ids=str)  # fmt: skip
def test_r30_r31_the_loader_refuses_what_can_t_be(tmp_path: Path, file: str, old: str, new: str, reason: str) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "board")
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BoardError) as error:
        load(folder)
    assert any(reason in problem.reason for problem in error.value.problems), error.value


@pytest.mark.parametrize("edit", [
    ("tickets.csv", "Enby|Falla|Gard", "Enby|Falla"), ("locations.csv", "70,yes", "70,"),
    ("board.toml", "third_lanes_close_up_to = 4", "third_lanes_close_up_to = 3"),
    ("routes.csv", "grey,1,", "grey,2,"),
], ids=str)  # fmt: skip
def test_r30_another_fact_is_another_board(tmp_path: Path, edit: tuple[str, str, str]) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "board")
    text = (folder / edit[0]).read_text(encoding="utf-8")
    assert edit[1] in text
    (folder / edit[0]).write_text(text.replace(edit[1], edit[2]), encoding="utf-8")
    assert load(folder).digest != SKERRIES.digest


def test_six_seats_and_ten_colours_play(tmp_path: Path) -> None:
    assert len(COLOURS) == 10
    folder = shutil.copytree(FOLDER, tmp_path / "board")
    text = (folder / "board.toml").read_text(encoding="utf-8")
    more = "".join(f"{colour} = 8\n" for colour in COLOURS if f"{colour} = 8" not in text)
    (folder / "board.toml").write_text(text.replace("wild = 8", f"{more}wild = 8"), encoding="utf-8")
    board = load(folder)
    assert set(board.colours) == set(COLOURS)
    game = new_game(board, 6)
    state = game.start(seeded(3))
    play_out(state, RandomPolicy(game, seeded(4)))
    assert len(state.standings()) == 6
