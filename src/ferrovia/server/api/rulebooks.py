"""The rules of a board, in keys and numbers: words live in the client."""

from __future__ import annotations

from typing import Any, cast

from fastapi import APIRouter, Request, Response
from typing_extensions import TypedDict

from ferrovia.boards import known
from ferrovia.boards.rulebook import facts, rulebook
from ferrovia.server.api.access import FAILURES, TheServices
from ferrovia.server.api.catalogue import BoardId, send

router = APIRouter(prefix="/api", tags=["boards"], responses=FAILURES)


class ConditionInfo(TypedDict):
    """An option that has to be on, or off."""

    option: str
    on: bool


class SentenceInfo(TypedDict):
    """Parameters are numbers, names by language, or lists of these. One with `figures` is the row of a table."""

    key: str
    params: dict[str, Any]
    rulings: list[str]
    when: list[ConditionInfo]
    players: tuple[int, int] | None
    """True of tables with so many players only."""
    figures: list[int]


class SectionInfo(TypedDict):
    """Of the shared rules, or of a rule of the board's own. Its heading has the key `<id>.title`."""

    id: str
    picture: str
    when: list[ConditionInfo]
    players: tuple[int, int] | None
    sentences: list[SentenceInfo]


class Rulebook(TypedDict):
    sections: list[SectionInfo]


@router.get("/boards/{board}/rules", response_model=Rulebook)
async def show_rules(board: BoardId, request: Request, services: TheServices) -> Response:
    """Everything that the rules of a board say."""
    await services.library.provide(board)
    return send(await services.prints.of(rules_of, board), request)


def rules_of(id: str) -> Rulebook:
    return {"sections": [cast(SectionInfo, facts(section)) for section in rulebook(known(id))]}
