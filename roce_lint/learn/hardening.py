"""The section `hardening`, as far as switches have the lines that are rendered of one."""

from __future__ import annotations

from roce_lint.intent.model_hardening import Hardening, Sflow
from roce_lint.intent.view import HardeningView, SwitchView
from roce_lint.learn.captures import CaptureMarks, captures_of
from roce_lint.learn.site import Site
from roce_lint.learn.topology import IntentSection
from roce_lint.learn.usual import usual
from roce_lint.platforms.catalog import switch
from roce_lint.platforms.interface_names import cage_name, cages_of
from roce_lint.values import replace

_BARE = HardeningView()
_COLLECTORS = ("203.0.113.181", "203.0.113.182")
_MARKED: tuple[tuple[HardeningView, CaptureMarks], ...] = (
    (replace(_BARE, edge_ports=True, recovery_seconds=31_415), {"31415": "recovery_seconds"}),
    (replace(_BARE, broadcast_percent=31_415), {"31415": "broadcast"}),
    (
        replace(_BARE, sflow_collectors=_COLLECTORS, sflow_sample=3_141_592),
        {"3141592": "sample"} | dict.fromkeys(_COLLECTORS, "collectors"),
    ),
)
_LEAST = {"edge_ports": 0.0, "control_plane": 0.0, "shut_unused": 0.8}
"""More than this share of the lines has to be there."""


def hardening_section(site: Site) -> IntentSection:
    """Return what most examples have of protection, where an intent would render something else."""
    standard = Hardening()
    values: dict[str, list[tuple[str, ...]]] = {}
    votes: dict[str, list[bool]] = {"edge_ports": [], "control_plane": [], "shut_unused": []}
    for view in site.examples:
        statements = frozenset(site.statements[view.name])
        bare = site.lines_of(replace(view, hardening=_BARE))
        for marked, marks in _MARKED:
            lines = site.lines_of(replace(view, hardening=marked))
            for field, found in captures_of(lines, bare, marks).values_in(statements).items():
                values.setdefault(field, []).append(tuple(found))
        for key, wish in _flags(view).items():
            own = captures_of(site.lines_of(replace(view, hardening=wish)), bare, {})
            votes[key] += [own.share_in(statements) > _LEAST[key]] if own.plain else []
    most = {field: usual(found) or () for field, found in values.items()}
    section: IntentSection = {}
    if usual(votes["edge_ports"]) is False:
        section["edge_ports"] = False
    if (recovery := _number(most, "recovery_seconds")) and recovery != standard.recovery_seconds:
        section["recovery_seconds"] = recovery
    if usual(votes["control_plane"]) is False:
        section["control_plane"] = False
    if broadcast := _number(most, "broadcast"):
        section["broadcast"] = f"{broadcast}%"
    if usual(votes["shut_unused"]):
        section["shut_unused"] = True
    if most.get("collectors"):
        sample = _number(most, "sample")
        odd = {"sample": sample} if sample and sample != Sflow.model_fields["sample"].default else {}
        section["sflow"] = {"collectors": list(most["collectors"])} | odd
    return section


def _number(most: dict[str, tuple[str, ...]], field: str) -> int:
    """Return the whole number of a field; 0 where none was read."""
    text = most.get(field, ("",))[0]
    return int(text) if text.isdecimal() else 0


def _flags(view: SwitchView) -> dict[str, HardeningView]:
    """Return what an intent protects by default, and the ports without a cable shut down, each alone."""
    platform = switch(view.platform)
    used = {port.cage for port in view.ports}
    unused = tuple(cage_name(platform, cage) for cage in cages_of(platform) if cage.cage not in used)
    return {
        "edge_ports": replace(_BARE, edge_ports=view.hardening.edge_ports),
        "control_plane": replace(_BARE, control_plane=view.hardening.control_plane),
        "shut_unused": replace(_BARE, unused_ports=unused),
    }
