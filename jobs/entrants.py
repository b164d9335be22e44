"""From the names, globs, files and samples of a config to decks, strategies and entrants, with their identities."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from glob import glob, has_magic
from pathlib import Path
from typing import Any, Final

import numpy as np

from jobs import identity, rooms
from jobs.messages import Place, check_name, near, read_toml
from jobs.rooms import decks, ruleset, rulesets, strategies
from jobs.specs import Finder, StrategySpec, build
from sim import luck
from sim.errors import InputError
from sim.ruleset import Deck, Ruleset

_FILES: Final = ".toml"
_NAME_RIGHT: Final = "a name of 1 to 100 characters that can be shown"


@dataclass(frozen=True)
class Entrant:
    """A deck with a strategy. `key` is the same wherever the same deck plays in the same way by the same rules."""

    key: str  # sha256, hex
    name: str  # displayed: strategy / deck
    deck: Deck
    spec: StrategySpec
    table: int = 0  # number of its [[entrants]] table: in a gauntlet those of table 0 meet all others


@dataclass(frozen=True)
class Chosen:
    """What one entry of a config came to: itself, spelt out so that it means the same anywhere, and where it stood."""

    entry: Any
    place: Place
    found: Any  # a Deck or a StrategySpec
    key: str


@dataclass(frozen=True)
class Table:
    """One [[entrants]] table, resolved: every deck with every strategy."""

    decks: tuple[Chosen, ...]
    strategies: tuple[Chosen, ...]


@dataclass(frozen=True)
class Resolver:
    """Resolves the entries of a config for one ruleset and card set; relative paths are relative to `folder`."""

    rules: Ruleset
    folder: Path
    cards: Any = None

    @cached_property
    def known(self) -> dict[str, Deck]:
        """Return the decks that come with the ruleset, made of this card set, in the order of their names."""
        return dict(sorted(self._room.shipped(self.cards).items()))

    @property
    def _room(self) -> Any:
        return rooms.deck_module(self.rules.name)

    def table(self, deck_entries: Sequence[Any], strategy_entries: Sequence[Any], place: Place) -> Table:
        """Return the decks and strategies of a table at `place`; raise InputError for the first that cannot be."""
        here, there = place.at("decks"), place.at("strategies")
        chosen = [c for i, entry in enumerate(deck_entries) for c in self._decks(entry, here.at(i, entry))]
        return Table(
            tuple(chosen), tuple(self._strategy(entry, there.at(i, entry)) for i, entry in enumerate(strategy_entries))
        )

    def _strategy(self, entry: Any, place: Place) -> Chosen:
        spec = Finder(self.rules.name, self.folder).spec(entry, place)
        return Chosen(_spelt(entry, spec), place, spec, identity.strategy(spec))

    def _decks(self, entry: Any, place: Place) -> list[Chosen]:
        if isinstance(entry, Mapping):
            return self._sample(entry, place)
        if entry.endswith(_FILES):
            return [self._file(path, place) for path in self._paths(entry, place)]
        known = self.known
        names = [entry] if entry in known else [name for name in known if fnmatchcase(name, entry)]
        if not names:
            problem = "no deck's name is like this" if has_magic(entry) else f"no such deck in {self.rules.name}"
            raise place.wrong(problem, f"a path that ends in {_FILES}" if "/" in entry else near(entry, known))
        return [_chosen(name, place, known[name]) for name in names]

    def _paths(self, entry: str, place: Place) -> list[Path]:
        path = self.folder / entry
        if not has_magic(entry) or "\0" in entry or path.exists():
            return [path]
        found = sorted(glob(entry, root_dir=self.folder, recursive=True))  # noqa: PTH207 - Path takes no absolute ones
        if not found:
            raise place.wrong("no file's name is like this", f"paths of {_FILES} files, from {self.folder.absolute()}")
        return [self.folder / name for name in found]

    def _file(self, path: Path, place: Place) -> Chosen:
        def make(data: dict[str, Any]) -> Deck:
            return self._room.parse(data, str(place), self.cards)

        deck = make(read_toml(path, place, make))
        return _chosen(str(path.resolve()), place, deck)

    def _sample(self, entry: Mapping[str, Any], place: Place) -> list[Chosen]:
        """Return decks made by the room, or drawn from those that come with it where it makes none."""
        count, seed = entry["sample"], entry["seed"]
        make = getattr(self._room, "sample", None)
        if make:
            try:
                made = make(count, seed, self.cards)
            except InputError as fault:
                raise InputError(f"{place}: {fault}") from None
            return [_chosen(entry, place, deck) for deck in made]
        known = self.known
        if count > len(known):
            there = f"at most {len(known)}, as {self.rules.name} makes no decks of its own"
            raise place.at("sample", count).wrong("more decks than there are", there)
        return [_chosen(name, place, known[name]) for name in draw(sorted(known), count, seed)]


def _spelt(entry: Any, spec: StrategySpec) -> Any:
    """Return the entry as it means the same from any folder."""
    if isinstance(entry, str):
        return spec.use
    spelt = {**entry, "use": spec.use}
    if spec.base and "base" in entry:
        spelt["base"] = _spelt(entry["base"], spec.base)
    if spec.evaluation:
        spelt["evaluation"] = spec.evaluation.use
    return spelt


def draw(names: Sequence[str], count: int, seed: int) -> list[str]:
    """Return `count` of `names`, all sets equally likely by the addressed luck of `seed`, in the order of `names`."""
    keys = luck.keys(seed, np.arange(len(names), dtype=np.uint64))
    draws = luck.draw(keys[0], luck.SHUFFLE, 0).tolist()
    kept = {name for _, name in sorted(zip(draws, names, strict=True))[:count]}
    return [name for name in names if name in kept]


def _chosen(entry: Any, place: Place, deck: Deck) -> Chosen:
    problem = check_name(deck.name)
    if problem:
        raise place.at("name", deck.name).wrong(problem, _NAME_RIGHT)
    return Chosen(entry, place, deck, identity.deck(deck))


def field(rules: Ruleset, tables: Iterable[Table]) -> list[Entrant]:
    """Return all entrants in canonical order: strategy name, deck name, key.

    A deck that was made for a sample is left out where it is there already: nobody asked for that very one. Raise
    InputError for any other that is there twice, and for two decks or two strategies of one name.
    """
    found: dict[str, tuple[Entrant, Chosen]] = {}
    names: dict[tuple[str, str], tuple[str, Chosen]] = {}
    for number, table in enumerate(tables):
        for one in (*table.decks, *table.strategies):
            _check_name(names, one)
        decks = [what.key for what in table.decks]
        for how in table.strategies:
            for what, key in zip(table.decks, identity.entrants(rules, decks, how.key), strict=True):
                if key in found and isinstance(what.entry, Mapping):
                    continue
                entrant = Entrant(key, f"{how.found.name} / {what.found.name}", what.found, how.found, number)
                if key in found:
                    raise _twice(entrant, what, how, found[key])
                found[key] = entrant, how
    everyone = (entrant for entrant, _ in found.values())
    return sorted(everyone, key=lambda e: (e.spec.name, e.deck.name, e.key))


def _check_name(names: dict[tuple[str, str], tuple[str, Chosen]], one: Chosen) -> None:
    """Raise InputError if another deck or strategy goes by the name of this one."""
    is_deck = isinstance(one.found, Deck)
    key, first = names.setdefault(("deck" if is_deck else "strategy", one.found.name), (one.key, one))
    if key != one.key:
        kind, right = ("deck", "another name in one of the files") if is_deck else ("strategy", "a name of its own")
        shown = f'{{ use = "{one.found.use}", name = "…" }}' if not is_deck else ""
        raise one.place.wrong(
            f"another {kind} named {one.found.name!r} stands at {first.place.path()}", f"{right} {shown}".rstrip()
        )


def _twice(entrant: Entrant, what: Chosen, how: Chosen, before: tuple[Entrant, Chosen]) -> Exception:
    same_entry = before[1].place == how.place
    first = before[0].name if before[0].name != entrant.name else "it"
    return (what if same_entry else how).place.wrong(
        f"duplicate entrant {entrant.name!r}: {first} plays the same deck in the same way already",
        "each deck with each strategy once",
    )


__all__ = ["Chosen", "Entrant", "Resolver", "StrategySpec", "Table", "build", "decks", "draw", "field"]
__all__ += ["ruleset", "rulesets", "strategies"]
