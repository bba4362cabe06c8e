"""Finished games on disk: nothing lost, nothing twice, nothing of somebody else's overwritten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.made import small
from ferrovia.arena import Tournament, TournamentPlan
from ferrovia.arena.journal import Journal, JournalError
from ferrovia.arena.results import GameResult
from ferrovia.bots import Budget


def played(file: Path, plan: TournamentPlan) -> list[GameResult]:
    with Tournament(plan, file) as tournament:
        tournament.finish(jobs=1)
        return tournament.results


def refusal(file: Path, plan: TournamentPlan) -> JournalError:
    before = file.read_bytes()
    with pytest.raises(JournalError) as refused:
        Tournament(plan, file)
    assert file.read_bytes() == before, "a file that is refused stays as it is"
    return refused.value


def test_a_result_comes_back_as_it_was() -> None:
    with Tournament(small(games=2)) as tournament:
        tournament.finish(jobs=1)
    for result in tournament.results:
        again = GameResult.read(json.loads(json.dumps(result.data())))
        assert again == result
        assert [seat.seconds for seat in again.seats] == [seat.seconds for seat in result.seats]


def test_a_finished_tournament_is_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games"
    first = played(file, small())
    text = file.read_bytes()
    with Tournament(small(), file) as tournament:
        assert tournament.left == []
        assert list(tournament.play(jobs=1)) == []
        assert tournament.results == first
    assert file.read_bytes() == text


def test_stopping_early_keeps_what_has_come(tmp_path: Path) -> None:
    file = tmp_path / "games"
    with Tournament(small(), file) as tournament:
        playing = tournament.play(jobs=1)
        next(playing)
        playing.close()
        done = len(tournament.results)
    assert 0 < done < 6
    with Tournament(small(), file) as tournament:
        assert len(tournament.left) == 6 - done
        tournament.finish(jobs=1)
    assert tournament.results == played(tmp_path / "other", small())


@pytest.mark.parametrize("torn", [b'{"number":5,"bo', b"{", b'{"number":5}x', b"\xff\xfe"])
def test_a_torn_last_line_is_cut_off(tmp_path: Path, torn: bytes) -> None:
    file, whole = tmp_path / "games", tmp_path / "whole"
    results = played(whole, small())
    lines = whole.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:4]) + torn)
    assert played(file, small()) == results
    assert len(file.read_bytes().splitlines()) == 1 + 6


def test_a_torn_first_line_is_written_again(tmp_path: Path) -> None:
    file, whole = tmp_path / "games", tmp_path / "whole"
    results = played(whole, small())
    for length in (0, 1, 40):
        file.write_bytes(whole.read_bytes()[:length])
        assert played(file, small()) == results


@pytest.mark.parametrize(
    ("plan", "name"),
    [
        (small(seed=2), "seed"),
        (small(games=7), "games"),
        (small("random,greedy"), "bots"),
        (small(boards=("lyon",)), "boards"),
        (small(format="ladder"), "format"),
        (small(budget=Budget(iterations=5)), "budget"),
    ],
)
def test_other_parameters_are_refused(tmp_path: Path, plan: TournamentPlan, name: str) -> None:
    file = tmp_path / "games"
    played(file, small())
    error = refusal(file, plan)
    assert (error.code, error.params["name"]) == ("journal.other_plan", name)


def test_another_version_of_a_board_or_of_ferrovia_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games"
    played(file, small())
    header, *lines = file.read_text().splitlines(keepends=True)
    for name in ("digests", "rules", "ferrovia", "arena"):
        changed = {**json.loads(header), name: "another"}
        file.write_text(json.dumps(changed) + "\n" + "".join(lines))
        assert refusal(file, small()).params["name"] == name


@pytest.mark.parametrize("text", ["My diary\n", "My diary", "[1]\n", "{}\n{}\n", "\n"])
def test_other_files_are_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "diary"
    file.write_text(text)
    assert refusal(file, small()).code == "journal.other_kind"


def test_damage_is_told(tmp_path: Path) -> None:
    file = tmp_path / "games"
    played(file, small())
    lines = file.read_text().splitlines(keepends=True)
    for bad in (lines[1], "nonsense\n", '{"number":1}\n', lines[1].replace('"number":0', '"number":600')):
        file.write_text("".join([*lines[:3], bad, *lines[3:]]))
        assert refusal(file, small()).code == "journal.damaged"


def test_two_tournaments_do_not_share_a_file(tmp_path: Path) -> None:
    file = tmp_path / "games"
    with Journal(file, small()):
        assert refusal(file, small()).code == "journal.busy"
    with Journal(file, small()) as journal:
        assert journal.results == []


def test_a_file_that_can_not_be_written(tmp_path: Path) -> None:
    with pytest.raises(JournalError) as refused:
        Journal(tmp_path / "nowhere" / "games", small())
    assert refused.value.code == "file.unwritable"
