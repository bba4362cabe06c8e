"""What is wrong with the database, if anything is. It is logged when it begins and when it ends, not in between."""

from __future__ import annotations

import logging
import sqlite3
from enum import StrEnum
from typing import Final

from ferrovia.server.metrics import METRICS

log = logging.getLogger(__name__)


class Fault(StrEnum):
    FULL = "full"
    """The disk has no room."""
    DAMAGED = "damaged"
    GONE = "gone"
    """A file of SQLite's was removed; what is written now would be lost with the process."""
    REPLACED = "replaced"
    """Another file has its name."""
    READ_ONLY = "read_only"
    BUSY = "busy"
    """Somebody else has held the file for too long."""
    UNREACHABLE = "unreachable"
    """Whatever else keeps it from answering."""


LASTING: Final = frozenset({Fault.DAMAGED, Fault.GONE, Fault.REPLACED})
"""Nothing is read or written until somebody has looked that it is over: trying would do harm."""

SQLITE_FAULTS: Final = {
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
    sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
    sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
    sqlite3.SQLITE_BUSY: Fault.BUSY,
}
"""Primary result code → what it means; extended codes have it in their lowest byte."""
POSTGRESQL_FAULTS: Final = {
    "53100": Fault.FULL,
    "25006": Fault.READ_ONLY,
    "XX001": Fault.DAMAGED,
    "XX002": Fault.DAMAGED,
}
"""SQLSTATE → what it means."""


class Condition:
    def __init__(self) -> None:
        self.fault: Fault | None = None
        self.is_logged = False
        """By a server. A command of the operator says by itself what is wrong."""

    @property
    def is_lasting(self) -> bool:
        return self.fault in LASTING

    def failed(self, fault: Fault, reason: str) -> None:
        METRICS.database_errors.inc()
        if self.is_lasting or fault == self.fault:
            return
        self.fault = fault
        if self.is_logged:
            log.error("the database can't be used", extra={"facts": {"fault": fault.value, "reason": reason}})

    def recovered(self) -> None:
        if self.fault is None:
            return
        if self.is_logged:
            log.warning("the database can be used again", extra={"facts": {"after": self.fault.value}})
        self.fault = None


def fault_of(error: BaseException) -> Fault:
    """What an error of a driver means, or of SQLAlchemy around it."""
    driver = getattr(error, "orig", None) or error
    code = getattr(driver, "sqlite_errorcode", None)
    if code is not None:
        return SQLITE_FAULTS.get(code & 0xFF, Fault.UNREACHABLE)
    return POSTGRESQL_FAULTS.get(getattr(driver, "sqlstate", None) or "", Fault.UNREACHABLE)
