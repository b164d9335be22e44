"""Messages to users: `FILE: key.path = VALUE: what is wrong; right would be ...`, and the reading of users' files.

Lists are counted from 0: `entrants[0].decks[1]` is the second entry of `decks` in the first [[entrants]] table.
"""

import difflib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sim.errors import InputError

NOTHING: Final = object()  # the value of a key that is not there
_WIDEST: Final = 70  # characters of a value that a message shows
_DEEPEST: Final = 5  # tables in tables that it shows
_LISTED: Final = 12  # names that a message lists
_LONGEST: Final = 100  # characters of a name
_BYTES: Final = 200  # of a name in UTF-8: file systems take 255
_ALIKE: Final = 0.7  # of difflib: above what two short names of one ending have in common anyway
_LARGEST: Final = 10_000_000  # bytes of a config, deck or strategy file
_LONG_NUMBER: Final = 200  # bits; Python refuses to write very long numbers in decimal
_AT: Final = re.compile(r" \(at (line \d+, column \d+|end of document)\)$")


@dataclass(frozen=True)
class Place:
    """Where in a user's file something stands: the file, the keys that lead there, and the value that is there."""

    file: str
    keys: tuple[str | int, ...] = ()
    value: Any = NOTHING

    def at(self, key: str | int, value: Any = NOTHING) -> "Place":
        """Return the place of `key` within this one."""
        return Place(self.file, (*self.keys, key), value)

    def path(self) -> str:
        """Return the keys as a user would write them: `entrants[0].decks[1]`."""
        parts = [f"[{key}]" if isinstance(key, int) else f".{clean(key)}" for key in self.keys]
        return "".join(parts).removeprefix(".")

    def wrong(self, problem: str, right: str) -> InputError:
        """Return the error that says what is wrong here and what would be right."""
        return InputError(f"{self}: {problem}; right would be {right}")

    def __str__(self) -> str:
        """Return `FILE: key.path = VALUE`, as far as there are such."""
        value = "" if self.value is NOTHING else f" = {shown(self.value)}"
        return ": ".join(part for part in (clean(self.file), self.path() + value) if part)


def clean(text: str) -> str:
    """Return `text` with whatever a terminal might obey, or not show, written as an escape."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "replace").decode() for c in text)


def shown(value: Any) -> str:
    """Return `value` as TOML would write it on one line, cut to a length that a message can bear."""
    text = _toml(value)
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"


def _toml(value: Any, depth: int = 0) -> str:
    if isinstance(value, str):
        return clean(json.dumps(value, ensure_ascii=False))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if value.bit_length() < _LONG_NUMBER else hex(value)
    if isinstance(value, Mapping | list | tuple):
        return _toml_inside(value, depth + 1) if depth < _DEEPEST else "…"
    return clean(str(value))


def _toml_inside(value: Any, depth: int) -> str:
    if isinstance(value, Mapping):
        inner = ", ".join(f"{clean(str(key))} = {_toml(part, depth)}" for key, part in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    return "[" + ", ".join(_toml(part, depth) for part in value) + "]"


def near(word: str, names: Iterable[str]) -> str:
    """Return the one of `names` that `word` most likely means, in quotes; if none is near, what there is to choose."""
    known = sorted(names)
    folded = {name.casefold(): name for name in reversed(known)}
    close = difflib.get_close_matches(word.casefold(), folded, 1)
    if close:
        return shown(folded[close[0]])
    if not known:
        return "nothing: there is none"
    more = f" and {len(known) - _LISTED} more" if len(known) > _LISTED else ""
    return ("one of " if len(known) > 1 else "") + ", ".join(map(shown, known[:_LISTED])) + more


def check_name(name: str) -> str:
    """Return what is wrong with a name that people will read, or nothing: 1 to 100 characters that can be shown."""
    if not name.strip():
        return "is empty"
    if len(name) > _LONGEST or len(name.encode("utf8", "replace")) > _BYTES:
        return f"has {len(name)} characters"
    if not name.isprintable():
        return "holds characters that cannot be shown"
    return "begins or ends with a space" if name != name.strip() else ""


def read_text(path: Path, place: Place, use: Callable[[str], object]) -> str:
    """Return the text of a user's file, its line ends made alike; raise InputError at `place` if it cannot be read.

    `use` takes the text of such a file, and raises InputError for that of others: no other is proposed in its place.
    """
    try:
        if path.is_dir():
            raise place.wrong("is a folder", "a file")
        if not path.is_file():
            raise place.wrong("no such file", _neighbour(path, use))
        if path.stat().st_size > _LARGEST:
            raise place.wrong("is too large", f"a file of at most {_LARGEST} bytes")
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        raise place.wrong(f"byte {fault.start} is no UTF-8 text", "a text file in UTF-8") from None
    except PermissionError:
        raise place.wrong("may not be read by you", "a file that you may read") from None
    except OSError as fault:
        raise place.wrong(f"cannot be read ({fault.strerror})", "a file that can be read") from None


def _neighbour(path: Path, use: Callable[[str], object]) -> str:
    """Return the file that was most likely meant, from those of its kind that lie where `path` should."""
    folder = path.parent
    endings = (path.suffix,) if path.suffix else (".toml", ".py")
    names = [f.name for f in folder.iterdir() if f.suffix in endings and f.is_file()] if folder.is_dir() else []
    close = difflib.get_close_matches(path.name, names, _LISTED, _ALIKE)
    meant = next((name for name in close if _is_usable(folder / name, use)), None)
    return shown(meant) if meant else f"the path of a {path.suffix or 'text'} file that exists"


def _is_usable(path: Path, use: Callable[[str], object]) -> bool:
    try:
        use(read_text(path, Place(str(path)), use))
    except InputError:
        return False
    return True


def read_toml(path: Path, place: Place, use: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Return the data of a user's TOML file; raise InputError at `place` with line and column of a fault in it.

    `use` takes the data of such a file, and raises InputError for that of others (see `read_text`).
    """
    return _parsed(read_text(path, place, lambda text: use(_parsed(text, place))), place)


def _parsed(text: str, place: Place) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise place.wrong("is nested too deeply", "tables and lists of a few levels") from None
    except ValueError as fault:  # tomllib's own error, or Python's refusal of a number of thousands of digits
        problem, at = str(fault), _AT.search(str(fault))
        end = f"line {text.count(chr(10)) + 1}, the end of the file"
        where = "" if not at else (at[1] if "line" in at[1] else end) + ": "
        problem = _AT.sub("", problem)
        raise place.wrong(where + clean(problem[:1].lower() + problem[1:]), "TOML, see https://toml.io") from None
