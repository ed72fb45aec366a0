"""Which fabrics and ports RoCE is taken to cross, and which only look like it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.fabric.domain import roce_domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.check import check_texts
from roce_lint.judge.rule import Severity
from roce_lint.model.device import PortRef
from roce_lint.model.fact import Unknown
from tests.all_rules import all_rules

Build = Callable[..., Fabric]

DCTCP = """\
hostname tor1
spanning-tree mode none
!
qos map dscp {dscps} to traffic-class 3
!
qos profile {name}
   qos trust dscp
   tx-queue 3
      random-detect ecn minimum-threshold 100 kbytes maximum-threshold 100 kbytes max-mark-probability 100
!
interface Ethernet1
   description {described}
   no switchport
   ip address 10.0.0.0/31
   service-profile {name}
"""
FCOE = """\
hostname n9k
feature fcoe
class-map type qos match-any class-fcoe
  match cos 3
policy-map type network-qos FCOE
  class type network-qos c-8q-nq3
    mtu 2240
    pause pfc-cos 3
system qos
  service-policy type network-qos FCOE
interface Ethernet1/1
  switchport mode trunk
  priority-flow-control mode on
interface vfc1
  bind interface Ethernet1/1
"""
FCOE_OF_THE_SYSTEM = """\
hostname n5k
feature fcoe
system qos
  service-policy type qos input fcoe-default-in-policy
  service-policy type network-qos fcoe-default-nq-policy
interface Ethernet1/1
  switchport mode trunk
"""
VOICE = """\
hostname access1
spanning-tree mode mstp
!
policy-map type quality-of-service VOICE
   class PHONES
      set traffic-class 5
!
interface Ethernet1
   switchport access vlan 10
   service-policy type qos input VOICE
   service-profile CAMPUS
   mtu 1500
"""
QUEUING_ONLY = """\
hostname n9k
feature lldp
policy-map type queuing OUT
  class type queuing c-out-8q-q1
    bandwidth remaining percent 30
system qos
  service-policy type queuing output OUT
interface Ethernet1/1
  switchport
"""
WITHOUT_ROCE = {
    "ecn-for-tcp-on-many-markings": DCTCP.format(dscps="8 9 10 18 26 34", name="TCP", described="rack 1"),
    "ecn-for-tcp-on-other-markings": DCTCP.format(dscps="10", name="TCP", described="rack 1"),
    "fcoe": FCOE,
    "fcoe-of-the-system": FCOE_OF_THE_SYSTEM,
    "voice-with-undefined-names": VOICE,
    "queuing-without-pfc": QUEUING_ONLY,
}


@pytest.mark.parametrize("text", WITHOUT_ROCE.values(), ids=WITHOUT_ROCE)
def test_a_fabric_without_roce_is_not_accused(text: str) -> None:
    report = check_texts({"switch.cfg": text}, rules=all_rules())
    assert (report.profile.id, report.at_least(Severity.WARNING)) == ("none", ())


MLAG_PEER = """\
hostname {name}
spanning-tree mode mstp
interface Port-Channel1
   description {below} Port-Channel1
interface Ethernet1
   description {below} Ethernet{port}
   channel-group 1 mode active
"""


def test_port_channels_to_an_mlag_pair_are_no_contradicting_cables(fabric_of: Build) -> None:
    leaf = "hostname leaf9\nspanning-tree mode mstp\ninterface Port-Channel1\n"
    leaf += "".join(f"interface Ethernet{port}\n   channel-group 1 mode active\n" for port in (1, 2))
    above = {f"s{port}": MLAG_PEER.format(name=f"spine{port}", below="leaf9", port=port) for port in (1, 2)}
    fabric = fabric_of(leaf=leaf, **above)
    cables = [(str(link.a), str(link.b)) for link in fabric.links]
    assert cables == [("leaf9 Ethernet1", "spine1 Ethernet1"), ("leaf9 Ethernet2", "spine2 Ethernet1")]
    assert fabric.contradictions == ()


def test_cables_are_not_judged_where_nothing_speaks_of_roce() -> None:
    texts = {
        "a.cfg": "hostname a1\nspanning-tree mode mstp\ninterface Ethernet1\n   description b1 Ethernet1\n",
        "b.cfg": "hostname b1\nspanning-tree mode mstp\ninterface Ethernet1\n   description c1 Ethernet1\n",
        "c.cfg": "hostname c1\nspanning-tree mode mstp\ninterface Ethernet1\n   description b1 Ethernet1\n",
    }
    assert check_texts(texts, rules=all_rules()).findings == ()


WITH_ROCE = {
    "its-marking-alone": DCTCP.format(dscps="26", name="TCP", described="rack 1"),
    "a-port-described-so": DCTCP.format(dscps="10", name="TCP", described="gpu-17 rail 2"),
}


@pytest.mark.parametrize("text", WITH_ROCE.values(), ids=WITH_ROCE)
def test_ecn_without_pfc_is_for_roce_where_something_says_so(text: str, fabric_of: Build) -> None:
    profile = fabric_of(a=text).design.profile
    assert not isinstance(profile, Unknown)
    assert profile.value == "lossy-roce"


def test_a_switch_for_fcoe_takes_no_part_in_a_fabric_with_roce(fabric_of: Build) -> None:
    roce = (
        FCOE.replace("n9k", "leaf1")
        .replace("feature fcoe\n", "")
        .replace("interface vfc1\n  bind interface Ethernet1/1\n", "")
    )
    roce = roce.replace("match cos 3", "match dscp 26").replace("c-8q-nq3", "c-8q-nq4").replace("cos 3", "cos 4")
    lossless = fabric_of(a=roce, b=FCOE, c=FCOE.replace("n9k", "n9k2")).design.lossless_priorities
    assert not isinstance(lossless, Unknown)
    assert lossless.value == frozenset({4})


def test_an_undefined_name_that_speaks_of_roce_is_a_fault_even_where_nothing_else_does() -> None:
    text = VOICE.replace("CAMPUS", "RoCE-PORTS")
    report = check_texts({"switch.cfg": text}, rules=all_rules())
    assert [finding.rule for finding in report.at_least(Severity.ERROR)] == ["undefined-reference"]


OF_THE_SYSTEM = """\
hostname leaf1
class-map type qos match-any ROCE
  match dscp 26
policy-map type qos IN
  class ROCE
    set qos-group 3
policy-map type network-qos NQ
  class type network-qos c-8q-nq3
    mtu 9216
    pause pfc-cos 3
system qos
  service-policy type network-qos NQ
  service-policy type qos input IN
interface Ethernet1/1
  no switchport
  priority-flow-control mode on
  mtu 9216
  ip address 10.0.0.0/31
  no shutdown
"""


@pytest.mark.parametrize(
    ("stanza", "inside"),
    [
        ("", False),
        ("  description isilon nfs\n  switchport access vlan 300\n  priority-flow-control mode auto\n", False),
        (
            "  description NAS01 e0a\n  no switchport\n  priority-flow-control mode off\n  ip address 10.9.0.1/24\n",
            False,
        ),
        ("  no switchport\n  priority-flow-control mode off\n  ip address 10.0.0.2/31\n  no shutdown\n", False),
        ("  no switchport\n  priority-flow-control mode off\n  mtu 9216\n  ip address 10.0.0.2/31\n", True),
        ("  description gpu-07\n  no switchport\n  ip address 10.0.0.2/31\n  no shutdown\n", True),
    ],
    ids=[
        "empty stanza",
        "other purpose, printed with defaults",
        "other purpose, PFC off",
        "PFC off, no jumbo",
        "PFC off, jumbo",
        "in use",
    ],
)
def test_a_policy_of_the_system_alone_brings_no_unused_port_into_the_domain(
    stanza: str, inside: bool, fabric_of: Build
) -> None:
    fabric = fabric_of(leaf1=f"{OF_THE_SYSTEM}interface Ethernet1/60\n{stanza}")
    found = roce_domain(fabric)[PortRef("leaf1", "Ethernet1/60")]
    assert not isinstance(found, Unknown)
    assert found.value is inside


@pytest.mark.parametrize(
    ("vlan", "more", "inside"),
    [
        ("900", "", False),
        ("710", "", True),
        ("900", "interface Vlan900\n   ip address 10.9.0.1/24\n", True),
    ],
    ids=["a VLAN of its own", "the VLAN of RoCE", "a VLAN with a gateway"],
)
def test_a_port_that_roce_cannot_come_to_is_outside(vlan: str, more: str, inside: bool, fabric_of: Build) -> None:
    ports = "".join(
        f"interface Ethernet{number}\n   description hci{number}\n   switchport access vlan 710\n"
        "   service-profile ROCE\n"
        for number in range(1, 5)
    )
    profile = (
        "qos profile ROCE\n   qos trust dscp\n"
        "   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n"
    )
    other = f"interface Ethernet9\n   description array-c\n   switchport access vlan {vlan}\n"
    found = roce_domain(fabric_of(leaf1=profile + ports + other + more))[PortRef("leaf1", "Ethernet9")]
    assert not isinstance(found, Unknown)
    assert found.value is inside


PROFILE = """\
qos map dscp 26 to traffic-class 3
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
"""


def routed(number: int, *lines: str, mtu: int = 9214) -> str:
    text = f"interface Ethernet{number}\n   mtu {mtu}\n   no switchport\n"
    return text + "".join(f"   {line}\n" for line in lines)


def fabric_with(extra: str, **others: str) -> dict[str, str]:
    """Return a leaf with four hosts and a spine, both with RoCE, and further lines of the leaf."""
    hosts = "".join(routed(number, f"ip address 10.1.{number}.0/31", "service-profile ROCE") for number in range(1, 5))
    return {
        f"leaf{leaf}": f"hostname leaf{leaf}\n{PROFILE}{hosts.replace('10.1.', f'10.{leaf}.')}"
        + routed(20, f"ip address 10.20.{leaf}.1/31", "service-profile ROCE")
        + extra.format(leaf=leaf)
        for leaf in (1, 2)
    } | {
        "spine1": f"hostname spine1\n{PROFILE}"
        + "".join(routed(leaf, f"ip address 10.20.{leaf}.0/31", "service-profile ROCE") for leaf in (1, 2)),
        **others,
    }


CORE = "hostname core1\n" + "".join(routed(leaf, f"ip address 10.30.{leaf}.0/31") for leaf in (1, 2))
OOB = "hostname oob1\nvlan 99\n" + "".join(
    f"interface Ethernet{leaf}\n   description leaf{leaf} Ethernet30\n   switchport access vlan 99\n" for leaf in (1, 2)
)


@pytest.mark.parametrize(
    ("extra", "others", "inside"),
    [
        (routed(30, "ip address 10.30.{leaf}.1/31"), {"core1": CORE}, False),
        (routed(30, "ip address 10.30.{leaf}.1/31", "no qos trust"), {}, False),
        (routed(30, "ip address 10.30.{leaf}.1/31", mtu=1500), {}, False),
        (routed(30, "description ts1 console", "ip address 10.30.{leaf}.1/31"), {}, False),
        (routed(30, "ip address 10.30.{leaf}.1/31"), {}, True),
        (
            "vlan 99\ninterface Ethernet30\n   description oob1 Ethernet{leaf}\n   switchport access vlan 99\n",
            {"oob1": OOB},
            False,
        ),
        (routed(30, "ip address 10.30.{leaf}.1/31", "service-profile ROCE"), {"core1": CORE}, True),
    ],
    ids=[
        "to a core router beside the spine",
        "trusts no marking and has no profile",
        "not jumbo",
        "console",
        "like the hosts",
        "a VLAN that nothing routes",
        "to a spine without QoS",
    ],
)
def test_what_leads_elsewhere_is_outside(extra: str, others: dict[str, str], inside: bool, fabric_of: Build) -> None:
    domain = roce_domain(fabric_of(**fabric_with(extra, **others)))
    found = domain[PortRef("leaf1", "Ethernet30")]
    assert not isinstance(found, Unknown)
    assert found.value is inside
    for name in others:
        far = domain[PortRef(name, "Ethernet1")]
        assert not isinstance(far, Unknown)
        assert far.value is inside


@pytest.mark.parametrize(
    ("port_line", "host_line", "inside"),
    [
        ("no qos trust", "", False),
        ("no qos trust", "mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n", True),
        ("service-profile ROCE", "", True),
        ("mtu 9000", "", True),
    ],
    ids=["declined", "set up by the host", "with a profile", "says nothing"],
)
def test_a_leaf_declines_roce_towards_a_nic_that_nothing_sets_up(
    port_line: str, host_line: str, inside: bool, fabric_of: Build
) -> None:
    texts = fabric_with(
        "interface Ethernet30\n   no switchport\n   ip address 10.30.{leaf}.0/31\n   " + port_line + "\n"
    )
    netplan = "network:\n  version: 2\n  ethernets:\n    eth0:\n      addresses: [10.30.1.1/31]\n"
    host = {"hosts/login1/60-net.yaml": netplan} | ({"hosts/login1/up.sh": host_line} if host_line else {})
    domain = roce_domain(fabric_of(**texts, **host))
    ends = (PortRef("leaf1", "Ethernet30"), PortRef("login1", "eth0"))
    assert [domain[end].value for end in ends] == [inside, inside]


def test_a_switch_without_qos_between_all_others_is_on_the_way(fabric_of: Build) -> None:
    texts = fabric_with(routed(30, "ip address 10.30.{leaf}.1/31"), core1=CORE)
    del texts["spine1"]
    domain = roce_domain(fabric_of(**texts))
    assert [domain[PortRef(name, port)].value for name, port in (("leaf1", "Ethernet30"), ("core1", "Ethernet1"))] == [
        True,
        True,
    ]


def test_looking_like_others_alone_makes_no_error() -> None:
    texts = {f"{name}.cfg": text for name, text in fabric_with(routed(30, "ip address 10.30.{leaf}.1/31")).items()}
    report = check_texts(texts, rules=all_rules())
    found = [one for one in report.findings if any(place.object == "Ethernet30" for place in one.places)]
    assert {(one.rule, one.severity) for one in found} == {("roce-port-without-qos", Severity.WARNING)}
    named = {
        name: text.replace("interface Ethernet30\n", "interface Ethernet30\n   description gpu-7 rail 0\n")
        for name, text in texts.items()
    }
    report = check_texts(named, rules=all_rules())
    assert "roce-port-without-qos" in {one.rule for one in report.at_least(Severity.ERROR)}
