"""Builds the wheel: compiles the engine with mypyc and builds the web app, or says loudly why it doesn't.

What was compiled is kept in build/compiled under the digest of all that decides about it, so that a change elsewhere
doesn't compile everything again."""

from __future__ import annotations

import ast
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import AbstractContextManager, chdir, contextmanager
from importlib.metadata import version as version_of
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatch_mypyc import plugin
from hatch_mypyc.utils import construct_setup_file

PACKAGE = "src/ferrovia"
KEPT = "build/compiled"
MENDERS = {"tools/docstrings.py": "keep_docstrings", "tools/trashcan.py": "mend_trashcans"}
"""What is done to the C between mypyc and the compiler: a tool's file, and its function of folder and sources."""
MOST_KEPT = 4
"""Builds: a few branches, or Pythons, to go back and forth between."""
LIST = "SHA256SUMS"
COMPILED_FOLDERS = ("engine", "rules", "view", "bots/search", "bots/v1/search", "balance/counting", "env/core")
"""What runs for every decision of every game, and of every game a bot thinks through."""

INTERPRETED = {
    "engine/board.py": "plain data, read while a game is set up and pickled on its way to other processes",
    "engine/telling.py": "plain data, made when somebody reads rules or looks at a lane",
    "engine/params.py": "plain data, read by whoever tells events in words",
    "engine/values.py": "named tuples, which mypyc doesn't compile either and robs of their docstrings",
    "engine/errors.py": "exceptions: uncompiled layers subclass them (mypyc refuses), processes send them around",
}
"""Files of those folders that stay ordinary Python, and why. Every `__init__.py` does too: imports and registries,
run once, have nothing to gain."""


BUILDERS = ("mypy", "librt", "setuptools", "hatch-mypyc")
"""Whose versions decide what comes out."""
FLAGS = "-DNDEBUG -fwrapv -fno-semantic-interposition -fvisibility=hidden -fno-plt"
"""The first two are Python's own, which it leaves out where CFLAGS is set. The others let the compiler inline our small
functions into each other, and call the rest without a detour, both of which a shared library otherwise forbids."""


def compiled_files(root: Path) -> list[str]:
    """The files to compile, relative to the project's folder."""
    package = root / PACKAGE
    files = [file for folder in COMPILED_FOLDERS for file in sorted(package.glob(f"{folder}/**/*.py"))]
    return [
        file.relative_to(root).as_posix()
        for file in files
        if file.name != "__init__.py" and file.relative_to(package).as_posix() not in INTERPRETED
    ]


def find_compiler() -> str | None:
    """The C compiler setuptools will call: $CC, or the one Python was built with, or cc."""
    wanted = [os.environ["CC"]] if os.environ.get("CC") else [sysconfig.get_config_var("CC") or "cc", "cc"]
    return next((command for command in wanted if shutil.which(shlex.split(command)[0])), None)


# --- what decides about the compiled files ----------------------------------------------------------------
def imported(file: Path, source: Path) -> Iterator[Path]:
    """The modules of ours that a file names in its imports, wherever in it they stand."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = file.relative_to(source).parts[: -node.level] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            names = [module, *(f"{module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            path = source.joinpath(*name.split("."))
            yield from (found for found in (path.with_suffix(".py"), path / "__init__.py") if found.exists())


def sources(root: Path) -> list[Path]:
    """The compiled files and all that mypy learns types from while it compiles them. The package's own `__init__.py`
    offers names of every layer and is used by none of them (tests/test_layers.py), so it does not count."""
    source, left, found = root / "src", [root / file for file in compiled_files(root)], set[Path]()
    while left:
        file = left.pop()
        if file not in found and file != root / PACKAGE / "__init__.py":
            found.add(file)
            left.extend(imported(file, source))
    return sorted(found)


def digest_of(root: Path, config: dict[str, Any]) -> str:
    """Of sources, compiler, its options, and everything between."""
    compiler = shlex.split(find_compiler() or "")
    told = subprocess.run([*compiler, "--version"], capture_output=True, text=True, check=False).stdout
    facts: list[object] = [sys.version, sysconfig.get_platform(), sysconfig.get_config_vars("SOABI", "CFLAGS")]
    facts += [compiler, told, FLAGS, sorted((name, os.environ.get(name)) for name in ("CFLAGS", "CPPFLAGS", "LDFLAGS"))]
    facts += [sorted(config.items()), [(name, version_of(name)) for name in BUILDERS], compiled_files(root)]
    digest = hashlib.sha256(repr(facts).encode())
    for tool in MENDERS:
        digest.update((Path(__file__).parent / tool).read_bytes())
    for file in sources(root):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


# --- what was compiled before -----------------------------------------------------------------------------
def sums(folder: Path) -> str:
    """A line per file: its digest and its path."""
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name != LIST)
    return "".join(
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder).as_posix()}\n" for file in files
    )


def is_whole(kept: Path) -> bool:
    """Whether all that was put there is there, as it was."""
    return (kept / LIST).exists() and (kept / LIST).read_text() == sums(kept)


def keep(made: Path, kept: Path, extension: str) -> None:
    """Puts compiled files away under their digest, all at once, and forgets what has not been used for longest."""
    shutil.rmtree(kept, ignore_errors=True)
    kept.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=kept.parent, prefix=".") as folder:
        draft = Path(folder, "draft")
        for file in made.rglob(f"*{extension}"):
            target = draft / file.relative_to(made)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, target)
        (draft / LIST).write_text(sums(draft))
        draft.rename(kept)
    old = sorted((entry for entry in kept.parent.iterdir() if entry != kept), key=lambda entry: entry.stat().st_mtime)
    for entry in old[: -(MOST_KEPT - 1)]:
        shutil.rmtree(entry)


# --- the build --------------------------------------------------------------------------------------------
def why_pure(version: str) -> str | None:
    """The reason for not compiling, or None."""
    if version == "editable":
        return "an editable install runs the source files"
    if os.environ.get("FERROVIA_PURE", "0") not in ("", "0"):
        return "FERROVIA_PURE is set"
    return None if find_compiler() else "no C compiler was found (Debian: apt-get install gcc libc6-dev)"


def build_web(root: Path) -> Path | None:
    """The folder of the built web app; None if that is not wanted or this is no checkout."""
    tool = root / "tools" / "web.py"
    if os.environ.get("FERROVIA_WEB", "1") == "0" or not tool.exists():
        return None
    if subprocess.run([sys.executable, str(tool)], cwd=root, check=False).returncode:
        sys.exit("ferrovia: the web app could not be built; FERROVIA_WEB=0 does without it.")
    return root / "web" / "dist"


@contextmanager
def workshop_folder() -> Iterator[str]:
    """Where sources are compiled: a new folder, or, for a build that looks for its profile by the names of its files
    (tools/profile_build.py), always the same."""
    fixed = os.environ.get("FERROVIA_WORKSHOP")
    if not fixed:
        with TemporaryDirectory(prefix="ferrovia-") as folder:
            yield folder
        return
    shutil.rmtree(fixed, ignore_errors=True)
    Path(fixed).mkdir(parents=True)
    yield fixed
    shutil.rmtree(fixed)


class CompileHook(plugin.MypycBuildHook):
    """hatch-mypyc, working on a copy of the sources: a build that is killed leaves nothing behind and loses nothing."""

    PLUGIN_NAME = "custom"
    workshop: Path
    kept: Path

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        web = None if version == "editable" else build_web(Path(self.root))
        if web is None:
            self.app.display_warning("\n*** ferrovia: the web app is not part of this build. ***\n")
        else:
            build_data["force_include"][str(web)] = "ferrovia/server/web"
        if reason := why_pure(version):
            self.app.display_warning(f"\n*** ferrovia: NOT COMPILED, many times slower: {reason}. ***\n")
            return
        headers = Path(sysconfig.get_path("include"), "Python.h")
        if not headers.exists():
            sys.exit(f"ferrovia: {headers} is missing: apt-get install python3-dev, or FERROVIA_PURE=1 to do without.")
        with workshop_folder() as workshop:
            ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
            shutil.copytree(Path(self.root, PACKAGE), Path(workshop, PACKAGE), ignore=ignored)
            self.workshop = Path(workshop)
            self.kept = Path(self.root, KEPT, digest_of(self.workshop, self.config))
            self.compile_or_find(version)
        build_data["infer_tag"] = True
        build_data["pure_python"] = False
        build_data["force_include"].update(self.get_forced_inclusion_map())

    def compile_or_find(self, version: str) -> None:
        if is_whole(self.kept):
            self.app.display_info("ferrovia: the engine is compiled already; neither it nor its compiler has changed.")
            os.utime(self.kept)
            return
        self.app.display_info("ferrovia: compiling the engine, which takes about a minute and a half")
        os.environ["CC"] = find_compiler() or ""
        os.environ["CFLAGS"] = f"{os.environ.get('CFLAGS', '')} {FLAGS}".strip()
        super().initialize(version, {"artifacts": [], "force_include": {}})
        keep(self.workshop, self.kept, self.compiled_extension)

    @property
    def included_files(self) -> list[str]:
        return compiled_files(Path(self.root))

    def clean(self, versions: list[str]) -> None:
        """The original removes compiled files from the sources; there are none in the workshop."""

    def hide_project_file(self) -> AbstractContextManager[None]:
        """Called around the compilation. The original moves pyproject.toml away; we go where there is none."""
        return chdir(self.workshop)

    def get_forced_inclusion_map(self) -> dict[str, str]:
        """Every compiled file that was kept → its place in the project."""
        made = self.kept.rglob(f"*{self.compiled_extension}")
        return {str(file): file.relative_to(self.kept).as_posix() for file in made}


def setup_with_menders(source: str, *args: str, **options: Any) -> str:
    """The setup.py that hatch-mypyc runs, with our own tools between mypyc and the compiler."""
    files = [arg for arg in args if not arg.startswith("-")]
    given = f"(Path({options['target_dir']!r}), {files!r})"
    tools = {Path(__file__).parent / tool: function for tool, function in MENDERS.items()}
    calls = [f"    runpy.run_path({str(tool)!r})[{function!r}]{given}" for tool, function in tools.items()]
    wrapper = ["def mypycify(*args, **options):", "    made = write_c(*args, **options)", *calls, "    return made", ""]
    imports = "import runpy\nfrom pathlib import Path\nfrom mypyc.build import mypycify as write_c\n\n\n"
    text: str = construct_setup_file(source, *args, **options)
    return text.replace("from mypyc.build import mypycify\n", imports + "\n".join(wrapper))


plugin.construct_setup_file = setup_with_menders
