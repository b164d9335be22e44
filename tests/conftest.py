"""What all tests share: one small local Ray cluster a session, and a steady hypothesis."""

import logging
import os
import secrets
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

# Set before numpy comes in: threads of linear algebra on small matrices wait for one another on a busy machine.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# No deadline: the first call of a test pays for imports. Derandomised: a red suite is red again when run again.
settings.register_profile("tourney", deadline=None, derandomize=True, max_examples=60, database=None)
settings.load_profile("tourney")

# Ray reads these when it is imported, not later.
RAY_SETTINGS = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # listen on 127.0.0.1; Ray 2.60 takes `_node_ip_address` for a wish
    "RAY_AUTH_MODE": "token",  # unset, a local cluster writes a token file into the home directory and warns
    "RAY_AUTH_TOKEN": secrets.token_hex(32),  # this session's own
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # unset, Ray warns of a default that is to change
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that uses the cluster, so that `-m "not ray"` leaves them all out."""
    for item in items:
        if "local_ray" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.ray)


@pytest.fixture(scope="session")
def local_ray() -> Iterator[str]:
    """Start one cluster of two workers, bound to this machine; yield its address; stop it, and only it, at the end."""
    assert "ray" not in sys.modules, "import ray inside the test: its settings count only if they are there before it"
    with pytest.MonkeyPatch.context() as environment:
        for name, value in RAY_SETTINGS.items():
            environment.setenv(name, value)
        import ray  # noqa: PLC0415 - takes a second, and most tests need no cluster

        context = ray.init(
            num_cpus=2,
            include_dashboard=False,
            object_store_memory=100 * 2**20,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
        yield context.address_info["address"]
        ray.shutdown()
