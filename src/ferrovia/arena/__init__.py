"""Tournaments between bots: fair, reproducible, on all cores or a cluster, and resumable after a kill.

tournament = Tournament(TournamentPlan(boards=("usa",), bots=("planner", "greedy"), games=200))
tournament.finish()
for row in tournament.rows("usa"):
    print(row.bot, row.win_rate, row.low, row.high)
"""

from ferrovia.arena.bot_rows import BotRow
from ferrovia.arena.results import GameResult, SeatResult
from ferrovia.arena.tournament import Tournament
from ferrovia.arena.tournament_plan import TournamentPlan

__all__ = ["BotRow", "GameResult", "SeatResult", "Tournament", "TournamentPlan"]
