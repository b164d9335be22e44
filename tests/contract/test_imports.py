"""Who may import what, where import-linter cannot look: inside functions, and by the letter of a file."""

import ast
from pathlib import Path

import pytest

from tests.rooms import ROOT

PACKAGES = ("sim", "strategies", "jobs", "reports")
FILES = sorted(str(path.relative_to(ROOT)) for package in PACKAGES for path in (ROOT / package).rglob("*.py"))

# Files that may import inside a function, each with its reason.
LAZY = {
    "jobs/cli.py": "`tourney --help` answers in half a second: each command imports what it needs",
    "jobs/cluster.py": "ray takes a second, for those runs only that use it",
    "reports/__init__.py": "whoever needs the statistics alone loads no pandas",
}


def imports(tree: ast.AST) -> list[tuple[int, str]]:
    """Return (line, module) of every import under a node."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.extend((node.lineno, alias.name) for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            found.append((node.lineno, "." * node.level + (node.module or "")))
    return found


def tree(name: str) -> ast.Module:
    return ast.parse(Path(ROOT / name).read_text(encoding="utf8"), name)


@pytest.mark.parametrize("name", FILES)
def test_ray_is_imported_in_one_file(name: str) -> None:
    """Only jobs/cluster.py imports ray, so that all else runs and is tested without a cluster."""
    lines = [line for line, module in imports(tree(name)) if module.split(".")[0] == "ray"]
    assert not lines or name == "jobs/cluster.py", f"{name}: lines {lines}"


@pytest.mark.parametrize("name", FILES)
def test_imports_stand_at_the_top(name: str) -> None:
    """No import hides inside a function, but in the files that are listed with their reason."""
    functions = [node for node in ast.walk(tree(name)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    hidden = sorted({found for function in functions for found in imports(function)})
    assert not hidden or name in LAZY, f"{name}: {hidden}"


@pytest.mark.parametrize("name", FILES)
def test_imports_are_absolute(name: str) -> None:
    """An import names its module in full: import-linter's contracts and readers rely on it."""
    assert not [found for found in imports(tree(name)) if found[1].startswith(".")]
