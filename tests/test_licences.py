"""The licences of what others have written are in the wheel and on the page."""

from __future__ import annotations

from importlib.metadata import distribution

import pytest

from checkout import ROOT
from ferrovia.server.api.pages import files

NAME = "THIRD-PARTY-LICENSES.txt"
CARRIED = (
    "@fontsource-variable/source-serif-4",
    "@fontsource/barlow-condensed",
    "svelte",
    "uqr",
    "vite",
    "mypyc",
)
FILE = (ROOT / NAME).read_text(encoding="utf-8")


def test_the_wheel_has_ours_and_theirs() -> None:
    package = distribution("ferrovia")
    assert package.metadata.get_all("License-File") == ["LICENSE", NAME]
    assert package.read_text(f"licenses/{NAME}") == FILE


def test_the_page_has_what_was_built_into_it() -> None:
    built = files()["licences.txt"].read_text(encoding="utf-8")
    assert built == FILE, "run `build/env/bin/python tools/web.py licences`"


@pytest.mark.parametrize("name", CARRIED)
def test_everything_that_is_carried_has_its_section(name: str) -> None:
    _, *sections = FILE.split(f"\n{'=' * 40}\n")
    (section,) = [section for section in sections if section.startswith(f"{name} ")]
    assert "Permission is hereby granted" in section


def test_it_says_what_it_is_in_both_languages() -> None:
    assert FILE.startswith("Licences of third parties in Ferrovia\nLicences de tiers dans Ferrovia\n")
