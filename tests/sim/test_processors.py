"""The same bits on every processor: numpy's SIMD dispatch may not show in luck, picks or games."""

import json
import os
import subprocess
import sys

import pytest

from tests.rooms import ROOT
from tests.sim import digests


@pytest.fixture(scope="module")
def plain() -> dict[str, str]:
    """Return the digests of a process with every feature off that numpy can do without."""
    usable = digests.features()
    if not usable:
        pytest.skip("numpy dispatches to no feature of this processor: there is nothing to switch off")
    environment = {**os.environ, "NPY_DISABLE_CPU_FEATURES": " ".join(usable)}
    command = [sys.executable, "-m", "tests.sim.digests"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_other_process_has_its_features_off(plain: dict[str, str]) -> None:
    """Otherwise the comparisons below would compare a process with itself."""
    assert plain["features"] == []


@pytest.mark.parametrize("name", digests.works())
def test_digests_do_not_depend_on_simd(name: str, plain: dict[str, str]) -> None:
    """Luck, picks and whole games of every ruleset have one sha256, with SIMD dispatch on and off."""
    assert digests.works()[name]() == plain[name]
