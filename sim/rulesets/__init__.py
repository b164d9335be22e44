"""One folder a ruleset; the folder's name is the ruleset's name."""
