"""Leduc hold'em, a reference ruleset; see README.md beside this file."""
