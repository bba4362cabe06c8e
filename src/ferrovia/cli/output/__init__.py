"""What commands print: tables, lists, progress bars and JSON."""
