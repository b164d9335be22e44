"""Strategies for the Cyberpunk TCG."""
