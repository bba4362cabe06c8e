"""The composition root: everything a server process consists of, opened and closed together."""

from __future__ import annotations

import logging
from secrets import token_urlsafe
from typing import Final

from ferrovia.server.balance_answers import BalanceBudget
from ferrovia.server.balances import Balances
from ferrovia.server.bot_pool import BotPool
from ferrovia.server.calling.rows import CallRows
from ferrovia.server.calling.sender import Sender
from ferrovia.server.core.following import Following
from ferrovia.server.core.scheduler import Scheduler
from ferrovia.server.core.tables import Tables
from ferrovia.server.counting import Counting
from ferrovia.server.daily import Daily
from ferrovia.server.edited import Edited
from ferrovia.server.encoding import Prints
from ferrovia.server.forecasts import Forecasts
from ferrovia.server.housekeeping import Housekeeping
from ferrovia.server.library import Library
from ferrovia.server.limits import Limit
from ferrovia.server.maps import Maps
from ferrovia.server.metrics import METRICS
from ferrovia.server.notify import NotifyListener
from ferrovia.server.page import APP
from ferrovia.server.planning import Planning
from ferrovia.server.print_shop import PrintShop
from ferrovia.server.settings import Settings
from ferrovia.server.store import Database, Journal, Monitor, Repository
from ferrovia.server.store.boards import BoardStore
from ferrovia.server.store.day_store import DayRows
from ferrovia.server.store.plan_store import PlanRows
from ferrovia.server.store.private import close_to_others, files_of
from ferrovia.server.store.saying_store import SayingRows
from ferrovia.server.traffic import Traffic
from ferrovia.server.workbench import Workbench

MOST_ASKED: Final = 3
"""Times a day that one mail address may be asked whether it wants to be called."""
VERSIONS: Final = 4
"""That may be named for every board that may be made: each is kept for ever."""
LETTERS: Final = 10
"""Mail addresses that somebody may have asked in an hour."""

log = logging.getLogger(__name__)


class Services:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings.database_url)
        self.monitor = Monitor(self.database)
        self.journal = Journal(self.database)
        self.repository = Repository(self.database)
        self.tables = Tables(self.repository, self.journal, METRICS)
        self.boards = BoardStore(self.database)
        self.library = Library(self.boards, settings)
        self.tables.provide = self.library.provide
        self.workbench = Workbench()
        self.edited = Edited(self.boards, alone=not self.database.is_postgresql)
        processes = max(1, settings.bot_processes // settings.workers)
        budget = None if settings.bot_budget is None else settings.bot_budget / settings.workers
        self.bots = bots = BotPool(processes, settings.bot_seconds, budget, settings.quick_bot_processes)
        self.scheduler = Scheduler(self.tables, bots, int(settings.grace_seconds * 1000))
        self.forecasts = Forecasts()
        self.counting = Counting()
        self.maps = Maps(ready=APP / "maps")
        self.prints = Prints()
        self.print_shop = PrintShop()
        self.balances = Balances(settings.data, BalanceBudget(an_hour=settings.balances_per_hour))
        self.tables.attendance.is_shared = self.database.is_postgresql
        self.listener = NotifyListener(self.database, Following(self.tables), self.journal.id)
        self.housekeeping = Housekeeping(self.database, self.tables, settings)
        rate = settings.moves_per_second
        self.moves = Limit(rate, 3 * rate)
        self.writes = Limit(rate, 3 * rate)
        self.reads = Limit(2 * rate, 10 * rate)
        self.new_tables = Limit(settings.tables_per_hour / 3600, max(1, settings.tables_per_hour / 4))
        self.advising = 0
        """Hints that are being thought about."""
        self.sayings = SayingRows(self.database, self.journal)
        self.words = Limit(0.5, 6)
        """What one person says."""
        self.plan_rows = PlanRows(self.database)
        self.planning = Planning(self.tables, self.plan_rows)
        self.call_rows = CallRows(self.database)
        self.letters_from = Limit(LETTERS / 3600, LETTERS)
        self.letters_to = Limit(MOST_ASKED / 86_400, MOST_ASKED)
        """The rows of those who gave it up again tell nothing more."""
        self.daily = Daily(DayRows(self.database))
        self.sender = Sender(settings, self.tables, self.call_rows)
        self.new_boards = Limit(settings.boards_per_hour / 3600, max(1, settings.boards_per_hour / 4))
        self.new_versions = Limit(VERSIONS * settings.boards_per_hour / 3600, max(1, settings.boards_per_hour))
        self.traffic = Traffic(settings)
        self.closing = False

    async def open(self) -> None:
        self.settings.make_folder()
        await self.database.migrate()
        self.database.hold()
        self.keep_private()
        if not self.database.is_postgresql:
            await self.repository.release_all()  # no other process uses the file: whoever held a lease is dead
        await self.library.open()
        self.monitor.open()
        self.journal.open()
        self.listener.open()
        self.scheduler.open()
        self.tables.attendance.open()
        await self.sender.open()
        key = self.settings.daily_key or await self.call_rows.key("daily", token_urlsafe(32))
        self.daily.open(key)
        self.planning.open()
        self.housekeeping.open()

    def keep_private(self) -> None:
        if self.database.file is None:
            return
        for file in close_to_others(files_of(self.database.file)):
            log.warning("others may read a file with secrets in it", extra={"facts": {"file": str(file)}})

    async def close(self) -> None:
        """Finishes and writes what was begun."""
        self.closing = True
        self.forecasts.close()
        self.daily.close()
        self.counting.close()
        self.workbench.close()
        await self.housekeeping.close()
        self.maps.close()
        await self.planning.close()
        self.print_shop.close()
        self.balances.close()
        await self.sender.close()
        await self.scheduler.close()
        await self.tables.attendance.close()
        await self.listener.close()
        await self.tables.close()
        await self.journal.close()
        await self.monitor.close()
        await self.database.close()
