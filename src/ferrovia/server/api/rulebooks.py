"""The rules of a board, in keys and numbers: words live in the client."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, cast

from fastapi import APIRouter, Path
from typing_extensions import TypedDict

from ferrovia.boards import builtin
from ferrovia.boards.rulebook import facts, rulebook
from ferrovia.server.api.access import FAILURES

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


@router.get("/boards/{board}/rules")
def show_rules(board: Annotated[str, Path(max_length=60)]) -> Rulebook:
    """Everything that the rules of a board say."""
    return rules_of(board)


@lru_cache(maxsize=32)
def rules_of(id: str) -> Rulebook:
    return {"sections": [cast(SectionInfo, facts(section)) for section in rulebook(builtin(id))]}
