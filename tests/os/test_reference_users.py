"""What a name that nothing defines would bring, and to which ports."""

from __future__ import annotations

import pytest

from roce_lint.model.device import UndefinedReference
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

EOS = """\
hostname leaf1
ip access-list ROUTERS
   10 permit tcp any any eq bgp
class-map type qos match-any ROCE
   match ip access-group NO-SUCH-LIST
policy-map type quality-of-service CLASSIFY
   class ROCE
      set traffic-class 3
   class NO-SUCH-CLASS
      set traffic-class 6
qos profile HOST
   service-policy type qos input CLASSIFY
   priority-flow-control on
interface Ethernet1/1
   service-profile HOST
interface Ethernet2/1
   description ROCE but with a policy of its own
   service-policy type qos input NO-SUCH-POLICY
interface Port-Channel7
   service-profile NO-SUCH-PROFILE
interface Ethernet3/1
   channel-group 7 mode active
router bgp 65001
   neighbor 10.0.0.1 remote-as 65002
   neighbor 10.0.0.1 update-source Loopback0
"""
NXOS = """\
hostname leaf1
policy-map type qos CLASSIFY
  class NO-SUCH-CLASS
    set qos-group 3
policy-map type queuing OWN
  class type queuing c-out-8q-q3
    bandwidth remaining percent 50
policy-map type network-qos LOSSLESS
  class type network-qos NO-SUCH-NETWORK-CLASS
    pause pfc-cos 3
system qos
  service-policy type network-qos LOSSLESS
  service-policy type queuing output NO-SUCH-QUEUING
interface Ethernet1/1
  service-policy type qos input CLASSIFY
interface Ethernet1/2
  service-policy type queuing output OWN
"""
SRLINUX = """\
set / interface ethernet-1/1 subinterface 0 ipv4 address 10.0.0.1/31
set / interface ethernet-1/2 subinterface 0 ipv4 address 10.0.1.1/31
set / qos forwarding-classes forwarding-class roce output unicast-queue no-such-queue
set / qos classifiers dscp-policy in dscp 26 forwarding-class roce
set / qos interfaces interface first interface-ref interface ethernet-1/1 subinterface 0
set / qos interfaces interface first input classifiers dscp-policy in
set / qos interfaces interface second interface-ref interface ethernet-1/2
set / qos interfaces interface second pfc pfc-mapping-profile no-such-profile
"""


def references(config: str, os: str) -> list[tuple[str, str, str]]:
    """Return name, parts and ports of what is undefined."""
    read = read_documents([Document("leaf1.cfg", config)], os=os, named=frozenset({"leaf1.cfg"}))
    return [_shown(one) for device in read.devices for one in device.undefined_references]


def _shown(one: UndefinedReference) -> tuple[str, str, str]:
    return one.name, " ".join(sorted(part.value for part in one.brings)), " ".join(sorted(one.ports))


EVERYTHING = "ECN buffer classification pause scheduling watchdog"


@pytest.mark.parametrize(
    ("config", "os", "expected"),
    [
        (
            EOS,
            "eos",
            [
                ("NO-SUCH-LIST", "classification", "Ethernet1/1"),
                ("NO-SUCH-CLASS", "classification", "Ethernet1/1"),
                ("NO-SUCH-POLICY", "classification", "Ethernet2/1"),
                ("NO-SUCH-PROFILE", EVERYTHING, "Ethernet3/1 Port-Channel7"),
                ("Loopback0", "", ""),
            ],
        ),
        (
            NXOS,
            "nxos",
            [
                ("NO-SUCH-CLASS", "classification", "Ethernet1/1"),
                ("NO-SUCH-NETWORK-CLASS", "pause", "Ethernet1/1 Ethernet1/2"),
                ("NO-SUCH-QUEUING", "ECN buffer scheduling", "Ethernet1/1"),
            ],
        ),
        (
            SRLINUX,
            "srlinux",
            [
                ("no-such-queue", "ECN buffer scheduling", "ethernet-1/1"),
                ("no-such-profile", "pause watchdog", "ethernet-1/2"),
            ],
        ),
    ],
    ids=["eos", "nxos", "srlinux"],
)
def test_a_missing_object_would_bring_its_parts_to_the_ports_on_its_chain(
    config: str, os: str, expected: list[tuple[str, str, str]]
) -> None:
    assert references(config, os) == expected
