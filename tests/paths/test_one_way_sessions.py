"""eBGP sessions that carry routes in one direction: meant where a default route leads back, a fault elsewhere."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from roce_lint.judge.rule import Rule
from tests.all_rules import all_rules

QOS = """
set / qos queues queue unicast-3 queue-index 3
set / qos queues pfc-queue pfc-3 queue-index 3
set / qos forwarding-classes forwarding-class fc3 output unicast-queue unicast-3
set / qos pfc-mapping-profile p received-traffic unicast-mapping pfc-queue pfc-3 forwarding-class [ fc3 ]
set / qos pfc-mapping-profile p received-traffic unicast-mapping pfc-queue pfc-3 pfc-pause-frame-priority 3
set / qos pfc-mapping-profile p received-pfc-pause-frames queue unicast-3 pfc-pause-frame-priority 3 enable-pfc true
set / routing-policy policy all default-action policy-result accept
"""
PORT = """
set / qos interfaces interface {port} interface-ref interface {port}
set / qos interfaces interface {port} pfc pfc-mapping-profile p pfc-enable true
set / interface {port} subinterface 0 ip-mtu 9000 ipv4 address {address}/31
set / network-instance default interface {port}.0
"""
BGP = "set / network-instance default protocols bgp"


def switch(name: str, asn: int, ports: dict[str, str], peers: dict[str, int], *policies: str, default: bool) -> str:
    text = f"set / system name host-name {name}\n{QOS}"
    text += "".join(PORT.format(port=port, address=address) for port, address in ports.items())
    text += f"{BGP} autonomous-system {asn} router-id 10.255.0.{asn % 100}\n"
    text += f"{BGP} afi-safi ipv4-unicast admin-state enable\n"
    text += "".join(f"{BGP} group fabric {policy}-policy [ all ]\n" for policy in policies)
    text += "".join(f"{BGP} neighbor {peer} peer-group fabric peer-as {asn}\n" for peer, asn in peers.items())
    if default:
        text += "set / network-instance default static-routes route 0.0.0.0/0 next-hop-group up\n"
        text += f"set / network-instance default next-hop-groups group up nexthop 1 ip-address {next(iter(peers))}\n"
    return text


@pytest.mark.parametrize(("default", "found"), [(True, []), (False, ["spine"])], ids=["a default leads back", "none"])
def test_routes_in_one_direction_are_enough_where_a_default_leads_back(
    default: bool, found: list[str], rules: tuple[Rule, ...]
) -> None:
    texts = {
        f"leaf{n}.cli": switch(
            f"leaf{n}", 65000 + n, {"ethernet-1/1": f"10.64.{n}.0", "ethernet-1/31": f"10.0.0.{2 * n + 1}"},
            {f"10.0.0.{2 * n}": 65100}, "import", "export", default=default,
        )
        for n in (1, 2)
    }  # fmt: skip
    ports = {f"ethernet-1/{n}": f"10.0.0.{2 * n}" for n in (1, 2)}
    peers = {f"10.0.0.{2 * n + 1}": 65000 + n for n in (1, 2)}
    texts["spine.cli"] = switch("spine", 65100, ports, peers, "import", default=False)
    reported = [
        finding.place.device for finding in check_texts(texts, rules=rules).findings if finding.code == "RTG-013"
    ]
    assert reported == found


@pytest.fixture(scope="module")
def rules() -> tuple[Rule, ...]:
    return all_rules(examples=False)
