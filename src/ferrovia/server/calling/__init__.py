"""Calling people who are not there: "your turn" and "game over", by Web Push, webhook or mail, for whoever asked."""
