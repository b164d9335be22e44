"""The Massive-Verse Fighting Card Game; see README.md beside this file."""
