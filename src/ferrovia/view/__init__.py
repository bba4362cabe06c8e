"""What one seat may know, and how to fill in what it may not."""

from ferrovia.view.determinize import determinize, determinize_likely
from ferrovia.view.reading import ViewError, from_facts
from ferrovia.view.view import SPECTATOR, View, observe

__all__ = ["SPECTATOR", "View", "ViewError", "determinize", "determinize_likely", "from_facts", "observe"]
