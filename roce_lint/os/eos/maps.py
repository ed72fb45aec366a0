"""The global QoS maps: DSCP and CoS to traffic class, traffic class to queue, and the egress rewrite."""

from __future__ import annotations

import re

from roce_lint.model.device import RefusedSetting
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import DscpRewrite
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.eos import defaults
from roce_lint.os.eos.names import dscp_set
from roce_lint.os.industry_cli.command import Command, Negation
from roce_lint.text.patterns import lazy_pattern

_NUMBERS = r"(\d{1,2}(?: \d{1,2})*)"
_TO_CLASS = lazy_pattern(
    rf"qos map (cos|dscp|exp) {_NUMBERS} to traffic-class (\d)(?: drop-precedence [0-2])?", re.ASCII
)
_TO_OUTPUT = lazy_pattern(
    rf"qos map traffic-class {_NUMBERS} to (tx-queue|uc-tx-queue|mc-tx-queue|cos|dscp|exp) (\d{{1,2}})", re.ASCII
)
_RANGED_DSCP = lazy_pattern(r"qos map dscp (\S.*) to traffic-class (\S+)(?: .*)?")
_CLEARED = lazy_pattern(
    rf"qos map (cos|dscp|exp|traffic-class)(?: {_NUMBERS})?(?: to ([a-z-]+)(?: \d{{1,2}})?)?", re.ASCII
)
_HARMLESS = lazy_pattern(
    r"qos (?:rewrite cos|random-detect ecn allow non-ect(?: chip-based)?|tx-queue shape rate percent adaptive"
    r"|tx-queue [0-7] scheduler profile responsive|(?:uc-|mc-)?tx-queue [0-7] name \S+|traffic-class [0-7] name \S+)"
)


def _table(default: VendorDefault[tuple[int, ...]], source: Source) -> list[Fact[int]]:
    """Return one fact for each entry of a map, the same object for the same value."""
    made = {value: Default(value, source, default.reason) for value in default.value}
    return [made[value] for value in default.value]


class Maps:
    """The maps of one device; starts from the defaults and takes the lines in their order."""

    def __init__(self, file: str) -> None:
        whole_file = Source(file, 0, 0)
        self.class_by_dscp = _table(defaults.TRAFFIC_CLASS_BY_DSCP, whole_file)
        self.class_by_cos = _table(defaults.TRAFFIC_CLASS_BY_COS, whole_file)
        self.queue_by_class = _table(defaults.QUEUE_BY_TRAFFIC_CLASS, whole_file)
        self.dscp_by_class = _table(defaults.DSCP_BY_TRAFFIC_CLASS, whole_file)
        self.rewrite_enabled: Fact[bool] = defaults.REWRITE_OFF.at(whole_file)
        self._whole_file = whole_file
        self.overruled: list[RefusedSetting] = []
        self._lines: dict[Source, tuple[str, int]] = {}

    def rewrites(self) -> tuple[DscpRewrite, ...]:
        """Return the egress DSCP of each class; where rewriting is off, only what a line states in vain."""
        if isinstance(self.rewrite_enabled, Unknown):
            return ()
        if not self.rewrite_enabled.value:
            idle = ((number, dscp) for number, dscp in enumerate(self.dscp_by_class) if isinstance(dscp, Stated))
            return tuple(DscpRewrite(str(number), dscp) for number, dscp in idle)
        return tuple(DscpRewrite(str(number), dscp) for number, dscp in enumerate(self.dscp_by_class))

    def read(self, command: Command, source: Source) -> str:
        """Take a global `qos` line other than a profile; return why it was not understood, or an empty text."""
        if command.text == "qos rewrite dscp":
            if command.plain:
                self.rewrite_enabled = Stated(True, source)
            else:
                self.rewrite_enabled = Stated(False, source)
            return ""
        if _HARMLESS.fullmatch(command.text):
            return ""
        if not command.plain:
            return self._clear(command)
        found = _TO_CLASS.fullmatch(command.text)
        if found:
            numbers = [int(number) for number in found[2].split()]
            because = self._classify(found[1], numbers, found[3], source)
            self._lines[source] = command.text, len(numbers)
            return because
        found = _TO_OUTPUT.fullmatch(command.text)
        if found:
            return self._send([int(number) for number in found[1].split()], found[2], int(found[3]), source)
        return self._refuse(command, source)

    def _classify(self, marking: str, numbers: list[int], traffic_class: str, source: Source) -> str:
        value = int(traffic_class)
        if marking == "exp":
            return "" if max(numbers) < 8 and value < 8 else "EXP bits and traffic classes are 0 to 7"
        table = self.class_by_dscp if marking == "dscp" else self.class_by_cos
        if value > 7 or max(numbers) >= len(table):
            return f"a {marking} is 0 to {len(table) - 1} and a traffic class 0 to 7; EOS refuses the line"
        stated = Stated(value, source)
        for number in numbers:
            self._overrule(table[number], marking, number, stated, len(numbers))
            table[number] = stated
        return ""

    def _overrule(self, before: Fact[int], marking: str, number: int, now: Stated[int], size: int) -> None:
        """Write down that a line takes a code point from an earlier one that names fewer; the other way refines it."""
        text, fewer = self._lines.get(before.source, ("", size))
        if isinstance(before, Stated) and before.value != now.value and fewer < size:
            because = f"this line, which comes later, maps {marking.upper()} {number} to traffic class {now.value}"
            self.overruled.append(RefusedSetting(text, because, now.source))

    def _send(self, classes: list[int], output: str, number: int, source: Source) -> str:
        highest = 63 if output == "dscp" else 7
        if max(classes) > 7 or number > highest:
            return f"a traffic class is 0 to 7 and {output} 0 to {highest}; EOS refuses the line"
        tables = {"tx-queue": self.queue_by_class, "uc-tx-queue": self.queue_by_class, "dscp": self.dscp_by_class}
        for traffic_class in classes if output in tables else ():
            tables[output][traffic_class] = Stated(number, source)
        return ""

    def _clear(self, command: Command) -> str:
        found = _CLEARED.fullmatch(command.text)
        if not found or (found[1] == "traffic-class" and not found[3]):
            return "this form of `no qos` is not known"
        fresh = Maps(self._whole_file.file)
        pairs = {
            "cos": (self.class_by_cos, fresh.class_by_cos),
            "dscp": (self.class_by_dscp, fresh.class_by_dscp),
            "traffic-class tx-queue": (self.queue_by_class, fresh.queue_by_class),
            "traffic-class uc-tx-queue": (self.queue_by_class, fresh.queue_by_class),
            "traffic-class dscp": (self.dscp_by_class, fresh.dscp_by_class),
        }
        key = f"traffic-class {found[3]}" if found[1] == "traffic-class" else found[1]
        if key not in pairs:
            return ""
        table, original = pairs[key]
        numbers = [int(number) for number in found[2].split()] if found[2] else range(len(table))
        for number in numbers:
            if number >= len(table):
                return "the number is out of range"
            table[number] = original[number]
        return ""

    def _refuse(self, command: Command, source: Source) -> str:
        """Blur what a line of foreign form meant to set."""
        found = _RANGED_DSCP.fullmatch(command.text)
        if found and command.negation is Negation.PLAIN:
            because = f"`{command.text}` is not in the form that EOS takes: code points separated by blanks"
            for dscp in dscp_set(found[1]):
                self.class_by_dscp[dscp] = Unknown(because, source)
            return because
        return "EOS has no such `qos` command"
