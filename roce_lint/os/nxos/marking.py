"""What the classes of a type qos policy do with a packet: the qos-group they set and the DSCP they write."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.qos import DscpRewrite
from roce_lint.os.industry_cli.command import NOT_STATED, NotStated, Setting
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.code_points import dscp_list, precedence_list
from roce_lint.os.nxos.policies import PolicyClass
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_EXCESS_PASSES = lazy_pattern(r"\bviolate (transmit|set-\S+)")


@dataclass(slots=True)
class Marking:
    """What one class does; `drops_excess`: it drops what exceeds a rate, where it has one."""

    group: Setting[str] = NOT_STATED
    dscp: Setting[int] = NOT_STATED
    drops_excess: Setting[bool] = NOT_STATED

    @property
    def policer(self) -> Source | None:
        """Return the line by which the class drops what exceeds a rate; None where nothing does."""
        said = self.drops_excess
        return said.source if isinstance(said, Stated) and said.value else None


def read_marking(policy_class: PolicyClass, diagnostics: LineDiagnostics) -> Marking:
    """Return what a class does; actions that are not understood are left unread."""
    marking = Marking()
    for line in policy_class.actions:
        if not _ACTIONS.account(line, marking, diagnostics):
            diagnostics.block_not_understood(line, "not an action of a type qos policy")
    return marking


def rewrite_of(
    markings: Mapping[str, Marking], groups: Mapping[str, Fact[str]], block: Source
) -> tuple[Fact[bool], tuple[DscpRewrite, ...]]:
    """Return whether any class writes a DSCP, and the DSCP per qos-group; both mappings are by class, in order.

    Two classes of one qos-group that write different code points leave it Unknown: facts are kept per traffic class.
    """
    found: dict[str, Fact[int]] = {}
    written = {name: one.dscp for name, one in markings.items() if not isinstance(one.dscp, NotStated)}
    for name, dscp in written.items():
        group = groups[name]
        if not isinstance(group, Unknown):
            found[group.value] = _agreed(found.get(group.value), dscp, group.value)
    if not written:
        return defaults.NO_REWRITE.at(block), ()
    first = next(iter(written.values())).source
    return Stated(True, first), tuple(DscpRewrite(group, found[group]) for group in sorted(found))


def _agreed(before: Fact[int] | None, now: Fact[int], group: str) -> Fact[int]:
    if before is None:
        return now
    if isinstance(before, Stated) and isinstance(now, Stated) and before.value == now.value:
        return before
    return Unknown(f"several classes write different code points in qos-group {group}", now.source)


def _code_point(text: str) -> int:
    """Return a DSCP; raise ValueError unless the text names one."""
    (code_point,) = dscp_list(text)
    return code_point


def _code_point_of_precedence(text: str) -> int:
    (precedence,) = precedence_list(text)
    return 8 * precedence


def _drops_excess(text: str | None) -> bool:
    """Return whether a policer drops: without a `violate` action the excess is dropped.

    Source: Nexus 9000 QoS configuration guide, configuring policing.
    """
    return not _EXCESS_PASSES.search(text or "")


_ACTIONS = LineTable(
    CommandRow("set qos-group <0-7>", "group", value=str, near_miss="set qos-group takes 0 to 7", by_device=True),
    CommandRow("set [ip] dscp [tunnel] <code-point>", "dscp", value=_code_point),
    CommandRow("set [ip] precedence [tunnel] <precedence>", "dscp", value=_code_point_of_precedence),
    CommandRow("set [ip] dscp|precedence ...", "dscp", refused="set dscp takes one code point"),
    CommandRow("set cos <value>"),
    CommandRow("set discard-class <value>"),
    CommandRow("police ...", "drops_excess", value=_drops_excess),
    CommandRow("description ..."),
    has_default=False,
)
