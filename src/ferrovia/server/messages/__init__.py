"""Everything that comes in or goes out, typed: requests are checked models, answers are the JSON they are sent as."""
