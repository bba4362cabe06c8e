"""The studio: boards that people draw, edit together, name versions of and share."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query

from ferrovia.boards import board_ids, known, source_files
from ferrovia.boards.document import from_files
from ferrovia.boards.library import version_in
from ferrovia.boards.marks import marks_by_cell
from ferrovia.draw.symbols import DOT
from ferrovia.rules import FACTORIES
from ferrovia.server import workbench
from ferrovia.server.api import studio_files, studio_tools
from ferrovia.server.api.access import FAILURES, Address, TheServices, Token, may_read
from ferrovia.server.api.studio_access import READING, WRITING, BoardKey, mine
from ferrovia.server.api.studio_messages import (
    Changes,
    EditInfo,
    Edits,
    Imported,
    Listing,
    MadeBoard,
    NewBoard,
    Report,
    RuleInfo,
    StudioBoard,
    StudioDone,
    StudioInfo,
    VersionInfo,
    VersionName,
)
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.tokens import hash_token, new_table_id
from ferrovia.server.services import Services
from ferrovia.server.store.board_edit_rows import Edit
from ferrovia.server.store.boards import Named
from ferrovia.studio import Draft, draft_of
from ferrovia.studio.blank import blank_draft

WAIT: Final = 12.0
"""Seconds that a question for edits may wait for one."""
LOOK: Final = 0.4
"""Seconds between two looks into the database while somebody waits."""

Reference = Annotated[str, Path(max_length=80)]


router = APIRouter(prefix="/api/studio", tags=["studio"], responses=FAILURES, dependencies=[Depends(may_read)])
inside = APIRouter(dependencies=READING)
changes = APIRouter(dependencies=WRITING)


# --- making and editing -----------------------------------------------------------------------------------
@router.get("")
async def show_studio(services: TheServices) -> StudioInfo:
    """Whether boards may be made here, and the rules that they may play by."""
    rules: list[RuleInfo] = [
        {
            "id": id,
            "lane_columns": list(rule.LANE_COLUMNS),
            "ticket_columns": list(rule.TICKET_COLUMNS),
            "params": list(rule.PARAMS),
            "flags": list(rule.FLAGS),
            "usual": dict(rule.USUAL),
            "marks": [
                {
                    "column": column,
                    "cell": cell,
                    "number": mark.number,
                    "glyph": mark.glyph or DOT,
                    "spaces": mark.spaces,
                    "broken": mark.broken,
                }
                for column, cell, mark in marks_by_cell(rule)
            ],
        }
        for id, rule in FACTORIES.items()
    ]
    return {"mode": services.settings.studio, "rules": rules}


@changes.post("/boards", status_code=201)
async def make_board(wanted: NewBoard, address: Address, services: TheServices) -> MadeBoard:
    """A board of one's own: blank, or a copy of another to go on from."""
    if not wanted.own_work:
        raise Denied("studio.not_own")
    maker = hash_token(f"studio {address}")
    most = services.settings.boards_per_address
    if not services.new_boards.allows(address) or await services.boards.count_of(maker) >= most:
        raise Denied("limit.boards")
    draft = await start_of(services, wanted, address)
    key, token = hash_token(f"studio {wanted.token}"), hash_token(wanted.token)
    return {"board": await services.boards.make(new_table_id(), key, token, maker, draft)}


async def start_of(services: Services, wanted: NewBoard, address: str) -> Draft:
    names = {"en": wanted.name, "fr": wanted.name}
    if wanted.start is None:
        return blank_draft(id_from(wanted.name), names)
    await services.library.provide(wanted.start)
    found = known(wanted.start)  # refuses what nobody knows
    version = version_in(wanted.start)
    if version is None:
        draft = await asyncio.to_thread(draft_of_builtin, wanted.start)
    else:
        package = await services.boards.package(version)
        assert package is not None  # it is known
        draft = await services.workbench.run(address, workbench.unpacked, package)
    own = id_from(wanted.name)
    taken = {*board_ids(), found.id}
    draft["s/id"] = own if own not in taken else f"my-{own}"[:40]
    return draft | {f"s/names/{language}": name for language, name in names.items()}


def draft_of_builtin(board: str) -> Draft:
    return draft_of(from_files(source_files(board)))


def id_from(name: str) -> str:
    """An id as a board file has it, from a name in any script."""
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower())
    words = "-".join(word for word in plain.split("-") if word)
    return (words if words[:1].isalpha() else f"board-{words}".strip("-"))[:40]


@inside.get("/boards/{board}")
async def show_board(board: BoardKey, token: Token, address: Address, services: TheServices) -> StudioBoard:
    """The draft as it is now, and the versions that were named."""
    made = await mine(services, board, token, address)
    history = [version_info(named) for named in await services.boards.history(board)]
    return {"board": board, "draft": made.draft, "number": made.number, "listed": made.listed, "versions": history}


@changes.post("/boards/{board}/edits")
async def edit_board(board: BoardKey, sent: Changes, token: Token, address: Address, services: TheServices) -> EditInfo:
    """Puts an edit after all others. On one key the later wins; the earlier stays in the list of edits."""
    await mine(services, board, token, address)
    edit = await services.boards.edit(board, sent.key, sent.author, sent.changes)
    services.edited.set_newest(board, edit.number)
    return edit_info(edit)


@inside.get("/boards/{board}/edits")
async def show_edits(
    board: BoardKey,
    token: Token,
    address: Address,
    services: TheServices,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    wait: bool = False,
) -> Edits:
    """The edits after a number. With `wait`, an answer comes with the first of them, or after a while without any."""
    await mine(services, board, token, address)
    until = time.monotonic() + (WAIT if wait else 0)
    while True:
        if not wait or await services.edited.is_newer(board, after):
            found = await services.boards.edits(board, after)
            if found or not wait:
                return {"edits": [edit_info(edit) for edit in found]}
        left = until - time.monotonic()
        if left <= 0 or services.closing:
            return {"edits": []}
        await asyncio.sleep(min(LOOK, left))


# --- versions and sharing ---------------------------------------------------------------------------------
@changes.post("/boards/{board}/versions", status_code=201)
async def name_version(
    board: BoardKey, wanted: VersionName, token: Token, address: Address, services: TheServices
) -> VersionInfo:
    """Keeps the draft as it is now, for ever: games may be played on it. Refused unless the board is sound."""
    draft = (await mine(services, board, token, address)).draft
    if not services.new_versions.allows(address):
        raise Denied("limit.boards")
    files, id, digest, _ = await services.workbench.run(address, workbench.packed, draft)
    version = await services.boards.add_version(files, id, digest)
    await services.boards.name_version(board, version, wanted.name, services.settings.versions_per_board)
    return version_info((await services.boards.history(board))[-1])


@inside.get("/boards/{board}/versions/{number}")
async def show_version(
    board: BoardKey,
    number: Annotated[int, Path(ge=1, le=100_000)],
    token: Token,
    address: Address,
    services: TheServices,
) -> Imported:
    """A version that was named, as a draft: to compare with, or to go back to."""
    await mine(services, board, token, address)
    for named in await services.boards.history(board):
        if named.number == number:
            package = await services.boards.package(named.version)
            assert package is not None
            return {"draft": await services.workbench.run(address, workbench.unpacked, package), "notes": []}
    raise Denied("board.unmade")


@changes.put("/boards/{board}")
async def list_board(
    board: BoardKey, wanted: Listing, token: Token, address: Address, services: TheServices
) -> StudioDone:
    """Offers the newest version to everybody on this server, or to those alone who have a link."""
    await mine(services, board, token, address)
    await services.boards.set_listed(board, wanted.listed)
    return {"done": True}


@changes.post("/reports/{ref}")
async def report_version(ref: Reference, report: Report, address: Address, services: TheServices) -> StudioDone:
    """Tells whoever keeps this server that a board should not be here."""
    version = version_in(ref)
    if version is None or await services.boards.files(version) is None:
        raise Denied("board.unmade")
    if not services.new_boards.allows(f"report {address}"):
        raise Denied("limit.boards")
    await services.boards.report(version, report.text)
    return {"done": True}


# --- how it is said ---------------------------------------------------------------------------------------
def edit_info(edit: Edit) -> EditInfo:
    return {
        "number": edit.number,
        "at": edit.at,
        "key": edit.key,
        "author": edit.author,
        "changes": edit.changes,
    }


def version_info(named: Named) -> VersionInfo:
    return {
        "number": named.number,
        "name": named.name,
        "at": named.at,
        "ref": named.ref,
        "digest": named.digest,
        "removed": named.removed,
    }


for part in (inside, changes, studio_tools.router, studio_files.router):
    router.include_router(part)
