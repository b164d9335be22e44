"""Strategies for Kuhn poker."""
