"""The web app, if it is built into this package; otherwise a page that says what is running here."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

router = APIRouter(include_in_schema=False)

PAGE = Path(__file__).parent / "page.html"


@cache
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


@router.get("/")
def home() -> HTMLResponse:
    return HTMLResponse(page())
