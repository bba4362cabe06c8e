"""Web Push: what is sent is encrypted for one browser (RFC 8291) and signed by this server (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
import time
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from ferrovia._extras import need

RECORD: Final = 4096
POINT: Final = 65
AUTH: Final = 16
VALID: Final = 12 * 3600
"""Seconds for which a signature is good; push services take at most a day."""


def encode64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def decode64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True)
class BrowserKeys:
    """What a browser's subscription says of itself."""

    p256dh: str
    auth: str

    def check(self) -> bool:
        try:
            public_key(decode64(self.p256dh))
            return len(decode64(self.auth)) == AUTH
        except ValueError:
            return False


def elliptic() -> Any:
    return need("cryptography.hazmat.primitives.asymmetric.ec")


def public_key(point: bytes) -> Any:
    ec = elliptic()
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def point_of(key: Any) -> bytes:
    forms = need("cryptography.hazmat.primitives.serialization")
    point: bytes = key.public_bytes(forms.Encoding.X962, forms.PublicFormat.UncompressedPoint)
    return point


def expand(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    hashes = need("cryptography.hazmat.primitives.hashes")
    hkdf = need("cryptography.hazmat.primitives.kdf.hkdf")
    derived: bytes = hkdf.HKDF(hashes.SHA256(), length, salt, info).derive(secret)
    return derived


def encrypt(text: bytes, keys: BrowserKeys) -> bytes:
    """The body of a push: only the browser that subscribed can read it."""
    ec = elliptic()
    aead = need("cryptography.hazmat.primitives.ciphers.aead")
    browser, own = decode64(keys.p256dh), ec.generate_private_key(ec.SECP256R1())
    mine = point_of(own.public_key())
    shared = own.exchange(ec.ECDH(), public_key(browser))
    secret = expand(decode64(keys.auth), shared, b"WebPush: info\0" + browser + mine, 32)
    salt = os.urandom(16)
    key = expand(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = expand(salt, secret, b"Content-Encoding: nonce\0", 12)
    sealed: bytes = aead.AESGCM(key).encrypt(nonce, text + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine + sealed


class Vapid:
    """The server's own key, made at its first start."""

    def __init__(self, private: str, contact: str) -> None:
        """`private`: the number of the key; `contact`: where a push service finds whoever runs this server."""
        ec = elliptic()
        self.key = ec.derive_private_key(int.from_bytes(decode64(private), "big"), ec.SECP256R1())
        self.public = encode64(point_of(self.key.public_key()))
        self.contact = contact

    @staticmethod
    def new() -> str:
        ec = elliptic()
        number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        return encode64(number.to_bytes(32, "big"))

    def authorization(self, endpoint: str) -> str:
        url = urlsplit(endpoint)
        claims = {"aud": f"{url.scheme}://{url.netloc}", "exp": int(time.time()) + VALID, "sub": self.contact}
        return f"vapid t={self.token(claims)}, k={self.public}"

    def token(self, claims: dict[str, object]) -> str:
        ec = elliptic()
        hashes = need("cryptography.hazmat.primitives.hashes")
        signatures = need("cryptography.hazmat.primitives.asymmetric.utils")
        parts = [{"typ": "JWT", "alg": "ES256"}, claims]
        signed = ".".join(encode64(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
        r, s = signatures.decode_dss_signature(self.key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{encode64(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
