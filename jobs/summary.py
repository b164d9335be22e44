"""What is written when all shards are there: who played with what, the sums over all games, and last the manifest."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jobs import budget, cells, identity, store
from jobs.config import Experiment
from jobs.plan import Plan
from jobs.specs import build
from jobs.version import VERSION
from sim.errors import InputError, MachineError
from sim.results import CELLS, DECISIONS, DECKS, ENTRANTS, SUBSTITUTES, TOTALS
from sim.ruleset import Deck

if TYPE_CHECKING:
    import pandas as pd

FORMAT: Final = 2
MANIFEST: Final = "manifest.json"
_CARDS: Final = "cards.json"
_LOG: Final = "decisions.parquet"
_SUBSTITUTES: Final = "substitutes.parquet"
_PARQUET: Final = ("entrants.parquet", "decks.parquet", "cells.parquet", "totals.parquet")


def metadata(experiment: Experiment) -> dict[str, str]:
    """Return what every Parquet file of a run says of itself."""
    config, rules = experiment.config, experiment.ruleset
    told = {"tourney_format": FORMAT, "ruleset": rules.name, "ruleset_version": rules.version}
    told |= {"seed": config.seed, "luck": config.luck, "first": config.first, "keep": config.keep}
    told |= {} if config.budget is None else {"budget": config.budget}
    return {key: str(value) for key, value in told.items()}


def write(experiment: Experiment, plan: Plan, run: Path, log: dict[str, Any] | None = None) -> None:
    """Write entrants, decks, cells, totals and manifest from the config and the files of the shards.

    `log`: the columns of DECISIONS, of a run that decided by itself when to stop.
    """
    files = _shards(plan, run)
    found, totals = cells.columns(plan, run)
    tables = (ENTRANTS, entrants(experiment)), (DECKS, decks(experiment.decks)), (CELLS, found), (TOTALS, totals)
    for name, table in zip(_PARQUET, tables, strict=True):
        files[name] = store.write(run / name, store.encode(*table, metadata(experiment)))
    if log is not None:
        files[_LOG] = store.write(run / _LOG, store.encode(DECISIONS, log, metadata(experiment)))
    if experiment.config.substitute:
        content = store.encode(SUBSTITUTES, substitutes(experiment), metadata(experiment))
        files[_SUBSTITUTES] = store.write(run / _SUBSTITUTES, content)
    if experiment.cards is not None:
        files[_CARDS] = store.write_json(run / _CARDS, identity.plain(experiment.cards))
    store.write_json(run / MANIFEST, manifest(experiment, plan, files))


def _shards(plan: Plan, run: Path) -> dict[str, str]:
    """Return the files of all shards with their sha256."""
    files: dict[str, str] = {}
    for piece in plan.shards:
        receipt = store.receipt(run, piece.name)
        if receipt is None:
            raise MachineError(f"{run}: the receipt of shard {piece.name} is gone")
        files |= receipt["files"]
    return files


def entrants(experiment: Experiment) -> dict[str, list[Any]]:
    """Return the columns of ENTRANTS."""
    everyone, specs = experiment.everyone, experiment.roster.specs
    parameters = {spec.name: json.dumps(dict(spec.parameters), sort_keys=True) for spec in specs}
    deterministic = {spec.name: build(spec).deterministic for spec in specs}
    return {
        "key": [entrant.key for entrant in everyone],
        "name": [entrant.name for entrant in everyone],
        "deck": [entrant.deck.name for entrant in everyone],
        "strategy": [entrant.spec.name for entrant in everyone],
        "parameters": [parameters[entrant.spec.name] for entrant in everyone],
        "deterministic": [deterministic[entrant.spec.name] for entrant in everyone],
        "origin": [getattr(entrant.deck.content, "origin", "") for entrant in everyone],
        "slots": [entrant.deck.slots for entrant in everyone],
        "roles": [entrant.deck.roles for entrant in everyone],
    }


def decks(found: Iterable[Deck]) -> dict[str, list[str]]:
    """Return the columns of DECKS."""
    return {"name": [deck.name for deck in found], "content": [identity.text(deck.content) for deck in found]}


def substitutes(experiment: Experiment) -> dict[str, list[Any]]:
    """Return the columns of SUBSTITUTES."""
    first = len(experiment.entrants)
    rows = [(v.of, v.card, v.into, first + i, v.same) for i, v in enumerate(experiment.variants.all)]
    rows += [(of, card, "", -1, False) for of, card in experiment.variants.stuck]
    return {column.name: [row[i] for row in rows] for i, column in enumerate(SUBSTITUTES)}


def manifest(experiment: Experiment, plan: Plan, files: dict[str, str]) -> dict[str, Any]:
    """Return what was played, as plain data (see jobs/README.md)."""
    config, rules = experiment.config, experiment.ruleset
    return {
        "format": FORMAT,
        "name": config.name,
        "ruleset": rules.name,
        "ruleset_version": rules.version,
        "config_hash": experiment.hash,
        **{key: getattr(config, key) for key in ("seed", "luck", "first", "keep")},
        "blocks": int(plan.cells.blocks.max()) if config.goal else config.blocks,
        "goal": None if config.goal is None else asdict(config.goal),
        "pairing": config.pairing if isinstance(config.pairing, str) else config.pairing.model_dump(),
        "arrangements": list(plan.arrangements),
        "seats_equal": rules.seats_equal,
        "endings": list(rules.endings),
        "entrants": len(experiment.everyone),
        "cells": len(plan.cells),
        "games": plan.games,
        **_budget(experiment, plan),
        **({"variants": {"entrants": len(experiment.variants.all), **plan.variants}} if config.substitute else {}),
        "files": dict(sorted(files.items())),
        "versions": {"tourney": VERSION},
    }


def _budget(experiment: Experiment, plan: Plan) -> dict[str, Any]:
    """Return what was played again with other luck, if anything was."""
    blocks, rules = experiment.config.budget, experiment.ruleset
    if blocks is None:
        return {}
    games = budget.games(rules, blocks, plan)
    return {"budget": {"blocks": blocks, "sources": list(budget.sources(rules)), "games": games}}


def decisions(run: Path) -> "pd.DataFrame | None":
    """Return the log of a finished sequential run, the columns DECISIONS; None of a run with a number of blocks."""
    path = run / _LOG
    return store.read(path).to_pandas() if path.is_file() else None


def load_manifest(run: Path) -> dict[str, Any]:
    """Return the manifest of a finished run; raise InputError if there is none."""
    try:
        found = json.loads((run / MANIFEST).read_text(encoding="utf8"))
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{run}: no finished run ({MANIFEST} is missing); right would be the --out of a run") from None
    except ValueError:
        raise InputError(f"{run / MANIFEST}: is no JSON; the same `tourney run` writes it again") from None
    if not isinstance(found, dict):
        raise InputError(f"{run / MANIFEST}: is no manifest; the same `tourney run` writes it again")
    return found


def is_whole(experiment: Experiment, run: Path) -> bool:
    """Return whether the manifest of this experiment stands, and what was written with it."""
    try:
        found = load_manifest(run)
    except InputError:
        return False
    files = found.get("files", {})
    more = (_CARDS,) * (experiment.cards is not None) + (_LOG,) * (experiment.config.goal is not None)
    more += (_SUBSTITUTES,) * (experiment.config.substitute is not None)
    names = (*_PARQUET, *more)
    return found.get("config_hash") == experiment.hash and all(
        store.agrees(run / name, files.get(name, "")) for name in names
    )
