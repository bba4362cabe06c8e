"""What an operator does to a server's database, while the server runs or not."""
