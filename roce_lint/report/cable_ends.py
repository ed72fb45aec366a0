"""The other end of the cable that a finding is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from roce_lint.judge.entity import spot_of
from roce_lint.judge.finding import Finding, Related
from roce_lint.model.device import Device, Link, Port, PortRef
from roce_lint.report.material import Material
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class OtherEnd:
    """The port at the other end, and the line there that matters most: evidence, or else the port's own block."""

    port: PortRef
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class CableEnds:
    """Finds other ends. `scopes`: what each rule evaluates, by its id."""

    scopes: Mapping[str, str]
    peers: Mapping[PortRef, Link]
    ports: Mapping[PortRef, tuple[Device, Port]]

    @classmethod
    def of(cls, findings: Iterable[Finding], material: Material) -> CableEnds:
        """Return what finds the other ends of these findings; the fabric is looked through only if one needs it."""
        scopes = {rule.id: rule.scope for rule in material.rules}
        ends = cls(scopes, {}, {})
        if material.fabric is None or not any(ends.concerns_cable(finding) for finding in findings):
            return ends
        return cls(scopes, material.fabric.peers(), material.fabric.ports())

    def concerns_cable(self, finding: Finding) -> bool:
        """Return whether the rule of a finding evaluates cables."""
        return self.scopes.get(finding.rule, "").startswith("link")

    def other_end(self, finding: Finding) -> OtherEnd | None:
        """Return the other end of the cable at the first place of a finding, if it is about one that is known."""
        if not self.concerns_cable(finding):
            return None
        here = PortRef(*spot_of(finding.place.device, finding.place.object).device_ports[0])
        link = self.peers.get(here)
        there = None if link is None else link.other_end(here)
        found = self.ports.get(there) if there else None
        if there is None or found is None:
            return None
        source = found[1].source
        return OtherEnd(there, *(_evidence_at(found[0], finding.related) or (source.file, source.line)))


def _evidence_at(device: Device, related: Sequence[Related]) -> tuple[str, int] | None:
    """Return the first line of a device that a finding follows from."""
    file = device.source.file
    return next(((one.path, one.line) for one in related if one.path == file and one.line > 0), None)
