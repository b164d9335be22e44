"""Strategies for Leduc hold'em."""
