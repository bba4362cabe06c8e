"""What a page must never do: complain, fail to load something, ask another host."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request


@dataclass
class Watch:
    """Over everything that the pages of one browser do."""

    context: BrowserContext
    host: str
    complaints: list[str] = field(default_factory=list)
    """Patterns of complaints that a test brings about itself, such as a lost connection."""
    expected: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context.on("console", self.console)
        self.context.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        self.context.on("request", self.request)
        self.context.on("requestfailed", self.failed)

    def console(self, message: ConsoleMessage) -> None:
        asked = str(message.location.get("url", ""))
        if message.type in ("error", "warning") and not asked.endswith("/favicon.ico"):  # of plain answers
            self.complaints.append(f"console: {message.text} ({asked})")

    def request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss") and address.netloc != self.host:
            self.complaints.append(f"a request leaves the host: {request.url}")

    def failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # a page that is left
            self.complaints.append(f"failed: {request.url}: {request.failure}")

    def verdict(self) -> list[str]:
        """What was not expected."""
        return [each for each in self.complaints if not any(re.search(pattern, each) for pattern in self.expected)]
