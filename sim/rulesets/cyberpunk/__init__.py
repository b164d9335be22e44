"""Cyberpunk TCG: README.md holds the rules."""
