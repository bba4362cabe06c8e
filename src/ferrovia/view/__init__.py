"""What one seat may know, and how to fill in what it may not."""

from ferrovia.view.determinize import determinize
from ferrovia.view.view import SPECTATOR, View, observe

__all__ = ["SPECTATOR", "View", "determinize", "observe"]
