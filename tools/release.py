"""Makes everything of a release, checks it and stops short of uploading.

    python tools/release.py            (make release)

It works on the last commit, not on the files as they lie: an export of it, with the changelog turned, that is, with
[Unreleased] become the version and the day. The version stands in src/ferrovia/__init__.py and nowhere else; whoever
repeats it (CITATION.cff) is compared. In dist/release/VERSION are then the sdist, the wheels, the changelog, its part
on this version, the bill of materials and the checksums of all of them."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from sbom import bill
from wheels import ROOT, make_wheels, say

SOURCE: Final = ROOT / "build" / "release"
UNRELEASED: Final = "## [Unreleased]"
SUMS: Final = "SHA256SUMS"


class NotReady(Exception):
    """Why there can be no release."""


def version_of(source: Path) -> str:
    text = (source / "src" / "ferrovia" / "__init__.py").read_text()
    (version,) = re.findall(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    return str(version)


def check_versions(source: Path, version: str) -> None:
    cited = re.findall(r"^version: (\S+)$", (source / "CITATION.cff").read_text(), re.MULTILINE)
    if cited != [version]:
        raise NotReady(f"CITATION.cff says {cited}, the package {version}")
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
        raise NotReady(f"{version} is no version to release")


def turn(changelog: str, version: str, day: date) -> str:
    """The changelog with what was unreleased under the version, and an empty [Unreleased] above it."""
    if f"\n## [{version}]" in changelog:
        raise NotReady(f"the changelog has {version} already: raise the version in src/ferrovia/__init__.py")
    if changelog.count(f"\n{UNRELEASED}\n") != 1:
        raise NotReady(f"the changelog needs one line {UNRELEASED}")
    turned = changelog.replace(f"\n{UNRELEASED}\n", f"\n{UNRELEASED}\n\n## [{version}] - {day.isoformat()}\n")
    if not notes(turned, version):
        raise NotReady("the changelog has nothing about this version")
    return turned


def notes(changelog: str, version: str) -> str:
    """The part on one version."""
    _, _, part = changelog.partition(f"\n## [{version}]")
    return part.partition("\n")[2].partition("\n## [")[0].strip()


def export(commit: str, target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(target, filter="data")


def checksums(folder: Path) -> str:
    files = sorted(file for file in folder.iterdir() if file.name != SUMS)
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)


def asked(*command: str) -> str:
    return subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def release() -> Path:
    if asked("status", "--porcelain", "--untracked-files=no"):
        raise NotReady("some files are changed and not committed: a release is made of a commit")
    commit = asked("rev-parse", "HEAD")
    export(commit, SOURCE)
    version = version_of(SOURCE)
    check_versions(SOURCE, version)
    changelog = turn((SOURCE / "CHANGELOG.md").read_text(), version, datetime.now(UTC).date())
    (SOURCE / "CHANGELOG.md").write_text(changelog)
    say(f"making Ferrovia {version} of commit {commit[:10]}")
    target = ROOT / "dist" / "release" / version
    shutil.rmtree(target, ignore_errors=True)
    for made in make_wheels(SOURCE, target):
        if f"-{version}" not in made.name:
            raise NotReady(f"{made.name} is not of version {version}")
    (target / "CHANGELOG.md").write_text(changelog)
    (target / "NOTES.md").write_text(notes(changelog, version) + "\n")
    (target / f"ferrovia-{version}.cdx.json").write_text(json.dumps(bill(SOURCE, version), indent=2) + "\n")
    (target / SUMS).write_text(checksums(target))
    return target


if __name__ == "__main__":
    try:
        made = release()
    except NotReady as reason:
        sys.exit(f"ferrovia: no release: {reason}.")
    say(f"everything is in {made.relative_to(ROOT)}; nothing was uploaded. What is left:")
    print(f"    cp {made.relative_to(ROOT)}/CHANGELOG.md . && git commit --all --message 'Release {made.name}'")
    print(f"    git tag --sign v{made.name} && git push --follow-tags")
    print(f"    twine upload {made.relative_to(ROOT)}/ferrovia-{made.name}*.whl {made.relative_to(ROOT)}/*.tar.gz")
