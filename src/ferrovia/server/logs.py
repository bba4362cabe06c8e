"""Structured logs: a JSON object per line. Paths are logged as their pattern, so no table, token or name is in them."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any, Final

OWN: Final = "ferrovia"
LEVELS: Final = ("debug", "info", "warning", "error")
CLIENT_FAULT: Final = "Invalid HTTP request received"
"""What uvicorn warns of."""


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line.update(getattr(record, "facts", {}))
        if record.exc_info is not None and record.exc_info[0] is not None:
            line["error"] = where(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def where(error: BaseException | None) -> list[str]:
    """The kinds of error and the lines they passed. Their texts are left out: they may quote what somebody sent."""
    lines: list[str] = []
    while error is not None:
        lines.append(type(error).__name__)
        trace = error.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            lines.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}")
            trace = trace.tb_next
        error = error.__cause__
    return lines


def says_no_fault_of_a_client(record: logging.LogRecord) -> bool:
    """Anybody can send what is no HTTP; it is answered, and must not fill the log."""
    return not str(record.msg).startswith(CLIENT_FAULT)


def set_up(level: str) -> None:
    """Every logger of the process writes such lines to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(OWN).setLevel(level.upper())
    transport = logging.getLogger("uvicorn.error")
    transport.setLevel(logging.WARNING)  # below, it quotes paths, headers and frames
    transport.filters = [says_no_fault_of_a_client]
