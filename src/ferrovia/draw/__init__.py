"""Boards as pictures: own drawings made from nothing but board data."""

from ferrovia.draw.backdrops import Drawing, LookPlan, drawing_of, look_plan
from ferrovia.draw.plan import BoardPlan, board_plan
from ferrovia.draw.svg import board_svg

__all__ = ["BoardPlan", "Drawing", "LookPlan", "board_plan", "board_svg", "drawing_of", "look_plan"]
