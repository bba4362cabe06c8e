"""The game server: tables that people share by a link, played live or over weeks, kept in a log that is never lost."""
