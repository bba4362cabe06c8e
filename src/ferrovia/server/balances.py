"""Measurements of boards for whoever makes one: in a process beside the server with limits of time and memory, one
after the other, few an hour for each address and for the server. What was measured is kept with the board's version:
a file in the data folder that its digest names."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from ferrovia.balance.counting.layout import VERSION
from ferrovia.boards import known
from ferrovia.engine.board import Board
from ferrovia.engine.version import RULES_VERSION
from ferrovia.server.balance_answers import Balance, measured
from ferrovia.server.core.errors import Denied
from ferrovia.server.limits import Limit
from ferrovia.server.workbench import Workbench

IN_WORK: Final = 6
"""Measurements that may wait for the one process."""
OF_ONE_ADDRESS: Final = 2
"""Of these: each takes up to a minute and a half."""
KEPT: Final = 2000
"""Files; the oldest go first."""
SECONDS: Final = 90.0
"""After which a measurement is given up, and its process killed."""
SERVER: Final = "server"
SHARE: Final = 10
"""How many times what one address may ask for a server measures in an hour."""
FOLDER: Final = "balances"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class BalanceBudget:
    """What one measurement plays, and how many of them an address may ask for in an hour."""

    planner_games: int = 4000
    an_hour: int = 30


class Balances:
    """`await balances.of("usa", 2, address)` measures a board, or finds what was measured before."""

    def __init__(self, folder: Path, budget: BalanceBudget | None = None) -> None:
        self.folder = folder / FOLDER
        self.budget = budget or BalanceBudget()
        self.workbench = Workbench(SECONDS, SECONDS)
        an_hour = self.budget.an_hour
        self.by_address = Limit(an_hour / 3600, max(1, an_hour / 4))
        self.by_server = Limit(SHARE * an_hour / 3600, max(1, SHARE * an_hour / 4))
        self.measuring: dict[Path, asyncio.Task[Balance]] = {}
        self.askers: Counter[str] = Counter()

    def find(self, name: str, players: int) -> Balance | None:
        """What was measured of this version, by these rules; None if nobody has asked yet."""
        return read(self.file_of(known(name), players))

    async def of(self, name: str, players: int, address: str) -> Balance:
        """Refused with the reason if the address or the server has had its share, or too many wait."""
        board = known(name)
        file = self.file_of(board, players)
        found = read(file)
        if found is not None:
            return found
        task = self.measuring.get(file)
        if task is None:
            self.charge(address)
            task = self.measuring[file] = asyncio.create_task(
                self.measure(name, players, file, address), name="balance"
            )
        return await asyncio.shield(task)  # who leaves does not take it from those who wait

    def charge(self, address: str) -> None:
        is_full = len(self.measuring) >= IN_WORK or self.askers[address] >= OF_ONE_ADDRESS
        if is_full or not self.by_address.allows(address) or not self.by_server.allows(SERVER):
            raise Denied("limit.balances")
        self.askers[address] += 1

    async def measure(self, name: str, players: int, file: Path, address: str) -> Balance:
        try:
            found = await self.workbench.run(address, measured, name, players, self.budget.planner_games)
            await asyncio.to_thread(self.keep, file, found)
            return found
        finally:
            del self.measuring[file]
            self.askers -= Counter({address: 1})

    def file_of(self, board: Board, players: int) -> Path:
        """The facts of a board, the rules, and what is counted: if one of them changes, it is measured anew."""
        return self.folder / f"{board.digest[:32]}-{players}-r{RULES_VERSION}-c{VERSION}.json"

    def keep(self, file: Path, found: Balance) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = file.with_suffix(".new")
        new.write_text(json.dumps(found), encoding="utf-8")
        new.replace(file)
        files = sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for old in files[:-KEPT]:
            old.unlink(missing_ok=True)

    def close(self) -> None:
        for task in list(self.measuring.values()):
            task.cancel()
        self.workbench.close()


def read(file: Path) -> Balance | None:
    """None as well for what an older version wrote, which did not tell everything."""
    try:
        found: Any = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        log.warning("a measured board can't be read", extra={"facts": {"file": file.name, "reason": str(error)[:200]}})
        return None
    if not isinstance(found, dict) or set(found) != set(Balance.__annotations__):
        return None
    return cast(Balance, found)
