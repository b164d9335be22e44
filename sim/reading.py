"""Reading what people write: tables of card and deck files, checked, with errors that name the way to the mistake."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, Final, NoReturn

from sim.errors import InputError

NAME: Final = 100  # characters of a name
FACTS: Final = 2_000  # characters of a longer text
_SHOWN: Final = 70  # characters of a value that a message shows
_LISTED: Final = 32  # names that a message lists


class Reader:
    """Reads the tables of one file; keeps the way to what it reads, so that every message can begin with it.

    Every method raises InputError that names file, way, key, value and what would be right.
    """

    def __init__(self, where: str) -> None:
        self.path = [where]

    def number(self, entry: Mapping[str, Any], key: str, low: int, top: int) -> int:
        """Return the whole number under `key`, from `low` to `top`."""
        value = entry.get(key)
        if type(value) is not int or not low <= value <= top:  # a bool is an int to Python, and a mistake here
            self.wrong(entry, key, f"a whole number from {low} to {top}" if low < top else f"{low}, or no such key")
        return value

    def choice(self, entry: Mapping[str, Any], key: str, names: Sequence[str]) -> int:
        """Return the place in `names` of the text under `key`."""
        value = entry.get(key)
        if value not in names:
            self.wrong(entry, key, near(value, names))
        return names.index(value)

    def text(self, entry: Mapping[str, Any], key: str, longest: int = NAME) -> str:
        """Return the text under `key`, on one line, of 1 to `longest` characters."""
        value = entry.get(key)
        if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > longest:
            self.wrong(entry, key, f"a text of 1 to {longest} characters that can be shown, on one line")
        return value

    def truth(self, entry: Mapping[str, Any], key: str) -> bool:
        """Return what stands under `key`: true or false."""
        if type(entry.get(key)) is not bool:
            self.wrong(entry, key, "true or false")
        return bool(entry[key])

    def numbered(self, data: Mapping[str, Any], key: str, longest: int) -> dict[str, Mapping[str, Any]]:
        """Return the [[key]] tables of a file by their `number`, a text of 1 to `longest` characters, each once."""
        self.keys(data, (key,))
        entries = data.get(key)
        if not isinstance(entries, list) or not entries:
            self.wrong(data, key, f"one [[{key}]] table or more")
        found: dict[str, Mapping[str, Any]] = {}
        for place, entry in enumerate(entries, 1):
            self.table(f"{key} {place}", entry)
            with self.at(f"{key} {place}"):
                number = self.text(entry, "number", longest)
                if number in found:
                    self.fail("number", number, "each number once")
                found[number] = entry
        return found

    def unlike(self, kind: str, named: Iterable[tuple[str, str]]) -> None:
        """Hold that no (number, name) of a `kind` of things has the name or the number of one before it."""
        before: dict[str, str] = {}
        for number, name in named:
            for key, value in (("number", number), ("name", name)):
                if before.setdefault(value, number) != number:
                    with self.at(f"{kind} {number!r}"):
                        self.fail(key, value, f"one that {kind} {before[value]!r} has not")

    def inner(self, entry: Mapping[str, Any], key: str, known: Sequence[str]) -> Mapping[str, Any]:
        """Return the table under `key`, which may have the keys `known` only."""
        if key not in entry:
            self.wrong(entry, key, f"a table with {', '.join(known)}")
        self.table(key, entry[key])
        with self.at(key):
            self.keys(entry[key], known)
        return entry[key]

    def table(self, key: str, entry: Any) -> None:
        """Hold that `entry`, found under `key`, is a table."""
        if not isinstance(entry, dict):
            self.fail(key, entry, "a table")

    def keys(self, entry: Mapping[str, Any], known: Sequence[str]) -> None:
        """Hold that the table `entry` has keys out of `known` only."""
        for key in entry:
            if key not in known:
                self.fail(key, entry[key], "a known key: " + near(key, known))

    def wrong(self, entry: Mapping[str, Any], key: str, right: str) -> NoReturn:
        """Fail for what stands under `key`, or does not stand there."""
        if key in entry:
            self.fail(key, entry[key], right)
        raise InputError(f"{': '.join(self.path)}: {key} is missing; right would be {right}")

    def fail(self, key: str, value: Any, right: str) -> NoReturn:
        """Fail: `key = value` is wrong."""
        raise InputError(f"{': '.join(self.path)}: {_key(key)} = {shown(value)} is wrong; right would be {right}")

    @contextmanager
    def at(self, step: str) -> Iterator[None]:
        """Read what lies behind `step` of the way."""
        self.path.append(step)
        yield
        self.path.pop()


def near(value: Any, names: Sequence[str], most: int = _LISTED) -> str:
    """Return the one of `names` that was most likely meant, or else the first `most` of them."""
    close = get_close_matches(value, names, 1) if isinstance(value, str) else []
    if close:
        return repr(close[0])
    return "one of " * (len(names) > 1) + ", ".join(names[:most]) + ", …" * (len(names) > most)


def _key(key: str) -> str:
    return key if key.isprintable() and len(key) <= _SHOWN else shown(key)


def shown(value: Any) -> str:
    """Return `value` as a message can bear it: on one line, and not for ever."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # Python writes no number of thousands of digits
        return "a value too long to write"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
