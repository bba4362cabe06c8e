"""The rule of the longest path, and the search for the longest trail that it needs (`trail` is where to begin)."""

from ferrovia.rules.longest_path.rule import LongestPath

__all__ = ["LongestPath"]
