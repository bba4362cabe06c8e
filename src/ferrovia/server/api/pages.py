"""The web app, if it is built into this package; otherwise a page that says what is running here.

Every address of the app gets the same page, and so does whoever follows a link to nowhere; what it loads carries a hash
in its name and may be kept for ever."""

from __future__ import annotations

import mimetypes
from functools import cache
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ferrovia.server.core.errors import Denied
from ferrovia.server.page import APP, BUILD_META, build_id, page

router = APIRouter(include_in_schema=False)

BASE: Final = '<base href="/"'
HASHED: Final = "assets"
FOR_EVER: Final = "public, max-age=31536000, immutable"
FOR_A_WHILE: Final = "public, max-age=600"
ADDRESSES: Final = (
    "",
    "new",
    "join",
    "t",
    "replay",
    "record",
    "count",
    "rules",
    "tutorial",
    "stats",
    "studio",
    "balance",
    "settings",
    "about",
    "day",
    "puzzles",
    "calls",
)
"""First parts of the app's own addresses."""
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


@cache
def files() -> dict[str, Path]:
    """Everything of the app by its address. What is not listed is not served."""
    found = [file for file in APP.rglob("*") if file.is_file() and file.suffix != ".gz"]
    return {file.relative_to(APP).as_posix(): file for file in found if file.name != "index.html"}


def is_page(path: str) -> bool:
    """Whether the app has something at this address."""
    return path in files() or path.partition("/")[0] in ADDRESSES


@router.get("/{path:path}")
async def show(path: str, request: Request) -> Response:
    file = files().get(path)
    if file is not None and is_there(file):
        return send(file, path, request)
    first = path.partition("/")[0]
    known = first in ADDRESSES
    if not known and (first == "api" or "text/html" not in request.headers.get("accept", "")):
        raise Denied("route.missing")
    root = escape(request.scope.get("root_path", ""), quote=True)
    shown = page().replace(BASE, f'<base href="{root}/"')
    shown = shown.replace(BUILD_META, BUILD_META.replace('""', f'"{escape(build_id(), quote=True)}"'))
    return HTMLResponse(shown, HTTPStatus.OK if known else HTTPStatus.NOT_FOUND, headers={"Cache-Control": "no-cache"})


def send(file: Path, path: str, request: Request) -> Response:
    kept = FOR_EVER if path.startswith(f"{HASHED}/") else FOR_A_WHILE
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    packed = file.with_name(f"{file.name}.gz")
    if "gzip" in request.headers.get("accept-encoding", "") and is_there(packed):
        return Response(content(packed), media_type=kind, headers={**headers, "Content-Encoding": "gzip"})
    return Response(content(file), media_type=kind, headers=headers)


def is_there(file: Path) -> bool:
    """A newer version may have been put in its place before this one was read."""
    try:
        content(file)
    except OSError:
        return False
    return True


@cache
def content(file: Path) -> bytes:
    """Read once: some megabytes in all."""
    return file.read_bytes()
