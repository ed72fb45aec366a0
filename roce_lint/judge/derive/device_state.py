"""One device as a whole: buffers, hashing, overlay."""

from __future__ import annotations

from roce_lint.fabric.line_matches import LineMatches
from roce_lint.judge.config_lines import ConfigLines, lines_of
from roce_lint.judge.derive.rtg.idle_sessions import idle_sessions
from roce_lint.judge.derive.rtg.missing_bgp import MissingBgp
from roce_lint.model.device import Device, Port, is_host
from roce_lint.model.fact import Default, Fact, Stated, Unknown, known
from roce_lint.model.logic import map_fact
from roce_lint.model.terms import OuterDscp, PfcMode, PortKind, Role
from roce_lint.os.registry import behaviour_of
from roce_lint.values import dataclass

_ROLES = (Role.HOST, Role.LEAF, Role.SPINE, Role.SUPER_SPINE)
"""By the number of links to the nearest host."""


@dataclass(frozen=True, slots=True)
class DeviceState:
    """One switch or host as a whole."""

    name: str
    """The name of the device."""
    os: str
    """The system it runs, by the name of its folder in `os/` (`eos`, `nxos`, `srlinux`); `mlx5` for hosts."""
    platform: Fact[str]
    """The model, as named in the platform catalogue; unknown if neither the file nor the intent states it."""
    release: Fact[str]
    """The software release stated in the file; unknown if none is stated."""
    role: Fact[Role]
    """Its tier, derived from the cables; unknown if no cable determines it."""
    port_count: int
    """The number of Ethernet ports in the file."""
    roce_port_count: int
    """The number of ports that RoCE crosses."""
    switch_link_count: int
    """The number of links to other switches."""
    lines: ConfigLines
    """The lines of its file, each without surrounding spaces: `device.lines matches "ntp server *"`."""
    is_switch: bool
    """It is a switch, not a host."""
    takes_part: bool
    """Some port is in the RoCE domain."""
    has_several_uplinks: bool
    """It has at least two links to other switches or several installed equal-cost paths, so hashing matters."""
    hash_uses_l4_ports: Fact[bool]
    """The hash over equal-cost paths and LAG members includes UDP ports."""
    sprays_packets: Fact[bool]
    """The packets of one flow are spread over several paths."""
    buffer_total_bytes: Fact[int]
    """The packet memory in bytes, from the platform catalogue."""
    pool_is_stated: bool
    """A headroom pool is configured."""
    headroom_pool_bytes: Fact[int]
    """The size of the headroom pool in bytes."""
    reserved_headroom_bytes: Fact[int]
    """The sum of the stated headroom of all lossless priorities on RoCE ports, in bytes."""
    largest_headroom_bytes: Fact[int]
    """The largest headroom that a single port can use at once, in bytes."""
    headroom_reservation_percent: Fact[int]
    """The share of the packet memory reserved for headroom, on systems that configure it as a share."""
    pfc_is_on_somewhere: bool
    """PFC is on at some port."""
    idle_pfc_definitions: Fact[frozenset[str]]
    """Names of definitions that would make ports lossless but are bound to none."""
    own_alpha_is_unpublished: bool
    """The default share of the free buffer, used if a buffer profile sets none, is not published."""
    own_pause_sizes_are_unpublished: bool
    """The default sizes of a lossless queue are fractions of a memory of unpublished size."""
    is_shallow_buffered: Fact[bool]
    """It has no virtual output queues, so its packet memory is shallow."""
    terminates_tunnels: Fact[bool]
    """It is a VXLAN tunnel endpoint."""
    outer_dscp_follows_inner: Fact[bool]
    """The DSCP of the inner packet is copied to the outer header of a tunnel."""
    ecn_copied_to_outer: Fact[bool]
    """The ECN bits of the inner packet are copied to the outer header."""
    ecn_copied_to_inner: Fact[bool]
    """A mark on the outer header is copied to the inner packet at the end of the tunnel (RFC 6040)."""
    class_behind_tunnels_can_be_by_dscp: bool
    """The system can classify decapsulated packets by their inner DSCP."""
    inner_dscp_classifies: Fact[bool]
    """Decapsulated packets are classified by their inner DSCP."""
    idle_sessions: Fact[frozenset[str]]
    """BGP peers of the global table with which no routes are exchanged."""
    sessions_pass_routes: Fact[bool]
    """`idle_sessions` is empty; false at the first such session."""
    bgp_is_configured: Fact[bool]
    """It runs BGP, or no other switch has a session with it."""
    bgp_peers: str
    """The switches that have a session with it although it does not run BGP."""


def device_state(
    device: Device,
    inside: frozenset[str],
    uplinks: int,
    lossless: frozenset[int],
    missing_bgp: MissingBgp | None,
    tier: int | None,
    lines: LineMatches,
) -> DeviceState:
    """Return the device as rules see it; `inside` names its RoCE ports, `uplinks` counts links to switches.

    `missing_bgp`: others have sessions with it, and it has no BGP. `tier`: how many links it is away from the hosts,
    None where no cable says so.
    """
    total, largest = _headroom(device, inside, lossless)
    idle = idle_sessions(device)
    overlay = device.overlay
    behaviour = behaviour_of(device.os)
    return DeviceState(
        name=device.name,
        os=device.os,
        platform=device.platform,
        release=device.release,
        role=_role(device, tier),
        port_count=sum(port.kind is PortKind.ETHERNET for port in device.ports),
        roce_port_count=len(inside),
        switch_link_count=uplinks,
        lines=lines_of(device.source, lines),
        is_switch=not device.nics and not is_host(device),
        takes_part=bool(inside),
        has_several_uplinks=uplinks >= 2 or (uplinks == 0 and _installs_several_paths(device)),
        hash_uses_l4_ports=device.load_balancing.hash_uses_l4_ports,
        sprays_packets=device.load_balancing.sprays_packets,
        buffer_total_bytes=device.buffer.total_bytes,
        pool_is_stated=isinstance(device.buffer.headroom_pool_bytes, Stated),
        headroom_pool_bytes=device.buffer.headroom_pool_bytes,
        reserved_headroom_bytes=total,
        largest_headroom_bytes=largest,
        headroom_reservation_percent=device.buffer.headroom_reservation_percent,
        pfc_is_on_somewhere=pfc_is_on_somewhere(device),
        idle_pfc_definitions=_idle(device),
        own_alpha_is_unpublished=behaviour.own_alpha_is_unpublished,
        own_pause_sizes_are_unpublished=behaviour.own_pause_sizes_are_unpublished,
        is_shallow_buffered=_shallow(device),
        terminates_tunnels=overlay.terminates_tunnels,
        outer_dscp_follows_inner=_follows(overlay.outer_dscp),
        ecn_copied_to_outer=overlay.ecn_copied_to_outer,
        ecn_copied_to_inner=overlay.ecn_copied_to_inner,
        class_behind_tunnels_can_be_by_dscp=behaviour.class_behind_tunnels_can_be_by_dscp,
        inner_dscp_classifies=overlay.inner_dscp_classifies,
        idle_sessions=idle,
        sessions_pass_routes=map_fact(lambda peers: not peers, idle),
        bgp_is_configured=Stated(False, missing_bgp.source)
        if missing_bgp
        else Default(True, device.source, "no other switch has a session with it, or it has BGP"),
        bgp_peers=", ".join(missing_bgp.peers) if missing_bgp else "",
    )


def _role(device: Device, tier: int | None) -> Fact[Role]:
    if isinstance(device.role, Stated):
        return device.role
    if tier is None or tier >= len(_ROLES):
        return Unknown("no cable shows its distance from the hosts", device.source)
    return Default(_ROLES[tier], device.source, f"{tier} link{'' if tier == 1 else 's'} away from the hosts")


def pfc_is_on_somewhere(device: Device) -> bool:
    """Return whether some port of a device does PFC."""
    return any(map(_pauses, device.ports))


def _pauses(port: Port) -> bool:
    return known(port.enabled, True) and known(port.qos.pfc_mode, PfcMode.OFF) in (PfcMode.ON, PfcMode.AUTO)


def _idle(device: Device) -> Fact[frozenset[str]]:
    names = frozenset(f"{one.kind} {one.name}" for one in device.idle_pfc_definitions)
    if names:
        return Stated(names, device.idle_pfc_definitions[0].source)
    return Default(names, device.source, "every definition with PFC is bound to a port")


def _installs_several_paths(device: Device) -> bool:
    paths = device.load_balancing.maximum_paths
    return isinstance(paths, Stated) and paths.value > 1


def _shallow(device: Device) -> Fact[bool]:
    queued = device.buffer.is_virtual_output_queued
    if isinstance(queued, Unknown):
        return queued
    return Default(not queued.value, queued.source, "architecture of the platform")


def _follows(outer: Fact[OuterDscp]) -> Fact[bool]:
    if not isinstance(outer, Unknown) and outer.value is OuterDscp.POLICY:
        return Unknown("the outer DSCP is set by a policy whose values are not known", outer.source)
    return map_fact(lambda value: value is not OuterDscp.FIXED, outer)


def _headroom(device: Device, inside: frozenset[str], lossless: frozenset[int]) -> tuple[Fact[int], Fact[int]]:
    """Return the sum of stated headroom over RoCE ports, and the largest of one port."""
    total = largest = 0
    source = device.source
    for port in device.ports:
        if port.name not in inside:
            continue
        here = 0
        for number in sorted(lossless):
            headroom = port.values.qos.priorities[number].group.headroom_bytes
            if not isinstance(headroom, Stated):
                unknown = Unknown("headroom is not stated for every lossless priority", headroom.source)
                return unknown, unknown
            here += headroom.value
            source = headroom.source
        total += here
        largest = max(largest, here)
    if not total:
        nothing = Unknown("no lossless priority has dedicated headroom", device.source)
        return nothing, nothing
    because = "sum over RoCE ports and lossless priorities"
    return Default(total, source, because), Default(largest, source, "the port with most headroom")
