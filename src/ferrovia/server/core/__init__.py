"""The server without the web and without a database: tables, commands, and what each client learns.

Commands come in through `Tables.act`; answers go out through `outbox`. Storage, bots and metrics are handed in."""
