"""The ends of a link between switches that an IGP is to cross."""

from __future__ import annotations

import pytest

from roce_lint.judge.derive.rtg.igp_adjacency import missing_adjacency
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document

LEAF = """\
set / system name host-name {name}
set / interface ethernet-1/1 subinterface 0 ipv4 admin-state enable address {address}/31
set / network-instance default interface ethernet-1/1.0
set / network-instance default protocols {protocol} instance m admin-state enable
set / network-instance default protocols {protocol} instance m {interface}
"""
OSPF, ISIS = "area 0.0.0.0 interface ethernet-1/1.0", "interface ethernet-1/1.0"


def meet(protocol: str, here: str, there: str) -> tuple[int, str] | None:
    ends = []
    for name, address, interface in (("leaf1", "10.0.0.0", here), ("spine1", "10.0.0.1", there)):
        text = LEAF.format(name=name, address=address, protocol=protocol, interface=interface)
        (device,) = read_srlinux(Document(f"{name}.cfg", text)).devices
        ends += [device, next(port for port in device.ports if port.name == "ethernet-1/1")]
    found = missing_adjacency(*ends)  # type: ignore[arg-type]  # devices and ports by turns
    return (found[0].line, found[1]) if found else None


@pytest.mark.parametrize(
    ("protocol", "here", "there", "reported"),
    [
        ("ospf", OSPF, OSPF, None),
        ("ospf", OSPF, "area 0.0.0.0 interface system0.0", (4, "OSPF of spine1 leaves out ethernet-1/1")),
        ("ospf", OSPF, f"{OSPF} passive true", (5, "OSPF of spine1 is passive on ethernet-1/1")),
        ("ospf", f"{OSPF} passive true", f"{OSPF} passive true", None),
        ("ospf", OSPF, f"{OSPF} admin-state disable", (4, "OSPF of spine1 leaves out ethernet-1/1")),
        ("isis", ISIS, ISIS, None),
        (
            "isis",
            f"level-capability L1 {ISIS}",
            f"level-capability L2 {ISIS}",
            (5, "ISIS has no level in common at both ends"),
        ),
    ],
    ids=["good", "left-out", "passive", "both-passive", "disabled", "isis-good", "isis-levels"],
)
def test_an_adjacency(protocol: str, here: str, there: str, reported: tuple[int, str] | None) -> None:
    assert meet(protocol, here, there) == reported
