"""A backup in which a single bit was changed, or of which the end is missing, is refused. Backups of the format before
are still read, and never restore anything but what was written."""

from __future__ import annotations

import asyncio
import gzip
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.running import invoke, refused
from ferrovia.engine.errors import FerroviaError
from ferrovia.server.admin import backup
from ferrovia.server.admin.seal import LENGTH, is_sealed, seal
from ferrovia.server.settings import FILE, Settings
from ferrovia.server.store import Database

OLD: Final = Path(__file__).parents[1] / "golden" / "backups" / "format-1.backup.gz"
REFUSED: Final = {"backup.damaged", "backup.foreign", "backup.newer"}


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return gzip.decompress(OLD.read_bytes())


@pytest.fixture(scope="module")
def sound(old: bytes, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A backup of today's format."""
    folder = tmp_path_factory.mktemp("sound")
    (folder / "old").write_bytes(old)
    assert invoke("restore", folder / "old", "--data", folder / "data").code == 0
    assert invoke("backup", folder / "new", "--data", folder / "data").code == 0
    return (folder / "new").read_bytes()


@contextmanager
def no_bar(total: int) -> Iterator[Any]:
    yield lambda done: None


def restore(folder: Path, content: bytes) -> str:
    """Restores into a database of its own; "restored", or why it was refused."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "file").write_bytes(content)

    async def run() -> None:
        database = Database(Settings(data=folder).database_url)
        try:
            await backup.restore(database, folder / "file", no_bar)
        finally:
            await database.close()

    try:
        asyncio.run(run())
    except FerroviaError as error:
        return error.code
    return "restored"


def rows(file: Path) -> list[list[Any]]:
    with closing(sqlite3.connect(file)) as line:
        return [line.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in backup.NAMES]


def flipped(content: bytes, place: int, bit: int) -> bytes:
    changed = bytearray(content)
    changed[place] ^= 1 << bit
    return bytes(changed)


# --- the seal -------------------------------------------------------------------------------------------
@settings(deadline=None)  # a disk may be slow
@given(st.binary(max_size=300), st.data())
def test_a_seal_holds_every_bit(tmp_path_factory: pytest.TempPathFactory, content: bytes, data: st.DataObject) -> None:
    file = tmp_path_factory.mktemp("seal") / "file"
    file.write_bytes(content)
    seal(file)
    whole = file.read_bytes()
    assert is_sealed(file)
    place = data.draw(st.integers(0, len(whole) - 1))
    file.write_bytes(flipped(whole, place, data.draw(st.integers(0, 7))))
    assert not is_sealed(file)
    file.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    assert not is_sealed(file)
    file.write_bytes(whole + data.draw(st.binary(min_size=1, max_size=LENGTH)))
    assert not is_sealed(file)


def test_every_byte_of_a_backup_is_under_its_seal(sound: bytes, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(sound)
    assert is_sealed(file)
    with file.open("r+b", buffering=0) as stream:
        for place in range(0, len(sound), 7):
            stream.seek(place)
            stream.write(bytes([sound[place] ^ (1 << place % 8)]))
            assert not is_sealed(file), place
            stream.seek(place)
            stream.write(sound[place : place + 1])
    assert is_sealed(file)


# --- whole restores -------------------------------------------------------------------------------------
def test_a_backup_with_any_bit_changed_is_refused(sound: bytes, tmp_path: Path) -> None:
    luck = random.Random(13)
    places = [*range(0, 100, 9), *range(len(sound) - LENGTH, len(sound), 5)]
    places += [luck.randrange(len(sound)) for _ in range(60)]
    for place in places:
        assert restore(tmp_path / "data", flipped(sound, place, luck.randrange(8))) in REFUSED, place
        assert not (tmp_path / "data" / FILE).exists()


def test_a_backup_whose_end_is_missing_is_refused(sound: bytes, tmp_path: Path) -> None:
    for length in [0, 1, 99, 100, 4096, *range(5000, len(sound), 4999), *(len(sound) - n for n in (LENGTH, 2, 1))]:
        assert restore(tmp_path / "data", sound[:length]) in REFUSED, length


def test_the_operator_is_told_that_a_backup_is_damaged(sound: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(flipped(sound, len(sound) // 2, 3))
    assert "is damaged" in refused(invoke("restore", tmp_path / "file", "--data", tmp_path / "data"))


# --- the format before ----------------------------------------------------------------------------------
def test_backups_of_the_format_before_are_still_read(old: bytes, tmp_path: Path) -> None:
    assert restore(tmp_path / "data", old) == "restored"
    tables, seats, log, *later = rows(tmp_path / "data" / FILE)
    assert (len(tables), len(seats), len(log)) == (2, 4, 9)
    assert not any(later)  # what it has no rows of is there, and empty


def test_a_changed_bit_in_one_of_them_never_restores_other_data(old: bytes, tmp_path: Path) -> None:
    """It may be in a place that means nothing: without a seal nobody can tell. An id stands in a row and in an index:
    what was checked came from the one, what was copied from the other."""
    assert restore(tmp_path / "data", old) == "restored"
    written = rows(tmp_path / "data" / FILE)
    size = int.from_bytes(old[16:18], "big")
    luck = random.Random(14)
    places = [(36274, 5), (36420, 0), (36719, 2), (15510, 2), (15960, 1)]  # each restored other data
    for start in range(0, len(old), size):
        places += [
            (start + at, luck.randrange(8)) for at in (*luck.sample(range(40), 3), size - luck.randrange(1, 900))
        ]
    for place, bit in places:
        done = restore(tmp_path / "data", flipped(old, place, bit))
        assert done in {"restored", *REFUSED}, place
        if done == "restored":
            assert rows(tmp_path / "data" / FILE) == written, place
