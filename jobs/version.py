"""The version of tourney, once."""

from importlib.metadata import PackageNotFoundError, version
from typing import Final


def _version() -> str:
    try:
        return version("tourney")
    except PackageNotFoundError:  # run from a source tree that was never installed
        return "0+source"


VERSION: Final = _version()
