"""FERROVIA_INTERPRETED=1: run the installed `.py` files although their compiled twins lie beside them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path


def prefer_source(folders: Iterable[str]) -> None:
    """From now on, imports from these folders and those inside them see source files only."""
    roots = [Path(folder) for folder in folders]

    def ours(folder: str) -> bool:
        return any(Path(folder).is_relative_to(root) for root in roots)

    def source_only(folder: str) -> FileFinder:
        if not ours(folder):
            raise ImportError(f"{folder} is not Ferrovia's")  # how a path hook says "ask the next one"
        return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))

    sys.path_hooks.insert(0, source_only)
    # Finding this very module has left a finder that knows compiled files.
    for folder in [folder for folder in sys.path_importer_cache if ours(folder)]:
        del sys.path_importer_cache[folder]
