"""A port that follows from its twin is the port that its own lines make, and every line keeps its account."""

from __future__ import annotations

import random

import pytest

from roce_lint.model.reading import Reading
from roce_lint.model.twin import Twin
from roce_lint.os.srlinux import read_srlinux
from roce_lint.os.srlinux.flat_runs import Patterns
from roce_lint.text.document import Document

GLOBAL = """\
# leaf-1, SR Linux, 7220 IXR-D5
set / system name host-name leaf-1
set / qos forwarding-classes forwarding-class fc3 output unicast-queue unicast-3
set / qos queues queue unicast-3 queue-index 3
set / qos queues pfc-queue pfc3 queue-index 3
set / qos pfc-mapping-profile roce received-traffic unicast-mapping pfc-queue pfc3 pfc-pause-frame-priority 3
set / qos pfc-mapping-profile roce received-pfc-pause-frames queue unicast-3 pfc-pause-frame-priority 3
set / qos classifiers dscp-policy roce dscp 26 forwarding-class fc3
set / qos buffer-management buffer-allocation-profile in queues pfc-queue pfc3 maximum-burst-size 90000
set / qos buffer-management buffer-allocation-profile out queues queue unicast-3 maximum-burst-size 900000
set / qos scheduler-policies scheduler-policy two scheduler 0 priority strict input q queue-name unicast-3
set / interface ethernet-1/9 breakout-mode num-breakout-ports 4 breakout-port-speed 100G
set / acl acl-filter a type ipv4 entry 10 action accept
"""
PORT = """\
set / interface ethernet-1/{0} description "host {1}"
set / interface ethernet-1/{0} admin-state enable
set / interface ethernet-1/{0} mtu 9232
set / interface ethernet-1/{0} subinterface 0 ipv4 admin-state enable
set / interface ethernet-1/{0} subinterface 0 ipv4 address 10.0.{1}.0/31
set / interface ethernet-1/{0} subinterface 0 admin-state enable
"""
BOUND = """\
set / qos interfaces interface ethernet-1/{0} interface-ref interface ethernet-1/{0}
set / qos interfaces interface ethernet-1/{0} pfc pfc-mapping-profile roce pfc-enable true
set / qos interfaces interface ethernet-1/{0} input pfc-buffer-allocation-profile in
set / qos interfaces interface ethernet-1/{0} output buffer-allocation-profile out
set / qos interfaces interface ethernet-1/{0} output scheduler scheduler-policy two
set / qos interfaces interface ethernet-1/{0}.0 interface-ref interface ethernet-1/{0} subinterface 0
set / qos interfaces interface ethernet-1/{0}.0 input classifiers dscp-policy roce
"""
MEMBER = "set / network-instance default interface ethernet-1/{0}.0\n"
NAMES = ("1", "2", "3", "9/1", "9/2", "10/1", "11")


def _text(*parts: str) -> str:
    return GLOBAL + "".join(part.format(name, number) for part in parts for number, name in enumerate(NAMES))


CASES = {
    "bound": _text(PORT, BOUND, MEMBER),
    "bound by ports": _text(PORT + BOUND, MEMBER),
    "not bound": _text(PORT, MEMBER),
    "without an instance": _text(PORT, BOUND),
    "without descriptions": _text(PORT.partition("\n")[2], BOUND, MEMBER),
    "the profile is missing": _text(PORT, BOUND.replace("profile in\n", "profile none\n"), MEMBER),
    "no profile is named": _text(PORT, BOUND.replace("pfc-mapping-profile roce ", ""), MEMBER),
    "a leaf of no fact": _text(PORT, BOUND.replace("output sched", "output multicast-queue m\nset / qos x"), MEMBER),
    "on a chassis without PFC": _text(PORT, BOUND, MEMBER).replace("7220 IXR-D5", "7220 IXR-D1"),
    "of the other family": _text(PORT, BOUND.replace(" dscp-policy", " ipv4-dscp-policy"), MEMBER),
    "bound where it has no effect": _text(
        PORT, BOUND.replace(".0 input", ".0 output scheduler scheduler-policy two\n")
    ),
    "two entries for a port": _text(
        PORT, BOUND, BOUND.replace("interface ethernet-1/{0} ", "interface ethernet-1/{0}.7 ")
    ),
    "a later line": _text(PORT, BOUND, MEMBER) + "set / interface ethernet-1/3 mtu 1500\n",
    "a later line for the first": _text(PORT, BOUND, MEMBER) + "set / interface ethernet-1/1 mtu 1500\n",
    "a later binding": _text(PORT, BOUND) + "set / qos interfaces interface ethernet-1/3 pfc pfc-enable false\n",
    "one is deleted": _text(PORT, BOUND, MEMBER) + "delete / interface ethernet-1/1\n" + PORT.format("1", "77"),
    "members of a LAG": _text(PORT + "set / interface ethernet-1/{0} ethernet aggregate-id lag1\n", BOUND)
    + "set / interface lag1 lag lag-type static\n",
    "two subinterfaces": _text(PORT + "set / interface ethernet-1/{0} subinterface 1 admin-state enable\n", BOUND),
    "bridged": _text(PORT.replace("0 admin-state", "0 type bridged l2-mtu"), BOUND).replace(
        "l2-mtu enable", "l2-mtu 9000"
    ),
    "in a mac-vrf": _text(PORT, BOUND, MEMBER.replace("default", "m")) + "set / network-instance m type mac-vrf\n",
    "the same address twice": _text(PORT + PORT.split("\n")[4] + " primary\n", BOUND, MEMBER),
    "with access lists": _text(PORT, BOUND, "set / acl interface a{0} input acl-filter a type ipv4\n")
    + "set / acl acl-filter a type ipv4 entry 10 action accept rate-limit policer p\n",
    "filters at some": _text(PORT, BOUND)
    + "set / acl interface x interface-ref interface ethernet-1/3 subinterface 0\n"
    + "set / acl interface x input acl-filter a type ipv4\nset / acl policers policer p rate-limit 9\n",
    "bound as in 23.10": _text(
        PORT + "set / interface ethernet-1/{0} subinterface 0 qos input classifiers dscp-policy roce\n"
    ),
}


def _read(text: str) -> Reading:
    return read_srlinux(Document("one.cfg", text))


def _without_twins(text: str) -> Reading:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Patterns, "runs", lambda self, text, skips_filters: [])
        return _read(text)


@pytest.mark.parametrize("case", CASES)
def test_a_twin_is_the_port_that_its_own_lines_make(case: str) -> None:
    assert _read(CASES[case]) == _without_twins(CASES[case])


def test_ports_that_say_the_same_follow_from_the_first_two() -> None:
    ports = _read(CASES["bound"]).devices[0].ports
    assert [port.name for port in ports if isinstance(port, Twin)] == [
        "ethernet-1/3",
        "ethernet-1/10/1",
        "ethernet-1/11",
    ]


def _edited(text: str, random_: random.Random) -> str:
    """Return the text with up to three lines removed, doubled, moved, or with words of others."""
    lines = text.splitlines()
    for _ in range(random_.randint(1, 3)):
        at, other = random_.randrange(len(lines)), random_.randrange(len(lines))
        match random_.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(other, lines[at])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = " ".join(lines[at].split()[: random_.randint(3, 7)])
            case 4:
                words, others = lines[at].split(), lines[other].split()
                words[random_.randrange(len(words))] = random_.choice(others)
                lines[at] = " ".join(words)
            case _:
                number = random_.choice(("1", "2", "3", "9/1"))
                lines[at] = lines[at].replace("ethernet-1/11", f"ethernet-1/{number}")
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("case", ["bound", "bound by ports", "without an instance", "two entries for a port"])
def test_random_edits_are_read_the_same_with_and_without_twins(case: str) -> None:
    random_ = random.Random(case)
    for _ in range(60):
        text = _edited(CASES[case], random_)
        assert _read(text) == _without_twins(text), text
