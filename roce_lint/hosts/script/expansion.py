"""What shell words stand for, as far as the script itself says it; nothing is ever executed.

Commands that ask the host which names a NIC has, or which NICs it has.

What a word of a script asks for, worked out once: functions and loops expand the same words again and again.

Brace expansion, `seq` and the trimming of variables.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable
from itertools import islice

from roce_lint.hosts.layers import Layers
from roce_lint.hosts.script.arithmetic import evaluate_arithmetic
from roce_lint.hosts.script.parameters import (
    PLACEHOLDER,
    UNSET,
    Parameter,
    ScriptText,
    VariableValue,
    parameter_of,
    scalar,
)
from roce_lint.hosts.script.words import PartKind, Token, WordPart, parts_of, tokens_of
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.remembered import Remembered
from roce_lint.values import dataclass

MOST_WORDS = 512
_LONGEST_TRIMMED = 1000
_BRACES = lazy_pattern(r"\{(?P<inside>[^{}\s]*(?:,|\.\.)[^{}\s]*)\}")
_RANGE = lazy_pattern(r"(?P<first>-?\d{1,5})\.\.(?P<last>-?\d{1,5})")


def sequence(numbers: list[int]) -> list[str]:
    """Return what `seq` prints for one to three numbers: LAST, FIRST LAST, or FIRST STEP LAST."""
    first = numbers[0] if len(numbers) > 1 else 1
    step = numbers[1] if len(numbers) == 3 else 1
    last = numbers[-1]
    if step == 0:
        return []
    return [str(n) for n in islice(range(first, last + (1 if step > 0 else -1), step), MOST_WORDS)]


def expand_braces(text: str) -> list[str]:
    """Expand `{0..7}` and `{a,b}`, several of them to all combinations."""
    pending = [text]
    found: list[str] = []
    while pending and len(found) + len(pending) <= MOST_WORDS:
        current = pending.pop(0)
        brace = _BRACES.search(current)
        if not brace or current[: brace.start()].endswith("$"):
            found.append(current)
            continue
        span = _RANGE.fullmatch(brace["inside"])
        if span:
            first, last = int(span["first"]), int(span["last"])
            inner = [
                str(n)
                for n in islice(range(first, last + 1) if first <= last else range(first, last - 1, -1), MOST_WORDS)
            ]
        elif "," in brace["inside"]:
            inner = brace["inside"].split(",")
        else:
            found.append(current)
            continue
        pending = [current[: brace.start()] + item + current[brace.end() :] for item in inner] + pending
    return found or [text]


def trim(text: str, rest: str, expand: Callable[[str], str]) -> str | None:
    """Return `text` without what `#`, `##`, `%` or `%%` and a pattern cut off; None for another modification."""
    found = re.fullmatch(r"(##?|%%?)(.*)", rest, re.DOTALL)
    if not found or len(text) > _LONGEST_TRIMMED:
        return None
    how, pattern = found.group(1), expand(found.group(2))
    cuts = range(len(text) + 1)
    candidates = [(text[:cut], text[cut:]) for cut in cuts]
    if how.startswith("#"):
        fits = [tail for head, tail in candidates if fnmatch.fnmatchcase(head, pattern)]
        return (fits[-1] if how == "##" else fits[0]) if fits else text
    fits = [head for head, tail in candidates if fnmatch.fnmatchcase(tail, pattern)]
    return (fits[0] if how == "%%" else fits[-1]) if fits else text


LONGEST_TEXT = 100_000
"""Characters of one word; a variable that is doubled again and again would exhaust the memory."""


@dataclass(frozen=True, slots=True)
class WordPlan:
    """How to expand a word, known before any variable is.

    `text` is that of a word without expansions, and
    `plain` the one plain parameter that makes up the word. `array` is the one expansion that makes up the word and may
    stand for several words, as it is written and taken apart. `pieces` are literal texts, plain parameters, and what is
    left to be looked into each time.
    """

    text: ScriptText | None
    plain: Parameter | None
    array: tuple[str, Parameter] | None
    quoted: bool
    pieces: tuple[str | Parameter | WordPart, ...]
    expands: bool
    commands: bool


def plan_of(raw: str) -> WordPlan:
    """Return the plan of a word as it is written."""
    parts = parts_of(raw)
    kinds = {part.kind for part in parts}
    quoted = any(part.quoted for part in parts)
    if kinds <= {PartKind.LITERAL}:
        text = "".join([part.text for part in parts])
        whole = ScriptText(text, True) if len(text) <= LONGEST_TEXT else None
        return WordPlan(whole, None, None, quoted, (text,), expands=False, commands=False)
    only = _only_parameter(parts)
    return WordPlan(
        None,
        only if only is not None and only.is_plain else None,
        _array_in(only),
        quoted,
        tuple(map(_piece, parts)),
        expands=True,
        commands=PartKind.COMMAND in kinds,
    )


PLANS = Remembered(plan_of)
"""Scripts of a fleet have most of their words in common."""


def _piece(part: WordPart) -> str | Parameter | WordPart:
    if part.kind is PartKind.LITERAL:
        return part.text
    found = parameter_of(part.text) if part.kind is PartKind.PARAMETER else None
    return found if isinstance(found, Parameter) and found.is_plain else part


def _only_parameter(parts: tuple[WordPart, ...]) -> Parameter | None:
    """Return the one parameter that makes up a word: `"$A"`, `${A}`, `"${A[@]}"`."""
    meant = [part for part in parts if part.text or part.kind is not PartKind.LITERAL]
    if len(meant) != 1 or meant[0].kind is not PartKind.PARAMETER:
        return None
    found = parameter_of(meant[0].text)
    return found if isinstance(found, Parameter) else None


def _array_in(only: Parameter | None) -> tuple[str, Parameter] | None:
    """Return the expansion of `"${A[@]}"`, `"${!A[@]}"` or `"$@"`, as written and taken apart."""
    if only is None or only.is_length or only.rest or (only.index or only.name) not in ("@", "*"):
        return None
    return only.raw, only


_OF_NETDEV = re.compile(r"/class/net/(?P<name>[^/\s\"]+)/device(?P<below>/infiniband)?/?(?=[\s\")]|$)")
_OF_RDMA = re.compile(r"/class/infiniband/(?P<name>[^/\s\"]+)/device(?P<below>/net)?/?(?=[\s\")]|$)")
_LIST = re.compile(
    r"\s*(?:ls(?: -1)?\s+/sys/class/(?:infiniband|net)/?|ibdev2netdev|ibv_devices|rdma link(?: show)?)\s*"
    r"(?:2>\s*/dev/null\s*)?"
    r"(?:\|\s*(?:grep\s+['\"]?(?:mlx5?_?|Up|ACTIVE)['\"]?|awk\s+'\{\s*print \$\d+\s*\}'|"
    r"cut [^|]*|sort(?: -\w+)?|tr [^|]*)\s*)*"
)


def named_by_sysfs(command: str) -> str:
    """Return `{pci of eth0}`, `{rdma of eth0}` or `{netdev of mlx5_0}` for a command that asks sysfs for it."""
    found = _OF_NETDEV.search(command)
    if found and "*" not in found["name"]:
        return f"{{{'rdma' if found['below'] else 'pci'} of {found['name']}}}"
    found = _OF_RDMA.search(command)
    if found and "*" not in found["name"]:
        return f"{{{'netdev' if found['below'] else 'device'} of {found['name']}}}"
    return ""


def lists_every_nic(command: str) -> bool:
    """Return whether a command prints the names of all NICs of the host."""
    return _LIST.fullmatch(command) is not None


_MOST_DEPTH = 12
_ELEMENT = lazy_pattern(r"\[(?P<key>[^\]]*)\]=(?P<value>.*)", re.DOTALL)


_OF_COMMAND = lazy_pattern(r"(?:\$\((?:[^()]|\([^()]*\))*\)|[^\s])+")
"""A word in which what a command would print counts as one piece, whatever the command is."""


def _split(text: ScriptText) -> list[str]:
    """Return the words that a text becomes where it is not quoted; what only the host can tell is one of them."""
    if text.resolved or "$(" not in text.text:
        return text.text.split()
    return [found[0] for found in _OF_COMMAND.finditer(text.text)]


class ShellValues:
    """The variables of a script that is being read, and the expansion of words with them."""

    def __init__(self) -> None:
        """Start without variables."""
        self.variables: Layers[str, VariableValue] = Layers()
        self._depth = 0
        # What becomes of words without expansions, by words as they are written.
        self._plain: dict[str, list[ScriptText]] = {}
        # Whether something depended on what stands for the name of a NIC.
        self.name_was_inspected = False

    def words(self, tokens: tuple[Token, ...]) -> list[ScriptText]:
        """Expand words to arguments: braces, variables, arrays, and splitting of what is not quoted."""
        found: list[ScriptText] = []
        for token in tokens:
            found += self.fields(token)
            if len(found) > MOST_WORDS:
                break
        return found[:MOST_WORDS]

    def fields(self, token: Token) -> list[ScriptText]:
        """Expand one word to the arguments that it becomes."""
        known = self._plain.get(token.raw)
        if known is not None:
            return known
        plan = PLANS[token.raw]
        found = self._fields(plan)
        if not plan.expands:
            self._plain[token.raw] = found
        return found

    def _fields(self, plan: WordPlan) -> list[ScriptText]:
        if plan.array is not None:
            return self._whole_array(*plan.array)
        text = self._planned(plan)
        if plan.quoted:
            return [text]
        pieces = _split(text) if plan.expands else [text.text]
        if not text.resolved and plan.commands:
            return [text]
        return [ScriptText(brace, text.resolved, text.line) for piece in pieces for brace in expand_braces(piece)]

    def text(self, token: Token) -> ScriptText:
        """Expand a word to one text."""
        return self._planned(PLANS[token.raw])

    def _planned(self, plan: WordPlan) -> ScriptText:
        if plan.text is not None:
            return plan.text
        if plan.plain is not None:
            value = self._plain_value(plan.plain)
            if len(value.text) <= LONGEST_TEXT:
                return value
        pieces: list[str] = []
        room = LONGEST_TEXT
        resolved, line = True, 0
        for piece in plan.pieces:
            if isinstance(piece, str):
                piece_text = piece
            else:
                found = self._plain_value(piece) if isinstance(piece, Parameter) else self._part(piece)
                piece_text, resolved, line = found.text, resolved and found.resolved, found.line or line
            room -= len(piece_text)
            if room < 0:
                return ScriptText("".join(pieces), False)
            pieces.append(piece_text)
        return ScriptText("".join(pieces), resolved, line)

    def _plain_value(self, asked: Parameter) -> ScriptText:
        if self._depth >= _MOST_DEPTH:
            return ScriptText("$" + asked.raw, False)
        elements = self.variables.get(asked.name, UNSET).elements
        if len(elements) == 1 and elements[0][0] == "0":
            return elements[0][1]
        return self._element(elements, None) or asked.unresolved

    def expand(self, raw: str) -> ScriptText:
        """Expand a text that stands inside an expansion, such as the default in `${A:-default}`."""
        words = [self.text(token) for token in tokens_of(raw) if not token.operator]
        return ScriptText(" ".join(word.text for word in words), all(word.resolved for word in words))

    def inspect(self, text: str) -> str:
        """Return a text that is taken apart or looked up, having noted whether a name stands in for another."""
        self.name_was_inspected = self.name_was_inspected or PLACEHOLDER in text
        return text

    def assign(self, raw: str, token: Token) -> str:
        """Carry out `NAME=word`, `NAME+=word` or `NAME=(words)`; return the name."""
        head, _, tail = raw.partition("=")
        name, appends = head.removesuffix("+"), head.endswith("+")
        if tail.startswith("(") and len(token.parts) == 1 and not token.parts[0].quoted:
            value = self._array(tail[1:-1])
        else:
            whole = self.text(token)
            text = whole.text.partition("=")[2]
            earlier = self.variables.get(name, UNSET).elements if appends else ()
            prefix = earlier[0][1] if earlier else ScriptText("", True)
            value = scalar(prefix.text + text, prefix.resolved and whole.resolved)
            appends = False
        subscript = re.fullmatch(r"(\w+)\[(.*)\]", name)
        if subscript:
            name, key = subscript.group(1), self.inspect(self.expand(subscript.group(2)).text)
            others = [(k, v) for k, v in self.variables.get(name, UNSET).elements if k != key]
            value = VariableValue((*others, (key, value.elements[0][1])))
        elif appends:
            earlier = self.variables.get(name, UNSET).elements
            value = VariableValue((*earlier, *((str(len(earlier) + n), v) for n, (_, v) in enumerate(value.elements))))
        self.variables.put(name, value)
        return name

    def _array(self, inside: str) -> VariableValue:
        elements: list[tuple[str, ScriptText]] = []
        for token in tokens_of(inside):
            if token.operator:
                continue
            keyed = _ELEMENT.fullmatch(token.raw)
            if keyed:
                key = self.inspect(self.expand(keyed["key"]).text)
                elements.append((key, self.expand(keyed["value"])))
            else:
                elements += [(str(len(elements) + n), text) for n, text in enumerate(self.fields(token))]
        return VariableValue(tuple(elements[:MOST_WORDS]))

    def _whole_array(self, raw: str, asked: Parameter) -> list[ScriptText]:
        """Return the elements (or subscripts) that `"${A[@]}"`, `"${!A[@]}"` or `"$@"` stands for."""
        value = self.variables.get(asked.name if asked.index else "@", UNSET)
        if not value.elements:
            return [ScriptText("$" + raw, False)]
        return [ScriptText(key, True) if asked.is_indirect else text for key, text in value.elements]

    def _part(self, part: WordPart) -> ScriptText:
        self._depth += 1
        try:
            if self._depth > _MOST_DEPTH:
                return ScriptText("$" + part.text, False)
            if part.kind is PartKind.ARITHMETIC:
                return self._arithmetic(part.text)
            if part.kind is PartKind.COMMAND:
                return self._command(part.text)
            return self._parameter(part.text)
        finally:
            self._depth -= 1

    def _parameter(self, raw: str) -> ScriptText:
        asked = parameter_of(raw)
        if isinstance(asked, ScriptText):
            return asked
        unresolved = asked.unresolved
        if asked.is_indirect:
            return unresolved
        elements = self.variables.get(asked.name, UNSET).elements
        if asked.is_length:
            return ScriptText(str(len(elements)), True) if asked.index in ("@", "*") and elements else unresolved
        value = self._element(elements, asked.index)
        rest = asked.rest
        if asked.default is not None:
            return value if value is not None and (value.text or rest[0] != ":") else self.expand(asked.default)
        if value is None:
            return unresolved
        if not rest or asked.complains:
            return value
        if not value.resolved:
            return unresolved
        cut = self.inspect
        trimmed = trim(cut(value.text), rest, lambda pattern: cut(self.expand(pattern).text))
        return unresolved if trimmed is None else ScriptText(trimmed, True)

    def _element(self, elements: tuple[tuple[str, ScriptText], ...], index: str | None) -> ScriptText | None:
        if not elements:
            return None
        if index in ("@", "*"):
            return ScriptText(" ".join(v.text for _, v in elements), all(v.resolved for _, v in elements))
        if not index and len(elements) == 1:
            return elements[0][1] if elements[0][0] == "0" else None
        key = self.inspect(self.expand(index).text) if index else "0"
        if index and not key.isdigit():
            key = str(number) if (number := self._integer(index)) is not None else key
        return dict(elements).get(key)

    def _integer(self, expression: str) -> int | None:
        text = self._arithmetic(expression)
        return int(text.text) if text.resolved and re.fullmatch(r"-?\d+", text.text) else None

    def _arithmetic(self, expression: str) -> ScriptText:
        expanded = self.expand(
            expression.replace("<<", " __left__ ").replace(">>", " __right__ ").replace("|", " __or__ ")
        )
        plain = self.inspect(expanded.text).replace("__left__", "<<").replace("__right__", ">>").replace("__or__", "|")

        def named(match: re.Match[str]) -> str:
            value = self._element(self.variables.get(match.group(), UNSET).elements, None)
            return value.text if value is not None and value.resolved else match.group()

        result = evaluate_arithmetic(re.sub(r"\b[A-Za-z_]\w*\b", named, plain))
        return ScriptText(f"$(({expression.strip()}))", False) if result is None else ScriptText(str(result), True)

    def _command(self, raw: str) -> ScriptText:
        """Resolve the few command substitutions whose output the script itself determines."""
        unresolved = ScriptText(f"$({raw.strip()})", False)
        tokens = [token for token in tokens_of(raw) if token.operator != "\n"]
        words = [word for token in tokens if not token.operator for word in self.fields(token)]
        name, arguments = (words[0].text.rpartition("/")[2], words[1:]) if words else ("", [])
        whole = all(not token.operator for token in tokens) and all(word.resolved for word in words)
        texts = [word.text for word in arguments]
        about = named_by_sysfs(" ".join(word.text for word in words))
        if about:
            return ScriptText(about, True)
        if whole and name == "seq" and 1 <= len(texts) <= 3 and all(re.fullmatch(r"-?\d{1,5}", t) for t in texts):
            return ScriptText(" ".join(sequence([int(t) for t in texts])), True)
        if whole and name == "echo":
            return ScriptText(" ".join(texts), True)
        if whole and name in ("basename", "dirname") and texts:
            head, _, tail = texts[0].rstrip("/").rpartition("/")
            return ScriptText(tail if name == "basename" else head, True)
        return ScriptText("*", True) if lists_every_nic(raw) else unresolved
