"""What a learnt intent renders otherwise than it was read, and why: a likely fault, or what an intent cannot say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from roce_lint.gate.meaning.change import Change, ChangedPlace, gathered
from roce_lint.gate.meaning.fabric import compare_fabrics
from roce_lint.judge.finding import Finding, Report
from roce_lint.judge.rule import Severity
from roce_lint.learn.learnt import Learnt
from roce_lint.learn.reasons import ONCE_FOR_HOSTS, PortChanges, Why, why_of
from roce_lint.learn.routing_differences import routing_differences
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """One change of meaning from what was read to what is rendered; `code`: of the finding that reports it."""

    change: Change
    why: Why
    code: str = ""


_FAMILIES: Mapping[str, frozenset[str]] = {
    "queue.ecn": frozenset({"ecn", "drf"}),
    "queue.wred": frozenset({"ecn"}),
    "queue.": frozenset({"sch", "buf", "drf"}),
    "priority.": frozenset({"pfc", "buf", "cls", "drf"}),
    "class.": frozenset({"cls", "pfc", "drf", "nic"}),
    "watchdog.": frozenset({"wd", "drf"}),
    "port.pfc": frozenset({"pfc", "drf"}),
    "port.link_pause": frozenset({"pfc", "nic"}),
    "port.trust": frozenset({"cls", "drf"}),
    "port.traffic_class": frozenset({"cls", "drf", "sch", "prt", "nic"}),
    "port.rewrite": frozenset({"cls"}),
    "port.policers": frozenset({"sch"}),
    "port.ip_mtu": frozenset({"nic", "ovl"}),
    "port.speed": frozenset({"drf", "rtg"}),
    "port.enabled": frozenset({"drf"}),
    "port.lag": frozenset({"drf", "pfc"}),
    "port.addresses": frozenset({"rtg", "drf"}),
    "port": frozenset({"drf"}),
    "load_balancing.": frozenset({"rtg"}),
    "overlay.": frozenset({"ovl"}),
    "nic.": frozenset({"nic", "pfc", "cls"}),
    "dcqcn.": frozenset({"nic"}),
    "routing": frozenset({"rtg", "dlk"}),
    "link": frozenset({"drf", "buf"}),
}
"""Rule families that speak of what a change is about, by how the name of its fact begins; the longest one holds."""


_GOES_ON = re.compile(r"/?\d")
"""How the name of another port continues where that of a port ends; `/queue 3` does not."""


def differences_of(learnt: Learnt, report: Report) -> tuple[Difference, ...]:
    """Return what differs between what was read and what the intent renders, each with its reason."""
    read, made = learnt.observed.fabric, learnt.rendered
    changes = compare_fabrics(read, made).changes
    routing = gathered(routing_differences(read.devices, made.devices))
    explained = _Explained(learnt, _by_device(report))
    found = tuple(explained.difference(change) for change in (*changes, *routing))
    # The design follows from the ports: a difference in it is reported only where no port differs.
    of_ports = tuple(one for one in found if not one.change.fact.startswith("design."))
    return of_ports or found


def faulty_buffers(report: Report) -> frozenset[str]:
    """Return the devices of whose buffers a rule reports something."""
    of_buffers = [finding for finding in _faults(report) if finding.family.lower() == "buf"]
    return frozenset(place.device for finding in of_buffers for place in finding.places)


def _faults(report: Report) -> Sequence[Finding]:
    return report.at_least(Severity.WARNING)


def _by_device(report: Report) -> Mapping[str, tuple[tuple[str, Finding], ...]]:
    """Return the objects of each device that findings are about, with the findings."""
    found: dict[str, list[tuple[str, Finding]]] = {}
    for finding in _faults(report):
        for place in finding.places:
            found.setdefault(place.device, []).append((place.object, finding))
    return {device: tuple(several) for device, several in found.items()}


class _Explained:
    """Finds the reason of each change."""

    def __init__(self, learnt: Learnt, findings: Mapping[str, tuple[tuple[str, Finding], ...]]) -> None:
        self._findings = findings
        self._ports = PortChanges(learnt)
        self._port_count = max(1, len(learnt.observed.cabled_ports))
        self._nic_count = max(1, sum(len(device.nics) for device in learnt.observed.fabric.devices))
        self._read = {device.name for device in learnt.observed.fabric.devices}

    def difference(self, change: Change) -> Difference:
        """Return a change with its reason."""
        finding = self._finding(change)
        if finding is not None and (finding.severity is Severity.ERROR or not self._is_of_most(change)):
            return Difference(change, Why.FAULT, finding.code)
        return Difference(change, self._why(change))

    def _why(self, change: Change) -> Why:
        return why_of(change, self._ports, is_of_most=self._is_of_most(change), unread=self._is_of_unread(change))

    def _is_of_most(self, change: Change) -> bool:
        """Say whether a change concerns more than half of all ports: it is what the fabric is, and nothing odd."""
        every = self._nic_count if change.fact.startswith(ONCE_FOR_HOSTS) else self._port_count
        return 2 * len(change.spots) > every

    def _is_of_unread(self, change: Change) -> bool:
        """Say whether a change is about devices of which no file was read, or about what no file says of a link."""
        return change.before in ("absent", "no cable") and all(spot.device not in self._read for spot in change.spots)

    def _finding(self, change: Change) -> Finding | None:
        """Return the finding that reports what a change is about, an error before others; None where none does.

        What a length is assumed to be is no fault, whatever is reported of its cable.
        """
        if change.fact == "link.length_m" and change.before == "unknown":
            return None
        begins = max((one for one in _FAMILIES if change.fact.startswith(one)), key=len, default="")
        wanted = _FAMILIES.get(begins, frozenset())
        found = [finding for spot in change.spots for finding in self._at(spot) if finding.family.lower() in wanted]
        return min(found, key=lambda finding: finding.severity is not Severity.ERROR, default=None)

    def _at(self, spot: ChangedPlace) -> Iterator[Finding]:
        """Yield the findings about a port, or a queue or marking of it, and those about its whole device."""
        for name, finding in self._findings.get(spot.device, ()):
            if not name or (name.startswith(spot.object) and not _GOES_ON.match(name[len(spot.object) :])):
                yield finding
