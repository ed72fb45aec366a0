"""What the classes of a type qos policy do with a packet: the qos-group they set and the DSCP they write."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.qos import DscpRewrite
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.policies import PolicyClass
from roce_lint.os.nxos.tokens import DSCP_NAMES, PRECEDENCE_NAMES, named_list
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern

_SET_GROUP = lazy_pattern(r"set qos-group ([0-7])")
_SET_CODE_POINT = lazy_pattern(r"set (?:ip )?(dscp|precedence) (?:tunnel )?(\S+)")
_POLICE = lazy_pattern(r"police\b")
_EXCESS_PASSES = lazy_pattern(r"\bviolate (transmit|set-\S+)")
_HARMLESS = lazy_pattern(r"set (cos|discard-class) \d+$|(no )?description\b|no (set|police)\b")


def group_set_by(policy_class: PolicyClass, diagnostics: LineDiagnostics) -> Fact[str]:
    """Return the qos-group that a class sets; actions that are not understood are left unread."""
    group: Fact[str] = defaults.NO_QOS_GROUP.at(diagnostics.block(policy_class.header))
    for line in policy_class.actions:
        found = _SET_GROUP.fullmatch(line.text)
        if found:
            group = Stated(found[1], diagnostics.at(line))
        elif line.text.startswith("no set qos-group"):
            group = defaults.NO_QOS_GROUP.at(diagnostics.at(line))
        elif line.text.startswith("set qos-group"):
            group = Unknown("the qos-group is not a number from 0 to 7", diagnostics.at(line))
            diagnostics.line_refused(line, "set qos-group takes 0 to 7")
        elif _POLICE.match(line.text):
            continue
        elif not _SET_CODE_POINT.fullmatch(line.text) and not _HARMLESS.match(line.text):
            diagnostics.block_not_understood(line, "not an action of a type qos policy")
    return group


def policer_of(policy_class: PolicyClass, diagnostics: LineDiagnostics) -> Source | None:
    """Return the line by which a class drops what exceeds a rate; None without one, or where the excess passes.

    Without a `violate` action the excess is dropped.
    Source: Nexus 9000 QoS configuration guide, configuring policing.
    """
    limit: Line | None = None
    for line in policy_class.actions:
        if _POLICE.match(line.text):
            limit = None if _EXCESS_PASSES.search(line.text) else line
        elif line.text.startswith("no police"):
            limit = None
    return diagnostics.at(limit) if limit else None


def rewrite_of(
    classes: Sequence[PolicyClass], groups: Mapping[str, Fact[str]], block: Source, diagnostics: LineDiagnostics
) -> tuple[Fact[bool], tuple[DscpRewrite, ...]]:
    """Return whether any class writes a DSCP, and the DSCP per qos-group.

    Two classes of one qos-group that write different code points leave it Unknown: facts are kept per traffic class.
    """
    found: dict[str, Fact[int]] = {}
    first: Source | None = None
    for policy_class in classes:
        line = _writing_line(policy_class)
        group = groups[policy_class.name]
        if line is None:
            continue
        first = first or diagnostics.at(line)
        if not isinstance(group, Unknown):
            before = found.get(group.value)
            found[group.value] = _agreed(before, _dscp_written(line, diagnostics), group.value)
    if first is None:
        return defaults.NO_REWRITE.at(block), ()
    return Stated(True, first), tuple(DscpRewrite(group, found[group]) for group in sorted(found))


def _writing_line(policy_class: PolicyClass) -> Line | None:
    """Return the last line of the class that writes a code point and is not taken back."""
    writing: Line | None = None
    for line in policy_class.actions:
        if _SET_CODE_POINT.fullmatch(line.text):
            writing = line
        elif re.match(r"no set (ip )?(dscp|precedence)", line.text):
            writing = None
    return writing


def _dscp_written(line: Line, diagnostics: LineDiagnostics) -> Fact[int]:
    found = _SET_CODE_POINT.fullmatch(line.text)
    values: frozenset[int] = frozenset()
    if found and found[1] == "dscp":
        values = named_list(found[2], DSCP_NAMES, 63)
    elif found:
        values = frozenset(8 * precedence for precedence in named_list(found[2], PRECEDENCE_NAMES, 7))
    if len(values) == 1:
        return Stated(next(iter(values)), diagnostics.at(line))
    diagnostics.line_not_understood(line, "set dscp takes one code point")
    return Unknown("set dscp takes one code point", diagnostics.at(line))


def _agreed(before: Fact[int] | None, now: Fact[int], group: str) -> Fact[int]:
    if before is None:
        return now
    if isinstance(before, Stated) and isinstance(now, Stated) and before.value == now.value:
        return before
    return Unknown(f"several classes write different code points in qos-group {group}", now.source)
