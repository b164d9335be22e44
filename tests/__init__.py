"""Tests, in folders that mirror the source; see design.md 9 for what each kind asks."""
