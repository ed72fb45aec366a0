"""Which ports the settings put into the RoCE domain, and which out of it; the rest stays inferred."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.fabric.domain import domain_size, roce_domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.check import Given, lint
from roce_lint.judge.finding import DomainInForce
from roce_lint.model.device import PortRef
from roce_lint.model.domain_choice import DomainChoice, PortPatterns
from roce_lint.model.fact import Default
from tests.all_rules import all_rules

Build = Callable[..., Fabric]
SWITCH = """\
hostname leaf1
spanning-tree mode none
!
qos map dscp 26 to traffic-class 3
!
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   !
   uc-tx-queue 3
      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 20 weight 0
!
interface Ethernet1
   description gpu1
   no switchport
   service-profile ROCE
!
interface Ethernet2
   description iSCSI shelf
   no switchport
   vrf STORAGE
   service-profile ROCE
!
interface Ethernet3
   description camera
   switchport access vlan 210
!
interface Ethernet4
   channel-group 7 mode active
!
interface Ethernet5
   shutdown
!
interface Port-Channel7
   description backup
"""


def chosen(fabric_of: Build, include: PortPatterns = PortPatterns(), exclude: PortPatterns = PortPatterns()) -> Fabric:
    return fabric_of(given=Given(domain=DomainChoice(include, exclude, "roce-lint.toml")), a=SWITCH)


def inside(fabric: Fabric) -> dict[str, str]:
    """Return the reasons by port, with `+` for a port inside."""
    domain = roce_domain(fabric)
    found = {}
    for port in fabric.devices[0].ports:
        fact = domain[PortRef("leaf1", port.name)]
        assert isinstance(fact, Default)
        found[port.name.removeprefix("Ethernet")] = f"{'+' if fact.value else '-'} {fact.because}"
    return found


def test_silent_settings_leave_everything_to_inference(fabric_of: Build) -> None:
    assert inside(chosen(fabric_of)) == {
        "1": "+ its configuration carries RoCE QoS",
        "2": "+ its configuration carries RoCE QoS",
        "3": "- nothing says that RoCE crosses it",
        "4": "- nothing says that RoCE crosses it",
        "5": "- the port is shut down",
        "Port-Channel7": "- not a physical port",
    }


@pytest.mark.parametrize(
    ("patterns", "port", "why"),
    [
        (PortPatterns(devices=("leaf*",)), "2", "device leaf*"),
        (PortPatterns(interfaces=("Ethernet2",)), "2", "interface Ethernet2"),
        (PortPatterns(interfaces=("leaf1:Eth*2",)), "2", "interface leaf1:Eth*2"),
        (PortPatterns(descriptions=("*iscsi*",)), "2", "description *iscsi*"),
        (PortPatterns(vrfs=("STOR*",)), "2", "VRF STOR*"),
        (PortPatterns(vlans=frozenset({210, 300})), "3", "VLAN 210"),
        (PortPatterns(interfaces=("Port-Channel7",)), "4", "interface Port-Channel7"),
        (PortPatterns(descriptions=("backup",)), "4", "description backup"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_each_kind_of_pattern_takes_in_and_leaves_out(
    fabric_of: Build, patterns: PortPatterns, port: str, why: str
) -> None:
    assert inside(chosen(fabric_of, include=patterns))[port] == f"+ roce-lint.toml takes it in ({why})"
    assert inside(chosen(fabric_of, exclude=patterns))[port] == f"- roce-lint.toml leaves it out ({why})"


def test_leaving_out_weighs_more_and_a_shut_port_stays_out(fabric_of: Build) -> None:
    fabric = chosen(fabric_of, PortPatterns(interfaces=("*",)), PortPatterns(vrfs=("STORAGE",)))
    assert inside(fabric)["2"] == "- roce-lint.toml leaves it out (VRF STORAGE)"
    assert inside(fabric)["3"] == "+ roce-lint.toml takes it in (interface *)"
    assert inside(fabric)["5"] == "- the port is shut down"


def test_another_device_of_the_same_port_name_is_not_meant(fabric_of: Build) -> None:
    fabric = chosen(fabric_of, exclude=PortPatterns(interfaces=("leaf2:*",)))
    assert inside(fabric) == inside(chosen(fabric_of))
    assert domain_size(fabric, roce_domain(fabric)).unused == ("exclude.interfaces leaf2:*",)


def test_ports_left_out_raise_no_findings_and_do_not_vote(fabric_of: Build) -> None:
    storage = SWITCH.replace("iSCSI shelf", "x").replace("   vrf STORAGE\n", "")
    given = Given(domain=DomainChoice(exclude=PortPatterns(interfaces=("*",)), place="roce-lint.toml"))
    fabric = fabric_of(given=given, a=storage)
    report = lint(fabric, all_rules())
    assert [finding.rule for finding in report.findings if finding.place.object.startswith("Ethernet")] == []
    assert report.profile.id == "none"
    assert report.domain == DomainInForce(4, 0, "roce-lint.toml leaves out 4, the rest is inferred")


def test_the_report_tells_the_size_of_the_domain_and_who_says_so(fabric_of: Build) -> None:
    silent = lint(chosen(fabric_of), all_rules())
    assert silent.domain == DomainInForce(4, 2, "inferred")
    reported = chosen(fabric_of, PortPatterns(vlans=frozenset({210})), PortPatterns(vrfs=("STORAGE", "WAN")))
    assert lint(reported, all_rules()).domain == DomainInForce(
        4,
        2,
        "roce-lint.toml takes in 1 and leaves out 1 and names no port with exclude.vrfs WAN, the rest is inferred",
    )


def test_a_port_that_the_settings_claim_is_judged_although_its_config_says_nothing(fabric_of: Build) -> None:
    bare = "hostname leaf1\nspanning-tree mode none\ninterface Ethernet1\n   no switchport\n   mtu 9214\n"
    given = Given(domain=DomainChoice(include=PortPatterns(interfaces=("Ethernet1",)), place="roce-lint.toml"))
    report = lint(fabric_of(given=given, a=bare), all_rules())
    assert report.profile.how == (
        "inferred: roce-lint.toml says that RoCE crosses 1 ports, and nothing states another design"
    )
    assert [finding.rule for finding in report.findings] != []
    assert lint(fabric_of(a=bare), all_rules()).findings == ()
