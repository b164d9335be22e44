"""The log of decisions as a table, by hand; a run that did not decide has none."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from reports import decided, grids, tables
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
    manifest["goal"] = {"low": 0.45, "high": 0.55, "half": 0.01, "alpha": 0.02, "strict": False, "early": True}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    run = load(folder)
    frame, matchups = decided.decisions(run), tables.matchups(run)
    assert list(frame["score"]) == pytest.approx([55, 62.5])
    assert (frame["name"] != frame["rival"]).all()
    met = matchups[matchups["name"] != matchups["rival"]]
    assert list(met["verdict"]) == ["favoured", "unfavoured"]
    assert met[["band_low", "band_high"]].to_numpy().tolist() == [[56.25, 68.75], [31.25, 43.75]]
    last = decided.verdicts(grids.one_sided(matchups), frame)
    assert list(last["round"]) == [1]
    sentence = "Of 1 match-up 1 has a favourite (surely outside 45 to 55 %); with 98 % all of these are so."
    assert decided.lead(run.goal, matchups).replace("\u00a0", " ") == sentence
    assert "above 55" in decided.legend(run.goal)
    page = build(folder).read_text(encoding="utf-8")
    assert 'id="table-decisions"' in page
    assert page.count("98 %, at all times") == page.count("98 %, all at once") > 0
    assert sentence in page.replace("\u00a0", " ")


def test_without_a_log_there_is_nothing_to_say(tmp_path: Path) -> None:
    run = load(write(PAIR, tmp_path))
    matchups = tables.matchups(run)
    assert len(decided.decisions(run)) == 0
    assert [told(run.goal, matchups) for told in (decided.lead, decided.words)] == ["", ""]
    assert decided.legend(run.goal) == ""
