"""Around every request: security headers on the answer, limits on the body, the origin of sockets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ferrovia.server.core.errors import Denied
from ferrovia.server.page import HEADER, build_id

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
        "base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class SecurityHeaders:
    """Adds the headers, and which build of the page belongs to this server. Answers of the API are never cached."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
                headers.setdefault(HEADER, build_id())
            await send(message)

        await self.app(scope, receive, send_safely)


class HeadRequests:
    """Answers HEAD like GET, on the paths that `answers` says yes to. uvicorn, which still knows what was asked, leaves
    the body out."""

    def __init__(self, app: ASGIApp, answers: Callable[[str], bool]) -> None:
        self.app = app
        self.answers = answers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("method") == "HEAD":
            path = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
            scope = {**scope, "method": "GET"} if self.answers(path) else scope
        await self.app(scope, receive, send)


class BodyLimit:
    """Refuses a body that is too long, whatever length it declares. Below some paths it may be longer: `larger`."""

    def __init__(self, app: ASGIApp, most: int, larger: Mapping[str, int] | None = None) -> None:
        self.app = app
        self.most = most
        self.larger = larger or {}

    def most_at(self, scope: Scope) -> int:
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        return next((most for start, most in self.larger.items() if path.startswith(start)), self.most)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "0")
        most = self.most_at(scope)
        if not length.isdecimal() or int(length) > most:
            await refuse(send)
            return
        seen = 0
        started = False
        refused = False

        async def receive_some() -> Message:
            nonlocal seen, refused
            message = await receive()
            seen += len(message.get("body", b""))
            if seen <= most:
                return message
            if not started and not refused:
                refused = True
                await refuse(send)
            return {"type": "http.disconnect"}  # so that the app stops reading

        async def send_on(message: Message) -> None:
            nonlocal started
            if not refused:
                started = True
                await send(message)

        await self.app(scope, receive_some, send_on)


async def refuse(send: Send) -> None:
    body = b'{"code":"body.too_large","params":{}}'
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 413, "headers": [*headers, (b"connection", b"close")]})
    await send({"type": "http.response.body", "body": body})


def check_origin(origin: str | None, host: str | None, allowed: tuple[str, ...]) -> None:
    """Pages of other sites must not open sockets here. Programs that are no browsers send no origin."""
    if origin is None or origin in allowed:
        return
    try:
        foreign = not host or urlsplit(origin).netloc.lower() != host.lower()
    except ValueError:  # not an address
        foreign = True
    if foreign:
        raise Denied("origin.foreign")
