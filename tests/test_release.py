"""What `make release` makes of the changelog, the locks and the version."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import ferrovia
from checkout import ROOT, load_module

sys.path.append(str(ROOT / "tools"))
RELEASE, SBOM = load_module("tools/release.py"), load_module("tools/sbom.py")
BEFORE = "# Changelog\n\n## [Unreleased]\n\n### Added\n- a thing\n\n## [0.0.9] - 2026-01-02\n- old\n"
DAY = date(2026, 11, 17)


def test_the_changelog_is_turned() -> None:
    turned = RELEASE.turn(BEFORE, "0.1.0", DAY)
    assert turned == BEFORE.replace("## [Unreleased]\n", "## [Unreleased]\n\n## [0.1.0] - 2026-11-17\n")
    assert RELEASE.notes(turned, "0.1.0") == "### Added\n- a thing"
    assert RELEASE.notes(turned, "0.0.9") == "- old"


@pytest.mark.parametrize(
    ("text", "version", "why"),
    [
        (BEFORE, "0.0.9", "has 0.0.9 already"),
        (BEFORE.replace("## [Unreleased]\n", ""), "0.1.0", "needs one line"),
        (BEFORE.replace("### Added\n- a thing\n", ""), "0.1.0", "nothing about this version"),
    ],
)
def test_a_changelog_that_can_not_be_turned_is_refused(text: str, version: str, why: str) -> None:
    with pytest.raises(RELEASE.NotReady, match=why):
        RELEASE.turn(text, version, DAY)


def test_the_changelog_of_today_can_be_turned() -> None:
    assert RELEASE.version_of(ROOT) == ferrovia.__version__
    RELEASE.check_versions(ROOT, ferrovia.__version__)
    RELEASE.turn((ROOT / "CHANGELOG.md").read_text(), ferrovia.__version__, DAY)


def test_a_version_that_is_told_differently_is_refused(tmp_path: Path) -> None:
    (tmp_path / "CITATION.cff").write_text("version: 0.2.0\n")
    with pytest.raises(RELEASE.NotReady, match=r"CITATION.cff says \['0.2.0'\], the package 0.1.0"):
        RELEASE.check_versions(tmp_path, "0.1.0")
    (tmp_path / "CITATION.cff").write_text("version: 0.2.0.dev1\n")
    with pytest.raises(RELEASE.NotReady, match="no version to release"):
        RELEASE.check_versions(tmp_path, "0.2.0.dev1")


def test_the_checksums_are_those_of_sha256sum(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"")
    (tmp_path / "a").write_bytes(b"abc")
    (tmp_path / "SHA256SUMS").write_bytes(b"old")
    assert RELEASE.checksums(tmp_path).splitlines() == [
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b",
    ]


def test_the_bill_of_materials_has_every_package_and_what_is_built_in() -> None:
    bill: dict[str, Any] = json.loads(json.dumps(SBOM.bill(ROOT, "1.2.3")))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["purl"] == "pkg:pypi/ferrovia@1.2.3"
    components = {component["name"]: component for component in bill["components"]}
    assert len({component["bom-ref"] for component in bill["components"]}) == len(bill["components"])
    for name, scope in (("typer", "required"), ("uvicorn", "optional"), ("ray", "optional"), ("svelte", "required")):
        assert components[name]["scope"] == scope
    assert components["svelte"]["purl"].startswith("pkg:npm/svelte@")
    assert components["@fontsource/barlow-condensed"]["licenses"] == [{"expression": "OFL-1.1"}]
    assert components["mypyc"]["licenses"] == [{"expression": "MIT AND PSF-2.0"}]
    locked = dict(SBOM.locked(ROOT, "play")) | dict(SBOM.locked(ROOT, "postgres"))
    assert {name: components[name]["version"] for name in locked} == locked
    (itself,) = bill["dependencies"]
    assert "pkg:pypi/typer@" in " ".join(itself["dependsOn"])
    assert "uvicorn" not in " ".join(itself["dependsOn"])
