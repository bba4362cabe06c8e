"""The service itself: tables, commands, and what each client learns. Knows no web and no database."""
