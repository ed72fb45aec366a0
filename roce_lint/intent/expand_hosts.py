"""From host groups to hosts, each NIC on its leaf and in its segment.

Contradictions between what is asked of a NIC and what its model and firmware take.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from roce_lint.errors import PlatformError
from roce_lint.intent.classes import roce_classes
from roce_lint.intent.expand_bonds import BOND_DEVICE, leaf_units
from roce_lint.intent.expand_topology import PlannedCable, Switch, rails_of
from roce_lint.intent.explain import did_you_mean_device
from roce_lint.intent.faults import IntentFaults
from roce_lint.intent.model import Intent
from roce_lint.intent.model_hosts import HostGroup, NicSet, path_of_set
from roce_lint.intent.model_types import has_field, number_pattern
from roce_lint.intent.plan import UNBRIDGED, HostPlan, NicPlan
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.model.terms import Role
from roce_lint.platforms.catalog import nic
from roce_lint.platforms.datum import NotKnown, SourcedValue
from roce_lint.platforms.platform import NicPlatform


def check_adapter(intent: Intent, platform: NicPlatform, group: NicSet, at: YamlPath, faults: IntentFaults) -> None:
    """Complain about an adapter that is not rendered, a speed that it lacks, and settings that it does not take."""
    if group.roce and isinstance(platform.rendered, NotKnown):
        refused = f"{platform.model} is not rendered: {platform.rendered.because}; say `roce: false`, or choose another"
        faults.refuse((*at, "nic_platform"), refused)
        return
    if group.roce:
        _check_classes(intent, platform, faults)
    if group.bond is not None and group.roce and isinstance(platform.roce_over_bond, NotKnown):
        because = f"RoCE over a bond of {platform.model}: {platform.roce_over_bond.because}"
        faults.refuse((*at, "bond"), f"{because}; leave `bond` out, or say `roce: false`")
    speeds = platform.speeds_gbps
    if isinstance(speeds, SourcedValue) and group.nic_speed not in speeds.value:
        offered = ", ".join(f"{speed}G" for speed in speeds.value)
        faults.refuse((*at, "nic_speed"), f"{platform.model} has no {group.nic_speed}G ports; it offers {offered}")
    for key, name, value in _settings(intent):
        parameter = platform.parameter(name)
        if isinstance(parameter, NotKnown) and key in intent.roce.dcqcn.model_fields_set and group.roce:
            message = f"no source shows {key} of {platform.model}, which keeps that of its firmware"
            faults.warn(("roce", "dcqcn", key), message)
        if isinstance(parameter, NotKnown) or not isinstance(parameter.limits, SourcedValue):
            continue
        limits = parameter.limits.value
        if value not in limits:
            span = f"{limits.minimum} to {limits.maximum} {parameter.unit}".strip()
            faults.refuse(("roce", "dcqcn", key), f"{platform.model} takes {span} for {name}, not {value}")


def _check_classes(intent: Intent, platform: NicPlatform, faults: IntentFaults) -> None:
    """Complain about more RoCE classes and code points than the tools of an adapter take."""
    classes, dscps = roce_classes(intent), platform.dscps_of_class
    if isinstance(platform.roce_classes, SourcedValue) and len(classes) > platform.roce_classes.value:
        message = f"{platform.model} takes {platform.roce_classes.value} RoCE class ({platform.roce_classes.source})"
        faults.refuse(("roce", "classes"), f"{message}, not {len(classes)}")
    for index, one in enumerate(classes):
        if isinstance(dscps, SourcedValue) and len(one.dscp) > dscps.value:
            message = (
                f"{platform.model} takes {dscps.value} code point of a class ({dscps.source}), not {len(one.dscp)}"
            )
            faults.refuse(("roce", "classes", index, "dscp"), message)


def _settings(intent: Intent) -> Iterator[tuple[str, str, int]]:
    """Yield key, name in mlxconfig, and value of every setting of DCQCN."""
    wish = intent.roce.dcqcn
    yield "min_time_between_cnps", "MIN_TIME_BETWEEN_CNPS", wish.min_time_between_cnps
    yield "alpha_update_period", "DCE_TCP_RTT", wish.alpha_update_period
    yield "alpha_weight", "DCE_TCP_G", wish.alpha_weight
    yield "rate_reduce_period", "RATE_REDUCE_MONITOR_PERIOD", wish.rate_reduce_period
    yield "increase_timer", "RPG_TIME_RESET", wish.increase_timer
    yield "increase_byte_counter", "RPG_BYTE_RESET", wish.increase_byte_counter
    yield "fast_recovery_stages", "RPG_THRESHOLD", wish.fast_recovery_stages
    yield "additive_increase_mbps", "RPG_AI_RATE", wish.additive_increase_mbps
    yield "hyper_increase_mbps", "RPG_HAI_RATE", wish.hyper_increase_mbps
    yield "min_rate_mbps", "RPG_MIN_RATE", wish.min_rate_mbps


MAX_NETDEV_LENGTH = 15
"""IFNAMSIZ of Linux, without the terminating zero."""


def expand_hosts(intent: Intent, faults: IntentFaults) -> tuple[HostPlan, ...]:
    """Return the hosts in the order of the groups; groups of an unknown adapter are complained about and left out."""
    counted: Counter[str] = Counter()
    found: list[HostPlan] = []
    for index, group in enumerate(intent.hosts):
        adapters = _adapters(intent, index, group, faults)
        if adapters is None:
            continue
        _check_names(group, ("hosts", index), faults)
        for position in range(group.count):
            counted[group.name] += 1
            pattern = group.names[position] if position < len(group.names) else group.name
            name = number_pattern(pattern, n=counted[group.name])
            found.append(HostPlan(name, index, _nics_of(intent, group, adapters, name, counted[group.name])))
    _check_nics(intent, found, faults)
    _check_segments(intent, found, faults)
    return tuple(found)


def _adapters(intent: Intent, index: int, group: HostGroup, faults: IntentFaults) -> tuple[NicPlatform, ...] | None:
    """Return the model of each set of NICs; None where one is not known."""
    found = []
    for position, one in enumerate(group.nic_sets()):
        at = path_of_set(index, position)
        try:
            platform = nic(one.nic_platform)
        except PlatformError as error:
            faults.refuse((*at, "nic_platform"), str(error))
            return None
        check_adapter(intent, platform, one, at, faults)
        _check_nic_names(one, platform, group.count, at, faults)
        found.append(platform)
    return tuple(found)


def expand_host_cables(
    intent: Intent, switches: tuple[Switch, ...], hosts: tuple[HostPlan, ...], faults: IntentFaults
) -> tuple[PlannedCable, ...]:
    """Return a cable for every NIC, leaf by leaf.

    Hosts go one after the other to the leaf (the group of rail leaves) that has the least host bandwidth so far, and
    are then numbered along the leaves, so that neighbours share a leaf.
    """
    leaves = [one for one in switches if one.role is Role.LEAF]
    names = [one.name for one in leaves]
    load_gbps = dict.fromkeys(names, 0)
    cables: list[PlannedCable] = []
    for index, group in enumerate(intent.hosts):
        members = [host for host in hosts if host.group == index]
        for position, one in enumerate(group.nic_sets()):
            at = path_of_set(index, position)
            units = leaf_units(one, leaves, rails_of(intent) if one.is_in_rails and not position else 0)
            allowed = _allowed(one, units, at, names, faults)
            if members and not units and one.bond is not None:
                faults.refuse((*at, "bond"), f"a bond of kind {one.bond.value} needs two leaves, not {len(names)}")
            if allowed and members:
                shares = _shares(allowed, load_gbps, len(members), one.nics * one.nic_speed)
                cables += _connect(members, position, shares, intent.topology.cables.host)
    order = {leaf: number for number, leaf in enumerate(names)}
    return tuple(sorted(cables, key=lambda cable: order[cable.upper]))


def _allowed(
    group: NicSet, units: list[tuple[str, ...]], at: YamlPath, leaves: list[str], faults: IntentFaults
) -> list[tuple[str, ...]]:
    for index, leaf in enumerate(group.leaves):
        if leaf not in leaves:
            faults.refuse((*at, "leaves", index), f"no leaf is called {leaf!r}{did_you_mean_device(leaf, leaves)}")
    if not group.leaves:
        return units
    chosen = [unit for unit in units if set(unit) <= set(group.leaves)]
    partly = sorted({leaf for unit in units if unit not in chosen for leaf in unit} & set(group.leaves))
    if partly:
        together = "two leaves of a pair" if group.bond is not None else "leaves of all rails"
        faults.refuse((*at, "leaves"), f"the {together} are needed together; {partly[0]} stands alone")
    return chosen


def _shares(
    units: list[tuple[str, ...]], load_gbps: dict[str, int], count: int, host_gbps: int
) -> list[tuple[tuple[str, ...], int]]:
    """Return how many of `count` hosts each unit gets, in order; `load_gbps` of its leaves grows accordingly."""
    heap = [(sum(load_gbps[leaf] for leaf in unit), number) for number, unit in enumerate(units)]
    heapq.heapify(heap)
    taken = [0] * len(units)
    for _ in range(count):
        load, number = heap[0]
        heapq.heapreplace(heap, (load + host_gbps, number))
        taken[number] += 1
    for unit, hosts in zip(units, taken, strict=True):
        for leaf in unit:
            load_gbps[leaf] += hosts * host_gbps // len(unit)
    return list(zip(units, taken, strict=True))


def _connect(
    hosts: list[HostPlan], nic_set: int, shares: list[tuple[tuple[str, ...], int]], length_m: int
) -> list[PlannedCable]:
    cables: list[PlannedCable] = []
    remaining = iter(hosts)
    for unit, count in shares:
        for _ in range(count):
            host = next(remaining)
            for one in host.nics:
                if one.nic_set == nic_set:
                    leaf, parallel = unit[one.place % len(unit)], one.place // len(unit)
                    cables.append(PlannedCable(host.name, one.netdev, leaf, parallel, one.speed_gbps, length_m))
    return cables


def _nics_of(
    intent: Intent, group: HostGroup, adapters: Sequence[NicPlatform], host: str, host_number: int
) -> tuple[NicPlan, ...]:
    found: list[NicPlan] = []
    for position, (one, platform) in enumerate(zip(group.nic_sets(), adapters, strict=True)):
        for place in range(one.nics):
            number = len(found)
            of_driver = sum(nic.platform.driver == platform.driver for nic in found)
            found.append(
                NicPlan(
                    nic_set=position,
                    place=place,
                    platform=platform,
                    speed_gbps=one.nic_speed,
                    number=number,
                    rail=number + 1,
                    netdev=_nic_name(one.netdev, place, number, host_number),
                    rdma_device=_nic_name(
                        _rdma_devices(one, platform),
                        place,
                        number if "rdma_device" in one.model_fields_set else of_driver,
                        host_number,
                    ),
                    vlan=next(iter(vlans_of(intent, one, place, host, number + 1)), UNBRIDGED),
                )
            )
    return tuple(found)


def _rdma_devices(nics: NicSet, platform: NicPlatform) -> tuple[str, ...]:
    """Return the patterns of the RDMA devices; a bond has one in place of those of its ports."""
    if "rdma_device" in nics.model_fields_set:
        return nics.rdma_device
    return (BOND_DEVICE,) if nics.bond is not None else (platform.rdma_device,)


def vlans_of(intent: Intent, nics: NicSet, place: int, host: str, rail: int) -> tuple[int, ...]:
    """Return the VLANs that claim one NIC, each once: that of its set, and those of the tenants' segments."""
    claims = [nics.vlan] if nics.vlan is not None else []
    if nics.leaf_vlan:
        claims.append(nics.leaf_vlan[place % len(nics.leaf_vlan)])
    for tenant in intent.tenants:
        for segment in tenant.segments:
            matches = any(fnmatchcase(host, pattern) for pattern in segment.hosts)
            if matches and (not segment.rails or rail in segment.rails):
                claims.append(segment.vlan)
    return tuple(dict.fromkeys(claims))


def _check_nics(intent: Intent, hosts: list[HostPlan], faults: IntentFaults) -> None:
    """Complain about interfaces, RDMA devices and bonds that two NICs or two sets of a host have."""
    for index, group in enumerate(intent.hosts):
        host = next((one for one in hosts if one.group == index), None)
        taken: set[str] = set()
        for position, one in enumerate(group.nic_sets() if host is not None else ()):
            nics = [nic for nic in host.nics if nic.nic_set == position] if host is not None else []
            names = {nic.netdev for nic in nics} | {nic.rdma_device for nic in nics}
            names |= {one.bond_name} if one.bond is not None else set()
            _check_listed_names(one, nics, path_of_set(index, position), faults)
            both = sorted(names & taken)
            if both:
                message = f"other NICs of the host are called {', '.join(both)} already; name these otherwise"
                faults.refuse(path_of_set(index, position), message)
            taken |= names
            if one.roce and group.management_interface in names:
                message = f"RoCE runs over {group.management_interface}; name the interface of another network"
                faults.refuse(("hosts", index, "management_interface"), message)


def _check_listed_names(nics: NicSet, planned: list[NicPlan], at: YamlPath, faults: IntentFaults) -> None:
    """Complain about a list that names two NICs alike."""
    listed = [("netdev", nics.netdev, [one.netdev for one in planned])]
    if nics.bond is None:
        listed.append(("rdma_device", nics.rdma_device, [one.rdma_device for one in planned]))
    for key, patterns, names in listed:
        twice = sorted(name for name, count in Counter(names).items() if count > 1)
        if twice and len(patterns) > 1:
            message = f"several NICs of a host would be called {', '.join(twice)}; give each a name of its own"
            faults.refuse((*at, key), message)


def _check_segments(intent: Intent, hosts: list[HostPlan], faults: IntentFaults) -> None:
    for host in hosts:
        sets = intent.hosts[host.group].nic_sets()
        for one in host.nics:
            vlans = vlans_of(intent, sets[one.nic_set], one.place, host.name, one.rail)
            if len(vlans) > 1:
                both = " and ".join(str(vlan) for vlan in vlans)
                message = f"NIC {one.netdev} of {host.name} would be in VLANs {both}; a RoCE port is in one"
                faults.refuse(("tenants",), message)
                return
    names = [host.name for host in hosts]
    for number, tenant in enumerate(intent.tenants):
        for index, segment in enumerate(tenant.segments):
            for position, pattern in enumerate(segment.hosts):
                if not any(fnmatchcase(name, pattern) for name in names):
                    at: YamlPath = ("tenants", number, "segments", index, "hosts", position)
                    faults.refuse(at, f"no host is called {pattern!r}{did_you_mean_device(pattern, names)}")


def _check_names(group: HostGroup, at: YamlPath, faults: IntentFaults) -> None:
    if group.names and len(group.names) != group.count:
        faults.refuse((*at, "names"), f"{len(group.names)} names are given for {group.count} hosts")
    if group.count > 1 and not group.names and not has_field(group.name, "n"):
        faults.refuse((*at, "name"), f"{group.name!r} is one name for {group.count} hosts; add {{n}}")


def _check_nic_names(nics: NicSet, platform: NicPlatform, hosts: int, at: YamlPath, faults: IntentFaults) -> None:
    if nics.bond is not None and len(nics.rdma_device) > 1:
        faults.refuse((*at, "rdma_device"), "the ports of a bond have one RDMA device together")
    elif nics.bond is not None and "_bond_" not in _rdma_devices(nics, platform)[0]:
        message = "the RDMA device of a bond has `_bond_` in its name, such as"
        faults.refuse((*at, "rdma_device"), f"{message} {BOND_DEVICE}")
    checked = [("netdev", nics.netdev)]
    if nics.bond is None:
        checked.append(("rdma_device", nics.rdma_device))
    for key, patterns in checked:
        if len(patterns) not in (1, nics.nics):
            faults.refuse((*at, key), f"{len(patterns)} names are given for {nics.nics} NICs")
        elif nics.nics > 1 and len(patterns) == 1 and not has_field(patterns[0], "nic", "rail"):
            faults.refuse((*at, key), f"{patterns[0]!r} is one name for {nics.nics} NICs; add {{nic}}")
    longest = max((_nic_name(nics.netdev, one, one, hosts) for one in reversed(range(nics.nics))), key=len)
    if len(longest) > MAX_NETDEV_LENGTH:
        message = f"{longest!r} has {len(longest)} letters; Linux takes {MAX_NETDEV_LENGTH} for an interface"
        faults.refuse((*at, "netdev"), message)


def _nic_name(patterns: Sequence[str], place: int, number: int, host_number: int) -> str:
    """Return the name of a NIC: its own of several by its place in the set, or that of the pattern by its number."""
    pattern = patterns[place] if 1 < len(patterns) > place else patterns[0]
    return number_pattern(pattern, nic=number, rail=number + 1, n=host_number)
