"""Say in an operator's words what a model refused, at the place where it stands."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence

from pydantic_core import ErrorDetails

from roce_lint.errors import Problem
from roce_lint.intent.schema import intent_schema, known_keys
from roce_lint.intent.yaml_positions import YamlDocument, YamlPath
from roce_lint.suggest import did_you_mean
from roce_lint.text.json_value import Json

_LIMITS = {
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
}


def explain(
    details: Iterable[ErrorDetails], document: YamlDocument, path: str, schema: Mapping[str, Json] | None = None
) -> tuple[Problem, ...]:
    """Return one problem for each refused key or value, in the order of the file; keys are known from `schema`.

    Without a schema the file is an intent.
    """
    schema = schema or intent_schema()
    result: dict[YamlPath, Problem] = {}
    # A value that has alternatives is refused once for each; the words of a literal say the least.
    for detail in sorted(details, key=lambda one: one["type"] == "literal_error"):
        at = _place_path(detail, document)
        if at in result or _is_echo(detail):
            continue
        unknown = detail["type"] == "extra_forbidden"
        place = document.key_place_of(at) if unknown else document.place_of(at)
        message = _unknown_key(at, known_keys(schema, at[:-1])) if unknown else _message(detail, at)
        result[at] = Problem(path, place.line, place.column, message)
    return tuple(sorted(result.values(), key=lambda one: (one.line, one.column, one.message)))


def did_you_mean_device(name: str, known: Sequence[str]) -> str:
    """Return as `did_you_mean` does for names that are numbered: `leaf-2` is no better guess than `leaf-3`."""
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.9)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; they are called {', '.join(known[:3])}{' and so on' if len(known) > 3 else ''}"


def dotted(path: YamlPath) -> str:
    """Return a path as people write it: `topology.leaves.count`, `hosts[0].nics`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def _is_echo(detail: ErrorDetails) -> bool:
    """Return whether a list is called too short only because some of its entries were refused."""
    value, least = detail["input"], detail.get("ctx", {}).get("min_length", 0)
    return detail["type"] == "too_short" and isinstance(value, list | tuple) and len(value) >= least


def _place_path(detail: ErrorDetails, document: YamlDocument) -> YamlPath:
    """Return where the fault is: pydantic's location without the names of alternatives."""
    at: YamlPath = ()
    for step in detail["loc"]:
        if (*at, step) in document.value_places:
            at = (*at, step)
    if detail["type"] == "missing":
        return (*at, detail["loc"][-1])
    return at


def _unknown_key(at: YamlPath, known: tuple[str, ...]) -> str:
    key = str(at[-1]) if at else ""
    where = f" in {dotted(at[:-1])}" if at[:-1] else ""
    if key == "<<":
        return f"unknown key '<<'{where}; YAML 1.2 has no merge keys, write the keys out"
    return f"unknown key {key[:60]!r}{where}{did_you_mean(key, known)}"


def _message(detail: ErrorDetails, at: YamlPath) -> str:
    name = dotted(at) or "the file"
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "missing":
        where = f" in {dotted(at[:-1])}" if at[:-1] else ""
        return f"the key {str(at[-1])!r} is missing{where}"
    return f"{name} {_fault(kind, context, detail)}"


def _fault(kind: str, context: Mapping[str, object], detail: ErrorDetails) -> str:
    value = detail["input"]
    if kind == "value_error":
        return str(context.get("error", detail["msg"]))
    if kind in _LIMITS:
        key, words = _LIMITS[kind]
        return f"is {_shown(value)}; it must be {words} {context[key]}"
    if kind in ("enum", "literal_error"):
        words = str(context.get("expected", "")).replace("'", "").replace(" or ", ", ")
        return f"is {_shown(value)}{did_you_mean(str(value), words.split(', '))}"
    if kind in ("too_short", "string_too_short") and isinstance(value, str):
        return f"is {_shown(value)}; write at least {context['min_length']} characters"
    return f"is {_shown(value)}; {_WANTED.get(kind, detail['msg'].lower())}"


_WANTED = {
    "model_type": "write a mapping of keys",
    "dict_type": "write a mapping of keys",
    "tuple_type": "write a list",
    "bool_type": "write true or false",
    "too_short": "at least one entry is needed",
    "string_too_long": "that is too long",
}


def _shown(value: object) -> str:
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
