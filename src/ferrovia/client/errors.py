"""What can go wrong between a client and a game server."""

from __future__ import annotations

from typing import Final

from ferrovia.engine.errors import FerroviaError

PASSING: Final = frozenset({"database.unavailable", "limit.moves", "server.failed"})
"""Refusals of the moment: the same request may be sent again."""


class ClientError(FerroviaError):
    """The base of every error that a client raises."""


class LinkError(ClientError):
    """A text that is not a link to a table, or not the kind of link that is needed."""


class Refused(ClientError):
    """The server refused a request; `code` and `params` are the server's."""

    @property
    def passes(self) -> bool:
        """Whether it is worth asking again."""
        return self.code in PASSING


class Unreachable(ClientError):
    """Nothing answers at the address, or something that is not a game server."""


def unreachable(server: str, reason: object) -> Unreachable:
    said = " ".join(str(reason).split()) or type(reason).__name__
    return Unreachable("server.unreachable", {"server": server, "reason": said})


class Cut(ClientError):
    """The socket is closed. The parameter `number` is the code that the server closed it with; 1006 if it could not."""


def cut(number: int = 1006) -> Cut:
    return Cut("line.cut", {"number": number})
