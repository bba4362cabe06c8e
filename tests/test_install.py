"""Installing in a clean environment: the wheel and the sdist, without a compiler, with the base packages alone. `make
wheels` tries every Python, and the sdist with a compiler, too."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import venv
from importlib.metadata import distribution
from pathlib import Path

import pytest

from checkout import ROOT

WITHOUT_COMPILER = {"CC": "/nowhere/cc", "PATH": "/nowhere"}
MODE = os.environ.get("FERROVIA_EXPECT", "compiled")


def run(*command: str | Path, cwd: Path, **env: str) -> str:
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env={**os.environ, **env},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", folder, cwd=ROOT)
    (packed,) = folder.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return folder / packed.name.removesuffix(".tar.gz")


@pytest.fixture
def clean(tmp_path: Path) -> Path:
    """An environment with the packages of requirements/base.txt, which are copied from here, and no others."""
    venv.create(tmp_path / "env", with_pip=False, symlinks=True)
    (site,) = (tmp_path / "env" / "lib").glob("python*/site-packages")
    for line in (ROOT / "requirements" / "base.txt").read_text().splitlines():
        if line and not line.startswith("#") and "sys_platform" not in line:
            package = distribution(line.partition("==")[0])
            for file in package.files or []:
                source = Path(str(package.locate_file(file)))
                if ".." not in file.parts and source.is_file():
                    (site / file).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(source, site / file)
    return tmp_path / "env"


def install(wheel: Path, clean: Path) -> None:
    python = clean / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    run(*pip, "install", "--no-index", "--no-deps", "--no-compile", wheel, cwd=clean, **WITHOUT_COMPILER)


def tried(clean: Path) -> str:
    """It plays and draws, away from the checkout; what `--version` says."""
    command = clean / "bin" / "ferrovia"
    assert "games" in run(
        command, "simulate", "amsterdam", "--games", "1", "--jobs", "1", cwd=clean, **WITHOUT_COMPILER
    )
    assert "<svg" in run(command, "boards", "berlin", "--map", cwd=clean, **WITHOUT_COMPILER)
    return run(command, "--version", cwd=clean, **WITHOUT_COMPILER)


def test_the_wheel_needs_no_compiler(clean: Path) -> None:
    (wheel,) = (ROOT / "dist").glob("ferrovia-*.whl")
    install(wheel, clean)
    assert f"({'compiled' if MODE == 'compiled' else 'not compiled'})" in tried(clean)


def test_the_sdist_installs_without_a_compiler(sdist: Path, clean: Path, tmp_path: Path) -> None:
    """The web app is left out, which needs Node and half a minute: `make wheels` builds it."""
    hatchling = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    run(*hatchling, cwd=sdist, FERROVIA_WEB="0", CC="/nowhere/cc", PYTHONDONTWRITEBYTECODE="1")  # others look into it
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    install(wheel, clean)
    assert "(not compiled)" in tried(clean)


def test_the_sdist_holds_all_that_is_built_from_and_nothing_built(sdist: Path) -> None:
    files = {file.relative_to(sdist).as_posix() for file in sdist.rglob("*") if file.is_file()}
    assert {
        "hatch_build.py",
        "tools/web.py",
        "tools/docstrings.py",
        "tools/trashcan.py",
        "web/package-lock.json",
        "LICENSE",
    } <= files
    built = ("node_modules/", "web/dist/", "web/public/maps/", "build/", "dist/", ".venv/")
    assert [name for name in files if name.endswith((".so", ".pyc")) or name.startswith(built)] == []
