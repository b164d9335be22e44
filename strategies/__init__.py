"""How one plays: one folder a ruleset, one file a strategy, found by its path."""
