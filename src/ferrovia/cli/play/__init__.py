"""A game in the terminal: seats, screen, prompt, and the match from the deal to the record."""
