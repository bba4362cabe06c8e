"""Tournaments between bots: fair, reproducible, on all cores or a cluster, and resumable after a kill.

tournament = Tournament(Plan(boards=("usa",), bots=("planner", "greedy"), games=200))
tournament.finish()
for row in tournament.rows("usa"):
    print(row.bot, row.win_rate, row.low, row.high)
"""

from ferrovia.arena.plan import Plan
from ferrovia.arena.results import GameResult, SeatResult
from ferrovia.arena.rows import Row
from ferrovia.arena.tournament import Tournament

__all__ = ["GameResult", "Plan", "Row", "SeatResult", "Tournament"]
