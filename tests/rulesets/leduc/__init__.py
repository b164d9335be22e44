"""Leduc hold'em: its clauses, its referee, its luck and its known value."""
