"""Capsule Battle: its cards and decks, its clauses, its referee."""
