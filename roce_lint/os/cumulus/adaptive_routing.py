"""Adaptive routing: `router adaptive-routing`, for the switch and for each interface.

Source: CUG, Equal Cost Multipath Load Sharing: adaptive routing (5.16); layer-3 interfaces of switch ports alone.
"""

from __future__ import annotations

from roce_lint.model.adaptive_routing import AdaptiveMember, AdaptiveRouting, AdaptiveScope
from roce_lint.model.device import Port
from roce_lint.model.fact import Stated, known
from roce_lint.model.terms import PortKind
from roce_lint.os.cumulus.interfaces import InterfaceReader
from roce_lint.os.cumulus.settings import child, is_on, stated, switch
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

_CUSTOM = "profile-custom"
_DEFAULT_VRF = "default"
_TOO_FAST_GBPS = 800


def adaptive_routing(
    root: Node, reader: InterfaceReader, ports: tuple[Port, ...], chip: str, diagnostics: LeafDiagnostics
) -> AdaptiveRouting | None:
    """Return which interfaces are chosen by load; None where the switch has adaptive routing off.

    `chip` is empty where the model of the switch is not known.
    """
    block = child(root, "router", "adaptive-routing")
    on = is_on(block) or _switched_on_by_interface(block, reader)
    profile, threshold = stated(block, "profile"), switch(block, "link-utilization-threshold")
    if _is_new(block) and threshold and threshold.value and (profile is None or profile.value != _CUSTOM):
        because = f"a threshold of link utilization needs `profile {_CUSTOM}`"
        diagnostics.refused("router adaptive-routing link-utilization-threshold", because, threshold.source)
    members: list[AdaptiveMember] = []
    for port in ports:
        own = child(reader.blocks.get(port.name), "router", "adaptive-routing")
        enabled = is_on(own)
        stated(own, "link-utilization-threshold")
        if enabled is None or not enabled.value:
            continue
        setting = f"interface {port.name} router adaptive-routing"
        bond = known(port.values.lag, "")
        if port.kind is not PortKind.ETHERNET or bond:
            what = f"it is a member of {bond}" if bond else "this is none"
            because = f"adaptive routing works on layer-3 switch ports, and {what}"
            diagnostics.refused(setting, because, enabled.source)
        elif known(port.vrf, _DEFAULT_VRF) != _DEFAULT_VRF:
            because = f"adaptive routing works in the default VRF, and this interface is in {known(port.vrf, '')}"
            diagnostics.refused(setting, because, enabled.source)
        elif on is not None and not on.value:
            because = "`router adaptive-routing` of the switch is off, without which interfaces have no effect"
            diagnostics.refused(setting, because, enabled.source)
        elif on is None:
            because = "no line switches adaptive routing of the switch on"
            diagnostics.doubtful(setting, because, enabled.source)
        else:
            if chip.endswith("Spectrum-4") and known(port.speed_gbps, 0) == _TOO_FAST_GBPS:
                because = "Spectrum-4 does not support adaptive routing on links of 800G"
                diagnostics.doubtful(setting, because, enabled.source)
            members.append(AdaptiveMember(port.name, Stated("adaptive", enabled.source), enabled.source))
    if on is None or not on.value:
        return None
    if not members:
        because = "no interface has adaptive routing enabled: flows are hashed as without it"
        diagnostics.refused("router adaptive-routing", because, on.source)
    return AdaptiveRouting(AdaptiveScope.INTERFACES, on.source, tuple(members), ())


def _is_new(block: Node | None) -> bool:
    """Say whether a block is in the words of 5.15 and later."""
    return child(block, "state") is not None


def _switched_on_by_interface(block: Node | None, reader: InterfaceReader) -> Stated[bool] | None:
    """Return the first interface with `enable on`, which up to 5.14 switches the feature on as well."""
    if block is not None and child(block, "enable") is not None:
        return None
    found = (switch(one, "router", "adaptive-routing", "enable") for one in reader.blocks.values())
    return next((one for one in found if one is not None and one.value), None)
