"""A valid request for every operation of the studio, in an order in which each succeeds."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from PIL import Image

from server.serving import Server, bearer, new_token
from server.studio import Maker, small_board

Request = tuple[str, str, dict[str, Any]]
STUDIO = "/api/studio"
BOARD = f"{STUDIO}/boards/{{board}}"


def of(maker: Maker, body: Any = None, **path: object) -> dict[str, Any]:
    parts = {"path_parameters": {"board": maker.board, **path}, "headers": bearer(maker.token)}
    return parts if body is None else {**parts, "body": body}


def studio_requests(server: Server) -> Iterator[Request]:
    """On a server whose studio is open."""
    yield "GET", STUDIO, {}
    wanted = {"token": new_token(), "name": "Copse", "start": "berlin", "own_work": True}
    yield "POST", f"{STUDIO}/boards", {"body": wanted}
    maker = Maker(server)
    assert maker.make().status_code == 201
    yield from editing(maker)
    yield from sharing(maker)


def editing(maker: Maker) -> Iterator[Request]:
    edit = {"key": "openapi-1", "author": "Ada", "changes": [[key, value] for key, value in small_board()]}
    yield "POST", f"{BOARD}/edits", of(maker, edit)
    yield "GET", f"{BOARD}/edits", of(maker)
    yield "GET", BOARD, of(maker)
    yield "POST", f"{BOARD}/check", of(maker)
    yield "POST", f"{BOARD}/map", of(maker)
    yield "POST", f"{BOARD}/fit", of(maker, {"held": ["p1"]})
    yield "POST", f"{BOARD}/deck", of(maker, {"seed": 5, "count": 8})
    yield "GET", f"{STUDIO}/world", {}
    yield "POST", f"{BOARD}/region", of(maker, {"west": 0, "east": 10, "south": 45, "north": 50})
    photo = io.BytesIO()
    Image.new("RGB", (60, 40)).save(photo, "PNG")
    yield "POST", f"{STUDIO}/photos", {"body": photo.getvalue(), "media_type": "application/octet-stream"}


def sharing(maker: Maker) -> Iterator[Request]:
    yield "POST", f"{BOARD}/versions", of(maker, {"name": "first"})
    yield "GET", f"{BOARD}/versions/{{number}}", of(maker, number=1)
    yield "PUT", BOARD, of(maker, {"listed": True})
    yield "GET", f"{BOARD}/other", of(maker)
    yield "GET", f"{BOARD}/tables", of(maker)
    yield "GET", f"{BOARD}/package", of(maker)
    package = maker.get("/package").content
    yield "POST", f"{STUDIO}/import", {"body": package, "media_type": "application/octet-stream"}
    ref = maker.get().json()["versions"][0]["ref"]
    yield "GET", f"{STUDIO}/packages/{{ref}}", {"path_parameters": {"ref": ref}}
    yield "POST", f"{STUDIO}/reports/{{ref}}", {"path_parameters": {"ref": ref}, "body": {"text": "not mine"}}
