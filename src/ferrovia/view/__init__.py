"""What one seat may know, and how to fill in what it may not."""

from ferrovia.view.determinize import determinize, determinize_likely
from ferrovia.view.view import SPECTATOR, View, observe

__all__ = ["SPECTATOR", "View", "determinize", "determinize_likely", "observe"]
