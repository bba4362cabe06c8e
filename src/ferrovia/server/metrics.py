"""What Prometheus reads at /metrics: numbers only, nothing about any table or person."""

from __future__ import annotations

from typing import Literal

from prometheus_client import Counter, Gauge, Histogram

FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class PrometheusMetrics:
    """Implements what the core counts with (`ferrovia.server.core.metrics`), and counts what lies around the core."""

    def __init__(self) -> None:
        self.moves = Counter("ferrovia_moves_total", "Moves accepted", ["by"])
        self.moves_by = {by: self.moves.labels(by) for by in ("person", "bot")}
        self.refused = Counter("ferrovia_refused_total", "Requests and moves refused", ["code"])
        self.move_seconds = Histogram("ferrovia_move_seconds", "From a move's arrival to its commit", buckets=FAST)
        self.bot_seconds = Histogram("ferrovia_bot_seconds", "Time that bots think about a move", buckets=FAST)
        self.bot_faults = Counter("ferrovia_bot_faults_total", "Bot moves that failed or had to be substituted")
        self.tables = Counter("ferrovia_tables_total", "Tables made")
        self.games = Counter("ferrovia_games_finished_total", "Games played to the end")
        self.open_tables = Gauge("ferrovia_open_tables", "Tables in memory", multiprocess_mode="livesum")
        self.sockets = Gauge("ferrovia_sockets", "Open WebSockets", multiprocess_mode="livesum")
        self.slow = Counter("ferrovia_slow_consumers_total", "Sockets dropped because they did not read")
        self.cut_off = Counter("ferrovia_cut_off_total", "Connections aborted because they sent too much", ["what"])
        self.database_errors = Counter("ferrovia_database_errors_total", "Transactions that failed")
        self.database_bytes = Gauge(
            "ferrovia_database_bytes", "Room that the database takes", multiprocess_mode="mostrecent"
        )
        self.stored_tables = Gauge(
            "ferrovia_stored_tables", "Tables in the database", ["status"], multiprocess_mode="mostrecent"
        )
        self.pruned = Counter("ferrovia_pruned_total", "Tables cleared away or anonymised by housekeeping", ["rule"])
        self.failures = Counter("ferrovia_failures_total", "Errors that are our own")

    # --- counted by the core --------------------------------------------------------------------------------
    def table_created(self) -> None:
        self.tables.inc()

    def tables_open(self, count: int) -> None:
        self.open_tables.set(count)

    def move_accepted(self, by: Literal["person", "bot"], seconds: float) -> None:
        self.moves_by[by].inc()
        if by == "person":
            self.move_seconds.observe(seconds)

    def game_finished(self) -> None:
        self.games.inc()

    def bot_chose(self, seconds: float) -> None:
        self.bot_seconds.observe(seconds)

    def bot_failed(self) -> None:
        self.bot_faults.inc()

    def failed(self) -> None:
        self.failures.inc()


METRICS = PrometheusMetrics()
"""Of this process: the registry of prometheus_client is one per process, too."""
