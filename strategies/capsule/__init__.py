"""Strategies for Capsule Battle."""
