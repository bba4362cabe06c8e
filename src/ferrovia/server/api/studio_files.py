"""Boards in and out of a studio: packages, the other editor's files, pictures."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from importlib.util import find_spec
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request, Response

from ferrovia.boards import BoardError, Problem, board_ids, source_files
from ferrovia.boards.document import from_files, to_files
from ferrovia.boards.library import version_in
from ferrovia.boards.package import read_package, write_package
from ferrovia.server.api.access import Address, TheServices, Token
from ferrovia.server.api.printing import BINARY
from ferrovia.server.api.studio_access import READING, WRITING, BoardKey, mine
from ferrovia.server.api.studio_messages import (
    Imported,
)
from ferrovia.server.core.errors import Denied
from ferrovia.server.encoding import encode
from ferrovia.studio import Draft, document_of, draft_of
from ferrovia.studio.other_csv import zipped_tables
from ferrovia.studio.other_editor import Note, read_other, to_other
from ferrovia.studio.photos import Photo, made_anew

PACKAGE: Final = "application/zip"
PACKED: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {PACKAGE: BINARY}}}
FILE: Final = {"requestBody": {"required": True, "content": {"application/octet-stream": BINARY}}}

Reference = Annotated[str, Path(max_length=80)]

router = APIRouter()
inside = APIRouter(dependencies=READING)
changes = APIRouter(dependencies=WRITING)


@changes.post("/import", openapi_extra=FILE)
async def import_board(request: Request, address: Address, services: TheServices) -> Imported:
    """A package, or a file of the other editor (JSON or CSV), as a draft. The body is the file itself."""
    data = await request.body()
    draft, notes = await services.workbench.run(address, read_any, data)
    return {"draft": draft, "notes": notes}


@changes.post("/photos", openapi_extra=FILE)
async def remake_photo(request: Request, address: Address, services: TheServices) -> Photo:
    """A picture for a backdrop, made anew from its pixels. The body is the file itself; nothing is kept."""
    if find_spec("PIL") is None:
        raise Denied("studio.no_photos")
    return await services.workbench.run(address, made_anew, await request.body())


@inside.get("/boards/{board}/package", response_class=Response, responses=PACKED)
async def download(board: BoardKey, token: Token, address: Address, services: TheServices) -> Response:
    """The draft as a package, sound or not."""
    made = await mine(services, board, token, address)
    return Response(await services.workbench.run(address, packed_draft, made.draft), media_type=PACKAGE)


@inside.get("/boards/{board}/other", response_model=dict[str, Any])
async def export_other(board: BoardKey, token: Token, address: Address, services: TheServices) -> Response:
    """The draft as the other editor's JSON."""
    made = await mine(services, board, token, address)
    return Response(encode(to_other(made.draft)), media_type="application/json")


@inside.get("/boards/{board}/tables", response_class=Response, responses=PACKED)
async def export_tables(board: BoardKey, token: Token, address: Address, services: TheServices) -> Response:
    """Stops, routes and tickets of the draft as the other editor's CSV tables, in one zip."""
    made = await mine(services, board, token, address)
    return Response(zipped_tables(made.draft), media_type=PACKAGE)


@router.get("/packages/{ref}", response_class=Response, responses=PACKED)
async def download_version(ref: Reference, services: TheServices) -> Response:
    """A version that one has the reference of, as a package."""
    version = version_in(ref)
    package = None if version is None else await services.boards.package(version)
    if version is None and ref in board_ids():
        package = await asyncio.to_thread(builtin_package, ref)
    if package is None:
        raise Denied("board.unmade")
    return Response(package, media_type=PACKAGE)


@lru_cache
def builtin_package(board: str) -> bytes:
    return write_package(source_files(board))


# --- in a process of its own ------------------------------------------------------------------------------
def packed_draft(draft: Draft) -> bytes:
    return write_package(to_files(document_of(draft)))


def read_any(data: bytes) -> tuple[Draft, list[Note]]:
    """By what it begins with: a zip, or the text of the other editor."""
    if data[:2] == b"PK":
        return draft_of(from_files(read_package(data))), []
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BoardError("package", [Problem("package", 0, "", "this is neither a package nor text")]) from None
    return read_other(text)


router.include_router(inside)
router.include_router(changes)
