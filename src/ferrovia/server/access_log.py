"""One line of log per request: the pattern of its path, never the path itself."""

from __future__ import annotations

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger(__name__)


class AccessLog:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not log.isEnabledFor(logging.INFO):
            await self.app(scope, receive, send)
            return
        begin = time.perf_counter()
        status = 500

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_on)
        finally:
            path = getattr(scope.get("route"), "path", "unmatched")
            spent = round((time.perf_counter() - begin) * 1000, 1)
            facts = {"method": scope["method"], "path": path, "status": status, "ms": spent}
            log.info("request", extra={"facts": facts})
