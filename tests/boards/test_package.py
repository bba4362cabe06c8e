"""A board in one file: what goes in comes out, and nothing else gets through."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.toy import TOY, ToyFiles
from cli.running import invoke
from ferrovia.boards import BoardError, board_ids, load, look, source_files
from ferrovia.boards.document import from_files, to_files
from ferrovia.boards.limits import MOST_BYTES, MOST_PACKED
from ferrovia.boards.loader import load_folder
from ferrovia.boards.package import folder_of, read_package, version_of, write_package
from ferrovia.boards.toml_writer import to_toml

FILES = {name: text.encode() for name, text in TOY.items()}


def zipped(files: dict[str, bytes], **attributes: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            for key, value in attributes.items():
                setattr(entry, key, value)
            archive.writestr(entry, data)
    return stream.getvalue()


@pytest.mark.parametrize("id", board_ids())
def test_a_package_is_the_board(id: str) -> None:
    files = source_files(id)
    again = read_package(write_package(files))
    assert again == files
    assert write_package(again) == write_package(files)
    assert load_folder(folder_of(again)) == load(id)


@pytest.mark.parametrize("id", board_ids())
def test_an_editor_changes_nothing_by_looking(id: str, tmp_path: Path) -> None:
    files = to_files(from_files(source_files(id)))
    board = load_folder(folder_of(files))
    assert board.digest == load(id).digest
    package = tmp_path / f"{id}.zip"
    package.write_bytes(write_package(files))
    assert look(package) == look(id)


def test_a_folder_inside_is_fine_and_the_version_names_all_files() -> None:
    inside = {f"toy/{name}": data for name, data in FILES.items()}
    assert read_package(zipped(inside)) == FILES
    assert version_of(FILES) != version_of({**FILES, "LICENSE": b"CC0"})
    assert version_of(FILES) == version_of(dict(reversed(FILES.items())))


HOSTILE: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "no sound zip"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(200), "no sound zip"),
    "cut off": (zipped(FILES)[:-40], "no sound zip"),
    "too long": (bytes(MOST_PACKED + 1), "more than"),
    "a bomb": (zipped({**FILES, "look.toml": bytes(50_000_000)}), f"more than {MOST_BYTES}"),
    "many files": (zipped({**FILES, **{f"{n}.csv": b"" for n in range(40)}}), "more than 20 files"),
    "upwards": (zipped({f"../{name}": data for name, data in FILES.items()}), "no plain name"),
    "absolute": (zipped({f"/etc/{name}": data for name, data in FILES.items()}), "no plain name"),
    "backwards": (zipped({**FILES, "..\\board.toml": b""}), "no plain name"),
    "a null": (zipped(FILES).replace(b"board.toml", b"board.to\0l"), "no plain name"),
    "two folders": (zipped({**FILES, "other/LICENSE": b""}), "not in the one folder"),
    "deep": (zipped({f"a/b/{name}": data for name, data in FILES.items()}), "not in the one folder"),
    "a link": (zipped(FILES, external_attr=(stat.S_IFLNK | 0o777) << 16), "a link"),
    "a device": (zipped(FILES, external_attr=(stat.S_IFCHR | 0o666) << 16), "a link or a device"),
    "code": (zipped({**FILES, "rules.py": b"import os"}), "no file of a board"),
    "a page": (zipped({**FILES, "index.html": b"<script>"}), "no file of a board"),
    "a vector picture": (zipped({**FILES, "map.svg": b"<svg onload='x()'/>"}), "no file of a board"),
    "nearly": (zipped({**FILES, "lock.toml": b""}), "did you mean 'look.toml'"),
    "missing": (zipped({name: data for name, data in FILES.items() if name != "routes.csv"}), "missing"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_package_is_refused_with_the_reason(name: str) -> None:
    data, reason = HOSTILE[name]
    with pytest.raises(BoardError, match=reason):
        read_package(data)


def test_the_same_file_twice_is_refused() -> None:
    stream = io.BytesIO(zipped(FILES))
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(stream, "a") as archive:
        archive.writestr("board.toml", b'id = "other"')
    with pytest.raises(BoardError, match="twice"):
        read_package(stream.getvalue())


def test_a_length_that_lies_is_found_out() -> None:
    """A zip that declares ten bytes and unpacks to fifty megabytes."""
    data = bytearray(zipped({**FILES, "LICENSE": bytes(50_000_000)}))
    for signature, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        at = data.rindex(signature)
        data[at + offset : at + offset + 4] = struct.pack("<I", 10)
    with pytest.raises(BoardError):
        read_package(bytes(data))


@given(st.binary(max_size=300), st.integers(0, 4000))
def test_a_spoilt_package_is_refused_or_read(noise: bytes, at: int) -> None:
    data = bytearray(write_package(FILES))
    data[at : at + len(noise)] = noise
    try:
        read_package(bytes(data))
    except BoardError as error:
        assert error.problems


# --- what others have written into it ---------------------------------------------------------------------
def test_columns_and_a_section_of_others_survive() -> None:
    extra = {"tool": {"zoom": 1.5, "notes": ["a", 'quote " and \\'], "list": [{"at": 1}, {"at": 2}]}}
    text = TOY["board.toml"] + "\n" + to_toml({"x": extra})
    files = {**FILES, "board.toml": text.encode()}
    files["locations.csv"] = TOY["locations.csv"].replace("name_fr\n", "name_fr,colour of roof\n").encode()
    for name in ("Frêne", "Bouleau"):
        files["locations.csv"] = files["locations.csv"].replace(f"{name}\n".encode(), f"{name},=2+2\n".encode())
    files["locations.csv"] = b"\n".join(
        line + b"," * (4 - line.count(b",")) for line in files["locations.csv"].strip().split(b"\n")
    )
    document = from_files(to_files(from_files(files)))
    assert document["settings"]["x"] == extra
    assert [row["colour of roof"] for row in document["places"]] == ["=2+2", "=2+2", "", "", ""]
    assert load_folder(folder_of(to_files(document))).digest == load_folder(folder_of(FILES)).digest


@pytest.mark.parametrize(
    ("file", "line"), [("board.toml", "hnad = 2"), ("look.toml", "bend = 2"), ("board.toml", "x = 3")]
)
def test_a_mistyped_key_is_still_refused(file: str, line: str) -> None:
    files = {**FILES, file: f"{line}\n".encode() + FILES.get(file, b"")}
    with pytest.raises(BoardError, match=line.split(maxsplit=1)[0]):
        load_whole(files)


def load_whole(files: dict[str, bytes]) -> None:
    from ferrovia.boards.look_reader import load_look

    folder = folder_of(files)
    load_look(folder, load_folder(folder))


PLAIN = st.recursive(
    st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=6), inside, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=8), PLAIN, max_size=5))
def test_toml_reads_back_what_was_written(values: dict[str, object]) -> None:
    import tomllib

    assert tomllib.loads(to_toml(values)) == values


# --- on the command line ----------------------------------------------------------------------------------
def test_in_and_out_by_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "toy").mkdir()
    ToyFiles(tmp_path / "toy")
    (tmp_path / "toy" / "LICENSE").write_text("CC0\n")
    (tmp_path / "toy" / "notes.txt").write_text("not for others")
    package = tmp_path / "toy.zip"
    done = invoke("boards", tmp_path / "toy", "--pack", package)
    assert (done.code, done.err) == (0, "")
    assert set(zipfile.ZipFile(package).namelist()) == {*TOY, "LICENSE"}
    assert invoke("check", package).code == 0
    done = invoke("boards", package, "--unpack", tmp_path / "again", "--json")
    assert done.code == 0
    assert load(tmp_path / "again").digest == load(tmp_path / "toy").digest
    assert (tmp_path / "again" / "LICENSE").read_text() == "CC0\n"
    again = invoke("boards", package, "--unpack", tmp_path / "again")
    assert again.code == 2
    assert "board.toml" in again.err


def test_a_spoilt_package_on_the_command_line(tmp_path: Path) -> None:
    package = tmp_path / "bad.zip"
    package.write_bytes(HOSTILE["code"][0])
    assert invoke("check", package).code == 2
    done = invoke("boards", package, "--unpack", tmp_path / "out")
    assert done.code == 2
    assert "rules.py" in done.err
    assert not (tmp_path / "out").exists()


def test_the_other_editors_json_by_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "berlin.json"
    assert invoke("boards", "berlin", "--pack", file).code == 0
    done = invoke("boards", file, "--unpack", tmp_path / "berlin", "--json")
    assert (done.code, done.err) == (0, "")
    assert load(tmp_path / "berlin").digest == load("berlin").digest
    (tmp_path / "bad.json").write_text("[]")
    assert invoke("boards", tmp_path / "bad.json", "--unpack", tmp_path / "bad").code == 2
