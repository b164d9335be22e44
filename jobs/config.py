"""A config file, checked: TOML to frozen models, and the experiment that they describe. configs/README.md has the keys.

Every mistake in it is an InputError of one or two lines: file, key, value, what is wrong and what would be right.
"""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import tomli_w
from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError, field_validator

from jobs import entrants, identity, rooms
from jobs.entrants import Entrant
from jobs.faults import translate
from jobs.messages import Place, check_name, read_toml
from jobs.roster import Roster
from jobs.substitutes import Exchanger, Variants
from reports.stats.goal import FIRST, Goal
from sim.ruleset import Deck, Ruleset

MOST: Final = 1_000_000_000
MOST_PAIRS: Final = 10_000_000  # each is planned for by itself
_LAST_SEED: Final = (1 << 63) - 1
_SEED: Final = f"a whole number from 0 to {_LAST_SEED}"
_CARDS: Final = 'the path of a .toml file with cards, such as "cards.toml"'
_NAME: Final = "1 to 100 characters that can be shown, without / and \\, and not . or .."
_ALPHA: Final = 0.05  # of a table that is to be precise: its intervals hold together with 95 per cent
_PRECISION: Final = "a half-width from 0.0001 to 0.5, such as 0.01"
_BUDGET: Final = "a whole number of blocks a cell, from 2 on, such as 100"
_DECKS: Final = 'deck names, globs, paths of .toml files, { sample = 500, seed = 3 }, such as ["*"]'
_SUBSTITUTE: Final = 'a table, such as { decks = ["*"], cards = ["*"], by = 4, seed = 0 }'
_WHOSE: Final = 'names or globs of decks of the entrants, such as ["*"]'
_OUT: Final = 'names or globs of cards of the decks, such as ["*"]'
_INTO: Final = 'a whole number of cards from 1 to 1000, or names of cards, such as ["V"]'
_STRATEGIES: Final = (
    'names, { use = "name", parameter = 1 }, "path/file.py:function", "package.module:function", such as ["random"]'
)


class _Model(BaseModel):
    """Frozen, of exact types, without unknown keys. The description of a field says what would be right."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Sample(_Model):
    """`{ sample = n, seed = s }`: decks made by the ruleset, or drawn from those that come with it."""

    sample: int = Field(ge=1, le=1_000_000, description="a whole number of decks from 1 to 1000000")
    seed: int = Field(0, ge=0, le=_LAST_SEED, description=_SEED)


class RandomPairs(_Model):
    """`{ random = n }`: so many pairs of different entrants, each drawn from all; a pair may come again."""

    random: int = Field(ge=1, le=MOST_PAIRS, description=f"a whole number of pairs from 1 to {MOST_PAIRS}")


class Decide(_Model):
    """`{ band = [0.47, 0.53], alpha = 0.05 }`: play until each cell is known to be inside the band or outside."""

    band: tuple[float, float] = Field(strict=False, description="two mean scores from 0 to 1, such as [0.47, 0.53]")
    alpha: float = Field(0.05, ge=1e-9, le=0.5, description="a probability from 0.000000001 to 0.5")
    borderline: float = Field(0.005, ge=1e-4, le=0.5, description="a half-width from 0.0001 to 0.5")
    strict: bool = Field(False, description="true or false")

    @field_validator("band")
    @classmethod
    def _rises(cls, band: tuple[float, float]) -> tuple[float, float]:
        if not 0 <= band[0] < band[1] <= 1:
            raise ValueError("is no band")
        return band


def _how_many(entry: Any) -> str:
    return "<list>" if isinstance(entry, list | tuple) else "<number>"


class Substitute(_Model):
    """`{ cards = ["*"], by = 4 }`: what cards are worth, told by decks with another one in place of each."""

    decks: tuple[str, ...] = Field(("*",), min_length=1, strict=False, description=_WHOSE)
    cards: tuple[str, ...] = Field(("*",), min_length=1, strict=False, description=_OUT)
    by: Annotated[
        Annotated[int, Field(ge=1, le=1000), Tag("<number>")]
        | Annotated[tuple[str, ...], Field(min_length=1, strict=False), Tag("<list>")],
        Discriminator(_how_many),
    ] = Field(4, description=_INTO)
    seed: int = Field(0, ge=0, le=_LAST_SEED, description=_SEED)


class Use(_Model):
    """`{ use = ..., name = ..., ... }`: a strategy with parameters; which there are depends on the strategy."""

    model_config = ConfigDict(extra="allow")

    use: str = Field(description='the name, path or module of a strategy, such as use = "random"')
    name: str | None = Field(None, description="1 to 100 characters that can be shown")


def _tag(entry: Any) -> str:
    return "<table>" if isinstance(entry, dict | BaseModel) else "<text>"  # jobs/faults.py drops what stands in <>


_Text = Annotated[str, Tag("<text>")]
DeckEntry = Annotated[_Text | Annotated[Sample, Tag("<table>")], Discriminator(_tag)]
StrategyEntry = Annotated[_Text | Annotated[Use, Tag("<table>")], Discriminator(_tag)]


class Table(_Model):
    """One [[entrants]] table: every deck in it with every strategy in it."""

    decks: tuple[DeckEntry, ...] = Field(min_length=1, strict=False, description=_DECKS)
    strategies: tuple[StrategyEntry, ...] = Field(min_length=1, strict=False, description=_STRATEGIES)


class Config(_Model):
    """What to play, all of it: two equal configs (with equal files) give equal results."""

    name: str = Field(description=_NAME)
    ruleset: str = Field(description="the name of a ruleset, as `tourney list rulesets` prints them")
    cards: str | None = Field(None, description=_CARDS)
    seed: int = Field(0, ge=0, le=_LAST_SEED, description=_SEED)
    blocks: int = Field(1000, ge=1, le=MOST, description=f"a whole number of blocks a cell, from 1 to {MOST}")
    precision: float | None = Field(None, ge=1e-4, le=0.5, description=_PRECISION)
    decide: Decide | None = Field(None, description="a table, such as { band = [0.47, 0.53], alpha = 0.05 }")
    budget: int | None = Field(None, ge=2, le=MOST, description=_BUDGET)
    luck: Literal["seat", "deck", "block", "single"] = Field(
        "block", description='"seat", "deck", "block" or "single"'
    )  # when not given: "seat" where the seats are equal
    first: Literal["given", "rolled"] = Field("given", description='"given" or "rolled"')
    pairing: Annotated[
        Annotated[Literal["round-robin", "gauntlet", "mirror"], Tag("<text>")] | Annotated[RandomPairs, Tag("<table>")],
        Discriminator(_tag),
    ] = Field("round-robin", description='"round-robin", "gauntlet", "mirror" or { random = 1000 }')
    keep: Literal["all", "none"] | int = Field("all", description='"all", "none" or k, 1 to 1000000000: one block in k')
    substitute: Substitute | None = Field(None, description=_SUBSTITUTE)
    entrants: tuple[Table, ...] = Field(
        min_length=1, strict=False, description="one [[entrants]] table or more, each with decks and strategies"
    )

    @field_validator("name")
    @classmethod
    def _stays_inside(cls, name: str) -> str:
        problem = check_name(name)
        if not problem and (name in (".", "..") or set(name) & set("/\\")):
            problem = "leaves the folder of runs"
        if problem:
            raise ValueError(problem)
        return name

    @property
    def goal(self) -> Goal | None:
        """Return what ends the run, where that is not a number of blocks."""
        if self.precision is not None:
            return Goal(0.5, 0.5, self.precision, _ALPHA, strict=False, early=False)
        if self.decide is not None:
            low, high = self.decide.band
            half, alpha = self.decide.borderline, self.decide.alpha
            return Goal(low, high, half, alpha, strict=self.decide.strict, early=True)
        return None

    @field_validator("keep", mode="before")
    @classmethod
    def _keeps(cls, keep: Any) -> Any:
        if keep not in ("all", "none") and not (type(keep) is int and 1 <= keep <= MOST):
            raise ValueError("out of range" if type(keep) is int else "no such way to keep games")
        return keep


@dataclass(frozen=True)
class Experiment:
    """A config with everything that it names: what is to be played, in canonical order."""

    config: Config  # with defaults filled in and globs spelt out
    ruleset: Ruleset
    cards: Any  # the ruleset's card set, a user's card file laid over it; None where the decks hold their cards
    decks: tuple[Deck, ...]  # each once, by name; names are unique
    entrants: tuple[Entrant, ...]  # by strategy name, deck name, key
    variants: Variants  # of their decks, where the config asks for any
    text: str  # the config as TOML, paths absolute: loading it gives this experiment again
    hash: str  # sha256 of config (without paths), ruleset version, what decks decide and sources of strategies

    @cached_property
    def roster(self) -> Roster:
        """Return everyone as arrays."""
        return Roster.of(self.everyone, self.decks)

    @cached_property
    def everyone(self) -> tuple[Entrant, ...]:
        """Return the entrants, then the variants: who plays."""
        return (*self.entrants, *(variant.entrant for variant in self.variants.all))

    @property
    def challengers(self) -> tuple[int, ...]:
        """Return the places in `entrants` of the first [[entrants]] table: in a gauntlet they meet all others."""
        return tuple(i for i, entrant in enumerate(self.entrants) if entrant.table == 0)


def load(path: Path, overrides: Mapping[str, Any] | None = None) -> Experiment:
    """Return the experiment of the config file `path`; `overrides` replace top-level keys, where they are not None.

    Raise InputError for whatever is wrong in it or in the files that it names.
    """
    place = Place(str(path))
    given = {key: value for key, value in (overrides or {}).items() if value is not None}
    config = _checked(read_toml(path, place, lambda data: _checked(data, place)) | given, place)
    rules = rooms.ruleset(config.ruleset, place.at("ruleset", config.ruleset))
    config = _with_defaults(config, rules, place)
    if config.first == "rolled":
        rules = _rolled(config, rules, place.at("first", config.first))
    config, card_set = _with_cards(config, path.parent, place)
    resolver = entrants.Resolver(rules, path.parent, card_set)
    with _uncollected():
        tables = [
            resolver.table(_plain(t.decks), _plain(t.strategies), place.at("entrants").at(i))
            for i, t in enumerate(config.entrants)
        ]
        return _experiment(_spelt(config, tables), rules, card_set, tables, place)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Hold the collector of garbage back: many decks are none, and it would look at all of them over and over."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _checked(data: Mapping[str, Any], place: Place) -> Config:
    try:
        return Config.model_validate(dict(data))
    except ValidationError as fault:
        raise translate(fault, Config, place) from None


def _with_defaults(config: Config, rules: Ruleset, place: Place) -> Config:
    if config.pairing == "gauntlet" and len(config.entrants) == 1:
        problem = "the first [[entrants]] table has nobody to meet"
        raise place.at("pairing", config.pairing).wrong(problem, 'a second [[entrants]] table, or "round-robin"')
    _check_goal(config, place)
    if config.budget is not None:
        _check_budget(config, config.budget, place.at("budget", config.budget))
    _check_substitute(config, rules, place)
    if "luck" not in config.model_fields_set and rules.seats_equal:
        return config.model_copy(update={"luck": "seat"})
    return config


def _check_goal(config: Config, place: Place) -> None:
    """Raise InputError if it is not clear when the run ends."""
    given = [key for key in ("decide", "precision", "blocks") if key in config.model_fields_set]
    if len(given) > 1:
        value = config.model_dump()[given[0]]
        raise place.at(given[0], value).wrong(f"goes not with {given[1]}", "one of the two")
    if config.goal is not None and isinstance(config.pairing, RandomPairs):
        problem = f"goes not with {given[0]}: each pair meets on luck of its own"
        raise place.at("pairing", config.pairing.model_dump()).wrong(problem, 'blocks, or pairing = "round-robin"')


def _check_budget(config: Config, blocks: int, here: Place) -> None:
    """Raise InputError if not every cell has the first so many luck ids."""
    if isinstance(config.pairing, RandomPairs):
        problem = "goes not with pairs drawn at random: each meets on luck of its own"
        raise here.wrong(problem, 'pairing = "round-robin", or to leave it away')
    most, what = (FIRST, "the blocks that each cell gets at least") if config.goal else (config.blocks, "blocks")
    if blocks > most:
        raise here.wrong(f"is more than {what}, {most}", f"a whole number from 2 to {most}" if most > 1 else "more")


def _check_substitute(config: Config, rules: Ruleset, place: Place) -> None:
    """Raise InputError if the run could not tell what cards are worth."""
    if config.substitute is None:
        return
    here = place.at("substitute", config.substitute.model_dump())
    if not rooms.exchanges(rules.name):
        problem = f"the decks of {rules.name} have no cards that could be exchanged"
        raise here.wrong(problem, "to leave the key away")
    if config.goal is not None:
        key = "decide" if config.decide else "precision"
        raise here.wrong(f"goes not with {key}: all cells must be played on the same luck", "blocks")
    if config.budget is not None:
        raise here.wrong("goes not with budget: its games would be played again for every variant", "one of the two")
    if isinstance(config.pairing, RandomPairs):
        raise here.wrong("goes not with pairs drawn at random: each has luck of its own", 'pairing = "round-robin"')
    if config.luck == "single":
        raise here.wrong('goes not with luck = "single": each cell has luck of its own', 'luck = "block"')


def _with_cards(config: Config, folder: Path, place: Place) -> tuple[Config, Any]:
    """Return the config with the path of its card file made absolute, and the card set."""
    if config.cards is None:
        return config, rooms.cards(config.ruleset)
    here, path = place.at("cards", config.cards), folder / config.cards
    if not rooms.has_cards(config.ruleset):
        raise here.wrong(f"{config.ruleset} takes no card files", "to leave the key away: a deck file holds its cards")
    if path.suffix != ".toml":
        raise here.wrong("is no path of a card file", _CARDS)
    make = partial(rooms.deck_module(config.ruleset).cards, where=str(here))
    card_set = make(read_toml(path, here, make))
    return config.model_copy(update={"cards": str(path.resolve())}), card_set


def _rolled(config: Config, rules: Ruleset, place: Place) -> Ruleset:
    """Return the rules with the roll for who begins; it confounds the first player's edge, so games are single."""
    if config.luck != "single":
        raise place.wrong('goes with luck = "single" only', '"given", the default')
    if rules.rolled is None:
        raise place.wrong(f"{config.ruleset} has no roll for who starts", '"given", the default')
    return rules.rolled


def _plain(entries: Any) -> list[Any]:
    return [e if isinstance(e, str) else e.model_dump(exclude_none=True) for e in entries]


def _spelt(config: Config, tables: list[entrants.Table]) -> Config:
    """Return the config with its entries spelt out: globs and samples of shipped decks as names, paths absolute."""
    spelt = [{"decks": _once(t.decks), "strategies": _once(t.strategies)} for t in tables]
    checked = tuple(Table.model_validate(table) for table in spelt)
    return config.model_copy(update={"entrants": checked})


def _once(chosen: tuple[entrants.Chosen, ...]) -> list[Any]:
    """Return the entries; one that came to several decks, as a sample does, once."""
    before = [None, *((c.place, c.entry) for c in chosen)]
    return [c.entry for c, last in zip(chosen, before, strict=False) if (c.place, c.entry) != last]


def _experiment(
    config: Config, rules: Ruleset, card_set: Any, tables: list[entrants.Table], place: Place
) -> Experiment:
    everyone = tuple(entrants.field(rules, tables))
    if isinstance(config.pairing, RandomPairs) and len(everyone) == 1:
        raise place.at("pairing", config.pairing.model_dump()).wrong("one entrant makes no pair", "more [[entrants]]")
    variants = _variants(config, rules, card_set, everyone, place)
    by_name = {e.deck.name: e.deck for e in (*everyone, *(variant.entrant for variant in variants.all))}
    heads = config.pairing == "gauntlet"  # only there it matters which table an entrant stands in
    ends = {"blocks"} if config.goal else set()  # no number of blocks ends it
    told = config.model_dump(exclude={"entrants", "cards", "substitute", *ends}, exclude_none=True) | {
        "rules": identity.ruleset(rules)
    }
    told["entrants"] = [(entrant.key, entrant.name, heads and entrant.table == 0) for entrant in everyone]
    if config.substitute:
        told["variants"] = [(v.of, v.card, v.into, v.entrant.key, v.entrant.name) for v in variants.all], variants.stuck
    return Experiment(
        config=config,
        ruleset=rules,
        cards=card_set,
        decks=tuple(by_name[name] for name in sorted(by_name)),
        entrants=everyone,
        variants=variants,
        text=tomli_w.dumps(config.model_dump(exclude=ends, exclude_none=True)),
        hash=identity.digest(told),
    )


def _variants(config: Config, rules: Ruleset, card_set: Any, everyone: tuple[Entrant, ...], place: Place) -> Variants:
    if config.substitute is None:
        return Variants()
    asked, here = config.substitute, place.at("substitute")
    exchanger = Exchanger(rules, card_set, here, asked.decks, asked.cards, asked.by, asked.seed)
    return exchanger.variants(everyone)
