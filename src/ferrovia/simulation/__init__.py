"""Many games at once: simulations, the processes they run in, and how fast a machine plays.

result = ferrovia.simulate("usa", seats=2, games=1000, bots=["planner", "greedy"])
print(result.mean_scores)
"""

from ferrovia._workers import cores
from ferrovia.simulation.simulation import Simulation, simulate

__all__ = ["Simulation", "cores", "simulate"]
