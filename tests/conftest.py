"""What all tests share: one small local Ray cluster a session, and a steady hypothesis."""

import logging
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

# No deadline: the first call of a test pays for imports. Derandomised: a red suite is red again when run again.
settings.register_profile("tourney", deadline=None, derandomize=True, max_examples=60, database=None)
settings.load_profile("tourney")

RAY_SETTINGS = {
    "RAY_AUTH_MODE": "disabled",  # unset, a local cluster writes a token file into the home directory and warns
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
    """Start one cluster with two workers, bound to this machine; yield its address; stop it, and only it, at the end."""
    os.environ.update(RAY_SETTINGS)
    import ray  # noqa: PLC0415 - takes a second, and most tests need no cluster

    context = ray.init(
        num_cpus=2,
        include_dashboard=False,
        object_store_memory=100 * 2**20,
        _node_ip_address="127.0.0.1",
        log_to_driver=False,
        logging_level=logging.ERROR,
    )
    yield context.address_info["address"]
    ray.shutdown()
