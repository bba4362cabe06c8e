"""The shapes of answers about being called."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


class CallWays(TypedDict):
    """In which ways a server can call people."""

    push: str | None
    """The server's public key for Web Push."""
    webhook: bool
    mail: bool


class CallInfo(TypedDict):
    """How somebody wants to be called; told to nobody else."""

    id: str
    way: Literal["push", "webhook", "mail"]
    address: str
    quiet_from: int
    quiet_to: int
    zone: str
    digest_minutes: int
    confirmed: bool


class Calls(TypedDict):
    calls: list[CallInfo]


class CallAdded(TypedDict):
    id: str
    secret: str | None
    """What the calls of a webhook are signed with; it is told only now."""
