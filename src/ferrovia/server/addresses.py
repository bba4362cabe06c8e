"""Who a connection is from: the address that limits are kept for."""

from __future__ import annotations

from ipaddress import IPv6Address


def network_of(host: str) -> str:
    """The network of an IPv6 address: whoever has one address has all that begin with the same 64 bits."""
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host)
    except ValueError:
        return host
    return str(address.ipv4_mapped or address.packed[:8].hex())
