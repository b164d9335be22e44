"""Kuhn poker: its clauses, its referee, its luck and its known value."""
