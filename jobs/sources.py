"""Python code that plays: found, loaded, looked at. A user's file travels as its text, so that no worker needs it."""

import inspect
import linecache
import re
import symtable
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from jobs.messages import Place, clean, near, shown

Value = int | bool | str | tuple[int, ...]

FILE: Final = re.compile(r"(?P<path>.+\.py)(?::(?P<function>[^:/\\]*))?")
MODULE: Final = re.compile(r"(?P<path>[A-Za-z_][\w.]*):(?P<function>\w+)")
_INT64: Final = 1 << 63
_KINDS: Final = {bool: "true or false", int: "a whole number", str: "a text", tuple: "a list of whole numbers"}


def from_text(path: str, text: str, place: Place) -> ModuleType:
    """Return the module of a user's file: the text run once in a module of its own; `path` is for tracebacks.

    Raise InputError at `place`, with the line of the file, if it is no Python or raises.
    """
    try:
        return _run(path, text)
    except SyntaxError as fault:
        line = f"line {fault.lineno}: " if fault.filename == path else ""
        raise place.wrong(f"{line}{fault.msg}", "Python that compiles") from None
    except (Exception, SystemExit) as fault:  # noqa: BLE001 - whatever a user's file raises is the user's to mend
        raise place.wrong(_told(fault, path), "a file that can be imported") from None


@cache
def _run(path: str, text: str) -> ModuleType:
    name = f"_tourney_{sha256(f'{path}:{text}'.encode()).hexdigest()[:16]}"
    module = ModuleType(name)
    module.__file__ = path
    code = compile(text, path, "exec", dont_inherit=True)
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)  # tracebacks without the file
    sys.modules[name] = module  # dataclasses look themselves up
    exec(code, module.__dict__)  # noqa: S102 - the user's own strategy, which is code by its nature
    return module


def from_name(name: str, place: Place) -> ModuleType:
    """Return the installed module `name`; raise InputError at `place` if there is none or it raises."""
    try:
        return import_module(name)
    except ModuleNotFoundError as fault:
        if fault.name and (name == fault.name or name.startswith(f"{fault.name}.")):
            right = 'a module that is installed or on PYTHONPATH, or "path/file.py:function"'
            raise place.wrong(f"no module {clean(fault.name)}", right) from None
        raise place.wrong(_told(fault, ""), "a module that can be imported") from None
    except (Exception, SystemExit) as fault:  # noqa: BLE001 - as in from_text
        raise place.wrong(_told(fault, ""), "a module that can be imported") from None


def _told(fault: BaseException, path: str) -> str:
    """Return what was raised, on one line, and the last line of the file `path` that led to it."""
    lines = [f.lineno for f in traceback.extract_tb(fault.__traceback__) if f.filename == path]
    first = (str(fault).splitlines() or [""])[0]
    said = clean(f"{type(fault).__name__}: {first}" if first else type(fault).__name__)
    return (f"line {lines[-1]}: " if lines else "") + f"raises {said}"


def check_names(text: str, wanted: Sequence[str], place: Place) -> None:
    """Raise InputError at `place` unless a text, which is not run, is Python that makes one of the `wanted` names."""
    try:
        symbols = symtable.symtable(text, "", "exec").get_symbols()
    except (SyntaxError, ValueError):  # ValueError: it holds a NUL
        symbols = []
    if not any(s.get_name() in wanted and (s.is_assigned() or s.is_imported()) for s in symbols):
        raise place.wrong(f"no function {' or '.join(map(clean, wanted))} there", "a file with one")


def pick_function(module: ModuleType, name: str, place: Place) -> str:
    """Return the name of the function to use: `name`, or by default the module's `act`, else its `score`."""
    there = [key for key, value in vars(module).items() if inspect.isfunction(value) and not key.startswith("_")]
    for wanted in [name] if name else ["act", "score"]:
        if callable(getattr(module, wanted, None)):
            return wanted
    if name:
        right = near(name, there) if there else "a file or module with functions of its own"
        raise place.wrong(f"no function {clean(name)} there", right)
    raise place.wrong("neither act nor score there", "a file with act(view, legal, coin) or score(view)")


def takes(function: Callable[..., Any], count: int) -> bool:
    """Return whether `function` can be called with `count` values by place, and no others."""
    try:
        inspect.signature(function).bind(*[None] * count)
    except (TypeError, ValueError):  # ValueError: a built-in without a signature
        return False
    return True


def check_function(function: Callable[..., Any], place: Place) -> None:
    """Raise InputError at `place` unless `function` is act(view, legal, coin) or score(view), by whatever name."""
    odd = (inspect.isclass, inspect.iscoroutinefunction, inspect.isgeneratorfunction, inspect.isasyncgenfunction)
    if any(is_odd(function) for is_odd in odd):
        raise place.wrong(f"{function.__name__} is a class, a generator or async", "a function that returns its answer")
    if not takes(function, 3) and not takes(function, 1):
        name = getattr(function, "__name__", "it")
        raise place.wrong(
            f"{name} takes neither (view, legal, coin) nor (view)",
            "act(view, legal, coin) or score(view), parameters keyword-only with defaults",
        )


def check_facts(module: ModuleType, place: Place) -> None:
    """Raise InputError at `place` if a file's facts (see `sim.ruleset.traits`) are of the wrong kind."""
    for fact in ("DETERMINISTIC", "BLIND"):
        if not isinstance(getattr(module, fact, False), bool):
            raise place.wrong(f"{fact} is {shown(getattr(module, fact))} there", "True or False")
    cost = getattr(module, "COST", 1)
    if type(cost) is not int or cost < 1:
        raise place.wrong(f"COST is {shown(cost)} there", "a whole number from 1")


def asked(function: Callable[..., Any], bound: Mapping[str, Value]) -> Callable[..., Any]:
    """Return `function` with its parameters bound. An exit in it is a fault like any other: it must not end the run."""

    def ask(*given: Any) -> Any:
        try:
            return function(*given, **bound)
        except SystemExit as fault:
            raise RuntimeError(f"it ended the program, sys.exit({fault.code})").with_traceback(
                fault.__traceback__
            ) from None

    return ask


def defaults(function: Callable[..., Any]) -> dict[str, Value]:
    """Return the parameters that a config can set, with defaults: keyword-only int, bool, str and lists of int."""
    given = inspect.signature(function).parameters.values()
    found = {p.name: _frozen(p.default) for p in given if p.kind is p.KEYWORD_ONLY}
    return {name: value for name, value in found.items() if _kind(value)}


def bind(given: Mapping[str, Any], known: Mapping[str, Value], place: Place) -> dict[str, Value]:
    """Return `known` parameters with the `given` laid over; raise InputError for an unknown one or a wrong type."""
    out = dict(known)
    for name, raw in given.items():
        here = place.at(name, raw)
        if name not in known:
            none = "none: it has no keyword-only ones whose defaults are whole numbers, texts, true or false"
            raise here.wrong("no such parameter", near(name, known) if known else none)
        value, kind = _frozen(raw), _kind(known[name])
        if _kind(value) is not kind:
            raise here.wrong("wrong type", f"{_KINDS[kind or int]}, such as {shown(known[name])}")
        if not all(-_INT64 <= v < _INT64 for v in (value if isinstance(value, tuple) else (value,)) if type(v) is int):
            raise here.wrong("out of range", "numbers of 64 bits")
        out[name] = value
    return out


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _kind(value: Any) -> type | None:
    """Return which of the four kinds of parameter a value is, None for any other."""
    if isinstance(value, tuple):
        return tuple if all(type(v) is int for v in value) else None
    return type(value) if type(value) in _KINDS else None
