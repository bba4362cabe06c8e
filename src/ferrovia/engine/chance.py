"""Where luck comes from: a fast generator for simulation, a cryptographic stream for games between people."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from mypy_extensions import i64, mypyc_attr

MASK32: Final = 0xFFFFFFFF
MULTIPLIER: Final = 698769069
SECRET_BYTES: Final = 32


def mix32(word: i64) -> i64:
    """Spreads every bit of a 32-bit word over all others, so that neighbouring seeds give unrelated games."""
    word = ((word ^ (word >> 16)) * 0x45D9F3B) & MASK32
    word = ((word ^ (word >> 16)) * 0x45D9F3B) & MASK32
    return word ^ (word >> 16)


def mix_seed(seed: i64, index: i64) -> i64:
    """The generator's first word for game `index` of a series: never 0, below 2**61."""
    low = mix32((seed & MASK32) ^ mix32(index & MASK32))
    high = mix32(((seed >> 32) & MASK32) ^ mix32((index >> 32) & MASK32) ^ low ^ 0x9E3779B9)
    return ((high & 0x1FFFFFFF) << 32) | (low | 1)


@mypyc_attr(acyclic=True)
class Chance:
    """A source of integers, made by `seeded` or `from_secret`.

    It is part of a state: cloned with it, and never shared with a bot or a view. Its text shows nothing of what is to
    come; a pickle holds all of it."""

    def __init__(self, word: i64, secret: bytes, counter: i64, block: bytes, used: i64) -> None:
        self.word = word
        self.secret = secret
        self.fast = len(secret) == 0
        self.counter = counter
        self.block = block
        self.used = used

    def clone(self) -> Chance:
        """An independent copy: both give the same numbers from here on."""
        return Chance(self.word, self.secret, self.counter, self.block, self.used)

    def __reduce__(self) -> tuple[object, ...]:
        return Chance, (self.word, self.secret, self.counter, self.block, self.used)

    def __repr__(self) -> str:
        return "<Chance: seeded>" if self.fast else "<Chance: from a secret>"

    def below(self, limit: i64) -> i64:
        """An integer in 0 … limit − 1. `limit` is below 2**31."""
        if not self.fast:
            return self.secret_below(limit)
        # Multiply with carry: a 64-bit state that never leaves 62 bits, so compiled and interpreted runs agree.
        word: i64 = MULTIPLIER * (self.word & MASK32) + (self.word >> 32)
        self.word = word
        return (((word ^ (word >> 32)) & MASK32) * limit) >> 32

    def secret_below(self, limit: i64) -> i64:
        """Exactly uniform: words that would favour some numbers are thrown away."""
        fair: i64 = (1 << 32) - (1 << 32) % limit
        while True:
            word = self.secret_word()
            if word < fair:
                return word % limit

    def secret_word(self) -> i64:
        """The next 32 bits of the stream."""
        if self.used == len(self.block):
            self.block = hashlib.sha256(
                b"ferrovia chance " + int(self.counter).to_bytes(8, "big") + self.secret
            ).digest()
            self.counter += 1
            self.used = 0
        start = self.used
        self.used += 4
        word: i64 = 0
        index: i64
        for index in range(start, start + 4):
            word = (word << 8) | self.block[index]
        return word


def seeded(seed: i64, index: i64 = 0) -> Chance:
    """Fast and reproducible, for simulation. Whoever sees enough of it can predict it."""
    return Chance(mix_seed(seed, index), b"", 0, b"", 0)


def from_secret(secret: bytes) -> Chance:
    """Unpredictable without the secret, and provable with it."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return Chance(0, secret, 0, b"", 0)


def new_secret() -> bytes:
    """32 bytes that nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What may be published before the game: it binds the dealer to the secret and tells nothing about it."""
    return hashlib.sha256(b"ferrovia commitment " + secret).hexdigest()
