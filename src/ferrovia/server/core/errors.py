"""Why a request is not carried out."""

from __future__ import annotations

from ferrovia.engine.errors import FerroviaError


class Denied(FerroviaError):
    """A request that the server does not carry out. Nothing has changed."""


class Outdated(Denied):
    """A table that only the version of Ferrovia it was begun with can play."""


class Unavailable(Denied):
    """The database can't be reached, so nobody knows whether anything has changed: ask again."""

    def __init__(self) -> None:
        super().__init__("database.unavailable")


class Conflict(Exception):
    """Somebody else has written the same version of a table: look again, decide again."""
