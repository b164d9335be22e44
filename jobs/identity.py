"""Who is who: sha256 of all that decides results, over canonical JSON. Displayed names and paths have no part in it."""

import ast
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
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
    """Return the sha256, in hex, of `data` (see `text`): the same whatever the order of keys."""
    return hashlib.sha256(text(data).encode()).hexdigest()


def text(data: Any) -> str:
    """Return `data` as JSON without spaces, keys sorted.

    Dataclasses, mappings, sequences, sets, arrays and numbers can be said so. Raise TypeError for anything else: what
    cannot be written down cannot be told apart.
    """
    return _JSON.encode(data)


def plain(data: Any) -> Any:
    """Return `data` as what JSON knows: the same as `text` says."""
    return json.loads(text(data))


def _simpler(data: Any) -> Any:
    """Return what JSON does not know by itself as something nearer to what it knows."""
    if is_dataclass(data) and not isinstance(data, type):
        return {f.name: getattr(data, f.name) for f in fields(data)}
    if isinstance(data, Mapping):
        return dict(data)
    if isinstance(data, np.ndarray | np.generic):
        return {"dtype": str(data.dtype), "values": data.tolist()}
    if isinstance(data, set | frozenset):
        return sorted((plain(value) for value in data), key=str)
    if isinstance(data, Sequence) and not isinstance(data, bytes):
        return list(data)
    raise TypeError(f"no identity for {type(data).__name__}: it is no plain data")


_JSON: Final = json.JSONEncoder(
    default=_simpler, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)


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


def entrants(rules: Ruleset, deck_keys: Iterable[str], strategy_key: str) -> list[str]:
    """Return the keys of entrants: each the same wherever the same deck is played in the same way by the same rules.

    They are digests of ruleset, deck and strategy; all but the deck is written down once for thousands of decks.
    """
    told = text({"deck": "", "ruleset": ruleset(rules), "strategy": strategy_key})
    before, after = told.split('""', 1)
    return [hashlib.sha256(f'{before}"{key}"{after}'.encode()).hexdigest() for key in deck_keys]


def variant(original: str, played: str) -> str:
    """Return the key of a variant of the entrant with the key `original`, which plays as one with the key `played`.

    It is its own: nobody else's cells are a variant's, whatever deck it comes to.
    """
    return digest({"original": original, "played": played})


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
