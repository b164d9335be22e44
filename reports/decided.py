"""The log of a run that decided by itself when to stop: what was known of each cell after each of its rounds."""

from typing import Final

import pandas as pd

from reports.runs import Run

VERDICTS: Final = ("favoured", "unfavoured", "balanced", "borderline", "open")


def decisions(run: Run) -> pd.DataFrame:
    """Return a row for each round that gave a cell blocks, in the order of the log; none if the run did not decide.

    Columns: cell, name, rival, round, blocks (so far), score, low, high (per cent, for `name`; the confidence sequence,
    which holds at all times and for all cells together), verdict.
    """
    log = run.decided()
    sides = run.cells.drop_duplicates("cell").set_index("cell")[["a", "b"]].reindex(log["cell"])
    names = run.entrants["name"].to_numpy()
    frame = pd.DataFrame({"cell": [f"{key:012x}" for key in log["cell"]]})
    for column, side in (("name", "a"), ("rival", "b")):
        frame[column] = names[sides[side].to_numpy(dtype="int64")]
    frame = frame.assign(round=log["round"], blocks=log["blocks"], score=100 * log["mean"])
    return frame.assign(low=100 * log["low"], high=100 * log["high"], verdict=log["verdict"])


def verdicts(log: pd.DataFrame) -> pd.DataFrame:
    """Return the last row of each cell of `decisions`: its verdict; those that took most blocks first."""
    last = log.drop_duplicates("cell", keep="last")
    return last.sort_values("blocks", ascending=False, kind="stable", ignore_index=True)


def words(log: pd.DataFrame) -> str:
    """Return in a sentence how the match-ups were decided; nothing if the run did not decide."""
    last = verdicts(log)
    if not len(last):
        return ""
    counts = last["verdict"].value_counts()
    told = ", ".join(f"{counts[verdict]:,} {verdict}" for verdict in VERDICTS if verdict in counts)
    least, most = int(last["blocks"].min()), int(last["blocks"].max())
    return (
        f"The run stopped each match-up by itself: of {len(last):,}, {told}; {least:,} to {most:,} blocks. Their"
        " intervals hold at every moment and for all match-ups together, and verdicts are for the entrant named first."
    )
