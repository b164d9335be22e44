"""What a run that had a goal decided of each match-up: its log, the verdicts that follow, and the words for them.

The last row of a match-up's log is its verdict, and every table and sentence of the report has it from here.
"""

from typing import Final

import pandas as pd

from reports.runs import Run
from reports.stats.goal import BALANCED, BORDERLINE, FAVOURED, OPEN, UNFAVOURED, Goal
from reports.words import SPACE, counted, listed

OTHER_SIDE: Final = {FAVOURED: UNFAVOURED, UNFAVOURED: FAVOURED}  # what a verdict is for the rival


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


def of_cells(run: Run) -> pd.DataFrame:
    """Return band_low, band_high (per cent) and verdict [C] of A in every cell, from the last row of its log."""
    last = run.decided().drop_duplicates("cell", keep="last").set_index("cell").reindex(run.cells["cell"])
    limits = {f"band_{end}": 100 * last[end].to_numpy(dtype="float64") for end in ("low", "high")}
    return pd.DataFrame({**limits, "verdict": last["verdict"].fillna("").to_numpy(dtype=object)})


def verdicts(matchups: pd.DataFrame, log: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `matchups` that are in the log, with the `round` that ended each; most blocks first."""
    last = log.drop_duplicates("cell", keep="last").set_index("cell")["round"]
    frame = matchups[matchups["cell"].isin(last.index)]
    frame = frame.assign(round=frame["cell"].map(last))
    return frame.sort_values("blocks", ascending=False, kind="stable", ignore_index=True)


def lead(goal: Goal | None, matchups: pd.DataFrame) -> str:
    """Return in a sentence how many match-ups came to which verdict; nothing if the run had no goal."""
    once = _once(matchups)
    if goal is None or not len(once):
        return ""
    said = {
        (FAVOURED, UNFAVOURED): (f"a favourite ({_outside(goal)})", "has", "have"),
        (BALANCED,): ("balanced (inside)", "is", "are"),
        (BORDERLINE,): (f"borderline (known to ±{_points(goal)}, and neither)", "is", "are"),
        (OPEN,): ("open", "is", "are"),
    }
    told = []
    for found, (what, one, many) in said.items():
        count = int(once["verdict"].isin(found).sum())
        told += [f"{count:,} {one if count == 1 else many} {what}"] if count else []
    return f"Of {counted(len(once), 'match-up')} {listed(told)}; with {held(goal)} all of these are so."


def legend(goal: Goal | None) -> str:
    """Return what the verdicts of a run with a goal mean; nothing if it had none."""
    if goal is None:
        return ""
    low, high = (f"{100 * end:g}" for end in (goal.low, goal.high))
    inside = f" balanced: within {low} and {high}{SPACE}%;" if goal.early else ""
    return (
        f"A verdict is the decision of the run, by intervals that hold at every moment and, with"
        f" {held(goal)}, for all match-ups together. favoured: its interval lies above {high}{SPACE}%; unfavoured:"
        f" below {low}{SPACE}%;{inside} borderline: known to ±{_points(goal)}, and none of these."
    )


def held(goal: Goal | None) -> str:
    """Return the probability with which bands of match-ups hold, such as "95 %"."""
    return f"{100 * (1 - goal.alpha):.6g} %" if goal else "95 %"


def words(goal: Goal | None, matchups: pd.DataFrame) -> str:
    """Return in a sentence when match-ups stopped; nothing if the run had no goal."""
    once = _once(matchups)
    if goal is None or not len(once):
        return ""
    when = "as soon as its verdict was clear" if goal.early else f"when it was known to ±{_points(goal)}"
    return f"The run stopped each match-up {when}: after {once['blocks'].min():,} to {once['blocks'].max():,} blocks."


def _once(matchups: pd.DataFrame) -> pd.DataFrame:
    """Return every match-up once, mirrors left out."""
    return matchups[matchups["name"] != matchups["rival"]].drop_duplicates("cell")


def _outside(goal: Goal) -> str:
    """Return where a favourite's score surely is."""
    low, high = (f"{100 * end:g}" for end in (goal.low, goal.high))
    return f"surely outside {low} to {high}{SPACE}%" if goal.early else f"surely not {low}{SPACE}%"


def _points(goal: Goal) -> str:
    """Return the half-width that is enough, in points."""
    return f"{100 * goal.half:g}{SPACE}points"
