"""The licences of what others have written and the wheel carries: packages and fonts in the web app, and what mypyc
puts into the compiled engine.

tools/web.py writes them beside the page that it built. The same text is THIRD-PARTY-LICENSES.txt, which the wheel
carries among its own licences: `python tools/web.py licences` writes it anew, and a test compares the two.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
FILE: Final = ROOT / "THIRD-PARTY-LICENSES.txt"
MODULES: Final = ROOT / "web" / "node_modules"
PAGE: Final = "licences.txt"
LINE: Final = "=" * 40
"""Fits on a phone."""

HEADING: Final = """\
Licences of third parties in Ferrovia
Licences de tiers dans Ferrovia

Ferrovia itself is under the Apache License 2.0. It carries the following works of others, each under its own licence.
Ferrovia lui-même est sous licence Apache 2.0. Les œuvres suivantes y sont incluses, chacune sous sa propre licence.
"""
OWNERS: Final = {
    "@fontsource-variable/source-serif-4": (
        "© 2014 - 2021 Adobe Systems Incorporated (http://www.adobe.com/), with Reserved Font Name ‘Source’."
    )
}
"""Copyright lines that stand in the font itself and not in the package's licence."""
ALSO: Final = {
    "@fontsource-variable/source-serif-4": "Also in printed sheets, as “Ferrovia Serif” (ferrovia/printing/fonts).",
    "@fontsource/barlow-condensed": "Also in printed sheets (ferrovia/printing/fonts).",
}
"""Where else the package carries it."""
ALWAYS: Final = {"vite"}
"""Loads the parts of the page from inside it, though no import names it."""
VITE_ALONE: Final = "# Licenses of bundled dependencies"
"""Where Vite's licence file goes on with what builds pages and is not in them."""


def write(dist: Path) -> None:
    """Into a page that Vite has just built, in place of what it noted about that."""
    parts = [HEADING, *(npm_licence(name) for name in sorted(bundled(dist) | ALWAYS)), mypyc_licence()]
    (dist / PAGE).write_text(f"\n{LINE}\n".join(parts), encoding="utf-8")
    shutil.rmtree(dist / ".vite")


def bundled(dist: Path) -> set[str]:
    """Packages with a module or a file in the page."""
    modules = json.loads((dist / ".vite" / "license.json").read_text())
    files = json.loads((dist / ".vite" / "manifest.json").read_text())
    return {module["name"] for module in modules} | set(packages_of(files))


def packages_of(files: dict[str, object]) -> Iterator[str]:
    for file in files:
        if found := re.match(r"node_modules/((?:@[^/]+/)?[^/]+)/", file):
            yield found[1]


def npm_licence(name: str) -> str:
    about = json.loads((MODULES / name / "package.json").read_text())
    file = next(file for file in sorted((MODULES / name).iterdir()) if file.name.lower().startswith("licen"))
    text = file.read_text(encoding="utf-8").partition(VITE_ALONE)[0]
    owner = "\n\n".join(filter(None, (OWNERS.get(name), ALSO.get(name))))
    return section(f"{name} {about['version']} ({about['license']})", owner, text)


def mypyc_licence() -> str:
    mypy = distribution("mypy")
    text = mypy.read_text("licenses/LICENSE") or ""
    return section(f"mypyc {mypy.version}, in the compiled engine (MIT, in part PSF-2.0)", None, text)


def section(title: str, owner: str | None, text: str) -> str:
    return "\n\n".join(part.strip() for part in (title, owner, text) if part) + "\n"
