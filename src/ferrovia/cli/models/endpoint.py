"""An OpenAI-compatible endpoint: a conversation in, a text out."""

from __future__ import annotations

import os
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from ferrovia.cli.errors import UserError

KEY: Final = "FERROVIA_MODEL_KEY"
"""The variable that holds the key. There is no option for it: others see command lines, and histories keep them."""
MOST_BYTES: Final = 1_000_000
MOST_TOKENS: Final = 2000

Message = dict[str, str]


class NoAnswer(Exception):
    """The endpoint did not answer, or not in its form. The text says how, and never holds the key."""


class Endpoint:
    """`address` is the base, as in https://host/v1; `/chat/completions` is added to it."""

    def __init__(self, address: str, model: str, seconds: float) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password:
            raise UserError("model.address", {"address": f"{parts.scheme}://{parts.hostname or ''}"})
        key = os.environ.get(KEY, "")
        if key and not (key.isascii() and key.isprintable()):
            raise UserError("model.key", {"name": KEY})
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self.model = model
        self.url = address.rstrip("/") + "/chat/completions"
        self.http = httpx.Client(headers=headers, timeout=seconds, follow_redirects=False)

    def ask(self, messages: list[Message]) -> str:
        """What the model says."""
        wanted: dict[str, Any] = {"model": self.model, "messages": messages, "max_tokens": MOST_TOKENS}
        try:
            with self.http.stream("POST", self.url, json=wanted) as answer:
                if not answer.is_success:
                    raise NoAnswer(f"HTTP {answer.status_code}")
                body = b""
                for piece in answer.iter_bytes():
                    body += piece
                    if len(body) > MOST_BYTES:
                        raise NoAnswer("too long")
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise NoAnswer(type(error).__name__) from None
        return said(body)

    def close(self) -> None:
        self.http.close()


def said(body: bytes) -> str:
    import json

    try:
        text = json.loads(body)["choices"][0]["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        raise NoAnswer("not in the form of chat completions") from None
    if not isinstance(text, str):
        raise NoAnswer("no text")
    return text
