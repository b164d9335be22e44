"""Strategies for The Massive-Verse Fighting Card Game."""
