"""The engine: plain numpy, plays batches of games in lockstep, knows no files and no cluster."""
