"""Measurements of boards for whoever makes one: in a process beside the server with limits of computing and memory, one
after the other, few an hour for each address and for the server. What was measured is kept with the board's version:
a file in the data folder that its digest names."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from pathlib import Path
from typing import Any, Final, cast

import ferrovia
from ferrovia.balance.counting.layout import VERSION
from ferrovia.boards import known
from ferrovia.engine.board import Board
from ferrovia.engine.version import RULES_VERSION
from ferrovia.server.balance_answers import Balance, BalanceBudget, measured
from ferrovia.server.core.errors import Denied
from ferrovia.server.limits import Limit
from ferrovia.server.workbench import Workbench

IN_WORK: Final = 6
"""Measurements that may wait for the one process."""
OF_ONE_ADDRESS: Final = 2
"""Of these: each computes for up to a minute."""
KEPT: Final = 2000
"""Files; the oldest go first."""
COMPUTING: Final = 120.0
"""Seconds of processor time after which a measurement is given up: twice of what it should stop at by itself."""
SECONDS: Final = 900.0
"""After which its process is killed, whatever it waits for; a busy machine makes nobody's board too much."""
PATIENCE: Final = 25.0
"""Seconds that an answer may take. Proxies cut off what takes longer than half a minute or a minute."""
SERVER: Final = "server"
SHARE: Final = 10
"""How many times what one address may ask for a server measures in an hour."""
FOLDER: Final = "balances"

log = logging.getLogger(__name__)


class Balances:
    """`await balances.of("usa", 2, address)` measures a board, or finds what was measured before."""

    def __init__(self, folder: Path, budget: BalanceBudget | None = None) -> None:
        self.folder = folder / FOLDER
        self.budget = budget or BalanceBudget()
        self.workbench = Workbench(SECONDS, COMPUTING)
        an_hour = self.budget.an_hour
        self.by_address = Limit(an_hour / 3600, max(1, an_hour / 4))
        self.by_server = Limit(SHARE * an_hour / 3600, max(1, SHARE * an_hour / 4))
        self.measuring: dict[Path, asyncio.Task[Balance]] = {}
        self.askers: Counter[str] = Counter()

    def find(self, name: str, players: int) -> Balance | None:
        """What was measured of this version, by these rules; None if nobody has asked yet."""
        return read(self.file_of(known(name), players))

    async def of(self, name: str, players: int, address: str) -> Balance | None:
        """None if it takes longer than an answer may: whoever asks again waits for the same games, and is not charged.
        Refused with the reason if the address or the server has had its share, or too many wait."""
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
            task.add_done_callback(failure_of)
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)  # who leaves does not take it from those who wait
        return task.result() if done else None

    def charge(self, address: str) -> None:
        is_full = len(self.measuring) >= IN_WORK or self.askers[address] >= OF_ONE_ADDRESS
        if is_full or not self.by_address.allows(address) or not self.by_server.allows(SERVER):
            raise Denied("limit.balances")
        self.askers[address] += 1

    async def measure(self, name: str, players: int, file: Path, address: str) -> Balance:
        try:
            found = await self.workbench.run(address, measured, name, players, self.budget)
            await asyncio.to_thread(self.keep, file, found)
            return found
        finally:
            del self.measuring[file]
            self.askers -= Counter({address: 1})

    def file_of(self, board: Board, players: int) -> Path:
        """The facts of a board, the rules, what is counted, and by which Ferrovia, whose planners played: if one of
        them changes, it is measured anew."""
        version = f"r{RULES_VERSION}-c{VERSION}-{ferrovia.__version__}"
        return self.folder / f"{board.digest[:32]}-{players}-{version}.json"

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


def failure_of(task: asyncio.Task[Balance]) -> BaseException | None:
    """Looked at even if everybody who asked has gone, or asyncio complains."""
    return None if task.cancelled() else task.exception()


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
