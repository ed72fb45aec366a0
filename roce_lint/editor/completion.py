"""What can stand where a cursor is in an intent, a rule or a waiver file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from roce_lint.intent.schema import intent_schema
from roce_lint.judge.derive.vocabulary import VOCABULARY
from roce_lint.judge.rule import Confidence, Rule, Severity
from roce_lint.judge.rule_file import RULE_KEYS
from roce_lint.judge.vocabulary import Vocabulary
from roce_lint.judge.waiver_file import WAIVER_KEYS
from roce_lint.platforms.catalog import platform_ids
from roce_lint.values import dataclass

_Schema: TypeAlias = Mapping[str, object]
PLATFORM_KEYS = frozenset({"platform", "nic_platform"})
_CONDITIONS = frozenset({"when", "require", "place", "related", "message", "fix"})


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A word that fits; `is_key`: a key, which a colon follows. `about` says what it means."""

    word: str
    about: str = ""
    is_key: bool = False


def complete_intent(text: str, line: int, column: int) -> list[Suggestion]:
    """Return the keys or values of an intent that fit at a cursor; `line` and `column` count from 0."""
    place = yaml_place(text, line, column)
    nodes = _below(place.keys)
    if not place.value_of:
        return [
            Suggestion(name, _about(node), is_key=True)
            for one in nodes
            for name, node in _mapping(one.get("properties")).items()
        ]
    if place.value_of in PLATFORM_KEYS:
        return [Suggestion(name) for name in platform_ids()]
    about = [_mapping(one.get("properties")).get(place.value_of, {}) for one in nodes]
    return [Suggestion(value) for one in about for value in _values(one)]


def describe_intent_key(text: str, line: int) -> str:
    """Return what the key of a line of an intent means, as its schema says; `line` counts from 0."""
    shown = text.split("\n")[line] if line < text.count("\n") + 1 else ""
    key, colon, _ = shown.strip().removeprefix("- ").partition(":")
    if not colon:
        return ""
    place = yaml_place(text, line, len(shown) - len(shown.lstrip(" -")))
    found = (_mapping(one.get("properties")).get(key) for one in _below(place.keys))
    about = next((_about(node) for node in found if node is not None), "")
    return f"`{key}`: {about}" if about else ""


def complete_rule(text: str, line: int, column: int) -> list[Suggestion]:
    """Return the keys, scopes and facts of a rule file that fit at a cursor."""
    place = yaml_place(text, line, column)
    top = place.value_of or (place.keys[0] if place.keys else "")
    match top:
        case "for":
            return [Suggestion(scope, ", ".join(VOCABULARY[scope])) for scope in VOCABULARY]
        case "severity":
            return [Suggestion(one.value) for one in Severity]
        case "confidence":
            return [Suggestion(one.value) for one in Confidence]
        case "":
            return [Suggestion(key, "" if needed else "optional", is_key=True) for key, needed in RULE_KEYS.items()]
    return list(_facts(text, place)) if top in _CONDITIONS else []


def complete_waivers(text: str, line: int, column: int, rules: Sequence[Rule]) -> list[Suggestion]:
    """Return the keys of a waiver and the names of rules that fit at a cursor."""
    place = yaml_place(text, line, column)
    if place.value_of == "rule":
        return [Suggestion(rule.id, f"{rule.code}: {rule.headline}") for rule in rules]
    if place.value_of:
        return []
    if "waivers" not in place.keys:
        return [Suggestion("waivers", is_key=True)]
    return [Suggestion(key, "" if needed else "optional", is_key=True) for key, needed in WAIVER_KEYS.items()]


def _facts(text: str, place: YamlPlace) -> Iterator[Suggestion]:
    """Yield the variables of the rule's scope, or the facts of the variable that was typed."""
    scope = next((one.partition(":")[2].strip() for one in text.split("\n") if one.startswith("for:")), "")
    variables = VOCABULARY.get(scope, {})
    variable, dot, _ = place.word.partition(".")
    if dot and variable in variables:
        for name in Vocabulary(VOCABULARY).facts_of(variables[variable]):
            yield Suggestion(f"{variable}.{name}")
    elif not dot:
        for name in variables:
            yield Suggestion(name)


@cache
def _schema() -> _Schema:
    return intent_schema()


def _below(keys: Sequence[str]) -> list[_Schema]:
    """Return the schemas of the mapping that keys lead to; several where the intent may have different forms."""
    nodes = list(_forms(_schema()))
    for key in keys:
        nodes = [
            form
            for node in nodes
            for form in _forms(_mapping(_mapping(node.get("properties")).get(key, node.get("additionalProperties"))))
        ]
    return nodes


def _forms(node: _Schema) -> Iterator[_Schema]:
    """Yield a schema with references followed, its alternatives one by one, and of lists that of the items."""
    reference = node.get("$ref")
    if isinstance(reference, str):
        yield from _forms(_mapping(_mapping(_schema()["$defs"]).get(reference.rpartition("/")[2])))
        return
    yield node
    for name in ("anyOf", "oneOf", "allOf"):
        alternatives = node.get(name)
        for one in alternatives if isinstance(alternatives, list) else ():
            yield from _forms(one)
    if "items" in node:
        yield from _forms(_mapping(node["items"]))


def _values(node: object) -> Iterator[str]:
    for form in _forms(_mapping(node)):
        listed = form.get("enum")
        if isinstance(listed, list):
            yield from (str(value) for value in listed)
        elif "const" in form:
            yield str(form["const"])
        elif form.get("type") == "boolean":
            yield from ("true", "false")


def _about(node: object) -> str:
    found = (form.get("description") for form in _forms(_mapping(node)))
    own = _mapping(node).get("description")
    return str(own or next((text for text in found if text), ""))


def _mapping(value: object) -> _Schema:
    return value if isinstance(value, dict) else {}


_KEY = re.compile(r"^(?P<indent>[ ]*)(?P<dashes>(?:-[ ]+)*)(?P<key>[\w.-]+):(?:[ ]|$)")
_WORD = re.compile(r"[\w.-]*$")
_VALUE = re.compile(r"(?:^|[{,])[ ]*(?:-[ ]+)*(?P<key>[\w.-]+):[ ]+(?P<value>[^\s,{}\[\]]*)$")


@dataclass(frozen=True, slots=True)
class YamlPlace:
    """`keys`: the keys of the mappings around the cursor, outermost first. `value_of`: the key whose value is typed.

    `word` is what was typed of a key or a value so far; `is_item`: the cursor is in a list.
    """

    keys: tuple[str, ...]
    value_of: str
    word: str


def yaml_place(text: str, line: int, column: int) -> YamlPlace:
    """Return where a cursor stands; `line` and `column` count from 0."""
    lines = text.split("\n")
    before = lines[line][:column] if line < len(lines) else ""
    value, word = _VALUE.search(before), _WORD.search(before)
    inner = tuple(_flow_keys(before))
    return YamlPlace(
        _keys_above(lines[:line], _limit(before)) + inner, value["key"] if value else "", word[0] if word else ""
    )


def _limit(before: str) -> int:
    """Return the column left of which the keys around a line stand: that behind its dash, or its indentation."""
    indent = len(before) - len(before.lstrip(" "))
    return indent + 1 if before.lstrip(" ").startswith("-") else indent


def _keys_above(lines: list[str], limit: int) -> tuple[str, ...]:
    """Return the keys that open blocks further and further to the left, from the last line up."""
    keys: list[str] = []
    for text in reversed(lines):
        match = _KEY.match(text)
        if match is None or limit == 0:
            continue
        column = len(match["indent"]) + len(match["dashes"])
        if column < limit and not text[match.end() :].split("#")[0].strip():
            keys.append(match["key"])
            limit = column
        if match["dashes"] and column <= limit:
            # The rest of this item stands below its first key, and a list may stand as far left as its own key.
            limit = len(match["indent"]) + 1
    return tuple(reversed(keys))


def _flow_keys(before: str) -> list[str]:
    """Return the keys of mappings in braces that are open before the cursor."""
    keys: list[str] = []
    for match in re.finditer(r"(?P<key>[\w.-]+):[ ]*[\[{]|[\]}]", before):
        if match["key"]:
            keys.append(match["key"])
        elif keys:
            keys.pop()
    return keys
