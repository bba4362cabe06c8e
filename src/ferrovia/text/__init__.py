"""Texts in the user's language: the catalogue, and the names of what a game is made of.

A text has a key and lives in messages/<language>.toml. The terminal, the reports and the page all take theirs from
there. Nothing is imported here: most commands need the catalogue (`words`) and nothing else."""
