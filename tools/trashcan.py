"""Takes the trashcan out of the C that mypyc writes for classes without a garbage collector's header.

CPython puts objects that are destroyed deep inside others aside (its "trashcan") and links them through that header.
mypyc writes the same code for `acyclic` classes, which have none: from the fiftieth level on the link is written into
whatever lies before the object. Such an object holds nothing of its own kind, so it can be destroyed where it stands.

The wheel's build (hatch_build.py) calls `mend_trashcans` between mypyc and the compiler; tests/test_trashcan.py sees
that nothing breaks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

DEALLOC = re.compile(r"(?P<head>\b\w+_dealloc\(\w+ \*self\)\s*\{)(?P<body>.*?)(?P<tail>\n\s*done: ;)", re.DOTALL)
TRASHCAN = re.compile(r"\n\s*CPy_TRASHCAN_(?:BEGIN\(self, \w+\)|END\(self\))")


def mend_trashcans(folder: Path, sources: Iterable[str]) -> None:
    """In all C of a folder, whatever it was made of."""
    for made in folder.rglob("*.c"):
        text = made.read_text()
        mended = without_trashcans(text)
        if mended != text:
            made.write_text(mended)


def without_trashcans(text: str) -> str:
    """The same C; only destructors that untrack nothing have lost their trashcan."""

    def mend(found: re.Match[str]) -> str:
        if "PyObject_GC_UnTrack(self)" in found["body"]:
            return found[0]
        return found["head"] + TRASHCAN.sub("", found["body"]) + found["tail"]

    return DEALLOC.sub(mend, text)
