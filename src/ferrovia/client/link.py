"""Links: what people send each other. One is an invitation, a seat to come back to, or a table to watch."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import urlsplit

from ferrovia.client.errors import LinkError

PATH: Final = re.compile(r"(?P<folder>(/[^/]+)*)/t/(?P<table>[A-Za-z0-9_-]{22})/?")
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
SCHEMES: Final = ("http", "https")


@dataclass(frozen=True)
class Link:
    """`str(link)` is the link itself. Whoever has it has the seat, so its `repr` leaves the token out."""

    server: str
    """Where the server is, a sub-path included, without a slash at the end."""
    table: str
    token: str | None = field(default=None, repr=False)
    """An invitation or a seat's own; None on a link for watching."""

    @classmethod
    def parse(cls, text: str) -> Link:
        """`https://host/t/TABLE#TOKEN`, or the same without a token."""
        try:
            parts = urlsplit(text.strip())
            host = parts.hostname
            _ = parts.port  # raises if it is no number
        except ValueError:
            raise LinkError("link.malformed") from None
        path = PATH.fullmatch(parts.path)
        if parts.scheme not in SCHEMES or not host or not host.isprintable() or " " in parts.netloc or path is None:
            raise LinkError("link.malformed")
        if parts.fragment and TOKEN.fullmatch(parts.fragment) is None:
            raise LinkError("link.malformed")
        return cls(f"{parts.scheme}://{parts.netloc}{path['folder']}", path["table"], parts.fragment or None)

    def __str__(self) -> str:
        return f"{self.server}/t/{self.table}" + (f"#{self.token}" if self.token else "")

    def holding(self, token: str | None) -> Link:
        """The same table with another token, or without one."""
        return replace(self, token=token)

    @property
    def socket(self) -> str:
        """The address of the table's socket; no token is in it."""
        return f"ws{self.server.removeprefix('http')}/api/tables/{self.table}/live"
