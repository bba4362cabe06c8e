"""Plans for one's next turn, told to nobody else."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from ferrovia.server.api.access import FAILURES, TableId, TheServices, Token, may_read, may_write
from ferrovia.server.api.requests import NewPlan
from ferrovia.server.core import outbox
from ferrovia.server.core.outbox.answers import PlanInfo
from ferrovia.server.core.permissions import seats_of
from ferrovia.server.core.plans import made_plan
from ferrovia.server.services import Services

router = APIRouter(prefix="/api/tables/{table}/plan", tags=["play"], responses=FAILURES)


@router.get("", dependencies=[Depends(may_read)])
async def show_plan(table: TableId, token: Token, services: TheServices) -> PlanInfo:
    """What this seat will do when its turn comes."""
    return await shown(table, token, services)


@router.put("", dependencies=[Depends(may_write)])
async def make_plan(table: TableId, wanted: NewPlan, token: Token, services: TheServices) -> PlanInfo:
    """Claims a route at the seat's next turn, with these cards or those that are proposed for it now, if it is still
    free then; else, if so wished, draws blind. What does not fit is dropped."""
    found = (await services.tables.fresh(table)).table
    await services.planning.keep(table, made_plan(found, token, wanted.lane, wanted.draws, wanted.payment))
    return await shown(table, token, services)


@router.delete("", dependencies=[Depends(may_write)])
async def drop_plan(table: TableId, token: Token, services: TheServices) -> PlanInfo:
    found = (await services.tables.fresh(table)).table
    for seat in seats_of(found, token):
        await services.plan_rows.drop_plan(table, seat)
    return await shown(table, token, services)


async def shown(table: str, token: str, services: Services) -> PlanInfo:
    found = (await services.tables.fresh(table)).table
    held = seats_of(found, token)
    mine = [plan for plan in await services.plan_rows.plans(table) if plan.seat in held]
    return outbox.plan_info(found, mine[0] if mine else None)
