"""How the bots of version 1 decide, compiled; copied only where the bots of today differ."""
