"""Posts something to an address that somebody gave us: never to the server's own network, and never further than there.

The address is checked when connecting, not before: a name that is looked up twice may lead to two places."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

SECONDS: Final = 10.0
MOST_HEAD: Final = 16_384
TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""Addresses of the old network as a translator between the two writes them (RFC 6052)."""
LONGEST: Final = 1_000
"""Characters of an address."""


NAMES: Final = ThreadPoolExecutor(32, thread_name_prefix="names")
"""Where names are looked up. One whose keeper does not answer takes a thread for half a minute: not one of those that
the server needs."""


@lru_cache
def trusted() -> ssl.SSLContext:
    """Reading all certificates takes longer than a call."""
    return ssl.create_default_context()


class Unreachable(Exception):
    """Nothing was sent, or nobody answered; it may be tried again."""


class Forbidden(Exception):
    """An address that nothing is ever sent to."""


def check_url(text: str, is_local_allowed: bool) -> SplitResult:
    """Raises Forbidden unless it is an https address without a password in it; plain http only on one's own network."""
    try:
        url = urlsplit(text)
        port = url.port
    except ValueError:
        raise Forbidden from None
    schemes = ("https", "http") if is_local_allowed else ("https",)
    is_sound = url.scheme in schemes and url.hostname and url.username is None and url.password is None
    if not is_sound or port == 0 or len(text) > LONGEST or not text.isascii() or any(c <= " " for c in text):
        raise Forbidden
    return url


def is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address):
        if address.is_site_local:  # out of use, and said to be global
            return False
        inner = address.ipv4_mapped or address.sixtofour
        if address in TRANSLATED:
            inner = IPv4Address(address.packed[-4:])
        if inner is not None:
            return is_public(inner)
    return address.is_global and not address.is_multicast and not address.is_reserved


async def addresses_of(host: str, port: int, is_local_allowed: bool) -> list[str]:
    """Where a name leads, now. Raises Forbidden if any of it is not on the public network."""
    try:
        look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(NAMES, look_up)
    except (OSError, UnicodeError) as error:  # the second: a part of the name is too long
        raise Unreachable from error
    places = list(dict.fromkeys(str(each[4][0]) for each in found))
    if not is_local_allowed and not all(is_public(ip_address(place.partition("%")[0])) for place in places):
        raise Forbidden
    return places


async def post(text: str, headers: Mapping[str, str], body: bytes, is_local_allowed: bool = False) -> int:
    """The status of the answer. A redirect is an answer like any other: nobody follows it."""
    url = check_url(text, is_local_allowed)
    assert url.hostname is not None
    port = url.port or (443 if url.scheme == "https" else 80)
    try:
        async with asyncio.timeout(SECONDS):
            places = await addresses_of(url.hostname, port, is_local_allowed)
            return await exchange(url, places[0], port, headers, body)
    except (TimeoutError, OSError, ValueError, IndexError, asyncio.IncompleteReadError) as error:
        raise Unreachable from error


async def exchange(url: SplitResult, place: str, port: int, headers: Mapping[str, str], body: bytes) -> int:
    """Connects to the very address that was checked; the name is only for the certificate and the other end."""
    secure = trusted() if url.scheme == "https" else None
    name = url.hostname if secure is not None else None
    reader, writer = await asyncio.open_connection(place, port, ssl=secure, server_hostname=name, limit=MOST_HEAD)
    try:
        target = (url.path or "/") + (f"?{url.query}" if url.query else "")
        lines = [f"POST {target} HTTP/1.1", f"Host: {url.netloc}", f"Content-Length: {len(body)}", "Connection: close"]
        lines += [f"{key}: {value}" for key, value in headers.items()]
        writer.write("\r\n".join([*lines, "", ""]).encode("latin1") + body)
        await writer.drain()
        status = (await reader.readline()).decode("latin1").split(" ")
        return int(status[1])
    finally:
        writer.close()
