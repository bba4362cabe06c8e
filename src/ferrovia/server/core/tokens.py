"""Seat tokens: who holds one holds the seat. The holder's device makes it up, and only its hash is ever stored."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from functools import lru_cache
from typing import Final

TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""256 bits, as `secrets.token_urlsafe(32)` writes them."""
TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{22}")
FEWEST_LETTERS: Final = 12
"""Different ones in a token. A random one has fewer about once in 10^13 tokens; "aaa…" always."""


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_table_id() -> str:
    """Unguessable, because whoever knows it may watch."""
    return secrets.token_urlsafe(16)


def is_token(text: str) -> bool:
    return TOKEN.fullmatch(text) is not None and len(set(text)) >= FEWEST_LETTERS


def is_table_id(text: str) -> bool:
    return TABLE_ID.fullmatch(text) is not None


@lru_cache(maxsize=4096)
def hash_token(token: str) -> str:
    """Tokens are as random as a key, so one round of hashing hides them well. Every move needs its sender's again, so
    they are remembered."""
    return hashlib.sha256(b"ferrovia token " + token.encode()).hexdigest()


def matches(token: str, stored: str | None) -> bool:
    """Compares in constant time."""
    return is_hash(hash_token(token), stored)


def is_hash(digest: str, stored: str | None) -> bool:
    """Compares in constant time."""
    return stored is not None and hmac.compare_digest(digest, stored)


def invite(host_token: str, table: str, seat: int, number: int) -> str:
    """The invitation to a seat. It follows from the host's token, so the host can always ask for it again and the
    server need not keep it; a new `number` makes the old one worthless."""
    message = f"ferrovia invite {table} {seat} {number}".encode()
    digest = hmac.digest(host_token.encode(), message, "sha256")
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
