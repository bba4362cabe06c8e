"""Data sets: the games of a simulation, as the seats saw them, the same whoever writes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

import ferrovia
from cli.running import invoke
from ferrovia.dataset import Dataset, DatasetError, write
from ferrovia.dataset import plan as plans
from ferrovia.dataset.reader import Decisions
from ferrovia.env import spec


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "KINDS", {"observations": 3, "records": 4})


def whole(folder: Path, size: int = 100) -> Decisions:
    return Decisions(*map(np.concatenate, zip(*Dataset(folder).batches(size), strict=True)))


@pytest.mark.parametrize(("board", "seats", "options"), [("amsterdam", 2, {}), ("nederland", 3, {"tolls": True})])
def test_both_kinds_hold_the_games_of_a_simulation(
    tmp_path: Path, board: str, seats: int, options: dict[str, bool]
) -> None:
    bots = ["greedy", "random"]
    for kind in ("observations", "records"):
        write(board, tmp_path / kind, seats, 7, 5, bots=bots, options=options, kind=kind)
    stored, replayed = whole(tmp_path / "observations"), whole(tmp_path / "records")
    pairs: list[tuple[Any, Any]] = list(zip(stored, replayed, strict=True))
    for one, other in pairs:
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)
    simulated = ferrovia.simulate(board, seats, 7, 5, bots=bots, options=options)
    assert len(stored.actions) == simulated.decisions
    scores = [game["scores"] for game in Dataset(tmp_path / "records").games()]
    assert np.mean(scores, axis=0).tolist() == pytest.approx(simulated.mean_scores)


def test_a_row_is_what_the_seat_saw_might_do_and_did(tmp_path: Path) -> None:
    write("berlin", tmp_path, 2, 2, 9, bots=["greedy"])
    found = whole(tmp_path)
    game = ferrovia.new_game(ferrovia.load("berlin"), 2)
    layout, at = spec(game), 0
    for number in range(2):
        state = game.start(ferrovia.seeded(9, number))
        first = at
        while not state.over:
            assert (found.games[at], found.seats[at]) == (number, state.seat)
            assert found.observations[at].tobytes() == bytes(layout.encode(ferrovia.observe(state, state.seat)))
            assert found.masks[at].tobytes() == layout.mask(state.legal_actions())
            state.apply(int(found.actions[at]))
            at += 1
        scores = np.array(state.scores())
        assert (found.scores[first:at] == scores[found.seats[first:at]]).all()
        assert {1.0, -1.0} >= set(found.outcomes[first:at].tolist()) or scores[0] == scores[1]
    assert at == len(found.actions)


def test_stopped_writing_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    write("amsterdam", one, games=7, bots=["random"])
    write("amsterdam", other, games=7, bots=["random"])
    kept = sorted(other.glob("*.parquet"))
    before = kept[0].stat().st_mtime_ns
    kept[1].unlink()
    again = write("amsterdam", other, games=7, bots=["random"], workers=2)
    assert kept[0].stat().st_mtime_ns == before
    assert 0 < again.decisions_now < again.decisions
    for file in sorted(one.glob("*.parquet")):
        assert file.read_bytes() == (other / file.name).read_bytes()
    assert (one / "README.md").read_text() == (other / "README.md").read_text()


@pytest.mark.parametrize("kind", ["observations", "records"])
@pytest.mark.parametrize("bots", [["greedy"], ["greedy", "random", "greedy"]])
def test_the_same_command_writes_the_same_bytes(tmp_path: Path, kind: str, bots: list[str]) -> None:
    for name in ("one", "other"):
        write("amsterdam", tmp_path / name, seats=3, games=4, bots=bots, kind=kind)
    for file in sorted((tmp_path / "one").iterdir()):
        assert file.read_bytes() == (tmp_path / "other" / file.name).read_bytes(), file.name
    if kind == "observations":
        table = parquet.read_table(next((tmp_path / "one").glob("*.parquet")))
        named = [bots[seat % len(bots)] for seat in table["seat"].to_pylist()]
        assert table["bot"].to_pylist() == named


def test_a_data_set_of_the_first_format_is_read(tmp_path: Path) -> None:
    """It had observations as lists of numbers."""
    write("amsterdam", tmp_path, games=3, bots=["random"])
    before, manifest = whole(tmp_path), tmp_path / "dataset.json"
    facts = json.loads(manifest.read_text())
    for file in tmp_path.glob("*.parquet"):
        table = parquet.read_table(file)
        rows = [np.frombuffer(row, "<i2") for row in table["observation"].to_pylist()]
        lists = pa.FixedSizeListArray.from_arrays(pa.array(np.concatenate(rows)), len(rows[0]))
        parquet.write_table(table.set_column(table.schema.get_field_index("observation"), "observation", lists), file)
    manifest.write_text(json.dumps({**facts, "facts": {**facts["facts"], "format": 1}}))
    pairs: list[tuple[Any, Any]] = list(zip(before, whole(tmp_path), strict=True))
    assert all(np.array_equal(one, other) for one, other in pairs)


def test_shuffled_batches_hold_every_decision_once(tmp_path: Path) -> None:
    write("amsterdam", tmp_path, games=7, bots=["random"])
    data = Dataset(tmp_path)
    plain, mixed = [list(data.batches(64, shuffle=luck)) for luck in (None, 3)]
    assert [len(batch.actions) for batch in plain] == [len(batch.actions) for batch in mixed]
    assert {len(batch.actions) for batch in plain[:-1]} == {64}
    actions = [np.concatenate([batch.actions for batch in some]) for some in (plain, mixed)]
    assert not np.array_equal(actions[0], actions[1])
    assert np.array_equal(np.sort(actions[0]), np.sort(actions[1]))


def test_other_folders_are_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(DatasetError) as error:
        write("amsterdam", tmp_path, games=2)
    assert error.value.code == "dataset.not_empty"
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
    write("amsterdam", tmp_path / "new", games=2, bots=["random"])
    with pytest.raises(DatasetError, match="seed"):
        write("amsterdam", tmp_path / "new", games=2, seed=2, bots=["random"])
    with pytest.raises(DatasetError):
        Dataset(tmp_path)


def test_an_illegal_action_in_a_file_is_refused(tmp_path: Path) -> None:
    write("amsterdam", tmp_path, games=2, bots=["random"], kind="records")
    file = next(tmp_path.glob("*.parquet"))
    rows = parquet.read_table(file)
    wrong = [[10_000, *actions[1:]] for actions in rows["actions"].to_pylist()]
    parquet.write_table(rows.set_column(rows.schema.get_field_index("actions"), "actions", [wrong]), file)
    with pytest.raises(DatasetError) as error:
        list(Dataset(tmp_path).batches(10))
    assert error.value.code == "dataset.damaged"


def test_the_command_and_its_card(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    done = invoke("dataset", "amsterdam", folder, "--games", "4", "--bot", "random", "--jobs", "1", "--json")
    assert done.code == 0, done.err
    told = json.loads(done.out)
    assert (told["games"], told["bots"], told["kind"]) == (4, ["random", "random"], "observations")
    assert told["digest"] == ferrovia.load("amsterdam").digest
    card = (folder / "README.md").read_text()
    schema = parquet.read_schema(next(folder.glob("*.parquet")))
    assert all(f"| `{name}` |" in card for name in schema.names)
    assert json.loads(schema.metadata[b"ferrovia"]) == json.loads((folder / "dataset.json").read_text())["facts"]
    assert f"{told['decisions']} decisions" in card
    assert invoke("dataset", "amsterdam", folder, "--games", "5", "--bot", "random").code == 2
    assert invoke("dataset", "amsterdam", tmp_path / "x", "--kind", "nothing").code == 2


def test_simulate_keeps_records_that_verify(tmp_path: Path) -> None:
    from ferrovia.record import from_text, verify

    for bots in ([], ["--bot", "greedy"]):
        folder = tmp_path / f"kept{len(bots)}"
        table = ["simulate", "berlin", "--games", "3", "--seed", "4", "--jobs", "1", *bots, "--json"]
        kept, plain = (json.loads(invoke(*table, *more).out) for more in (["--records", str(folder)], []))
        assert kept["checksum"] == plain["checksum"]
        records = [from_text(file.read_text()) for file in sorted(folder.iterdir())]
        assert [record.seed for record in records] == [(4, 0), (4, 1), (4, 2)]
        for record in records:
            verify(record)
        means = np.mean([record.result or [] for record in records], axis=0)
        assert means.tolist() == pytest.approx(kept["mean_scores"])
        assert invoke(*table, "--records", folder).code == 2
