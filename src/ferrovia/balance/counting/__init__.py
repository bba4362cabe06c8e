"""Compiled: plays games and counts what a report on balance needs. Whoever doesn't ask for it pays nothing."""
