"""The same results whoever plays the games, and however they are handed out."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.made import bot_file, small
from ferrovia.arena import GameResult, Tournament, TournamentPlan
from ferrovia.arena.chunking import Chunker
from ferrovia.arena.parquet import write_parquet
from ferrovia.arena.playing import Played, play_chunk, play_game
from ferrovia.arena.tournament_plan import PlanError


def finished(plan: TournamentPlan, jobs: int) -> Tournament:
    tournament = Tournament(plan)
    tournament.finish(jobs)
    return tournament


def test_workers_change_nothing() -> None:
    plan = small("greedy,random,greedy@5", boards=("amsterdam", "lyon"), games=4)
    one, two = finished(plan, 1), finished(plan, 2)
    assert one.results == two.results
    assert [result.number for result in one.results] == list(plan.numbers)
    assert finished(small("greedy,random,greedy@5", boards=("amsterdam", "lyon"), games=4, seed=2), 1).results != (
        one.results
    )


def test_rows_are_the_same_but_for_times() -> None:
    plan = small("greedy,random", games=6)
    tables = [finished(plan, jobs).rows("amsterdam") for jobs in (1, 2)]
    for one, two in zip(*tables, strict=True):
        assert {**one.data(), "ms_per_move": 0} == {**two.data(), "ms_per_move": 0}


def test_a_game_can_be_played_alone() -> None:
    plan = small("random,random", games=5)
    assert play_game(plan, 3) == finished(plan, 1).results[3]


def test_somebody_elses_bot_plays_in_every_process(tmp_path: Path) -> None:
    plan = small(f"random,{bot_file(tmp_path)}:Broken", games=4)
    tournament = finished(plan, 2)
    row = next(row for row in tournament.rows("amsterdam") if row.bot == "Broken")
    assert row.games == 4
    assert row.faults == row.games * row.moves, "every move is lost, and the game goes on"
    assert row.fault.startswith("raised: RuntimeError")
    assert tournament.results == finished(plan, 1).results


def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(PlanError) as refusal:
        list(Tournament(small()).play(backend="cloud"))
    assert refusal.value.code == "arena.backend"


# --- chunks -----------------------------------------------------------------------------------------------
def handed_out(plan: TournamentPlan, numbers: list[int], jobs: int, seconds: float) -> list[tuple[int, ...]]:
    """Chunks as they are made when every game takes so long."""
    chunker = Chunker(plan, numbers, jobs)
    chunks = []
    for chunk in chunker.chunks():
        chunks.append(chunk.numbers)
        results = [GameResult(number, "", 0, 0, 0, ()) for number in chunk.numbers]
        chunker.learn(Played(results, seconds * len(results)))
    return chunks


@pytest.mark.parametrize("seconds", [0.0001, 0.02, 3.0])
@pytest.mark.parametrize("jobs", [1, 2, 7])
def test_chunks_are_every_game_once_and_of_one_match(seconds: float, jobs: int) -> None:
    plan = small("a,b,c", games=100)
    numbers = [number for number in plan.numbers if number % 5]
    chunks = handed_out(plan, numbers, jobs, seconds)
    assert [number for chunk in chunks for number in chunk] == numbers
    assert all(len({plan.matchup_of(number) for number in chunk}) == 1 for chunk in chunks)


def test_long_games_are_handed_out_one_by_one_and_short_ones_together() -> None:
    plan = small("a,b", games=4000)
    numbers = list(plan.numbers)
    assert max(len(chunk) for chunk in handed_out(plan, numbers, 2, 1.0)) == 1
    short = [len(chunk) for chunk in handed_out(plan, numbers, 2, 0.001)]
    assert short[0] == 1
    assert max(short) == 500
    assert short[-1] == 1, "the last chunks are small, so that all workers end together"


def test_a_chunk_tells_how_long_it_took() -> None:
    chunker = Chunker(small(), [0, 1], 1)
    played = play_chunk(next(chunker.chunks()))
    assert played.seconds > sum(seat.seconds for seat in played.results[0].seats)


# --- Parquet ----------------------------------------------------------------------------------------------
def test_parquet_has_a_row_per_seat(tmp_path: Path) -> None:
    from pyarrow import parquet

    plan = small("greedy,random", boards=("amsterdam", "lyon"), games=2)
    tournament = finished(plan, 1)
    file = tmp_path / "games.parquet"
    write_parquet(file, plan, tournament.results)
    rows = parquet.read_table(file).to_pylist()
    seats = [(result, seat) for result in tournament.results for seat in result.seats]
    assert len(rows) == len(seats) == 8
    for row, (result, seat) in zip(rows, seats, strict=True):
        assert (row["board"], row["game"], row["bot"]) == (result.board, result.number, seat.bot)
        assert (row["score"], row["place"], row["win"]) == (seat.score, seat.place, seat.win)
        assert sum(value for name, value in row.items() if name.startswith("points_")) == seat.score
        assert (row["tickets_kept"], row["tickets_completed"]) == (seat.kept, seat.completed)
        assert (row["turns"], row["moves"], row["choices"]) == (result.turns, seat.moves, seat.choices)
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet"]
