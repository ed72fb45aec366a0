"""Parse YAML from strangers: every node keeps its place, and nothing in the text can hurt the reader.

PyYAML's parser yields the events. Keys that stand twice, aliases that multiply, deep nesting and numbers that Python
does not read are refused in every format; a format says what else it refuses, its limits, and how it calls each fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from roce_lint.errors import Problem
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.yaml_format import FAULT_MESSAGES, MAXIMUM_DIGITS, Aliases, Fault, YamlFormat
from roce_lint.text.yaml_tree import YamlEntry, YamlList, YamlMapping, YamlNode, YamlPosition, YamlScalar
from roce_lint.values import dataclass, field, replace

_C_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_WHOLE_FILE = YamlPosition(0, 0)
_NUMBER = re.compile(r"[-+]?[0-9]+")
_PLAIN = r"(?=[A-Za-z0-9])[A-Za-z0-9_./+-]++(?::[A-Za-z0-9_./+-]++)*+"
_WORDS = r"[A-Za-z0-9][A-Za-z0-9_./+%-]*+(?: [A-Za-z0-9][A-Za-z0-9_./+%-]*+)*+"
_QUOTED = r"\"[A-Za-z0-9_./:,+*?{}() -]*+\""
_INLINE = rf"(?:{_WORDS}|{_QUOTED}|\[(?:(?:{_WORDS}|{_QUOTED})(?:, (?:{_WORDS}|{_QUOTED}))*+)?\])"
_INLINE_MAPPING = rf"\{{(?:{_WORDS}: {_INLINE}(?:, {_WORDS}: {_INLINE})*+)?\}}"
_VALUE = rf"(?:{_PLAIN}|{_QUOTED}|\[(?:{_PLAIN}(?:, {_PLAIN})*+)?\]|{_INLINE_MAPPING}|{_INLINE})"
_SIMPLE = lazy_pattern(rf"(?:(?: *+(?:- )*+(?:{_PLAIN}:(?: {_VALUE})?|(?<=- ){_VALUE})|#[ -~]*+|)\n)*+")
"""Lines of which nobody doubts what they mean: keys and values of plain words, values in quotes without escapes, and
lists and mappings of these on one line.
"""
_LONGEST_SIMPLE_LINE = 200
_UNACCEPTABLE = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that YAML does not allow (YAML 1.2, chapter 5.1)."""


@dataclass(frozen=True, slots=True)
class YamlText:
    """The documents that were read, where each begins (a start may lack its document), and what is wrong."""

    documents: tuple[YamlNode, ...]
    starts: tuple[YamlPosition, ...]
    problems: tuple[Problem, ...]


def parse_yaml(text: str, path: str, format: YamlFormat) -> YamlText:
    """Return the documents of a text and every fault in the order of the file; `path` is used in messages.

    Broken syntax and limits end the reading, other faults do not. Of a key that appears twice the first one counts.
    """
    parser = _Parser(path, format)
    if len(text) > format.maximum_characters:
        parser.report(Fault.TOO_LONG, _WHOLE_FILE, count=len(text), limit=format.maximum_characters)
        return parser.result()
    if not format.parsed_in_c and _is_simple(text):
        # Both parsers read it alike, or both refuse it: then in words of the slower one.
        try:
            parser.read(yaml.parse(text, Loader=_C_LOADER))
        except (_LimitReached, yaml.YAMLError):
            parser = _Parser(path, format)
        else:
            return parser.result()
    if format.parsed_in_c:
        try:
            _read_to_the_end(parser, text, _C_LOADER)
        except _TooDeepInC:
            parser = _Parser(path, format)
        else:
            return parser.result()
    _read_to_the_end(parser, text, yaml.BaseLoader)
    return parser.result()


def _read_to_the_end(parser: _Parser, text: str, loader: type[yaml.BaseLoader]) -> None:
    """Read as far as the text can be read, and report why not further. Raises _TooDeepInC."""
    try:
        parser.read(yaml.parse(text, Loader=loader))
    except _LimitReached:
        pass
    except yaml.MarkedYAMLError as error:
        if "maximum nesting depth" in (error.problem or ""):
            raise _TooDeepInC from error
        parser.report_syntax(error)
    except yaml.YAMLError as error:
        parser.report(Fault.CHARACTER, _odd_character(text), problem=str(error).splitlines()[0])
    except UnicodeEncodeError:
        parser.report(Fault.NOT_TEXT, _WHOLE_FILE)


def _is_simple(text: str) -> bool:
    return _SIMPLE.fullmatch(text) is not None and max(map(len, text.split("\n"))) <= _LONGEST_SIMPLE_LINE


class _LimitReached(Exception):
    """The text is too deep or holds too much."""


class _TooDeepInC(Exception):
    """libyaml looks ahead and gives up at 1,000 levels, before the level is reached that the format refuses."""


@dataclass(eq=False, slots=True)
class _Open:
    """A mapping or list whose end has not been seen; `height` is how deep it is below itself."""

    event: yaml.CollectionStartEvent
    place: YamlPosition
    count_before: int
    nodes: list[YamlNode] = field(default_factory=list)
    height: int = 1


@dataclass(frozen=True, slots=True)
class _Anchored:
    """A node that aliases may repeat, with how many keys and values it holds."""

    node: YamlNode
    count: int
    height: int


class _Parser:
    """Builds trees from events with a stack of its own, so that depth costs no Python frames."""

    def __init__(self, path: str, format: YamlFormat) -> None:
        self._path = path
        self._format = format
        self._messages = {**FAULT_MESSAGES, **format.messages}
        self._open: list[_Open] = []
        self._anchors: dict[str, _Anchored | None] = {}
        self._count = 0
        self._is_repeated = False
        self._documents: list[YamlNode] = []
        self._starts: list[YamlPosition] = []
        self._problems: list[Problem] = []

    def report(self, fault: Fault, place: YamlPosition, **details: object) -> None:
        """Add a problem in the words of the format."""
        message = self._messages[fault].format(**details)
        self._problems.append(Problem(self._path, place.line, place.column, message))

    def report_syntax(self, error: yaml.MarkedYAMLError) -> None:
        """Add what the parser of YAML says, with a hint where it alone says little."""
        problem, context = error.problem or "", f"{error.context}, " if error.context else ""
        hint = ""
        if "\t" in context + problem or "cannot start any token" in problem:
            hint = "; YAML is indented with spaces, and a value that begins with such a character needs quotes"
        mark = error.problem_mark or error.context_mark
        place = YamlPosition(mark.line + 1, mark.column + 1) if mark else _WHOLE_FILE
        self.report(Fault.SYNTAX, place, problem=problem, context=context, hint=hint)

    def result(self) -> YamlText:
        """Return what was read."""
        problems = sorted(self._problems, key=lambda one: (one.line, one.column))
        return YamlText(tuple(self._documents), tuple(self._starts), tuple(problems))

    def read(self, events: Iterator[yaml.Event]) -> None:
        """Take all events. Raises _LimitReached, and the errors of YAML."""
        for event in events:
            if isinstance(event, yaml.ScalarEvent):
                self._scalar(event)
            elif isinstance(event, yaml.CollectionStartEvent):
                self._begin(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                self._finish(event)
            elif isinstance(event, yaml.AliasEvent):
                self._alias(event)
            elif isinstance(event, yaml.DocumentStartEvent):
                self._starts.append(_place(event))
                self._anchors.clear()

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        place = _place(event)
        self._add(1, place)
        self._check_properties(event.tag, event.anchor, place)
        text: str = event.value
        if len(text) > MAXIMUM_DIGITS and not event.style and _NUMBER.fullmatch(text):
            self.report(Fault.NUMBER, place)
        end_line = event.end_mark.line + 1 if event.end_mark else place.line
        self._attach(_Anchored(YamlScalar(text, place, event.style or "", end_line), 1, 0), event.anchor)

    def _begin(self, event: yaml.CollectionStartEvent) -> None:
        place = _place(event)
        self._add(1, place)
        limit = self._format.maximum_depth
        if len(self._open) >= limit:
            self._stop(Fault.TOO_DEEP, place, limit)
        self._check_properties(event.tag, event.anchor, place)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        self._open.append(_Open(event, place, self._count - 1))

    def _finish(self, event: yaml.CollectionEndEvent) -> None:
        one = self._open.pop()
        end_line = event.end_mark.line + bool(one.event.flow_style) if event.end_mark else one.place.line
        node: YamlNode
        if isinstance(one.event, yaml.MappingStartEvent):
            node = YamlMapping(self._entries(one.nodes), one.place, end_line)
        else:
            node = YamlList(tuple(one.nodes), one.place, end_line)
        self._attach(_Anchored(node, self._count - one.count_before, one.height), one.event.anchor)

    def _alias(self, event: yaml.AliasEvent) -> None:
        place, anchor = _place(event), event.anchor or ""
        found = _Anchored(YamlScalar("", place), 1, 0)
        if self._format.aliases is Aliases.REFUSED:
            self.report(Fault.ALIAS, place)
        elif anchor not in self._anchors:
            self.report(Fault.NO_ANCHOR, place, anchor=anchor)
        else:
            target = self._anchors[anchor]
            if target is None:
                self.report(Fault.LOOP, place, anchor=anchor)
            else:
                found, self._is_repeated = target, True
        self._add(found.count, place)
        limit = self._format.maximum_depth
        if len(self._open) + found.height > limit:
            self._stop(Fault.ALIASES_TOO_DEEP, place, limit)
        if self._format.aliases is Aliases.PLACED_HERE:
            found = replace(found, node=replace(found.node, place=place))
        self._attach(found, None)

    def _attach(self, one: _Anchored, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = one
        if self._open:
            parent = self._open[-1]
            parent.nodes.append(one.node)
            parent.height = max(parent.height, one.height + 1)
        else:
            self._documents.append(one.node)

    def _entries(self, nodes: list[YamlNode]) -> tuple[YamlEntry, ...]:
        """Return the entries of a mapping, whose nodes alternate between keys and values."""
        entries: dict[str, YamlEntry] = {}
        for key, value in zip(nodes[::2], nodes[1::2], strict=True):
            if not isinstance(key, YamlScalar):
                self.report(Fault.KEY, key.place)
            elif key.text in entries:
                self.report(Fault.DUPLICATE, key.place, key=key.text, line=entries[key.text].key.place.line)
            else:
                entries[key.text] = YamlEntry(key, value)
        return tuple(entries.values())

    def _check_properties(self, tag: str | None, anchor: str | None, place: YamlPosition) -> None:
        if anchor is not None and self._format.aliases is Aliases.REFUSED:
            self.report(Fault.ALIAS, place)
        if tag is not None and not self._format.allows_tags:
            self.report(Fault.TAG, place, tag=tag, short=tag.replace("tag:yaml.org,2002:", "!!"))

    def _add(self, count: int, place: YamlPosition) -> None:
        """Count keys and values, those that an alias repeats included."""
        self._count += count
        limit = self._format.maximum_values
        if self._count > limit:
            self._stop(Fault.ALIASES_TOO_MANY if self._is_repeated else Fault.TOO_MANY, place, limit)

    def _stop(self, fault: Fault, place: YamlPosition, limit: int) -> None:
        self.report(fault, place, limit=limit)
        raise _LimitReached


def _place(event: yaml.Event) -> YamlPosition:
    mark = event.start_mark
    return YamlPosition(mark.line + 1, mark.column + 1) if mark else YamlPosition(1, 1)


def _odd_character(text: str) -> YamlPosition:
    """Return where the first character stands that YAML does not allow."""
    found = _UNACCEPTABLE.search(text)
    if found is None:
        return _WHOLE_FILE
    before = text[: found.start()]
    return YamlPosition(before.count("\n") + 1, len(before) - before.rfind("\n"))
