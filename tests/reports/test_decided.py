"""The log of decisions as a table, by hand; a run that did not decide has none."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from reports import decided
from reports.page import build
from reports.runs import load
from tests.reports.conftest import PAIR
from tests.reports.synthetic import write


def test_the_last_row_of_a_cell_is_its_verdict(tmp_path: Path) -> None:
    """Two rounds of one cell; names, per cent, words, and a table of the page."""
    folder = write(PAIR, tmp_path)
    key = load(folder).cells["cell"][1]
    log = {
        "round": [0, 1],
        "cell": [key, key],
        "blocks": [64, 96],
        "mean": [0.55, 0.625],
        "deviation": [0.2, 0.2],
        "low": [0.45, 0.5625],
        "high": [0.65, 0.6875],
        "verdict": ["open", "favoured"],
    }
    pq.write_table(pa.table(log), folder / "decisions.parquet")
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    manifest["files"]["decisions.parquet"] = ""
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    frame = decided.decisions(load(folder))
    assert list(frame["score"]) == pytest.approx([55, 62.5])
    assert (frame["name"] != frame["rival"]).all()
    last = decided.verdicts(frame)
    assert list(last["verdict"]) == ["favoured"]
    assert list(last.loc[0, ["low", "high", "blocks"]]) == [56.25, 68.75, 96]
    assert "of 1, 1 favoured; 96 to 96 blocks" in decided.words(frame)
    assert 'id="table-decisions"' in build(folder).read_text(encoding="utf-8")


def test_without_a_log_there_is_nothing_to_say(tmp_path: Path) -> None:
    frame = decided.decisions(load(write(PAIR, tmp_path)))
    assert len(frame) == 0
    assert decided.words(frame) == ""
