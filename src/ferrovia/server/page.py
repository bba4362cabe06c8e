"""The web app that this server serves, and which build of it that is. An open page of another build reloads itself."""

from __future__ import annotations

import os
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
APP: Final = HERE / "web"
WITHOUT: Final = HERE / "api" / "page.html"
BUILD_META: Final = '<meta name="build" content=""'
"""Where the page has its own build from."""
HEADER: Final = "X-Ferrovia-Build"
VARIABLE: Final = "FERROVIA_BUILD"


@cache
def page() -> str:
    """The one page, if the app is built into this package; otherwise one that says what is running here."""
    file = APP / "index.html"
    return file.read_text(encoding="utf-8") if file.exists() else WITHOUT.read_text(encoding="utf-8")


@cache
def build_id() -> str:
    """The names of all that the page loads carry hashes, so its digest stands for the whole app."""
    return os.environ.get(VARIABLE) or sha256(page().encode()).hexdigest()[:16]
