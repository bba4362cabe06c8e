"""What a studio works out about a draft: checks, the map, fits, decks, and land to begin with."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response

from ferrovia.draw import BoardPlan
from ferrovia.server import workbench
from ferrovia.server.api.access import Address, TheServices, Token
from ferrovia.server.api.studio_access import READING, WRITING, BoardKey, mine
from ferrovia.server.api.studio_messages import (
    BegunLand,
    DeckWish,
    Fitting,
    RegionWish,
    SuggestedDeck,
    WorldPath,
)
from ferrovia.server.core.errors import Denied
from ferrovia.server.encoding import encode
from ferrovia.server.workbench import Fit
from ferrovia.studio.checks import Checked
from ferrovia.studio.regions import Region, world_path

SMALLEST_REGION: Final = 0.5
"""Degrees from south to north: below, the map of the world has nothing to show."""

router = APIRouter()
inside = APIRouter(dependencies=READING)
changes = APIRouter(dependencies=WRITING)


@changes.post("/boards/{board}/check")
async def check_board(board: BoardKey, token: Token, address: Address, services: TheServices) -> Checked:
    """What is wrong or out of the ordinary, each with its place."""
    draft = (await mine(services, board, token, address)).draft
    return await services.workbench.run(address, workbench.checked, draft)


@changes.post("/boards/{board}/map", response_model=BoardPlan)
async def show_map(
    board: BoardKey,
    token: Token,
    address: Address,
    services: TheServices,
    lang: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en",
) -> Response:
    """The map as it is drawn in play; lanes in the order of the draft's routes."""
    draft = (await mine(services, board, token, address)).draft
    plan = await services.workbench.run(address, workbench.laid_out, draft, lang)
    return Response(encode(plan), media_type="application/json")


@changes.post("/boards/{board}/fit")
async def fit_board(board: BoardKey, wanted: Fitting, token: Token, address: Address, services: TheServices) -> Fit:
    """Where places should lie so that routes have room for their spaces. Nothing is changed yet."""
    draft = (await mine(services, board, token, address)).draft
    return await services.workbench.run(address, workbench.fitted, draft, wanted.held)


@inside.get("/world")
async def show_world() -> WorldPath:
    """A small map of the world, to choose a region on."""
    return {"path": await asyncio.to_thread(world_path)}


@changes.post("/boards/{board}/region")
async def begin_land(
    board: BoardKey, wanted: RegionWish, token: Token, address: Address, services: TheServices
) -> BegunLand:
    """A backdrop from a public-domain map of a region, as changes of the draft. Nothing is changed yet."""
    draft = (await mine(services, board, token, address)).draft
    if wanted.north - wanted.south < SMALLEST_REGION or wanted.west == wanted.east:
        raise Denied("studio.region")
    region = Region(wanted.west, wanted.east, wanted.south, wanted.north)
    return {"changes": await services.workbench.run(address, workbench.begun_land, draft, region)}


@changes.post("/boards/{board}/deck")
async def suggest_deck(
    board: BoardKey, wanted: DeckWish, token: Token, address: Address, services: TheServices
) -> SuggestedDeck:
    """Tickets to add to those that are there. The same seed gives the same."""
    draft = (await mine(services, board, token, address)).draft
    found = await services.workbench.run(address, workbench.suggested, draft, wanted.seed, wanted.count)
    return {"tickets": [{"a": a, "b": b, "points": points} for a, b, points in found]}


router.include_router(inside)
router.include_router(changes)
