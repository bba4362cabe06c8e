"""What a release consists of besides our own code: a software bill of materials (CycloneDX 1.6, JSON).

Required are the packages that every installation has, optional those of the extras, by the locks in requirements/; what
is built into the page and the compiled engine is listed as THIRD-PARTY-LICENSES.txt has it."""

from __future__ import annotations

import json
import re
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

REQUIRED: Final = "base"
OPTIONAL: Final = ("play", "postgres", "notices", "parquet", "ray")
HEADING: Final = re.compile(
    r"={40}\n(?P<name>\S+) (?P<version>\d[^\s,]*)(?P<engine>, in the \S+ engine)? \((?P<licence>.+)\)"
)
NAMESPACE: Final = uuid.UUID("7f0c3c0e-9a3e-5b1c-8f42-6d5a2a2f0b11")


def locked(root: Path, name: str) -> Iterator[tuple[str, str]]:
    """Packages and versions of a lock."""
    for line in (root / "requirements" / f"{name}.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            package, _, version = line.partition(" ;")[0].partition("==")
            yield package.strip(), version.strip()


def python_component(package: str, version: str, scope: str) -> dict[str, Any]:
    url = f"pkg:pypi/{package}@{version}"
    return {"type": "library", "bom-ref": url, "name": package, "version": version, "purl": url, "scope": scope}


def built_in(root: Path) -> Iterator[dict[str, Any]]:
    """What others wrote and is inside our files."""
    text = (root / "THIRD-PARTY-LICENSES.txt").read_text()
    for found in HEADING.finditer(text):
        name, version = found["name"], found["version"]
        url = f"pkg:pypi/{name}@{version}" if found["engine"] else f"pkg:npm/{name.replace('@', '%40')}@{version}"
        licence = found["licence"].replace(", in part ", " AND ")
        yield {
            "type": "library", "bom-ref": url, "name": name, "version": version, "purl": url, "scope": "required",
            "licenses": [{"expression": licence}],
        }  # fmt: skip


def bill(root: Path, version: str) -> dict[str, Any]:
    components = {c["bom-ref"]: c for name in OPTIONAL for c in
                  (python_component(*pair, "optional") for pair in locked(root, name))}  # fmt: skip
    components |= {c["bom-ref"]: c for c in (python_component(*pair, "required") for pair in locked(root, REQUIRED))}
    components |= {c["bom-ref"]: c for c in built_in(root)}
    itself = f"pkg:pypi/ferrovia@{version}"
    required = sorted(ref for ref, component in components.items() if component["scope"] == "required")
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(NAMESPACE, itself)}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": itself,
                "name": "ferrovia",
                "version": version,
                "purl": itself,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            }
        },
        "components": sorted(components.values(), key=lambda component: str(component["bom-ref"])),
        "dependencies": [{"ref": itself, "dependsOn": required}],
    }


if __name__ == "__main__":
    print(json.dumps(bill(Path(__file__).parents[1], sys.argv[1]), indent=2))
