"""What pydantic finds wrong with a config, in the words of jobs/messages.py."""

from types import UnionType
from typing import Any, Final, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from jobs.messages import NOTHING, Place, near
from sim.errors import InputError

_PROBLEMS: Final = {
    "missing": "is missing",
    "bool_type": "is not true or false",
    "int_type": "is no whole number",
    "string_type": "is no text",
    "tuple_type": "is no list",
    "model_type": "is no table",
    "dict_type": "is no table",
    "literal_error": "no such value",
    "too_short": "is empty",
    "greater_than_equal": "out of range",
    "less_than_equal": "out of range",
}


def translate(fault: ValidationError, model: type[BaseModel], place: Place) -> InputError:
    """Return the first error of `fault`, in checking a file's data against `model`, in words; and how many more."""
    errors = fault.errors(include_url=False)
    first, *others = sorted(errors, key=lambda e: e["type"] != "extra_forbidden")  # a misspelt key is one missing, too
    keys = tuple(key for key in first["loc"] if not str(key).startswith("<"))  # tags of unions stand in <>
    for key in keys:
        place = place.at(key)
    place = Place(place.file, place.keys, NOTHING if first["type"] == "missing" else first["input"])
    more = f" (and {len(others)} more)" if others else ""
    return InputError(f"{_told(first, model, keys, place)}{more}")


def _told(error: Any, model: type[BaseModel], keys: tuple[str | int, ...], place: Place) -> InputError:
    names = [key for key in keys if isinstance(key, str)]
    owner = model
    for name in names[:-1]:
        owner = _inner(owner, name)
    if error["type"] == "extra_forbidden":
        if owner is not model and names[-1] in model.model_fields:
            return place.wrong("no such key here", f"{names[-1]} further up, above the first [[table]]")
        return place.wrong("no such key", near(names[-1], owner.model_fields))
    problem = _PROBLEMS.get(error["type"]) or error["msg"].removeprefix("Value error, ")
    return place.wrong(problem, owner.model_fields[names[-1]].description or "another value")


def _inner(model: type[BaseModel], name: str) -> type[BaseModel]:
    """Return the model of the tables that stand under the key `name` of `model`."""
    found = _models(model.model_fields[name].annotation)
    return found[0] if found else model


def _models(kind: Any) -> list[type[BaseModel]]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    inner = get_args(kind) if get_origin(kind) in (Union, UnionType, tuple) or hasattr(kind, "__metadata__") else ()
    return [model for part in inner for model in _models(part)]
