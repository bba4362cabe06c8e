"""What the expert makes of a recorded game, move by move."""
