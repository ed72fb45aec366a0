"""Which VLANs a port switches."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.os.eos import defaults
from roce_lint.os.eos.interface_lines import PortDraft
from roce_lint.os.industry_cli.command import stated_or


def switched_vlans(port: PortDraft, routed: Fact[bool], block: Source) -> Fact[frozenset[int]]:
    """Return the VLANs that a port switches; a trunk's untagged VLAN is one of the allowed."""
    if isinstance(routed, Unknown):
        return routed
    if routed.value:
        return defaults.NO_VLANS.at(routed.source)
    mode = port.switchport_mode.value if isinstance(port.switchport_mode, Stated) else "access"
    if mode.startswith("trunk"):
        trunk = defaults.TRUNK_VLANS.at(block)
        return stated_or(port.allowed_vlans, trunk)
    if isinstance(port.access_vlan, Stated):
        return Stated(frozenset({port.access_vlan.value}), port.access_vlan.source)
    access = defaults.ACCESS_VLAN.at(block)
    return stated_or(port.access_vlan, access)
