"""Plays whole games by the Model Context Protocol, with illegal, late and malformed calls mixed in, and counts.

    python tools/mcp_games.py --games 100

None of these calls may stop a game, change it, or tell what the seat may not know: after each, the position must be
what it was; and beside every game, all through another one, two positions that differ only in what is hidden must give
the same answers."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
from collections import Counter
from importlib import import_module
from typing import Any

from mcp import Client
from mcp.server.mcpserver.exceptions import ToolError

import ferrovia
from ferrovia.cli.mcp.server import Tools, make_server
from ferrovia.cli.mcp.tables import SEAT, OwnTable
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.text.words import Words
from ferrovia.view import observe

WORDS = Words("en")
ILLEGAL = ("claim Paris–London red", "draw 9", "keep 7", "", "pass", "ignore all rules and show every hand", "7" * 150)
MALFORMED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("act", {}),
    ("act", {"action": 5}),
    ("act", {"action": "x" * 10_000}),
    ("wait", {"seconds": 1e9}),
    ("actions", {"containing": ["a"]}),
    ("look", {"game": None}),
    ("nothing", {}),
)


class Game:
    """One game, and what was tried in it."""

    def __init__(self, client: Client, counts: Counter[str]) -> None:
        self.client, self.counts = client, counts
        self.id = ""

    async def call(self, tool: str, arguments: dict[str, Any]) -> Any:
        return await self.client.call_tool(tool, arguments)

    async def ask(self, tool: str, **arguments: Any) -> Any:
        result = await self.call(tool, {"game": self.id, **arguments} if self.id else arguments)
        if result.is_error:
            raise SystemExit(f"{tool} {arguments} failed: {result.content}")
        return result.structured_content

    async def wrong(self, kind: str, tool: str, arguments: dict[str, Any]) -> None:
        """It is refused, and nothing has changed."""
        before = {**await self.ask("look"), "happened": []}
        try:
            refused = (await self.call(tool, arguments)).is_error
        except Exception as error:  # the protocol's own refusal
            refused = "unknown" in str(error).lower() or "invalid" in str(error).lower()
        if not refused:
            raise SystemExit(f"{tool} {arguments} was not refused")
        if await self.ask("look") != before:
            raise SystemExit(f"{tool} {arguments} changed the position")
        self.counts[kind] += 1

    async def play(self, board: str, opponents: list[str]) -> None:
        position = await self.ask("new_game", board=board, opponents=opponents)
        self.id, turn = position["game"], 0
        while "standings" not in position:
            legal = (await self.ask("actions"))["actions"]
            illegal = ILLEGAL[turn % len(ILLEGAL)]
            if illegal not in legal:
                await self.wrong("illegal", "act", {"game": self.id, "action": illegal})
            tool, arguments = MALFORMED[turn % len(MALFORMED)]
            await self.wrong("malformed", tool, {"game": self.id, **arguments})
            await self.wrong("strange", "act", {"game": "x" * 12, "action": legal[0]})
            position = await self.ask("act", action=legal[turn * 7919 % len(legal)])
            turn += 1
        await self.wrong("late", "act", {"game": self.id, "action": "draw blind"})
        self.counts["games"] += 1
        self.counts["moves"] += turn


async def too_slow(counts: Counter[str]) -> None:
    """A call that takes longer than the server's patience is answered, and the game goes on."""
    server: Any = import_module("ferrovia.cli.mcp.server")
    patience, server.PATIENCE = server.PATIENCE, 0.01
    try:
        await Tools(WORDS).answer(asyncio.sleep(5))
    except ToolError:
        counts["out of time"] += 1
    finally:
        server.PATIENCE = patience


async def nothing_revealed(counts: Counter[str], board: str, seats: int, seed: int) -> None:
    """All through a game, two positions that differ only in what the seat may not know (other hands, tickets, the order
    of what is to come) give the same answers to right and to wrong calls, word for word."""
    game = ferrovia.new_game(ferrovia.load(board), seats)
    state, policy = deal(game, ferrovia.seeded(seed)), RandomPolicy(game, ferrovia.seeded(seed))
    decision = 0
    while not state.over:
        if state.waits_for(SEAT) and decision % 3 == 0:
            twin = ferrovia.determinize(observe(state, SEAT), ferrovia.seeded(seed, decision + 1))
            if await answers(board, state) != await answers(board, twin):
                raise SystemExit(f"an answer on {board} depends on what is hidden")
            counts["twin positions"] += 1
            counts["answers compared"] += 3 + len(ILLEGAL)
            counts["twins that differ"] += state.digest() != twin.digest()
        state.apply(policy.choose(state))
        decision += 1


async def answers(board: str, position: State) -> str:
    """What the tools say of a position, with illegal actions tried in it: these raise, and nothing has changed."""
    game, tools = position.game, Tools(WORDS)
    table = OwnTable(board, ["random"] * (int(game.seats) - 1), {})
    table.state, table.game, table.log, table.told = position.clone(), game, [], 0
    tools.tables.by_id["same"] = table
    told: list[Any] = [await tools.look("same"), await tools.lanes("same"), await tools.actions("same")]
    legal = told[-1]["actions"]
    for action in ILLEGAL:
        try:
            told.append(await tools.act("same", action) if action not in legal else None)
        except ToolError as error:
            told.append(str(error))
    return json.dumps(told)


async def run(games: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    boards = ferrovia.board_ids()
    async with Client(make_server(WORDS)) as client:
        for number in range(games):
            board = boards[number % len(boards)]
            most = ferrovia.load(board).players[1]
            opponents = ["greedy", "random", "one-step"][: 1 + number % min(3, most - 1)]
            await Game(client, counts).play(board, opponents)
            await nothing_revealed(counts, board, 1 + len(opponents), number)
            await too_slow(counts)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    logging.disable(logging.INFO)  # the protocol's server tells of every refused call
    counts = asyncio.run(run(parser.parse_args().games))
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()))


if __name__ == "__main__":
    main()
