"""What many games tell of a board: who wins, which tickets, lanes and colours are out of line, and what to do about it.

measurement = Measurement(BalancePlan(load("usa"), players=(2,), planner_games=2000)).finish()
for row in figures_of(measurement).tickets:
    print(row.from_, row.to, row.points, row.worth)
"""

from ferrovia.balance.figures import figures_of
from ferrovia.balance.intervals import Figure
from ferrovia.balance.measurement import Measurement
from ferrovia.balance.plan import PLANNER, RANDOM, BalanceError, BalancePlan
from ferrovia.balance.rows import Figures

__all__ = [
    "PLANNER",
    "RANDOM",
    "BalanceError",
    "BalancePlan",
    "Figure",
    "Figures",
    "Measurement",
    "figures_of",
]
