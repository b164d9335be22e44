"""How an entrant plays, as plain data that travels: from a config's entry to a spec, and anywhere to a Strategy."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Literal

from jobs import rooms, sources
from jobs.messages import Place, check_name, near, read_text, shown
from jobs.sources import Value
from sim import lookahead
from sim.arrays import Integer
from sim.ruleset import Strategy, from_act, from_score, traits

_BASE: Final = "random"  # what a planner imagines both sides to play, unless told
_SAMPLES: Final = {"lookahead": 4, "rollout": 8}
_DEEPEST: Final = 2  # planners that imagine with planners: each takes samples times the time of the next
_MOST_SAMPLES: Final = 10_000
_NAME_RIGHT: Final = "1 to 100 characters that can be shown"


@dataclass(frozen=True)
class StrategySpec:
    """All that it takes to build a strategy on any machine that has tourney (for kind "module": and that module)."""

    name: str  # displayed
    kind: Literal["shipped", "file", "module", "planner"]
    use: str  # what a config says to mean it: a name, "/path/file.py:function" or "package.module:function"
    function: str = ""  # "" for planners
    parameters: tuple[tuple[str, Value], ...] = ()  # all that there are, by name, given or default
    module: str = ""  # dotted name; of a file: its path, for tracebacks
    source: str = ""  # of a file: its text
    base: "StrategySpec | None" = None  # of a planner: how the imagined games go on
    evaluation: "StrategySpec | None" = None  # of lookahead: whose evaluate(view) it trusts; None: the margin


@dataclass(frozen=True)
class Finder:
    """Makes specs of a config's entries, for one ruleset; paths are relative to `folder`."""

    ruleset: str
    folder: Path

    def spec(self, entry: Any, place: Place) -> StrategySpec:
        """Return the spec of an entry: a text, or a table with `use`, perhaps `name`, and parameters.

        Raise InputError at `place`, or at the key within it.
        """
        table = {"use": entry} if isinstance(entry, str) else entry
        if not isinstance(table, Mapping):
            raise place.wrong("neither text nor table", 'a name, or { use = "name", ... }')
        use, name = table.get("use"), table.get("name")
        if not isinstance(use, str):
            raise place.wrong("no text in its key use", 'a table with use = "name of a strategy"')
        _check_displayed(name, place)
        given = {key: value for key, value in table.items() if key not in ("use", "name")}
        if use in rooms.PLANNERS:
            return self._planner(use, name, given, place)
        code = self._code(use, "", place if isinstance(entry, str) else place.at("use", use))
        known = sources.defaults(function_of(code))
        bound = sources.bind(given, known, place)
        label = name or _label(code.name, {key: bound[key] for key in given})
        return _with(code, name=label, parameters=tuple(sorted(bound.items())))

    def _planner(self, use: str, name: str | None, given: Mapping[str, Any], place: Place) -> StrategySpec:
        if place.keys.count("base") > _DEEPEST:
            raise place.wrong("planners nested too deeply", f"at most {_DEEPEST} in one another")
        known = ["base", "samples", *(["evaluation"] if use == "lookahead" else [])]
        for key, value in given.items():
            if key not in known:
                raise place.at(key, value).wrong("no such parameter", near(key, known))
        samples = given.get("samples", _SAMPLES[use])
        if type(samples) is not int or not 1 <= samples <= _MOST_SAMPLES:
            raise place.at("samples", samples).wrong("wrong number", f"a whole number from 1 to {_MOST_SAMPLES}")
        base = self.spec(given.get("base", _BASE), place.at("base", given.get("base", _BASE)))
        evaluation = self._evaluation(given["evaluation"], place) if "evaluation" in given else None
        told = {**given, **({"base": base.name} if "base" in given else {})}
        told |= {"evaluation": evaluation.name} if evaluation else {}
        label = name or _label(use, told)
        return StrategySpec(label, "planner", use, "", (("samples", samples),), base=base, evaluation=evaluation)

    def _evaluation(self, use: Any, place: Place) -> StrategySpec:
        here = place.at("evaluation", use)
        if not isinstance(use, str):
            raise here.wrong("not text", "the name of a strategy that has evaluate(view)")
        code = self._code(use, "evaluate", here)
        if not sources.takes(function_of(code), 1):
            raise here.wrong(f"{code.function} does not take (view)", "evaluate(view), one whole number a row")
        return code

    def _code(self, use: str, default: str, place: Place) -> StrategySpec:
        """Return the spec, without parameters, of code by name, path or module; `default`: its function, if unnamed."""
        if match := sources.FILE.fullmatch(use):
            path = self.folder / match["path"]
            wanted = [match["function"] or default] if match["function"] or default else ["act", "score"]
            text = read_text(path, place, lambda text: sources.check_names(text, wanted, place))
            full = str(path.resolve())
            module = sources.from_text(full, text, place)
            function = _chosen(module, match["function"] or default, place)
            label = path.stem if function in ("act", "score", default) else f"{path.stem}:{function}"
            return _checked(StrategySpec(label, "file", f"{full}:{function}", function, (), full, text), module, place)
        known = [s for s in rooms.strategies(self.ruleset) if not default or s not in rooms.PLANNERS]
        match = sources.MODULE.fullmatch(use)
        if match and match["path"] in known:
            raise place.wrong("a function goes with a file or a module", f"{shown(match['path'])} alone")
        if match:
            module = sources.from_name(match["path"], place)
            function = _chosen(module, match["function"], place)
            return _checked(StrategySpec(use, "module", use, function, (), match["path"]), module, place)
        if use not in known:
            right = "a path that ends in .py, or .py:function" if "/" in use else near(use, known)
            raise place.wrong(f"no such strategy for {self.ruleset}", right)
        dotted = rooms.strategy_module(self.ruleset, use)
        module = import_module(dotted)
        return _checked(StrategySpec(use, "shipped", use, _chosen(module, default, place), (), dotted), module, place)


def _chosen(module: ModuleType, name: str, place: Place) -> str:
    return sources.pick_function(module, name, place)


def _checked(spec: StrategySpec, module: ModuleType, place: Place) -> StrategySpec:
    sources.check_facts(module, place)
    sources.check_function(getattr(module, spec.function), place)
    return spec


def _with(spec: StrategySpec, **changes: Any) -> StrategySpec:
    parts = {key: getattr(spec, key) for key in spec.__dataclass_fields__}
    return StrategySpec(**(parts | changes))


def _check_displayed(name: Any, place: Place) -> None:
    if name is not None:
        problem = check_name(name) if isinstance(name, str) else "is not text"
        if problem:
            raise place.at("name", name).wrong(problem, _NAME_RIGHT)


def _label(name: str, given: Mapping[str, Any]) -> str:
    """Return the displayed name of an unnamed strategy: `weighted(rest=2,weapon=9)`."""
    told = [f"{key}={value if isinstance(value, str) else shown(value)}" for key, value in sorted(given.items())]
    return f"{name}({','.join(told)})" if told else name


def parameters(ruleset: str, name: str) -> dict[str, Value]:
    """Return the parameters of the shipped strategy `name`, with their defaults."""
    if name in rooms.PLANNERS:
        return {"base": _BASE, "samples": _SAMPLES[name]}
    spec = Finder(ruleset, Path()).spec(name, Place("", (), name))
    return sources.defaults(function_of(spec))


def module_of(spec: StrategySpec) -> ModuleType:
    """Return the module that holds the function of a spec that is no planner."""
    if spec.kind == "file":
        return sources.from_text(spec.module, spec.source, Place(spec.module))
    return sources.from_name(spec.module, Place(spec.use))


def function_of(spec: StrategySpec) -> Callable[..., Integer]:
    """Return the function of a spec that is no planner."""
    found: Callable[..., Integer] = getattr(module_of(spec), spec.function)
    return found


@cache
def build(spec: StrategySpec) -> Strategy:
    """Return the strategy that a spec describes, on any worker; raise InputError if its module cannot be imported."""
    if spec.kind == "planner":
        return _build_planner(spec)
    module, function, bound = module_of(spec), function_of(spec), dict(spec.parameters)
    make = from_act if sources.takes(function, 3) else from_score
    return make(spec.name, sources.asked(function, bound), **traits(module))


def _build_planner(spec: StrategySpec) -> Strategy:
    given: dict[str, Any] = dict(spec.parameters)
    if spec.use == "lookahead":
        given["evaluate"] = sources.asked(function_of(spec.evaluation), {}) if spec.evaluation else None
    if spec.base is None:
        raise ValueError(f"planner {spec.name!r} has no base strategy")
    made: Strategy = getattr(lookahead, spec.use)(spec.name, base=build(spec.base), **given)
    return made
