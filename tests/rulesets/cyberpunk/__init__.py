"""Cyberpunk TCG: its cards and decks, its clauses and rulings, its referee."""
