"""From a config to files of results, and the command `tourney`."""
