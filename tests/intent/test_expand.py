"""What holds for the plan of every fabric: ports, cables, addresses and AS numbers."""

import ipaddress
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_lint.errors import IntentError
from roce_lint.intent.address_steps import UPLINKS
from roce_lint.intent.expand import expand
from roce_lint.intent.load import load_intent, parse_intent
from roce_lint.intent.model import Intent
from roce_lint.intent.model_addressing import Addressing, Underlay
from roce_lint.intent.plan import FabricPlan, LinkPlan
from roce_lint.model.terms import Role
from roce_lint.platforms.interface_names import cages_of, group_of, interface_name
from roce_lint.platforms.platform import SwitchPlatform

MODELS = ("7060DX5-64S", "7060DX4-32", "N9K-C9364D-GX2A", "N9K-C9332D-GX2B", "7220 IXR-H4", "7220 IXR-D5")


@st.composite
def intents(draw: st.DrawFn) -> str:
    """Intents of all shapes; most of them fit their platforms."""
    kind = draw(st.sampled_from(["clos", "three-tier", "rail-optimised"]))
    nics = draw(st.integers(1, 4))
    leaves = draw(st.integers(1, 4)) * (nics if kind == "rail-optimised" else 1)
    pods = draw(st.integers(1, 3)) if kind == "three-tier" else 1
    model = st.sampled_from(MODELS)
    lines = [
        "schema: 1",
        "name: drawn",
        "topology:",
        f"  kind: {kind}",
        f"  pods: {pods}",
        f"  leaves: {{count: {leaves}, platform: {draw(model)}, uplinks_per_spine: {draw(st.integers(1, 3))}}}",
        f"  spines: {{count: {draw(st.integers(1, 3))}, platform: {draw(model)}}}",
    ]
    if kind == "three-tier":
        lines.append(f"  super_spines: {{count: {draw(st.integers(1, 3))}, platform: {draw(model)}}}")
    lines.append("hosts:")
    for number in range(draw(st.integers(1, 2))):
        speed = draw(st.sampled_from(["100G", "400G"]))
        group = f"count: {draw(st.integers(1, 20))}, nics: {nics}, nic_platform: ConnectX-7, nic_speed: {speed}"
        lines.append(f'  - {{{group}, name: "h{number}-{{n}}"}}')
    return "\n".join(lines) + "\n"


def all_names(platform: SwitchPlatform) -> set[str]:
    """Return the names of all interfaces that the platform can have, in every mode of its cages."""
    return {
        interface_name(platform, cage, mode, child)
        for cage in cages_of(platform)
        for mode in group_of(platform, cage).modes
        for child in range(mode.children)
    }


def check_cabling(intent: Intent, plan: FabricPlan) -> None:
    ends = [(end.device, end.port) for link in plan.links for end in (link.lower, link.upper)]
    assert [end for end, count in Counter(ends).items() if count > 1] == []
    assert {(host.name, nic.netdev) for host in plan.hosts for nic in host.nics} == {
        (link.lower.device, link.lower.port) for link in plan.links if link.to_host
    }
    platforms = {device.name: device.platform for device in plan.devices}
    for device, port in ends:
        if device in platforms and "/" not in port.removeprefix("Ethernet"):
            assert port in all_names(platforms[device])
    assert sum(group.count * one.nics for group in intent.hosts for one in group.nic_sets()) == sum(
        link.to_host for link in plan.links
    )


def pool_of(pools: Addressing, link: LinkPlan) -> str:
    """Return the pool that a link takes its addresses from, of IPv6 to hosts alone."""
    if ":" in link.lower.address:
        return pools.hosts_ipv6
    return pools.hosts if link.to_host else pools.fabric


def check_addresses(intent: Intent, plan: FabricPlan) -> None:
    pools = intent.addressing
    loopbacks = [ipaddress.IPv4Address(device.loopback) for device in plan.devices]
    given = {one.loopback for one in intent.devices.values()}
    assert all(one in ipaddress.IPv4Network(pools.loopbacks) for one in loopbacks if str(one) not in given)
    seen = Counter(loopbacks)
    roles = {one.name: one.role for one in plan.devices}
    addressed = {wish.a_address for wish in intent.links} | {wish.b_address for wish in intent.links}
    for link in plan.links:
        if link.vlan or link.is_peer_link or (pools.underlay is not Underlay.IPV4 and not link.to_host):
            continue
        lower, upper = ipaddress.ip_interface(link.lower.address), ipaddress.ip_interface(link.upper.address)
        assert lower.network == upper.network
        steps = pools.host_links if link.to_host else getattr(pools, UPLINKS[roles[link.lower.device]])
        if steps is not None and not {link.lower.address, link.upper.address} <= addressed:
            assert lower.network.prefixlen == ipaddress.ip_network(steps.first).prefixlen
            assert not link.to_host or lower.network.subnet_of(ipaddress.ip_network(pools.hosts))
        elif not {link.lower.address, link.upper.address} <= addressed:
            assert lower.network.prefixlen == (31 if lower.version == 4 else pools.host_ipv6_length)
            assert lower.network.subnet_of(ipaddress.ip_network(pool_of(pools, link)))
        assert link.gateway == (str(upper.ip) if link.to_host else "")
        seen.update((lower.ip, upper.ip))
    assert [address for address, count in seen.items() if count > 1] == []


def check_asns(plan: FabricPlan) -> None:
    groups: dict[tuple[Role, int], set[int]] = {}
    for device in plan.devices:
        key = (device.role, {Role.LEAF: device.number, Role.SPINE: device.pod}.get(device.role, 0))
        groups.setdefault(key, set()).add(device.asn)
    assert all(len(numbers) == 1 for numbers in groups.values())
    assert len(set.union(*groups.values())) == len(groups)


def check_neighbours(plan: FabricPlan) -> None:
    role = {device.name: (device.role, device.pod) for device in plan.devices}
    allowed = {(Role.LEAF, Role.SPINE), (Role.SPINE, Role.SUPER_SPINE)}
    for link in plan.links:
        if link.to_host:
            assert role[link.upper.device][0] is Role.LEAF
            continue
        lower, upper = role[link.lower.device], role[link.upper.device]
        if link.is_peer_link:
            assert lower == upper
            continue
        assert (lower[0], upper[0]) in allowed
        assert upper[1] in (lower[1], 0)


def plan_or_lack_of_ports(intent: Intent) -> FabricPlan | str:
    try:
        return expand(intent)[0]
    except IntentError as error:
        return str(error)


def check_plan(intent: Intent, plan: FabricPlan) -> None:
    check_cabling(intent, plan)
    check_addresses(intent, plan)
    check_asns(plan)
    check_neighbours(plan)


@settings(max_examples=40, deadline=None)
@given(intents())
def test_every_plan_keeps_its_promises(text: str) -> None:
    intent = parse_intent(text, "drawn.yaml")
    plan = plan_or_lack_of_ports(intent)
    if isinstance(plan, FabricPlan):
        check_plan(intent, plan)
        assert expand(parse_intent(text, "drawn.yaml"))[0] == plan
    else:
        assert "cannot serve" in plan


def test_every_fixture_keeps_its_promises(root: Path) -> None:
    paths = sorted((root / "fixtures" / "intents").glob("*.roce.yaml"))
    assert paths != []
    for path in paths:
        intent = load_intent(path)
        check_plan(intent, expand(intent)[0])


def fixture_plan(root: Path, name: str) -> FabricPlan:
    return expand(load_intent(root / "fixtures" / "intents" / f"{name}.roce.yaml"))[0]


def test_a_rail_ends_at_the_leaf_of_its_number(root: Path) -> None:
    plan = fixture_plan(root, "rail-optimised")
    rails = {(host.name, nic.netdev): nic.rail for host in plan.hosts for nic in host.nics}
    found = [
        (rails[link.lower.device, link.lower.port], int(link.upper.device.removeprefix("leaf-")))
        for link in plan.links
        if link.to_host
    ]
    assert len(found) == 256
    assert {(leaf - 1) % 8 + 1 - rail for rail, leaf in found} == {0}
    leaves_of: dict[str, set[int]] = {}
    for link in plan.links:
        if link.to_host:
            leaves_of.setdefault(link.lower.device, set()).add((int(link.upper.device.removeprefix("leaf-")) - 1) // 8)
    assert all(len(units) == 1 for units in leaves_of.values())


def test_a_plane_joins_the_spines_of_one_number(root: Path) -> None:
    plan = fixture_plan(root, "three-tier")
    number = {device.name: device.number for device in plan.devices}
    planes = {
        ((number[link.lower.device] - 1) % 2, (number[link.upper.device] - 1) // 2)
        for link in plan.links
        if link.upper.device.startswith("super-spine")
    }
    assert planes == {(0, 0), (1, 1)}


def test_hosts_that_name_their_leaves_go_there_and_others_make_room(root: Path) -> None:
    plan = fixture_plan(root, "three-tier")
    stores = {link.upper.device for link in plan.links if link.lower.device.startswith("store-")}
    assert stores == {"p2-leaf-8"}


@pytest.mark.parametrize(
    ("as_numbers", "numbers"),
    [
        ("", {"spine-1": 65000, "spine-2": 65000, "leaf-1": 65001, "leaf-2": 65002}),
        (
            "as_numbers: {four_byte: true}\n",
            {"spine-1": 4200000000, "spine-2": 4200000000, "leaf-1": 4200000001, "leaf-2": 4200000002},
        ),
        (
            "as_numbers: {spines: 64600, leaves: 64700}\ndevices: {leaf-2: {asn: 64999}}\n",
            {"spine-1": 64600, "spine-2": 64600, "leaf-1": 64700, "leaf-2": 64999},
        ),
    ],
    ids=["planned", "four bytes", "given"],
)
def test_as_numbers_follow_the_plan_unless_given(as_numbers: str, numbers: dict[str, int]) -> None:
    plan, warnings = expand(parse_intent(SMALL + as_numbers, "f.yaml"))
    assert {device.name: device.asn for device in plan.devices} == numbers
    assert warnings == ()


def test_spines_with_different_as_numbers_are_a_warning() -> None:
    _, warnings = expand(parse_intent(SMALL + "devices: {spine-2: {asn: 64999}}\n", "f.yaml"))
    assert [str(warning) for warning in warnings] == [
        "f.yaml:8:26: the spines have different AS numbers (64999, 65000): paths that turn upwards again at a leaf are"
        " then permitted, and paused buffers can wait for each other in a cycle; give them one AS number"
    ]


SMALL = """\
schema: 1
name: small
topology:
  kind: clos
  leaves: {count: 2, platform: 7060DX4-32}
  spines: {count: 2, platform: 7060DX5-64S}
hosts: [{count: 4, nics: 2, nic_platform: ConnectX-7, nic_speed: 100G}]
"""


def test_a_pinned_port_is_taken_and_its_length_with_it() -> None:
    links = """\
links:
  - {a: leaf-1, b: spine-1, length: 70 m}
  - {a: "leaf-2:Ethernet20/1", b: "spine-2:Ethernet64/1", length: 90 m}
  - {a: "host-1:rdma1", b: "leaf-1:Ethernet1/1"}
"""
    plan, _ = expand(parse_intent(SMALL + links, "f.yaml"))
    found = {
        (link.lower.device, link.lower.port, link.upper.device, link.upper.port, link.length_m) for link in plan.links
    }
    assert ("leaf-2", "Ethernet20/1", "spine-2", "Ethernet64/1", 90) in found
    assert ("host-1", "rdma1", "leaf-1", "Ethernet1/1", 5) in found
    assert ("host-1", "rdma0", "leaf-1", "Ethernet1/3", 5) in found
    assert {length for lower, _, upper, _, length in found if (lower, upper) == ("leaf-1", "spine-1")} == {70}


def test_a_fabric_of_many_leaves_takes_four_byte_as_numbers() -> None:
    text = SMALL.replace("count: 2, platform: 7060DX4-32", "count: 600, platform: 7060DX4-32").replace(
        "kind: clos", "kind: three-tier\n  super_spines: {count: 1, platform: 7060DX5-64S}"
    )
    with pytest.raises(IntentError) as caught:
        expand(parse_intent(text, "f.yaml"))
    assert "cannot serve 600 x 400G (downlink)" in str(caught.value)
    lone = """\
schema: 1
name: rails
topology: {kind: rail-optimised, leaves: {count: 600, platform: 7060DX4-32}}
hosts: [{count: 600, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G}]
"""
    plan, _ = expand(parse_intent(lone, "f.yaml"))
    assert [device.asn for device in plan.devices][:2] == [4200000001, 4200000002]
