"""Five opponents for people, each clearly stronger than the one before; see docs/bots.md for the measured steps.

None of them plays a move it knows to be bad. The weaker ones think fewer moves through: otherwise they do what comes
to mind, the nearest ticket by the shortest way. Each draws a temper (tempers.py) for the game that it is made for.
"""

from __future__ import annotations

from typing import ClassVar

from ferrovia.bots.expert import Expert
from ferrovia.bots.greedy import Greedy
from ferrovia.bots.planner import Planner
from ferrovia.bots.protocol import Actions, Bot, Budget
from ferrovia.bots.tempers import Temper, draw_temper
from ferrovia.engine.chance import Chance
from ferrovia.view import View


class Attentive(Bot):
    """Thinks through only part of its moves."""

    ATTENTION: ClassVar[int]
    """Percent of the moves it plans; the others are its first idea."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.first_idea = Greedy(chance)
        self.second_thought = Planner(chance)
        self.second_thought.temper = draw_temper(chance)

    @property
    def temper(self) -> Temper:
        return self.second_thought.temper

    @temper.setter
    def temper(self, temper: Temper) -> None:
        self.second_thought.temper = temper

    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        mind = self.second_thought if self.chance.below(100) < self.ATTENTION else self.first_idea
        return mind.choose(view, actions, budget)


class Novice(Attentive):
    """On the first ride: follows the ticket in hand and looks neither left nor right."""

    ATTENTION = 0


class Commuter(Attentive):
    """Knows the way to work: often finds the short cut, and as often misses the long view."""

    ATTENTION = 40


class Conductor(Attentive):
    """Has seen most of the network: plans well, now and then distracted by passengers."""

    ATTENTION = 72


class Dispatcher(Planner):
    """Runs to the timetable: a plan for every ticket, a new one whenever the line is cut."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.temper = draw_temper(chance)


class Stationmaster(Expert):
    """Has seen every train go by: plays each idea through before moving."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.temper = draw_temper(chance)


LEVELS: tuple[tuple[str, type[Bot]], ...] = (
    ("novice", Novice),
    ("commuter", Commuter),
    ("conductor", Conductor),
    ("dispatcher", Dispatcher),
    ("stationmaster", Stationmaster),
)
"""From the weakest to the strongest."""
