"""Static routes that send packets back: always, after a failure alone, and never."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from roce_lint.judge.rule import Rule
from tests.all_rules import all_rules

QOS = """hostname {name}
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
"""
PORT = """interface Ethernet{number}/1
   no switchport
   ip address {address}/31
   service-profile ROCE
"""
ASNS = {"leaf1": 65001, "leaf2": 65002, "spine1": 65100, "spine2": 65100}


@pytest.fixture(scope="module")
def rules() -> list[Rule]:
    return [rule for rule in all_rules(examples=False) if rule.id == "forwarding-loop"]


def fabric(statics: dict[str, str]) -> dict[str, str]:
    """Return two leaves with hosts, cabled to two spines, with static routes by switch."""
    ports: dict[str, list[str]] = {name: [] for name in ASNS}
    peers: dict[str, list[tuple[str, int]]] = {name: [] for name in ASNS}
    for number, leaf in enumerate(("leaf1", "leaf2")):
        ports[leaf].append(f"10.64.{number + 1}.0")
        for other, spine in enumerate(("spine1", "spine2")):
            low, high = f"10.0.{number}.{2 * other}", f"10.0.{number}.{2 * other + 1}"
            ports[leaf].append(low)
            ports[spine].append(high)
            peers[leaf].append((high, ASNS[spine]))
            peers[spine].append((low, ASNS[leaf]))
    texts = {}
    for name, asn in ASNS.items():
        text = QOS.format(name=name)
        text += "".join(PORT.format(number=n, address=address) for n, address in enumerate(ports[name], 1))
        text += statics.get(name, "") + f"router bgp {asn}\n   maximum-paths 4\n   redistribute connected\n"
        texts[f"{name}.cfg"] = text + "".join(f"   neighbor {peer} remote-as {of}\n" for peer, of in peers[name])
    return texts


BACK = "ip route 10.64.1.0/31 10.0.1.1\n"
FLOATING = "ip route 10.64.1.0/31 10.0.1.0 250\n"
AT_ONCE = "ip route 10.64.1.0/31 10.0.1.0\n"


ALWAYS = "In normal operation, packets to hosts of leaf1 go spine1 -> leaf2 -> spine1"
LATER = "After the failure of the cable leaf1 Ethernet2/1 - spine1 Ethernet1/1, packets to hosts of leaf1 go leaf2 -> "


@pytest.mark.parametrize(
    ("statics", "found"),
    [
        ({"leaf2": BACK, "spine1": AT_ONCE}, [("leaf2.cfg", LATER), ("spine1.cfg", ALWAYS)]),
        ({"leaf2": BACK, "spine1": FLOATING}, [("leaf2.cfg", LATER)]),
        ({"leaf2": BACK}, []),
        ({"spine1": FLOATING}, []),
    ],
    ids=["always", "after a failure", "one route alone", "a floating route alone"],
)
def test_a_loop_is_reported_with_when_it_stands(
    statics: dict[str, str], found: list[tuple[str, str]], rules: list[Rule]
) -> None:
    reported = [(finding.place.path, finding.message) for finding in check_texts(fabric(statics), rules=rules).findings]
    assert [path for path, _ in reported] == [path for path, _ in found]
    assert all(message.startswith(start) for (_, message), (_, start) in zip(reported, found, strict=True))


@pytest.mark.parametrize(
    ("first", "second", "loops"),
    [
        ("ip route 172.20.0.0/16 10.0.0.1", "ip route 172.20.0.0/16 10.0.0.0", 1),
        ("ip route 0.0.0.0/0 10.0.0.1", "ip route 0.0.0.0/0 10.0.0.0", 1),
        ("ip route 172.20.0.0/16 10.0.0.1", "ip route 172.20.0.0/16 10.0.0.0 250", 0),
        ("ip route 172.20.0.0/16 10.0.0.1", "ip route 172.20.0.0/16 Null0", 0),
        ("ip route 172.20.0.0/16 10.0.0.1", "ip route 172.21.0.0/16 10.0.0.0", 0),
        ("ip route 10.2.0.0/31 10.0.0.1", "ip route 10.2.0.0/31 10.0.0.0", 0),
    ],
    ids=["any prefix", "default", "floating", "discarded there", "two prefixes", "connected there"],
)
def test_static_routes_that_point_at_each_other_are_a_loop_whatever_the_prefix(
    first: str, second: str, loops: int
) -> None:
    port = "interface Ethernet{n}\n   no switchport\n   mtu 9214\n   ip address {ip}\n   service-profile ROCE\n"
    pfc = "   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n"
    qos = f"qos profile ROCE\n   qos trust dscp\n{pfc}"
    texts = {
        f"leaf{one}.cfg": f"hostname leaf{one}\nip routing\n{qos}"
        + port.format(n=1, ip=f"10.0.0.{one - 1}/31")
        + port.format(n=9, ip=f"10.{one}.0.1/31")
        + route
        + "\n"
        for one, route in ((1, first), (2, second))
    }
    report = check_texts(texts, rules=all_rules())
    assert sum(one.code == "DLK-013" for one in report.findings) == loops
