"""The ways a game server can fail those who sit at it."""

from __future__ import annotations

from typing import Final

from ferrovia.engine.errors import FerroviaError

PASSING: Final = frozenset({"database.unavailable", "limit.moves", "server.failed"})
"""Refusals that are over in a moment: the same request may be sent again."""


class ClientError(FerroviaError):
    """Something between here and the table is not as it should be."""


class LinkError(ClientError):
    """A text that is no link to a table, or not the kind that is needed."""


class Refused(ClientError):
    """The server said no: `code` and `params` are its own."""

    @property
    def passes(self) -> bool:
        """Whether it is worth asking again."""
        return self.code in PASSING


class Unreachable(ClientError):
    """Nobody answers, or somebody who is no game server."""


def unreachable(server: str, reason: object) -> Unreachable:
    said = " ".join(str(reason).split()) or type(reason).__name__
    return Unreachable("server.unreachable", {"server": server, "reason": said})


class Cut(ClientError):
    """The socket is closed. The parameter `number` is the code that the server closed it with; 1006 if it could not."""


def cut(number: int = 1006) -> Cut:
    return Cut("line.cut", {"number": number})
