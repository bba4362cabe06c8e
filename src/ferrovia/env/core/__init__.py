"""What runs for every step of every game of a batch: compiled."""
