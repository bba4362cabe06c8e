"""Compiled files are kept by the digest of all that decides about them (hatch_build.py): what changed is compiled
again, what didn't is not, and a file that is not as it was put there is never taken."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from checkout import ROOT, load_module

HOOK = load_module("hatch_build.py")
OPTIONS: dict[str, Any] = {"options": {"opt_level": "3"}}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the sources."""
    shutil.copytree(ROOT / HOOK.PACKAGE, tmp_path / HOOK.PACKAGE, ignore=shutil.ignore_patterns("*.csv", "__pycache__"))
    return tmp_path


def changed_by(project: Path, file: str) -> bool:
    """Whether a line more in a file changes the digest."""
    before = HOOK.digest_of(project, OPTIONS)
    with (project / HOOK.PACKAGE / file).open("a") as source:
        source.write("\n# another line\n")
    return bool(HOOK.digest_of(project, OPTIONS) != before)


@pytest.mark.parametrize(
    "file", ["engine/state.py", "engine/board.py", "engine/errors.py", "rules/tolls.py", "view/view.py"]
)
def test_what_is_compiled_or_types_it_counts(project: Path, file: str) -> None:
    assert changed_by(project, file)


@pytest.mark.parametrize("file", ["__init__.py", "cli/__init__.py", "server/app.py", "client/link.py", "draw/svg.py"])
def test_what_is_not_compiled_does_not(project: Path, file: str) -> None:
    assert not changed_by(project, file)


def test_compiler_options_and_versions_count(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digests = {HOOK.digest_of(project, OPTIONS), HOOK.digest_of(project, {"options": {"opt_level": "2"}})}
    monkeypatch.setenv("CFLAGS", "-O1")
    digests.add(HOOK.digest_of(project, OPTIONS))
    monkeypatch.delenv("CFLAGS")
    monkeypatch.setattr(HOOK, "version_of", lambda name: "0")
    digests.add(HOOK.digest_of(project, OPTIONS))
    monkeypatch.setattr(HOOK, "find_compiler", lambda: "true")
    digests.add(HOOK.digest_of(project, OPTIONS))
    assert len(digests) == 5


def test_every_compiled_file_is_among_the_sources() -> None:
    found = {file.relative_to(ROOT).as_posix() for file in HOOK.sources(ROOT)}
    assert set(HOOK.compiled_files(ROOT)) <= found


def test_imports_are_found_wherever_they_stand(tmp_path: Path) -> None:
    for name in ("a", "b", "c", "d", "e"):
        (tmp_path / f"{name}.py").touch()
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "__init__.py").touch()
    (tmp_path / "pack" / "inner.py").write_text(
        "from . import other\nfrom .other import x\nimport a\nfrom b import c\n"
    )
    (tmp_path / "pack" / "other.py").touch()
    (tmp_path / "e.py").write_text("def f():\n    from pack import inner\nif 0:\n    import d\n")

    def names(file: str) -> set[str]:
        return {found.relative_to(tmp_path).as_posix() for found in HOOK.imported(tmp_path / file, tmp_path)}

    assert names("pack/inner.py") == {"pack/__init__.py", "pack/other.py", "a.py", "b.py"}
    assert names("e.py") == {"pack/__init__.py", "pack/inner.py", "d.py"}


# --- what is kept -----------------------------------------------------------------------------------------
def put(folder: Path, kept: Path, content: str = "machine code") -> None:
    made = folder / "made"
    (made / "src").mkdir(parents=True, exist_ok=True)
    (made / "src" / "engine.so").write_text(content)
    (made / "src" / "engine.py").write_text("source")
    HOOK.keep(made, kept, ".so")


def test_only_compiled_files_are_kept_and_only_whole(tmp_path: Path) -> None:
    kept = tmp_path / "kept" / "digest"
    assert not HOOK.is_whole(kept)
    put(tmp_path, kept)
    assert HOOK.is_whole(kept)
    assert sorted(file.name for file in kept.rglob("*") if file.is_file()) == [HOOK.LIST, "engine.so"]


@pytest.mark.parametrize("harm", ["changed", "gone", "added", "unlisted"])
def test_what_is_not_as_it_was_put_there_is_not_taken(tmp_path: Path, harm: str) -> None:
    kept = tmp_path / "kept" / "digest"
    put(tmp_path, kept)
    file = kept / "src" / "engine.so"
    if harm == "changed":
        file.write_text("other code")
    elif harm == "gone":
        file.unlink()
    elif harm == "added":
        file.with_name("more.so").write_text("more")
    else:
        (kept / HOOK.LIST).unlink()
    assert not HOOK.is_whole(kept)
    put(tmp_path, kept)
    assert HOOK.is_whole(kept)


def test_the_oldest_are_forgotten(tmp_path: Path) -> None:
    for number in range(HOOK.MOST_KEPT + 2):
        kept = tmp_path / "kept" / str(number)
        put(tmp_path, kept)
        os.utime(kept, (number, number))
    names = sorted(entry.name for entry in (tmp_path / "kept").iterdir())
    assert names == [str(number) for number in range(2, HOOK.MOST_KEPT + 2)]
