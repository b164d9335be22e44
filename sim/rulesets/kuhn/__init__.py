"""Kuhn poker, a reference ruleset with a known value; see README.md beside this file."""
