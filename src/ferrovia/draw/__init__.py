"""Boards as pictures: own drawings made from nothing but board data."""

from ferrovia.draw.svg import board_svg

__all__ = ["board_svg"]
