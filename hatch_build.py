"""Builds the wheel: compiles the engine with mypyc and builds the web app, or says loudly why it doesn't."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from contextlib import AbstractContextManager, chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatch_mypyc import plugin
from hatch_mypyc.utils import construct_setup_file

PACKAGE = "src/ferrovia"
COMPILED_FOLDERS = ("engine", "rules", "view", "bots/thinking")
"""What runs for every decision of every game, and of every game a bot thinks through."""

INTERPRETED = {
    "engine/board.py": "plain data, read while a game is set up and pickled on its way to other processes",
    "engine/params.py": "plain data, read by whoever tells events in words",
    "engine/values.py": "named tuples, which mypyc doesn't compile either and robs of their docstrings",
    "engine/errors.py": "exceptions: uncompiled layers subclass them (mypyc refuses), processes send them around",
}
"""Files of those folders that stay ordinary Python, and why. Every `__init__.py` does too: imports and registries,
run once, have nothing to gain."""


FLAGS = "-fno-semantic-interposition"
"""Lets the compiler inline our small functions into each other, which a shared library otherwise forbids."""


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


class CompileHook(plugin.MypycBuildHook):
    """hatch-mypyc, working on a copy of the sources: a build that is killed leaves nothing behind and loses nothing."""

    PLUGIN_NAME = "custom"
    workshop: TemporaryDirectory[str] | None = None

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
        os.environ["CC"] = find_compiler() or ""
        os.environ["CFLAGS"] = f"{os.environ.get('CFLAGS', '')} {FLAGS}".strip()
        self.workshop = TemporaryDirectory(prefix="ferrovia-")
        shutil.copytree(
            Path(self.root, PACKAGE),
            Path(self.workshop.name, PACKAGE),
            ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"),
        )
        super().initialize(version, build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.workshop:
            self.workshop.cleanup()

    @property
    def included_files(self) -> list[str]:
        return compiled_files(Path(self.root))

    def hide_project_file(self) -> AbstractContextManager[None]:
        """Called around the compilation. The original moves pyproject.toml away; we go where there is none."""
        assert self.workshop
        return chdir(self.workshop.name)

    def get_forced_inclusion_map(self) -> dict[str, str]:
        """Every compiled file made in the workshop → its place in the project."""
        if not self.workshop:
            return {}
        made = Path(self.workshop.name).rglob(f"*{self.compiled_extension}")
        return {str(file): str(file.relative_to(self.workshop.name)) for file in made}


def setup_with_docstrings(source: str, *files: str, **options: Any) -> str:
    """The setup.py that hatch-mypyc runs, with docstrings put back into the C between mypyc and the compiler."""
    tool = Path(__file__).parent / "tools" / "docstrings.py"
    keep = f"runpy.run_path({str(tool)!r})['keep_docstrings'](Path({options['target_dir']!r}), {list(files)!r})"
    wrapper = f"def mypycify(*args, **options):\n    made = write_c(*args, **options)\n    {keep}\n    return made\n"
    imports = "import runpy\nfrom pathlib import Path\nfrom mypyc.build import mypycify as write_c\n\n\n"
    text: str = construct_setup_file(source, *files, **options)
    return text.replace("from mypyc.build import mypycify\n", imports + wrapper)


plugin.construct_setup_file = setup_with_docstrings
