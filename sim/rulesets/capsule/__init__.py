"""Capsule Battle: see README.md for the rules."""
