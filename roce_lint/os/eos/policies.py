"""Class maps and policy maps of type quality-of-service: classification that overrides a port's trust.

Access lists, as far as a QoS class map needs them: those that select packets by DSCP alone.
"""

from __future__ import annotations

import re

from roce_lint.model.fact import NOWHERE, Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.qos import DSCP_COUNT, Classification, DscpRemark, Policer
from roce_lint.model.terms import Trust
from roce_lint.os.eos.names import dscp_set
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.number_list import number_list
from roce_lint.text.lines import Line
from roce_lint.values import dataclass, field, replace

_BY_DSCP = re.compile(r"(?:\d+ )?permit (?:ip|ipv6) any any(?: dscp (\S+))?")
_WITHOUT_EFFECT = re.compile(r"(?:counters per-entry|statistics per-entry|(?:\d+ )?remark .*)")
ALL_DSCPS = frozenset(range(64))


def selected_dscps(access_list: Line) -> frozenset[int]:
    """Return the code points that the list permits; empty when it looks at anything else than the DSCP."""
    dscps: set[int] = set()
    for entry in access_list.children:
        text = " ".join(entry.text.split())
        if _WITHOUT_EFFECT.fullmatch(text):
            continue
        found = _BY_DSCP.fullmatch(text)
        chosen = (dscp_set(found[1]) if found[1] else ALL_DSCPS) if found else frozenset[int]()
        if not chosen:
            return frozenset()
        dscps |= chosen
    return frozenset(dscps)


_CLASS_MAP = re.compile(r"class-map type qos (?:match-any )?(\S+)")
_POLICY_MAP = re.compile(r"policy-map type (?:quality-of-service|qos) (\S+)")
_SET = re.compile(r"set (traffic-class|dscp|cos|drop-precedence) (\S+)")
_POLICE = re.compile(r"police\b")
CATCH_ALL = "class-default"


@dataclass(slots=True)
class Selection:
    """What a class map selects: code points and CoS values, and why more may be selected that cannot be decided.

    `places`: the line that selects each code point; `doubted_at`: the first that is in doubt.
    """

    dscps: set[int] = field(default_factory=set)
    cos_values: set[int] = field(default_factory=set)
    doubts: list[str] = field(default_factory=list)
    doubted_at: Source | None = None
    places: dict[int, Source] = field(default_factory=dict)

    def add(self, dscps: frozenset[int], source: Source) -> None:
        """Select code points by the line at `source`."""
        self.dscps |= dscps
        self.places.update(dict.fromkeys(dscps - self.places.keys(), source))


@dataclass(frozen=True, slots=True)
class ClassTreatment:
    """What one class of a policy does to the packets it selects."""

    class_name: str
    traffic_class: Fact[str]
    sets_class: bool
    source: Source
    policer: Source | None
    remark: Stated[int] | None


class _PolicyClassification:
    """What the classes of a policy make of a port, in turn: a packet belongs to the first that selects it."""

    def __init__(self, trust: Fact[Trust], base: Classification) -> None:
        trusted = None if isinstance(trust, Unknown) else trust.value
        by_dscp, by_cos = trusted in (Trust.DSCP, Trust.DSCP_AND_PCP), trusted in (Trust.PCP, Trust.DSCP_AND_PCP)
        self.otherwise = base.traffic_class_otherwise
        self.by_dscp = list(base.traffic_class_by_dscp if by_dscp else (self.otherwise,) * DSCP_COUNT)
        self.by_cos = list(base.traffic_class_by_pcp if by_cos else (self.otherwise,) * 8)
        self.reads_dscp = self.reads_cos = False
        self.policers: list[Policer] = []
        self.remarks: list[DscpRemark] = []
        self.selected_at = [NOWHERE] * DSCP_COUNT
        self._open_dscps, self._open_cos = set(range(DSCP_COUNT)), set(range(8))

    def take(self, treatment: ClassTreatment, selection: Selection) -> None:
        """Let a class have what no class before it has."""
        dscps, cos = selection.dscps & self._open_dscps, selection.cos_values & self._open_cos
        self._open_dscps, self._open_cos = self._open_dscps - dscps, self._open_cos - cos
        if treatment.policer:
            self.policers.append(Policer(frozenset(dscps), treatment.policer))
        if treatment.remark:
            self.remarks.append(DscpRemark(frozenset(dscps), treatment.remark.value, treatment.remark.source))
        for dscp in dscps & selection.places.keys():
            self.selected_at[dscp] = selection.places[dscp]
        if treatment.sets_class:
            _set_all(self.by_dscp, dscps, treatment.traffic_class)
            _set_all(self.by_cos, cos, treatment.traffic_class)
            self.reads_dscp, self.reads_cos = self.reads_dscp or bool(dscps), self.reads_cos or bool(cos)

    def leave_open(self, treatment: ClassTreatment, selection: Selection) -> None:
        """Let all that is left be unknown: the class may select any of it."""
        because = f"class {treatment.class_name} {selection.doubts[0]}"
        self.otherwise = Unknown(because, selection.doubted_at or treatment.source)
        _set_all(self.by_dscp, self._open_dscps, self.otherwise)
        _set_all(self.by_cos, self._open_cos, self.otherwise)
        self._open_dscps, self._open_cos, self.reads_dscp = set(), set(), True


@dataclass(slots=True)
class EosPolicies:
    """All class maps, policy maps and access lists of a document."""

    class_maps: dict[str, Line] = field(default_factory=dict)
    policy_maps: dict[str, Line] = field(default_factory=dict)
    access_lists: dict[str, Line] = field(default_factory=dict)
    _read: dict[str, tuple[ClassTreatment, ...]] = field(default_factory=dict)
    _selections: dict[str, Selection] = field(default_factory=dict)

    def collect(self, line: Line) -> bool:
        """Keep a QoS class map or policy map; return whether the line is one."""
        text = " ".join(line.text.split())
        found = _CLASS_MAP.fullmatch(text)
        if found:
            self.class_maps[found[1]] = line
            return True
        found = _POLICY_MAP.fullmatch(text)
        if found:
            self.policy_maps[found[1]] = line
        return bool(found)

    def finish(self, diagnostics: LineDiagnostics) -> None:
        """Read every policy map and the class maps they use, so that their unread lines are accounted for."""
        used = {child.text.split()[-1] for line in self.policy_maps.values() for child in line.children}
        for name, line in self.class_maps.items():
            if name in used:
                self._selections[name] = self._select(line, diagnostics)
        for name, line in self.policy_maps.items():
            self._read[name] = tuple(
                self._treat(child, diagnostics) for child in line.children if _is_class(child, diagnostics)
            )
            self._tell_classes_without_packets(self._read[name], diagnostics)

    def _tell_classes_without_packets(
        self, treatments: tuple[ClassTreatment, ...], diagnostics: LineDiagnostics
    ) -> None:
        """Write down the classes of which classes above take every packet, and do something else with some."""
        taken: dict[tuple[str, int], str] = {}
        for treatment in treatments:
            selection = self._selections.get(treatment.class_name, Selection())
            group = known(treatment.traffic_class, "")
            if treatment.class_name == CATCH_ALL or selection.doubts:
                return
            keys = [("dscp", one) for one in selection.dscps] + [("cos", one) for one in selection.cos_values]
            if keys and all(key in taken for key in keys) and any(taken[key] != group for key in keys):
                because = "classes above it take every packet that it selects"
                diagnostics.refused(f"class {treatment.class_name}", because, treatment.source)
            for key in keys:
                taken.setdefault(key, group)

    def apply(
        self, name: str, trust: Fact[Trust], base: Classification, file: str
    ) -> tuple[Fact[Trust], Classification]:
        """Return the trust and the classification of a port of `file` that applies policy `name` on top of `base`."""
        made = _PolicyClassification(trust, base)
        for treatment in self._read.get(name, ()):
            selection = self._selections.get(treatment.class_name, Selection())
            if treatment.class_name == CATCH_ALL:
                selection = Selection(set(ALL_DSCPS), set(range(8)))
                made.otherwise = treatment.traffic_class if treatment.sets_class else made.otherwise
            made.take(treatment, selection)
            if selection.doubts and treatment.sets_class:
                made.leave_open(treatment, selection)
        policers, remarks = tuple(made.policers), tuple(made.remarks)
        if not made.reads_dscp and not made.reads_cos:
            return trust, replace(base, policers=policers, remarks=remarks) if policers or remarks else base
        source = self.policy_maps[name].source(file)
        return _trust_with(trust, made.reads_dscp, made.reads_cos, source), Classification(
            tuple(made.by_dscp),
            tuple(made.by_cos),
            made.otherwise,
            policers,
            tuple(made.selected_at),
            remarks,
        )

    def _select(self, class_map: Line, diagnostics: LineDiagnostics) -> Selection:
        selection = Selection()
        for line in class_map.children:
            because = self._match(" ".join(line.text.split()), selection, diagnostics.at(line), diagnostics)
            if because:
                selection.doubts.append(because)
                selection.doubted_at = selection.doubted_at or diagnostics.at(line)
                diagnostics.block_not_understood(line, because)
        return selection

    def _match(self, text: str, selection: Selection, source: Source, diagnostics: LineDiagnostics) -> str:
        """Add what a `match` line selects; return why that cannot be decided from the packet's marking."""
        words = text.split(" ")
        if words[:2] == ["match", "dscp"] and len(words) > 2:
            dscps = dscp_set(" ".join(words[2:]))
            selection.add(dscps, source)
            return "" if dscps else f"selects by `{text}`, which this tool cannot evaluate"
        if words[:2] == ["match", "cos"] and len(words) == 3:
            values = number_list(words[2], 0, 7)
            selection.cos_values |= values
            return "" if values else f"selects by `{text}`, which this tool cannot evaluate"
        if len(words) == 4 and words[0] == "match" and words[2] == "access-group" and words[1] in ("ip", "ipv6"):
            access_list = self.access_lists.get(f"{words[1]} {words[3]}")
            if access_list is None:
                diagnostics.undefined(f"{words[1]} access-list", words[3], source)
                return f"selects by access list {words[3]}, which is not defined here"
            dscps = selected_dscps(access_list)
            selection.add(dscps, source)
            return "" if dscps else f"selects by access list {words[3]}, which looks at more than the DSCP"
        return f"selects by `{text}`, not by DSCP or CoS alone"

    def _treat(self, line: Line, diagnostics: LineDiagnostics) -> ClassTreatment:
        name = line.text.split()[-1]
        source = diagnostics.at(line)
        traffic_class: Fact[str] = Default("", source, "the class sets no traffic class")
        sets_class = False
        policer: Source | None = None
        remark: Stated[int] | None = None
        for action in line.children:
            if _POLICE.match(action.text):
                policer = diagnostics.at(action)
                continue
            found = _SET.fullmatch(" ".join(action.text.split()))
            if found and found[1] == "traffic-class" and re.fullmatch("[0-7]", found[2]):
                traffic_class, sets_class = Stated(found[2], diagnostics.at(action)), True
            elif (found and found[1] == "drop-precedence") or (found and self._keeps_marking(name, found[1], found[2])):
                continue
            elif found and found[1] == "dscp" and len(written := dscp_set(found[2])) == 1:
                remark = Stated(next(iter(written)), diagnostics.at(action))
                if not sets_class:
                    because = f"`{found[0]}` may change the class"
                    traffic_class, sets_class = Unknown(because, diagnostics.at(action)), True
            else:
                because = "the facts have no place for a policy that remarks packets at ingress"
                diagnostics.block_not_understood(action, because)
                if found and not sets_class:
                    traffic_class, sets_class = (
                        Unknown(f"`{found[0]}` may change the class", diagnostics.at(action)),
                        True,
                    )
        if name != CATCH_ALL and name not in self.class_maps:
            diagnostics.undefined("class-map", name, source)
        return ClassTreatment(name, traffic_class, sets_class, source, policer, remark)

    def _keeps_marking(self, class_name: str, field_name: str, value: str) -> bool:
        """Return whether `set dscp` or `set cos` writes what the selected packets carry anyway."""
        selection = self._selections.get(class_name, Selection())
        if field_name == "dscp":
            return bool(selection.dscps) and not selection.doubts and selection.dscps == dscp_set(value)
        return bool(selection.cos_values) and not selection.doubts and selection.cos_values == number_list(value, 0, 7)


def _is_class(line: Line, diagnostics: LineDiagnostics) -> bool:
    words = line.text.split()
    if words[0] == "class" and len(words) == 2:
        return True
    diagnostics.block_not_understood(line, "a QoS policy map holds `class NAME` blocks")
    return False


def _set_all(table: list[Fact[str]], places: set[int], value: Fact[str]) -> None:
    for place in places:
        table[place] = value


def _trust_with(trust: Fact[Trust], reads_dscp: bool, reads_cos: bool, source: Source) -> Fact[Trust]:
    """Return the markings that count when a policy reads some of them beside the port's trust."""
    if isinstance(trust, Unknown):
        return trust
    reads_dscp = reads_dscp or trust.value in (Trust.DSCP, Trust.DSCP_AND_PCP)
    reads_cos = reads_cos or trust.value in (Trust.PCP, Trust.DSCP_AND_PCP)
    both = Trust.DSCP_AND_PCP if reads_dscp and reads_cos else Trust.DSCP if reads_dscp else Trust.PCP
    return trust if both is trust.value else Stated(both, source)
