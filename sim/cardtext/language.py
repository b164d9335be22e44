"""Phrases with holes: read a text by them, say it again by the same ones, and name the nearest of what was meant.

A phrase is written as it reads, holes in braces: "draw {n}". One table of phrases serves both ways, so that what a
person proof-reads is what the machine has understood. Holes such as `{+n}` or `{a tag}` fill the field of their last
word, like `{n}` and `{tag}`, with other words.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import IntEnum
from functools import cached_property
from itertools import product
from typing import Any, Final

_HOLE: Final = re.compile(r"\{((?:\+|\w+ )?(\w+))\}")
_NUMBER: Final = re.compile(r"\d+")
_LETTER: Final = "n"  # how a number is shown in a phrase


@dataclass(frozen=True)
class Hole:
    """What may stand at one place of a phrase."""

    pattern: str  # of a regular expression, without groups
    read: Callable[[str], Any]
    say: Callable[[Any], str]
    shown: tuple[str, ...]  # how messages show it: every possibility, or one that stands for all


NUMBER: Final = Hole(r"\d{1,3}", int, str, (_LETTER,))
SIGNED: Final = Hole(r"[+-]\d{1,3}", int, lambda value: f"{value:+d}", (f"+{_LETTER}", f"-{_LETTER}"))


def one_of(words: Mapping[str, Any]) -> Hole:
    """Return the hole for one of `words`, each of which stands for a value of its own."""
    said = {value: word for word, value in words.items()}
    return Hole("|".join(map(re.escape, words)), words.__getitem__, said.__getitem__, tuple(words))


@dataclass(frozen=True)
class Phrase:
    """One phrase: its words with holes, and the fields that it means besides those which its holes fill."""

    words: str
    means: Mapping[str, Any]
    holes: Mapping[str, Hole]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the fields that the holes fill."""
        return tuple(name for _, name in _HOLE.findall(self.words))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        parts = _HOLE.split(self.words)  # text, hole, field, text, hole, field, … text
        marks = [f"({self.holes[hole].pattern})" for hole in parts[1::3]]
        return re.compile(_woven([re.escape(text) for text in parts[::3]], marks))

    def read(self, text: str) -> dict[str, Any] | None:
        """Return the fields that `text` means; None if it is another phrase."""
        found = self._pattern.fullmatch(text)
        if found is None:
            return None
        holes = _HOLE.findall(self.words)
        filled = {name: self.holes[hole].read(part) for (hole, name), part in zip(holes, found.groups(), strict=True)}
        return {**self.means, **filled}

    def says(self, item: Mapping[str, Any]) -> bool:
        """Return whether this phrase means all fields of `item`, of which those that it does not name are empty."""
        return all(
            value == self.means[name] if name in self.means else name in self.names or not value
            for name, value in item.items()
        )

    def say(self, item: Mapping[str, Any]) -> str:
        """Return the fields of `item` in the words of this phrase."""
        return _HOLE.sub(lambda hole: self.holes[hole[1]].say(item[hole[2]]), self.words)

    @cached_property
    def shown(self) -> list[str]:
        """Return the phrase as messages show it, with every possibility of its holes."""
        parts = _HOLE.split(self.words)
        choices = [self.holes[hole].shown for hole in parts[1::3]]
        return [_woven(parts[::3], chosen) for chosen in product(*choices)]


def _woven(texts: Sequence[str], between: Sequence[str]) -> str:
    return "".join(text + part for text, part in zip(texts, [*between, ""], strict=True))


class Phrasebook:
    """A table of phrases that mean the same kind of thing, in the order in which they are tried."""

    def __init__(self, table: Mapping[str, IntEnum | Mapping[str, Any]], field: str, holes: Mapping[str, Hole]) -> None:
        """Make it of words -> the fields that they mean, or the value of `field` alone; `holes` by name."""
        self.phrases = [
            Phrase(words, meant if isinstance(meant, Mapping) else {field: meant}, holes)
            for words, meant in table.items()
        ]

    def read(self, text: str) -> dict[str, Any] | None:
        """Return the fields that `text` means; None if no phrase is like it."""
        return next((found for phrase in self.phrases if (found := phrase.read(text)) is not None), None)

    def say(self, item: Mapping[str, Any]) -> str:
        """Return the fields of `item` in words; raise ValueError if no phrase means them."""
        for phrase in self.phrases:
            if phrase.says(item):
                return phrase.say(item)
        raise ValueError(f"no phrase means {item}")

    def nearest(self, text: str) -> str:
        """Return the known phrase that is most like `text`, with `n` for its numbers."""
        near = SequenceMatcher(b=_NUMBER.sub(_LETTER, text), autojunk=False)

        def likeness(words: str) -> float:
            near.set_seq1(words)
            return near.ratio()

        return max((words for phrase in self.phrases for words in phrase.shown), key=likeness)
