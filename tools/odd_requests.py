"""Requests that mean something but for a few odd values in them: lone surrogates, NUL characters, integers beyond 64
bits, deep nesting, broken encodings. The same seed makes the same requests."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

ODD_VALUES: Final = (
    r'"\ud800"', r'"a\udfffb"', r'"\u0000"', r'"Ada\u0000"', r'"\u202eAda"', r'"\ufeff"', '"𝔘𝔫𝔦 🚂🚃"',
    '"\u202e"', '""', '" "',
    '"' + "x" * 5000 + '"', r'"\u0000\ud83d"', '"-1"', '"1e9"', '"null"', '"__class__"', '"../../etc/passwd"', '"%00"',
    "0", "-1", "1.0", "0.5", "-0.0", "1e308", "1e999", "-1e999", "NaN", "Infinity", "-Infinity", "2147483647",
    "2147483648", "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
    "18446744073709551616", "1" + "0" * 400, "9" * 5000, "true", "false", "null", "[]", "{}", "[null]", "[[]]",
    '{"":{}}', "[" * 40 + "]" * 40, "[" * 3000 + "]" * 3000, '{"a":' * 900 + "1" + "}" * 900, '{"a":1,"a":2}',
    '{"kind":"person"}', "[1,2,3]", '["a"]', "tru", "'a'", "0x10", "1_000", "01", "+1", "/**/1",
)  # fmt: skip
"""As they stand in a JSON text; the last ones are none."""
ODD_MOVES: Final = (
    "draw ²", "draw ١", "draw 0", "draw 9", "keep 1,²", "keep ١,٢", "keep 99", "keep 0", "keep " + "1," * 140, "keep ,",
    "claim –  red", "claim Dam–Dam wild", "claim a–b#99 red+999w", "claim \ud800–b red", "claim a\x00–b red",
    "claim " + "–" * 280 + " red", "DRAW BLIND", "draw blind", "ｄｒａｗ blind", "tickets\u2028", "tickets",
    "pass pass", "\x00", "\ud83d", "x" * 300, "x" * 301,
)  # fmt: skip
"""Moves in notation."""
ODD_PARTS: Final = (
    "%00", "%ED%A0%80", "%FF", "%C3%28", "%F4%90%80%80", "..", "%2F", "%2e%2e", "a%00b", "-1", "0", "1e5", "1.5", "NaN",
    "inf", "-inf", "9223372036854775808", "99999999999999999999999999", "9" * 500, "%F0%9F%9A%82", "%E2%80%AE", "null",
    "2147483647", "2147483648", "4294967296", "-2147483649",
    "true", "[]", "%20", "+", "'", "%22", "a" * 2000, "%25", "%0d%0aX:1", "{}", "*", "~", "usa%00", "١٢٣", "１",
)  # fmt: skip
"""As they stand in an address."""
ODD_HEADERS: Final = (
    ("Authorization", "Bearer"), ("Authorization", "Bearer \x01"), ("Authorization", "Bearer é"), ("Authorization", ""),
    ("Authorization", "Bearer " + "A" * 43), ("Authorization", "Basic QTpB"), ("Authorization", "Bearer " + "x" * 199),
    ("Content-Type", "text/plain"), ("Content-Type", "application/json; charset=utf-16"), ("Content-Type", ""),
    ("Content-Type", "multipart/form-data"), ("Accept", "text/html"), ("Accept", "\xff"),
    ("Range", "bytes=0-1,-1"), ("Range", "bytes=9-1"), ("If-Modified-Since", "never"), ("Accept-Encoding", "gzip;q=x"),
    ("X-Forwarded-For", "\xff, ::, 1"),
    ("X-Forwarded-For", "fe80::1%eth0"), ("X-Forwarded-Proto", "gopher"), ("Origin", "http://[::1"), ("Expect", "cake"),
    ("Cookie", "\x80=;;"), ("Accept-Language", "é;q=9"), ("Content-Encoding", "gzip"), ("Upgrade", "h2c"),
)  # fmt: skip
NUMBERS: Final = (0, 1, 2, 3, 4, 2**31 - 1, 2**31)
RATES: Final = (0.03, 0.12)
"""How many of the values in a body are odd: a few, so that the others pass, or more."""
METHODS: Final = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "BREW")


@dataclass(frozen=True)
class Turn:
    """Somebody has to decide something: what is sent for it goes as deep as a request can."""

    table: str
    token: str
    decision: int


@dataclass(frozen=True)
class Known:
    """What of a server the requests may name."""

    tables: Sequence[str]
    tokens: Sequence[str]
    """The first has a seat at every table."""
    boards: Sequence[str]
    turns: list[Turn] = field(default_factory=list)
    """Kept up to date by whoever sends."""


@dataclass
class Request:
    method: str
    path: str
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes | None = None

    def raw(self, host: str) -> bytes:
        lines = [f"{self.method} {self.path} HTTP/1.1", f"Host: {host}"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        if self.body is not None:
            lines.append(f"Content-Length: {len(self.body)}")
        return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape") + (self.body or b"")


class Maker:
    def __init__(self, seed: object, known: Known) -> None:
        self.luck = random.Random(f"{seed}")
        self.known = known
        self.rate = 0.0

    # --- over HTTP ----------------------------------------------------------------------------------------
    def request(self) -> Request:
        if self.known.turns and self.luck.random() < 0.2:
            return self.move()
        method, path, body = self.luck.choice(self.operations())
        request = Request(method, path)
        if self.luck.random() < 0.7:
            request.headers.append(("Authorization", f"Bearer {self.luck.choice(self.known.tokens)}"))
        if body is not None:
            request.headers.append(("Content-Type", "application/json"))
            request.body = self.oddly(body)
        if self.luck.random() < 0.15:
            request.headers.append(self.luck.choice(ODD_HEADERS))
        if self.luck.random() < 0.03:
            request.method = self.luck.choice(METHODS)
        return request

    def move(self) -> Request:
        """By whoever has to decide, with few odd values: the rules themselves get to see it."""
        turn = self.luck.choice(self.known.turns)
        action = self.luck.choice((self.luck.choice(ODD_MOVES), self.luck.randrange(400), 2**53 - 1, -1))
        move = {"key": f"key-{self.luck.randrange(10**6):06}", "decision": turn.decision, "action": action}
        headers = [("Authorization", f"Bearer {turn.token}"), ("Content-Type", "application/json")]
        body = self.oddly(move, broken=0.02)
        return Request("POST", f"/api/tables/{turn.table}/moves", headers, body)

    def operations(self) -> list[tuple[str, str, Any]]:
        """Every route, with a body that it would take."""
        luck, token = self.luck, self.luck.choice(self.known.tokens)
        table = f"/api/tables/{self.part(luck.choice(self.known.tables))}"
        board = f"/api/boards/{self.part(luck.choice(self.known.boards))}"
        seat = self.part(str(luck.randrange(3)))
        number = self.part(str(luck.randrange(9)))
        move = {
            "key": f"key-{luck.randrange(10**6):06}",
            "decision": luck.choice(NUMBERS),
            "action": luck.randrange(99),
        }
        person = {"kind": "person", "name": "Ada", "token": token}
        new = {
            "board": luck.choice(self.known.boards), "seats": [person, {"kind": "open"}], "first": 0,
            "host": self.token(), "options": {}, "clock": {"kind": "live", "bank_seconds": 60, "increment_seconds": 5},
            "stand_in": "novice", "start": "host",
        }  # fmt: skip
        since = f"?since={self.part(str(luck.randrange(50)))}"
        return [
            ("POST", "/api/tables", new),
            ("POST", "/api/tables", new),
            ("POST", f"{table}/moves", move),
            ("POST", f"{table}/moves", {**move, "action": luck.choice(ODD_MOVES), "seat": 0}),
            ("POST", f"{table}/join", {"name": "Bo", "token": token}),
            ("PUT", f"{table}/seats/{seat}", {"kind": "bot", "bot": "novice"}),
            ("POST", "/api/mine", {"tables": [{"table": luck.choice(self.known.tables), "token": token}] * 2}),
            *[("POST", f"{table}/{name}", None) for name in ("leave", "back", "start", "rematch")],
            ("POST", f"{table}/seats/{seat}/stand-in", None),
            ("GET", f"{table}{since}&wait={self.part('0')}", None),
            ("GET", f"{table}/log{since}", None),
            ("GET", f"{table}/lanes/{number}", None),
            ("GET", f"{table}/moves/{number}?seat={seat}", None),
            *[("GET", f"{table}/{name}", None) for name in ("record", "moves", "analysis", "invites")],
            ("GET", f"{board}/{luck.choice(('map', 'look', ''))}?lang={self.part('fr')}", None),
            ("GET", f"{board}/rules?lang={self.part('en')}", None),
            ("DELETE", table, None),
            ("GET", f"/{self.part('t')}/{self.part('x')}", None),
        ]

    def token(self) -> str:
        return base64.urlsafe_b64encode(self.luck.randbytes(32)).rstrip(b"=").decode()

    def part(self, usual: str) -> str:
        return self.luck.choice(ODD_PARTS) if self.luck.random() < 0.25 else quote(usual, safe="")

    # --- over a socket ------------------------------------------------------------------------------------
    def hello(self) -> dict[str, Any]:
        return {"type": "hello", "token": self.known.tokens[0], "since": 0, "back": True}

    def message(self) -> bytes:
        luck = self.luck
        move = {"type": "move", "key": f"key-{luck.randrange(10**6):06}", "decision": luck.choice(NUMBERS), "action": 1}
        noted = {**move, "action": luck.choice(ODD_MOVES)}
        usual = luck.choice([move, noted, {"type": "ping"}, {"type": "back"}, self.hello()])
        return self.oddly(usual, broken=0.01)

    # --- odd values ---------------------------------------------------------------------------------------
    def oddly(self, usual: Any, broken: float = 0.1) -> bytes:
        """A JSON text with odd values in some places, or broken somewhere."""
        odd: list[str] = []
        self.rate = self.luck.choice(RATES)
        text = json.dumps(self.replaced(usual, odd), ensure_ascii=self.luck.random() < 0.5)
        for number, value in enumerate(odd):
            text = text.replace(f'"@{number}@"', value)
        raw = text.encode("utf-8", "surrogatepass")
        if self.luck.random() < broken:
            place = self.luck.randrange(len(raw))
            raw = (
                raw[:place]
                + self.luck.choice((b"", b"\xff", b"\x00", b"\xed\xa0\x80", b"\xc3", raw))
                + raw[place + 1 :]
            )
        return raw

    def replaced(self, usual: Any, odd: list[str]) -> Any:
        if self.luck.random() < self.rate:
            odd.append(self.luck.choice(ODD_VALUES))
            return f"@{len(odd) - 1}@"
        if isinstance(usual, Mapping):
            pairs = {name: self.replaced(value, odd) for name, value in usual.items() if self.luck.random() > 0.02}
            if self.luck.random() < 0.04:
                pairs[self.luck.choice(("more", "\ud800", "\x00", "__proto__", "é" * 99))] = self.replaced(1, odd)
            return pairs
        if isinstance(usual, list):
            return [self.replaced(value, odd) for value in usual]
        return usual
