"""Two switches of one role that differ by a factor, or in kind: no majority is needed to say so."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from tests.all_rules import all_rules

RULE = "port-differs-from-its-role"
QOS = """\
! device: {name} (DCS-7060DX5-64S, EOS-4.31.1F)
hostname {name}
qos map dscp 26 to traffic-class 3
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   tx-queue 3
      random-detect ecn minimum-threshold {curve} max-mark-probability 20
{more}"""
PORT = """\
interface Ethernet{number}/1
   description {description}
   speed 400g
   no switchport
   mtu 9214
   ip address {address}
   service-profile ROCE
"""
USUAL = "400 kbytes maximum-threshold 1600 kbytes"


def switch(name: str, ports: list[tuple[int, str, str]], curve: str = USUAL, more: str = "") -> str:
    text = QOS.format(name=name, curve=curve, more=more)
    return text + "".join(PORT.format(number=number, description=to, address=ip) for number, to, ip in ports)


def fabric(odd: str, **changes: str) -> dict[str, str]:
    """Return two leaves with four hosts each below two spines; `changes` are of the switch `odd`."""
    texts: dict[str, str] = {}
    for one in (1, 2):
        up = [(other, f"spine{other}", f"10.0.{one}{other}.0/31") for other in (1, 2)]
        hosts = [(20 + host, f"gpu{host}", f"10.{one}.{host}.1/31") for host in range(4)]
        down = [(other, f"leaf{other}", f"10.0.{other}{one}.1/31") for other in (1, 2)]
        for name, ports in ((f"leaf{one}", up + hosts), (f"spine{one}", down)):
            texts[f"{name}.cfg"] = switch(name, ports, **(changes if name == odd else {}))
    return texts


def differing(texts: dict[str, str]) -> dict[str, str]:
    """Return what is said, by the switches at which it stands."""
    found = [one for one in check_texts(texts, rules=all_rules()).findings if one.rule == RULE]
    return {" ".join(sorted({place.device for place in one.places})): one.message.partition(": ")[2] for one in found}


@pytest.mark.parametrize(
    ("odd", "changes", "expected"),
    [
        ("", {}, {}),
        ("leaf2", {"curve": "300 kbytes maximum-threshold 1200 kbytes"}, {}),
        (
            "leaf2",
            {"curve": "4 kbytes maximum-threshold 16 kbytes"},
            {
                "leaf1 leaf2": "Kmin (bytes) 400000 on leaf1, 4000 on leaf2, "
                "Kmax (bytes) 1600000 on leaf1, 16000 on leaf2"
            },
        ),
        (
            "spine2",
            {"curve": "400 segments maximum-threshold 1600 segments"},
            {
                "spine1 spine2": "Kmin (bytes) 400000 on spine1, 101600 on spine2, "
                "Kmax (bytes) 1600000 on spine1, 406400 on spine2"
            },
        ),
        (
            "spine2",
            {"more": "   tx-queue 7\n      no priority\n      bandwidth percent 10\n"},
            {"spine1 spine2": "strict queues above RoCE's 4-7 on spine1, 4-6 on spine2"},
        ),
    ],
    ids=["equal", "a little apart", "bytes for kbytes", "segments for kbytes", "a strict queue"],
)
def test_both_places_are_reported(odd: str, changes: dict[str, str], expected: dict[str, str]) -> None:
    assert differing(fabric(odd, **changes)) == expected


def test_ends_of_one_cable_have_no_common_role() -> None:
    """Of a leaf and a spine alone nothing says which is which."""
    texts = {
        "a.cfg": switch("a", [(1, "b", "10.0.0.0/31"), (20, "gpu0", "10.1.0.1/31")]),
        "b.cfg": switch("b", [(1, "a", "10.0.0.1/31")], curve="4 kbytes maximum-threshold 16 kbytes"),
    }
    assert differing(texts) == {}
