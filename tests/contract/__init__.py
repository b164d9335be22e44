"""What every ruleset and every strategy must keep, run for all that exist."""
