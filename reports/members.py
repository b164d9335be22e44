"""Which side of which cell is part of which pooled mean. Decisions: README, "fields"."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from reports.runs import Run
from reports.stats.clustered import Ints

TABLES: Final = (  # of means: whose they are, and of what
    *(("entrant", "score"), ("deck", "score"), ("deck in strategy", "score"), ("strategy", "score")),
    *(("all", "edge"), ("deck", "edge"), ("strategy", "edge"), ("all", "turns"), ("strategy", "turns")),
)
Bools = NDArray[np.bool_]
Table = tuple[str, str]


@dataclass(frozen=True, eq=False)
class Part:
    """The N memberships of one table of means: what each side of each cell adds to which of G groups."""

    row: Ints  # [N] position of the cell
    side: NDArray[np.int8]  # [N] +1 A, -1 B
    group: Ints  # [N]
    me: Ints  # [N] entrant
    rival: Ints  # [N]
    met: Ints  # [N] the number of what the rival is called
    names: pd.DataFrame  # [G] entrant (-1 where it pools over all), deck, strategy ("" where it does)


class _Sides:
    """Both sides of all cells with blocks, those of A before those of B: who plays whom."""

    def __init__(self, run: Run) -> None:
        self.run, self.played = run, np.flatnonzero(run.cells["blocks"] > 0)
        a, b = (run.cells[name].to_numpy()[self.played] for name in ("a", "b"))
        self.me, self.rival = np.concatenate([a, b]), np.concatenate([b, a])  # entrants

    def of(self, key: str) -> tuple[Ints, Ints, pd.Index]:
        """Return the number of my and of the rival's entrant, deck or strategy, and what these numbers mean."""
        if key == "entrant":
            return self.me, self.rival, pd.RangeIndex(len(self.run.entrants))
        code, labels = pd.factorize(self.run.entrants[key])
        code = code.astype(np.int32)
        return code[self.me], code[self.rival], pd.Index(labels)

    def same(self, key: str) -> Bools:
        """Return where both have the same entrant, deck or strategy."""
        mine, theirs, _ = self.of(key)
        return np.asarray(mine == theirs)

    @property
    def is_a(self) -> Bools:
        """Return which sides are A's."""
        return np.arange(len(self.me)) < len(self.played)

    @property
    def split(self) -> Bools:
        """Return where A started some games of the cell and B others, if the run knows who started (`Run.rolled`)."""
        first, games = (self.run.cells[name].to_numpy()[self.played] for name in ("games_first", "games"))
        return np.tile((first > 0) & (first < games) & (not self.run.rolled), 2)


def part(run: Run, table: Table) -> Part:
    """Return the memberships of one of the TABLES."""
    sides = _Sides(run)
    members, keys, met = _members(sides, table)
    chosen = slice(None) if members.all() else np.flatnonzero(members)  # of millions a slice makes no copies
    code = np.zeros(len(sides.me[chosen]), np.int64)
    for key in keys:
        mine, _, labels = sides.of(key)
        code *= len(labels)
        code += mine[chosen]
    group, different = pd.factorize(code)
    names: dict[str, object] = {"entrant": -1, "deck": "", "strategy": ""}
    for key in reversed(keys):
        labels = sides.of(key)[2]
        different, number = np.divmod(different, len(labels))
        names[key] = labels[number]
    return Part(
        row=np.tile(sides.played, 2)[chosen],
        side=np.repeat(np.array([1, -1], np.int8), len(sides.played))[chosen],
        group=group.astype(np.int32),
        me=sides.me[chosen],
        rival=sides.rival[chosen],
        met=sides.of(met)[1][chosen],
        names=pd.DataFrame(names, index=range(len(different))),
    )


def _members(sides: _Sides, table: Table) -> tuple[Bools, tuple[str, ...], str]:
    """Return which sides are in a table of means, what tells its groups apart, and what their rivals are called."""
    name, what = table
    if table == ("entrant", "score"):
        return ~sides.same("entrant"), ("entrant",), "entrant"
    if table == ("strategy", "score"):
        return ~sides.same("strategy"), ("strategy",), "strategy"
    if what == "score":
        keys = ("deck",) if name == "deck" else ("deck", "strategy")
        return sides.same("strategy") & ~sides.same("deck"), keys, "deck"
    if name == "all":
        return sides.is_a & (sides.split if what == "edge" else True), (), "deck"
    if what == "turns":
        return sides.is_a & sides.same("strategy"), ("strategy",), "deck"
    return sides.split & (sides.is_a | ~sides.same(name)), (name,), "deck"  # once, where both have the same
