"""Route targets of EVPN in `router bgp`: of a VNI, and of a VRF with its layer 3 VNI.

Without a line FRRouting derives them, AS:VNI, and takes the same VNI of any AS (FRR, EVPN): nothing to compare then.
"""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.bridging import RouteTargets, TunnelEndpoint
from roce_lint.os.industry_cli.route_targets import TargetLines
from roce_lint.text.lines import Line
from roce_lint.values import replace

Targets = dict[int | str, RouteTargets]
"""By the number of a VNI, or the name of a VRF."""


def route_targets(router: Line, file: str) -> Targets:
    """Return the route targets below one line `router bgp`."""
    _, _, vrf = router.text.partition(" vrf ")
    found: Targets = {}
    for family in router.children:
        if not family.text.startswith("address-family l2vpn evpn"):
            continue
        for name, block in _blocks(family, vrf.strip()):
            adds_derived = any(line.text.startswith("auto-route-target") for line in block.children)
            if not adds_derived and any("route-target" in line.text for line in block.children):
                read = TargetLines(file, in_evpn_only=False).read(block.children)
                found[name] = read.targets(block.source(file))
    return found


def _blocks(family: Line, vrf: str) -> Iterator[tuple[int | str, Line]]:
    """Yield what lines with route targets stand below: a VNI, or the family itself in a VRF."""
    if vrf:
        yield vrf, family
    for block in family.children:
        kind, _, number = block.text.partition(" ")
        if kind == "vni" and number.isdecimal() and len(number) < 9:
            yield int(number), block


def with_targets(tunnel: TunnelEndpoint, targets: Targets) -> TunnelEndpoint:
    """Return a tunnel of which each VNI has its route targets."""
    bindings = (replace(one, targets=targets.get(one.vrf or one.vni, one.targets)) for one in tunnel.bindings)
    return replace(tunnel, bindings=tuple(bindings))
