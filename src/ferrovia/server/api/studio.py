"""The studio: boards that people draw, edit together, name versions of and share."""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Annotated, Any, Final, TypeVar

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response

from ferrovia.boards import BoardError, Problem, board_ids, known, source_files
from ferrovia.boards.document import from_files
from ferrovia.boards.library import version_in
from ferrovia.boards.package import read_package, write_package
from ferrovia.draw import BoardPlan
from ferrovia.rules import FACTORIES
from ferrovia.server import workbench
from ferrovia.server.api.access import FAILURES, TheServices, Token, address_of, may_read, may_write, services_of
from ferrovia.server.api.printing import BINARY
from ferrovia.server.api.studio_messages import (
    BegunLand,
    Changes,
    DeckWish,
    EditInfo,
    Edits,
    Fitting,
    Imported,
    Listing,
    MadeBoard,
    NewBoard,
    RegionWish,
    Report,
    RuleInfo,
    StudioBoard,
    StudioDone,
    StudioInfo,
    SuggestedDeck,
    VersionInfo,
    VersionName,
    WorldPath,
)
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.tokens import hash_token, matches, new_table_id
from ferrovia.server.encoding import encode
from ferrovia.server.services import Services
from ferrovia.server.store.boards import Edit, Made, Named
from ferrovia.server.workbench import Fit
from ferrovia.studio import Draft, draft_of
from ferrovia.studio.blank import blank_draft
from ferrovia.studio.checks import Checked
from ferrovia.studio.other_editor import Note, read_other, to_other
from ferrovia.studio.photos import Photo, made_anew
from ferrovia.studio.regions import Region, world_path

WAIT: Final = 12.0
"""Seconds that a question for edits may wait for one."""
LOOK: Final = 0.4
"""Seconds between two looks into the database while somebody waits."""
SMALLEST_REGION: Final = 0.5
"""Degrees from south to north: below, the map of the world has nothing to show."""
PACKAGE: Final = "application/zip"
PACKED: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {PACKAGE: BINARY}}}
FILE: Final = {"requestBody": {"required": True, "content": {"application/octet-stream": BINARY}}}

BoardKey = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{22}$")]
Reference = Annotated[str, Path(max_length=80)]
Answer = TypeVar("Answer")


async def is_open(request: Request, ferrovia_studio_key: Annotated[str | None, Header(max_length=200)] = None) -> None:
    """Whether this server lets people make boards, and these people."""
    settings = services_of(request).settings
    if settings.studio == "off":
        raise Denied("studio.off")
    if settings.studio == "key" and not hmac.compare_digest(
        (ferrovia_studio_key or "").encode(), (settings.studio_key or "").encode()
    ):
        raise Denied("studio.key")


router = APIRouter(prefix="/api/studio", tags=["studio"], responses=FAILURES, dependencies=[Depends(may_read)])
inside = APIRouter(dependencies=[Depends(is_open)])
changes = APIRouter(dependencies=[Depends(is_open), Depends(may_write)])


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
        }
        for id, rule in FACTORIES.items()
    ]
    return {"mode": services.settings.studio, "rules": rules}


@changes.post("/boards", status_code=201)
async def make_board(wanted: NewBoard, request: Request, services: TheServices) -> MadeBoard:
    """A board of one's own: blank, or a copy of another to go on from."""
    if not wanted.own_work:
        raise Denied("studio.not_own")
    draft = await start_of(services, wanted)
    return {"board": await make(services, address_of(request), wanted.token, draft)}


async def make(services: Services, network: str, token: str, draft: Draft) -> str:
    if not services.new_boards.allows(network):
        raise Denied("limit.boards")
    address = hash_token(f"studio {network}")
    if await services.boards.count_of(address) >= services.settings.boards_per_address:
        raise Denied("limit.boards")
    key = hash_token(f"studio {token}")
    return await services.boards.make(new_table_id(), key, hash_token(token), address, draft)


async def start_of(services: Services, wanted: NewBoard) -> Draft:
    names = {"en": wanted.name, "fr": wanted.name}
    if wanted.start is None:
        return blank_draft(id_from(wanted.name), names)
    await services.library.provide(wanted.start)
    found = known(wanted.start)  # refuses what nobody knows
    version = version_in(wanted.start)
    files = source_files(wanted.start) if version is None else await services.boards.files(version)
    draft = draft_of(from_files(files or {}))
    own = id_from(wanted.name)
    taken = {*board_ids(), found.id}
    draft["s/id"] = own if own not in taken else f"my-{own}"[:40]
    return draft | {f"s/names/{language}": name for language, name in names.items()}


def id_from(name: str) -> str:
    """An id as a board file has it, from a name in any script."""
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower())
    words = "-".join(word for word in plain.split("-") if word)
    return (words if words[:1].isalpha() else f"board-{words}".strip("-"))[:40]


async def mine(services: Services, board: str, token: str) -> Made:
    """A board that the sender may edit."""
    made = await services.boards.find(board)
    if not matches(token, made.maker_hash):
        raise Denied("studio.token")
    return made


@inside.get("/boards/{board}")
async def show_board(board: BoardKey, token: Token, services: TheServices) -> StudioBoard:
    """The draft as it is now, and the versions that were named."""
    made = await mine(services, board, token)
    history = [version_info(named) for named in await services.boards.history(board)]
    return {"board": board, "draft": made.draft, "number": made.number, "listed": made.listed, "versions": history}


@changes.post("/boards/{board}/edits")
async def edit_board(board: BoardKey, sent: Changes, token: Token, services: TheServices) -> EditInfo:
    """Puts an edit after all others. On one key the later wins; the earlier stays in the list of edits."""
    await mine(services, board, token)
    edit = await services.boards.edit(board, sent.key, sent.author, sent.changes)
    services.edited.set_newest(board, edit.number)
    return edit_info(edit)


@inside.get("/boards/{board}/edits")
async def show_edits(
    board: BoardKey,
    token: Token,
    services: TheServices,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    wait: bool = False,
) -> Edits:
    """The edits after a number. With `wait`, an answer comes with the first of them, or after a while without any."""
    await mine(services, board, token)
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


@changes.post("/boards/{board}/check")
async def check_board(board: BoardKey, token: Token, services: TheServices) -> Checked:
    """What is wrong or out of the ordinary, each with its place."""
    return await work(services, workbench.checked, (await mine(services, board, token)).draft)


@changes.post("/boards/{board}/map", response_model=BoardPlan)
async def show_map(
    board: BoardKey,
    token: Token,
    services: TheServices,
    lang: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en",
) -> Response:
    """The map as it is drawn in play; lanes in the order of the draft's routes."""
    plan = await work(services, workbench.laid_out, (await mine(services, board, token)).draft, lang)
    return Response(encode(plan), media_type="application/json")


@changes.post("/boards/{board}/fit")
async def fit_board(board: BoardKey, wanted: Fitting, token: Token, services: TheServices) -> Fit:
    """Where places should lie so that routes have room for their spaces. Nothing is changed yet."""
    draft = (await mine(services, board, token)).draft
    return await work(services, workbench.fitted, draft, wanted.held)


@inside.get("/world")
async def show_world() -> WorldPath:
    """A small map of the world, to choose a region on."""
    return {"path": await asyncio.to_thread(world_path)}


@changes.post("/boards/{board}/region")
async def begin_land(board: BoardKey, wanted: RegionWish, token: Token, services: TheServices) -> BegunLand:
    """A backdrop from a public-domain map of a region, as changes of the draft. Nothing is changed yet."""
    draft = (await mine(services, board, token)).draft
    if wanted.north - wanted.south < SMALLEST_REGION or wanted.west == wanted.east:
        raise Denied("studio.region")
    region = Region(wanted.west, wanted.east, wanted.south, wanted.north)
    return {"changes": await work(services, workbench.begun_land, draft, region)}


@changes.post("/boards/{board}/deck")
async def suggest_deck(board: BoardKey, wanted: DeckWish, token: Token, services: TheServices) -> SuggestedDeck:
    """Tickets to add to those that are there. The same seed gives the same."""
    draft = (await mine(services, board, token)).draft
    found = await work(services, workbench.suggested, draft, wanted.seed, wanted.count)
    return {"tickets": [{"a": a, "b": b, "points": points} for a, b, points in found]}


# --- versions and sharing ---------------------------------------------------------------------------------
@changes.post("/boards/{board}/versions", status_code=201)
async def name_version(board: BoardKey, wanted: VersionName, token: Token, services: TheServices) -> VersionInfo:
    """Keeps the draft as it is now, for ever: games may be played on it. Refused unless the board is sound."""
    draft = (await mine(services, board, token)).draft
    files, id, digest, _ = await work(services, workbench.packed, draft)
    version = await services.boards.add_version(files, id, digest)
    await services.boards.name_version(board, version, wanted.name, services.settings.versions_per_board)
    return version_info((await services.boards.history(board))[-1])


@inside.get("/boards/{board}/versions/{number}")
async def show_version(
    board: BoardKey, number: Annotated[int, Path(ge=1, le=100_000)], token: Token, services: TheServices
) -> Imported:
    """A version that was named, as a draft: to compare with, or to go back to."""
    await mine(services, board, token)
    for named in await services.boards.history(board):
        if named.number == number:
            files = await services.boards.files(named.version)
            return {"draft": draft_of(from_files(files or {})), "notes": []}
    raise Denied("board.unmade")


@changes.put("/boards/{board}")
async def list_board(board: BoardKey, wanted: Listing, token: Token, services: TheServices) -> StudioDone:
    """Offers the newest version to everybody on this server, or to those alone who have a link."""
    await mine(services, board, token)
    await services.boards.set_listed(board, wanted.listed)
    return {"done": True}


@changes.post("/reports/{ref}")
async def report_version(ref: Reference, report: Report, request: Request, services: TheServices) -> StudioDone:
    """Tells whoever keeps this server that a board should not be here."""
    version = version_in(ref)
    if version is None or await services.boards.files(version) is None:
        raise Denied("board.unmade")
    if not services.new_boards.allows(f"report {address_of(request)}"):
        raise Denied("limit.boards")
    await services.boards.report(version, report.text)
    return {"done": True}


# --- files ------------------------------------------------------------------------------------------------
@changes.post("/import", openapi_extra=FILE)
async def import_board(request: Request, services: TheServices) -> Imported:
    """A package, or a file of the other editor (JSON or CSV), as a draft. The body is the file itself."""
    data = await request.body()
    draft, notes = await work(services, read_any, data)
    return {"draft": draft, "notes": notes}


@changes.post("/photos", openapi_extra=FILE)
async def remake_photo(request: Request, services: TheServices) -> Photo:
    """A picture for a backdrop, made anew from its pixels. The body is the file itself; nothing is kept."""
    if find_spec("PIL") is None:
        raise Denied("studio.no_photos")
    return await work(services, made_anew, await request.body())


@inside.get("/boards/{board}/package", response_class=Response, responses=PACKED)
async def download(board: BoardKey, token: Token, services: TheServices) -> Response:
    """The draft as a package, sound or not."""
    from ferrovia.boards.document import to_files
    from ferrovia.studio import document_of

    made = await mine(services, board, token)
    return Response(write_package(to_files(document_of(made.draft))), media_type=PACKAGE)


@inside.get("/boards/{board}/other", response_model=dict[str, Any])
async def export_other(board: BoardKey, token: Token, services: TheServices) -> Response:
    """The draft as the other editor's JSON."""
    made = await mine(services, board, token)
    return Response(encode(to_other(made.draft)), media_type="application/json")


@router.get("/packages/{ref}", response_class=Response, responses=PACKED)
async def download_version(ref: Reference, services: TheServices) -> Response:
    """A version that one has the reference of, as a package."""
    version = version_in(ref)
    files = None if version is None else await services.boards.files(version)
    if version is None and ref in board_ids():
        files = source_files(ref)
    if files is None:
        raise Denied("board.unmade")
    return Response(write_package(files), media_type=PACKAGE)


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


async def work(services: Services, task: Callable[..., Answer], *facts: Any) -> Answer:
    return await services.workbench.run(task, *facts)


# --- in a process of its own ------------------------------------------------------------------------------
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
