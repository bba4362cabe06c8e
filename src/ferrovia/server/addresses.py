"""Who a connection is from: the address that limits are kept for."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv6Address
from typing import Any

FORWARDED = b"x-forwarded-for"


def network_of(host: str) -> str:
    """The network of an IPv6 address: whoever has one address has all that begin with the same 64 bits."""
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host)
    except ValueError:
        return host
    return str(address.ipv4_mapped or address.packed[:8].hex())


class Proxies:
    """The proxies that are believed, before a request has come as far as uvicorn's middleware for them."""

    def __init__(self, app: Any) -> None:
        from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware  # building the web app goes without uvicorn

        self.trusted = app.trusted_hosts if isinstance(app, ProxyHeadersMiddleware) else None

    def __contains__(self, peer: str) -> bool:
        return self.trusted is not None and peer in self.trusted

    def client(self, peer: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """Whose request it is: the peer's own, or of whoever a trusted proxy says."""
        if self.trusted is None or peer not in self.trusted:
            return network_of(peer)
        forwarded = b", ".join(value for name, value in headers if name == FORWARDED).decode("latin1")
        host = self.trusted.get_trusted_client_address(forwarded)[0] if forwarded else ""
        return network_of(host or peer)
