"""Boards as pictures: own drawings made from nothing but board data."""

from ferrovia.draw.plan import BoardPlan, board_plan
from ferrovia.draw.svg import board_svg

__all__ = ["BoardPlan", "board_plan", "board_svg"]
