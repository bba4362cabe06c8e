"""What the journal asks of a database, whichever it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import TextClause
from sqlalchemy.sql.dml import UpdateBase

Clause = UpdateBase | TextClause
Row = Mapping[str, Any]


class Statement(NamedTuple):
    """Something to be carried out once for every row. Only strings, whole numbers and None are written."""

    clause: Clause
    rows: Sequence[Row]
