"""A client of the game server: for bots on other machines, scripts and load tests.

A link is all that is needed. `Server` asks over HTTP; `Seat` plays and `Watch` looks on over a socket, and both come
back by themselves when it is cut; `Line` is one bare socket, for whoever needs thousands."""

from ferrovia.client.errors import ClientError, Cut, LinkError, Refused, Unreachable
from ferrovia.client.line import Line
from ferrovia.client.link import Link
from ferrovia.client.position import Position, game_of
from ferrovia.client.seat import Accepted, Seat
from ferrovia.client.server import Server
from ferrovia.client.watch import Watch

__all__ = [
    "Accepted",
    "ClientError",
    "Cut",
    "Line",
    "Link",
    "LinkError",
    "Position",
    "Refused",
    "Seat",
    "Server",
    "Unreachable",
    "Watch",
    "game_of",
]
