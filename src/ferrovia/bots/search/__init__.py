"""How planning bots think, compiled: plans, judgement, beliefs and search on plain states."""
