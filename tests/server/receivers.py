"""Where calls arrive: a push service, a webhook and a mail server of the test's own."""

from __future__ import annotations

import hmac
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ferrovia.server.calling.web_push import decode64, encode64, point_of, public_key


@dataclass
class Posted:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    url: str
    status: int = 201
    posted: list[Posted] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    """Of the answer."""


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Takes whatever is posted to it, over plain HTTP on this machine."""
    found = Receiver("")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.posted.append(Posted(self.path, {key.lower(): value for key, value in self.headers.items()}, body))
            self.send_response(found.status)
            for key, value in found.headers.items():
                self.send_header(key, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def mailbox() -> Iterator[tuple[int, list[EmailMessage]]]:
    """(port, what came) of a mail server."""
    letters: list[EmailMessage] = []

    class Handler:
        async def handle_DATA(self, server: object, session: object, envelope: Any) -> str:  # noqa: N802
            letters.append(message_from_bytes(envelope.content, policy=policy.default))
            return "250 OK"

    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port: int = door.getsockname()[1]
    controller = Controller(Handler(), hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield port, letters
    finally:
        controller.stop()


class Browser:
    """The keys of a push subscription, and what a browser does with them."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = bytes(range(16))
        self.p256dh = encode64(point_of(self.key.public_key()))
        self.auth = encode64(self.secret)

    def read(self, body: bytes) -> Any:
        """RFC 8291 and 8188, written down a second time."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert (size, length) == (4096, 65)
        shared = self.key.exchange(ec.ECDH(), public_key(sender))
        info = b"WebPush: info\0" + point_of(self.key.public_key()) + sender
        secret = HKDF(SHA256(), 32, self.secret, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        return json.loads(plain[:-1])


def vapid_claims(header: str) -> dict[str, Any]:
    """What a push service reads in `Authorization`; raises unless the signature is good."""
    parts = dict(part.split("=", 1) for part in header.removeprefix("vapid ").split(", "))
    signed, _, signature = parts["t"].rpartition(".")
    raw = decode64(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public_key(decode64(parts["k"])).verify(der, signed.encode(), ec.ECDSA(SHA256()))
    claims: dict[str, Any] = json.loads(decode64(signed.split(".")[1]))
    return claims


def is_signed(posted: Posted, secret: str) -> bool:
    parts = dict(part.split("=", 1) for part in posted.headers["ferrovia-signature"].split(","))
    expected = hmac.digest(secret.encode(), parts["t"].encode() + b"." + posted.body, "sha256").hex()
    return hmac.compare_digest(expected, parts["v1"])


__all__ = ["Browser", "InvalidSignature", "Posted", "Receiver", "is_signed", "mailbox", "receiving", "vapid_claims"]
