"""The planner and the expert of version 1 (November 2026), frozen: later ones are measured by them.

Nothing here changes. What they share with the bots of today (paths, networks, beliefs) must choose as it did for them;
tests/bots/choices.json holds what they choose at 200 positions of every board."""
