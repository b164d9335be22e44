"""Tests of the engine, with a toy ruleset of their own."""
