"""How long a person waits among the strongest bots: `make waiting` on an idle machine.

A server is started, and a table laid with one person and bots of the strongest level in all other seats. The person
answers at once, as `greedy` would. What counts is the time from the end of one turn of theirs to the next.
Exits with 1 if one of them waited for longer than may be."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.load import ferrovia_server, free_port

from ferrovia.boards import board_ids, load
from ferrovia.bots import Actions, Budget, make_bot
from ferrovia.bots.levels import LEVELS
from ferrovia.client import Link, Seat, Server
from ferrovia.client.server import new_token
from ferrovia.engine.chance import seeded
from ferrovia.engine.phases import TURN
from ferrovia.view import View

STRONGEST = LEVELS[-1][0]
MAY_BE = 5.0
"""Seconds."""


class Patient:
    """Notes how long others took between two turns of its own."""

    def __init__(self) -> None:
        self.bot = make_bot("greedy", seeded(1))
        self.done = 0.0
        self.waits: list[float] = []

    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        if view.phase == TURN:
            self.waits.append(time.perf_counter() - self.done)
        action = self.bot.choose(view, actions, budget)
        self.done = time.perf_counter()
        return action


async def play(address: str, board: str, seats: int) -> list[float]:
    token = new_token()
    person = {"kind": "person", "name": "Ada", "token": token}
    bots = [{"kind": "bot", "bot": STRONGEST}] * (seats - 1)
    async with Server(address) as server:
        made = await server.create(board, [person, *bots], new_token())
    patient = Patient()
    async with Seat(Link(address, made["table"], token)) as seat:
        await seat.play(patient)
    return patient.waits


@dataclass(frozen=True)
class Measured:
    board: str
    seats: int
    waits: int
    median: float
    longest: float


def measure(board: str, seats: int) -> Measured:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, ferrovia_server(Path(folder), port):
        waits = sorted(asyncio.run(play(f"http://127.0.0.1:{port}", board, seats)))
    return Measured(board, seats, len(waits), waits[len(waits) // 2], waits[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", action="append", choices=board_ids(), help="may be given again; all if not")
    parser.add_argument("--seats", type=int, default=5, help="or as many as the board has, if that is fewer")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    rows = []
    for board in wanted.board or board_ids():
        rows.append(measure(board, min(wanted.seats, max(load(board).players))))
        row = rows[-1]
        if not wanted.json:
            told = f"{row.waits} waits, median {row.median:.2f} s, longest {row.longest:.2f} s"
            print(f"{row.board}, {row.seats} seats: {told}")
    if wanted.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    sys.exit(any(row.longest > MAY_BE for row in rows))


if __name__ == "__main__":
    main()
