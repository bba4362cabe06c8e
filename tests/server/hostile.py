"""Files that are no board, by hand and made by spoiling a sound one."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Iterator

from boards.toy import TOY

SCRIPT = "<script>alert(1)</script>"


def spoilt(name: str, old: str, new: str) -> bytes:
    files = {file: text.encode() for file, text in TOY.items()}
    assert old in TOY[name]
    files[name] = TOY[name].replace(old, new).encode()
    return zipped(files)


def zipped(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def linked(files: dict[str, bytes], name: str, target: str) -> bytes:
    """A package in which one file is a link to somewhere else."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for file, data in files.items():
            archive.writestr(file, data)
        link = zipfile.ZipInfo(name)
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, target)
    return stream.getvalue()


def bombs(sound: dict[str, bytes]) -> Iterator[bytes]:
    """Names that lead out of a folder or run somewhere, too many files, and files that grow when they are unpacked."""
    for name in (
        "..\\board.toml", "C:\\board.toml", "./board.toml", "//board.toml", ".htaccess", ".git/config", "__init__.py",
        "setup.py", "conftest.py", "board.toml/board.toml", "board.toml ", "board.toml.", "~/.profile", "LPT1",
        "sitecustomize.py", "ferrovia.pth", "librt.so",
    ):  # fmt: skip
        yield zipped({**sound, name: b"import os; os._exit(3)"})
    yield zipped({**sound, **{f"{number}.csv": b"x" for number in range(60)}})
    yield zipped({**sound, "tickets.csv": bytes(60_000_000)})
    yield zipped({**sound, "look.toml": b"x = 1\n" + b"#" * 40_000_000})
    yield zipped({**sound, "routes.csv": b"from,to\n" + b"a,b\n" * 200_000})
    yield zipped({**sound, "routes.csv": b",".join(b"column%d" % number for number in range(400)) + b"\nA\n"})
    yield zipped({**sound, "board.toml": b"\n".join(b"[a%s]" % (b".a" * deep) for deep in range(1, 400))})


def other_maps() -> Iterator[bytes]:
    """Files that look like the other editor's."""
    around = '{"format":"ticket-to-ride-map","version":%s,"kind":"map","payload":%s}'
    yield from (
        b"null", b"[]", b"3", b'"board"', b"NaN", b'{"stops":3}', b'{"stops":[3]}', b'{"stops":[[]]}', b'{"routes":{}}',
        b'{"tickets":"all"}', b'{"stops":[],"routes":[7]}', b'{"stops":[],"routeTypeStyles":"x"}', b"name,x\n",
        b"From;To\n", b'{"payload":{"stops":[]}}', b'{"format":"evil","version":3,"payload":{"stops":[]}}',
    )  # fmt: skip
    for version in ("5", "99", "0", "-1", "true", '"3"', "null", "3.5", "[3]"):
        yield (around % (version, '{"stops":[]}')).encode()
    for payload in ("{}", '{"stops":{}}', '{"stops":"<script>"}', '{"background":[]}'):
        yield (around % (3, payload)).encode()


def hostile() -> Iterator[bytes]:
    """Files that are no board: by hand, and made by spoiling a sound one."""
    sound = {file: text.encode() for file, text in TOY.items()}
    yield from (
        b"",
        b"PK",
        b"PK\x03\x04" + bytes(50),
        SCRIPT.encode(),
        b"\xff" * 100,
        b"[" * 90_000,
        b"{}",
        b'{"a":' * 9000,
    )
    for name in ("../board.toml", "/etc/passwd", "a/b/c.toml", "x.svg", "run.sh", "board.toml/..", "con", "rules.py"):
        yield zipped({**sound, name: b"x"})
    for name in (
        "<img src=x onerror=alert(1)>.svg",
        "picture.jpg",
        "look.svg",
        "index.html",
        "board.toml.exe",
        "a.js",
        "é",
    ):
        yield zipped({**sound, name: SCRIPT.encode()})
    for name, data in sound.items():
        yield zipped({**sound, name: data + b"\xff\xfe"})
        yield zipped({**sound, name: bytes(1_200_000)})
        yield zipped({other: rest for other, rest in sound.items() if other != name})
        yield zipped({**{other: rest for other, rest in sound.items() if other != name}, name.upper(): data})
    yield linked(sound, "look.toml", "/etc/passwd")
    yield zipped({**sound, "look.toml": zipped(sound)})
    yield zipped({**sound, "look.toml": f"svg = {SCRIPT}".encode()})
    yield b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"
    yield b"GIF89a" + SCRIPT.encode()
    yield b"\xff\xd8\xff\xe0" + SCRIPT.encode() + bytes(200)
    yield zipped({**sound, "LICENSE": bytes(3_000_000)})
    yield zipped({**sound, "board.toml": b"a=" + b"[" * 30_000})
    yield zipped({**sound, "board.toml": b"\xff\xfe"})
    yield zipped({**sound, "routes.csv": b'"' * 9_000})
    yield from bombs(sound)
    yield from other_maps()
    whole = zipped(sound)
    for cut in range(90):
        yield whole[: len(whole) * cut // 91]
    for spot in range(90):
        yield bytes(
            [*whole[: 40 + 9 * spot], *(whole[40 + 9 * spot + at] ^ 0x5A for at in range(8)), *whole[48 + 9 * spot :]]
        )
