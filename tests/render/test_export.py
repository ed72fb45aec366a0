"""The planned fabric for other tools."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from roce_lint.cli.export import command as export
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.render.export import export_fabric, export_formats

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 1, platform: 7060X6-64PE, uplinks_per_spine: 1, uplink_speed: 400G}
  spines: {count: 1, platform: 7060DX5-64S}
hosts:
  - {count: 1, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G}
management: {addresses: 192.0.2.0/24}
"""


@pytest.fixture(scope="module")
def views() -> FabricViews:
    return make_views(parse_intent(INTENT, "f.yaml"))


def test_the_inventory_has_groups_and_what_roles_need(views: FabricViews) -> None:
    children = json.loads(export_fabric(views, "ansible"))["all"]["children"]
    assert children == {
        "switches": {
            "hosts": {
                "spine-1": {
                    "system": "eos",
                    "platform": "dcs-7060dx5-64s",
                    "asn": 65000,
                    "router_id": "10.255.0.1",
                    "ansible_host": "192.0.2.2",
                },
                "leaf-1": {
                    "system": "eos",
                    "platform": "dcs-7060x6-64pe",
                    "asn": 65001,
                    "router_id": "10.255.0.2",
                    "ansible_host": "192.0.2.3",
                },
            }
        },
        "roce_hosts": {
            "hosts": {
                "host-1": {
                    "system": "host",
                    "rails": [
                        {
                            "ifname": "rdma0",
                            "rdma": "mlx5_0",
                            "address": "10.0.0.1/31",
                            "gateway": "10.0.0.0",
                            "table": 101,
                            "rail": 1,
                            "mtu": 9000,
                            "leaf": "leaf-1",
                            "leaf_port": "Ethernet1/1",
                        }
                    ],
                }
            }
        },
        "eos": {"hosts": {"spine-1": {}, "leaf-1": {}}},
        "leaf": {"hosts": {"leaf-1": {}}},
        "spine": {"hosts": {"spine-1": {}}},
    }


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (
            "netbox-devices",
            "name,role,manufacturer,device_type,site,status\n"
            "spine-1,spine,Arista,DCS-7060DX5-64S,pod,planned\n"
            "leaf-1,leaf,Arista,DCS-7060X6-64PE,pod,planned\n"
            "host-1,host,,,pod,planned\n",
        ),
        (
            "netbox-interfaces",
            "device,name,type,mtu,enabled\n"
            "spine-1,Ethernet1/1,other,9000,true\n"
            "leaf-1,Ethernet1/1,other,9000,true\n"
            "leaf-1,Ethernet64/1,other,9000,true\n"
            "host-1,rdma0,other,9000,true\n",
        ),
        (
            "netbox-cables",
            "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name,status,length,length_unit\n"
            "spine-1,dcim.interface,Ethernet1/1,leaf-1,dcim.interface,Ethernet64/1,planned,50,m\n"
            "leaf-1,dcim.interface,Ethernet1/1,host-1,dcim.interface,rdma0,planned,5,m\n",
        ),
        (
            "netbox-addresses",
            "address,status,device,interface,dns_name\n"
            "10.255.0.1/32,reserved,,,spine-1\n"
            "10.240.0.0/31,reserved,spine-1,Ethernet1/1,\n"
            "10.255.0.2/32,reserved,,,leaf-1\n"
            "10.0.0.0/31,reserved,leaf-1,Ethernet1/1,\n"
            "10.240.0.1/31,reserved,leaf-1,Ethernet64/1,\n"
            "10.0.0.1/31,reserved,host-1,rdma0,\n",
        ),
        ("netbox-asns", "asn,rir,description\n65000,RFC 6996,spine-1\n65001,RFC 6996,leaf-1\n"),
    ],
    ids=["devices", "interfaces", "cables", "addresses", "AS numbers"],
)
def test_tables_for_netbox(views: FabricViews, form: str, expected: str) -> None:
    assert export_fabric(views, form) == expected


def test_json_has_every_cable(views: FabricViews) -> None:
    found = json.loads(export_fabric(views, "json"))
    table = csv.DictReader(export_fabric(views, "netbox-cables").splitlines())
    assert found["cables"] == list(table)
    assert [one["name"] for one in found["switches"]] == ["spine-1", "leaf-1"]


@pytest.mark.parametrize("form", export_formats())
def test_the_command_prints_every_format(form: str, views: FabricViews, tmp_path: Path) -> None:
    path = tmp_path / "fabric.roce.yaml"
    path.write_text(INTENT)
    done = CliRunner().invoke(export, [str(path), "--format", form])
    assert (done.exit_code, done.output) == (0, export_fabric(views, form))


def test_anta_accepts_its_catalogue_and_tests_what_the_intent_asks(views: FabricViews) -> None:
    anta = pytest.importorskip("anta.catalog", reason="anta, the oracle, is not installed")
    text = export_fabric(views, "anta")
    catalog = anta.AntaCatalog.from_dict(yaml.safe_load(text))
    by_device: dict[str, set[str]] = {}
    for test in catalog.tests:
        (tag,) = test.inputs.filters.tags
        by_device.setdefault(tag, set()).add(test.test.name)
    assert by_device["leaf-1"] == {
        "VerifyLLDPNeighbors",
        "VerifyInterfacesStatus",
        "VerifyInterfaceErrDisabled",
        "VerifyL3MTU",
        "VerifyInterfacesEgressQueueDrops",
        "VerifyBGPPeerSession",
        "VerifyRunningConfigLines",
    }
    assert set(by_device) == {"leaf-1", "spine-1"}


def test_a_format_of_a_system_that_the_fabric_lacks_says_so(tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_text(INTENT.replace("7060X6-64PE", "7220 IXR-D5").replace("7060DX5-64S", "7220 IXR-H4"))
    done = CliRunner().invoke(export, [str(tmp_path / "f.yaml"), "--format", "anta"])
    assert done.exit_code != 0
    assert "anta is for Arista EOS, and the fabric has no such switch" in str(done.exception or done.output)
