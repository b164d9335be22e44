"""Who is who: sha256 of all that decides results, over canonical JSON. Displayed names and paths have no part in it."""

import ast
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np

import strategies
from jobs.specs import StrategySpec
from sim.ruleset import Deck, Ruleset

_PLANNER: Final = "sim.lookahead"


def digest(data: Any) -> str:
    """Return the sha256, in hex, of `data` (see `plain`): the same whatever the order of keys."""
    text = json.dumps(plain(data), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def plain(data: Any) -> Any:
    """Return dataclasses, mappings, sequences, sets, arrays and numbers as what JSON can say.

    Raise TypeError for anything else: what cannot be written down cannot be told apart.
    """
    if data is None or isinstance(data, str | bool | int | float):
        return data
    if is_dataclass(data) and not isinstance(data, type):
        return {f.name: plain(getattr(data, f.name)) for f in fields(data)}
    if isinstance(data, Mapping):
        return {str(key): plain(value) for key, value in data.items()}
    if isinstance(data, np.ndarray | np.generic):
        return {"dtype": str(data.dtype), "values": data.tolist()}
    if isinstance(data, set | frozenset):
        return sorted((plain(value) for value in data), key=str)
    if isinstance(data, Sequence) and not isinstance(data, bytes):
        return [plain(value) for value in data]
    raise TypeError(f"no identity for {type(data).__name__}: it is no plain data")


def deck(found: Deck) -> str:
    """Return the identity of a deck: what of its content decides a game, so that new words replay nothing."""
    return digest(found.content if found.decides is None else found.decides)


@cache
def strategy(spec: StrategySpec) -> str:
    """Return the identity of a strategy: source texts, function, parameters, and those of what a planner builds on."""
    if spec.kind == "planner":
        code: Any = {"planner": spec.use, "sources": sources(_PLANNER)}
    elif spec.kind == "file":
        code = {"function": spec.function, "sources": _with_imports(spec.source, ())}
    else:
        code = {"function": spec.function, "sources": sources(spec.module)}
    parts = {name: strategy(part) for name, part in (("base", spec.base), ("on", spec.evaluation)) if part}
    return digest({"code": code, "parameters": dict(spec.parameters), "parts": parts})


def ruleset(rules: Ruleset) -> dict[str, Any]:
    """Return what identifies a ruleset: name and version."""
    return {"name": rules.name, "version": rules.version}


def entrant(rules: Ruleset, deck_key: str, strategy_key: str) -> str:
    """Return the key of an entrant: the same deck played in the same way by the same rules."""
    return digest({"ruleset": ruleset(rules), "deck": deck_key, "strategy": strategy_key})


@cache
def sources(module: str, seen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the sorted sha256 of what a module's behaviour rests on.

    That is its own text, its data (what lies beside it under its name: `mixed.npz`, `_mixed.csv` beside `mixed.py`),
    and the same of every module of `strategies` that it imports; `sim` is covered by the ruleset's version.
    """
    path = _file(module)
    if path is None:  # built into Python
        return (digest(module),)
    beside = [*path.parent.glob(f"{path.stem}.*"), *path.parent.glob(f"_{path.stem}.*")]
    data = [p for p in beside if p.is_file() and p.suffix not in (".py", ".pyc")]
    hashes = {hashlib.sha256(p.read_bytes()).hexdigest() for p in data}
    text = path.read_bytes().decode("utf8", "replace").replace("\r\n", "\n")
    return tuple(sorted(hashes | set(_with_imports(text, (*seen, module)))))


def _with_imports(text: str, seen: tuple[str, ...]) -> tuple[str, ...]:
    found = {hashlib.sha256(text.encode()).hexdigest()}
    for module in _imported(text):
        if module not in seen:
            found.update(sources(module, seen))
    return tuple(sorted(found))


def _imported(text: str) -> set[str]:
    """Return the modules of `strategies` that a source text imports; their packages hold only docstrings."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.update({node.module, *(f"{node.module}.{alias.name}" for alias in node.names)})
    return {name for name in names if name.startswith(f"{strategies.__name__}.") and _file(name)}


def _file(module: str) -> Path | None:
    """Return the file of a module, None for what is none; strategies are not imported to find out."""
    package, *parts = module.split(".")
    if package == strategies.__name__:
        path = Path(strategies.__path__[0], *parts).with_suffix(".py")
    else:
        spec = find_spec(module)
        path = Path(spec.origin if spec and spec.origin else module)
    return path if path.is_file() else None
