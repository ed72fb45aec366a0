"""Forms in which databases and FRRouting come: whole, in parts, several ASICs, dumps, captures; alone and together."""

from __future__ import annotations

import json

import pytest

from roce_lint.model.bridging import VirtualAddress
from roce_lint.model.device import Device
from roce_lint.model.fact import Source, Stated, known
from roce_lint.os.sonic.names import name_from_path
from roce_lint.os.sonic.reader import read_sonic
from roce_lint.read.detect import detect
from roce_lint.read.format import Format
from roce_lint.read.read_documents import ReadInputs, read_documents
from roce_lint.text.document import Document
from tests.os.sonic.conftest import WHOLE, changed, line_of, text_of

FRR = """\
frr version 8.5.4
frr defaults traditional
hostname leaf-1
no service integrated-vtysh-config
!
router bgp 65101
 bgp router-id 10.255.0.1
 no bgp ebgp-requires-policy
 neighbor 10.0.0.0 remote-as 65000
 !
 address-family ipv4 unicast
  maximum-paths 16
 exit-address-family
exit
!
"""
FLAT = {f"{table}|{key}": fields for table, rows in WHOLE.items() for key, fields in rows.items()}
REDIS = {
    name: {"expireat": 1.5, "ttl": -0.001, "type": "hash", "value": fields or {"NULL": "NULL"}}
    for name, fields in FLAT.items()
} | {"CONFIG_DB_INITIALIZED": {"expireat": 1.5, "ttl": -0.001, "type": "string", "value": "1"}}
CAPTURE = f"""\
# SONiC Software Version: SONiC.202405.1
# HwSKU: ACS-SN5600
admin@leaf-1:~$ show runningconfiguration all
{text_of(WHOLE)}admin@leaf-1:~$ vtysh -c "show running-config"
Building configuration...

Current configuration:
!
{FRR}admin@leaf-1:~$ exit
"""


def facts(device: Device) -> list[object]:
    return [
        (port.name, known(port.qos.pfc_mode, None), [known(one.headroom_bytes, None) for one in groups])
        for port in device.ports
        for groups in [[priority.group for priority in port.qos.priorities]]
    ]


def inputs(**files: str) -> ReadInputs:
    return read_documents([Document(path.replace("__", "/"), text) for path, text in files.items()])


@pytest.mark.parametrize(
    "text",
    [json.dumps(WHOLE), text_of(FLAT), text_of(REDIS), CAPTURE, text_of({"localhost": WHOLE})],
    ids=["one line", "rows by table and key", "redis-dump", "capture", "namespaces"],
)
def test_every_form_says_the_same(text: str) -> None:
    document = Document("leaf-1/config_db.json", text)
    reading = read_sonic(document)
    (device,) = reading.devices
    assert detect(document) == Format("sonic")
    assert facts(device) == facts(read_sonic(Document("a", text_of(WHOLE))).devices[0])
    assert (device.name, reading.unread, device.refused_settings) == ("leaf-1", (), ())


def test_a_capture_has_release_and_bgp_at_its_lines() -> None:
    (device,) = read_sonic(Document("dump.txt", CAPTURE)).devices
    (process,) = device.routing.bgp
    assert (device.release.value, device.release.source.line) == ("202405.1", 1)
    assert process.neighbors[0].source.line == line_of(CAPTURE, "router bgp", "neighbor 10.0.0.0")
    assert device.ports[0].speed_gbps.source.line == line_of(CAPTURE, '"Ethernet0"', '"speed"')


def test_show_runningconfiguration_all_has_frrouting_as_a_text() -> None:
    frr = "Current configuration:\nfrr version 8.5.4\nrouter bgp 65101\n neighbor 10.0.0.0 remote-as 65001\n"
    text = text_of(WHOLE | {"bgpraw": frr})
    reading = read_sonic(Document("config_db.json", text))
    (process,) = reading.devices[0].routing.bgp
    assert ([one.peer for one in process.neighbors], reading.unread) == (["10.0.0.0"], ())
    assert process.neighbors[0].source.line == line_of(text, '"bgpraw"')


def test_each_asic_has_maps_of_its_own() -> None:
    second = changed(PORT=None, PORT_QOS_MAP=None, INTERFACE=None, DSCP_TO_TC_MAP={"ROCE": {"26": "4"}})
    second |= {"PORT": {"Ethernet16": {"speed": "400000"}}}
    second |= {"PORT_QOS_MAP": {"Ethernet16": {"dscp_to_tc_map": "ROCE"}}}
    text = text_of({"asic0": WHOLE, "asic1": second})
    (device,) = read_sonic(Document("config_db.json", text)).devices
    classes = {
        port.name: known(port.qos.classification.traffic_class_by_dscp[26], "")
        for port in device.ports
        if port.kind.value == "ethernet" and known(port.speed_gbps, 0)
    }
    assert classes == {"Ethernet0": "3", "Ethernet8": "3", "Ethernet16": "4"}


def test_a_card_of_a_chassis_has_its_own_queues() -> None:
    """Host and ASIC stand before the port; queues of other cards are listed too, without a scheduler."""
    rows = {
        "card-2|asic0|Ethernet0|3": {"wred_profile": "ROCE"},
        "card-1|asic0|Ethernet0|3": {"scheduler": "roce", "wred_profile": "ROCE"},
        "card-3|asic0|Ethernet0|3": {"wred_profile": "ROCE"},
    }
    for metadata in ({"hostname": "card-1"}, {}):
        tables = changed(QUEUE=None) | {"QUEUE": rows, "DEVICE_METADATA": {"localhost": metadata}}
        (device,) = read_sonic(Document("config_db.json", text_of(tables))).devices
        assert known(device.ports[0].qos.queues[3].weight_percent, 0) == 100.0


@pytest.mark.parametrize(
    "paths",
    [("leaf-1__config_db.json", "leaf-1__frr.conf"), ("leaf-1_config_db.json", "leaf-1_frr.conf")],
    ids=["folder", "flat"],
)
@pytest.mark.parametrize("frr", [FRR, FRR.replace("hostname leaf-1\n", "")], ids=["host name", "no host name"])
def test_files_of_one_device_are_one(paths: tuple[str, str], frr: str) -> None:
    read = inputs(**{paths[0]: text_of(WHOLE), paths[1]: frr})
    (device,) = read.devices
    (process,) = device.routing.bgp
    assert (device.name, len(device.ports), read.files, read.failures, read.skipped) == ("leaf-1", 2, 2, (), ())
    assert process.neighbors[0].source.file == paths[1].replace("__", "/")
    assert process.multipath[0].ebgp_paths.value == 16


def test_vrrp_of_frrouting_gives_interfaces_further_addresses() -> None:
    frr = f"{FRR}interface Vlan10\n vrrp 5 ip 10.0.0.1\n"
    (device,) = inputs(**{"leaf-1__config_db.json": text_of(WHOLE), "leaf-1__frr.conf": frr}).devices
    place = Source("leaf-1/frr.conf", frr.count("\n"), frr.count("\n"))
    assert device.routing.virtual_addresses == (VirtualAddress("Vlan10", Stated("10.0.0.1", place)),)


def test_parts_of_a_database_are_one_device() -> None:
    names = ("DSCP_TO_TC_MAP", "PORT_QOS_MAP", "QUEUE", "WRED_PROFILE", "SCHEDULER")
    qos = {name: WHOLE[name] for name in names}
    rest = {name: rows for name, rows in WHOLE.items() if name not in names}
    read = inputs(**{"leaf-1__config_db.json": text_of(rest), "leaf-1__qos.json": text_of(qos)})
    (device,) = read.devices
    assert facts(device) == facts(read_sonic(Document("a", text_of(WHOLE))).devices[0])
    assert device.ports[0].qos.queues[3].ecn_kmin_bytes.source.file == "leaf-1/qos.json"
    assert (device.undefined_references, read.unread) == ((), ())


def test_two_databases_of_one_name_are_no_parts() -> None:
    other = text_of(changed(PORT={"Ethernet0": {"speed": "100000"}}))
    read = inputs(**{"old__leaf-1.json": other, "new__leaf-1.json": text_of(WHOLE)})
    assert [one.message for one in read.failures] == [
        "leaf-1 is described by old/leaf-1.json as well; leave one of the two out"
    ]


def test_frrouting_without_a_database_is_left_out_by_name() -> None:
    read = inputs(**{"router__frr.conf": FRR})
    assert (read.devices, [(one.path, one.because) for one in read.skipped]) == (
        (),
        [("router/frr.conf", "a configuration of FRRouting, of whose device no config_db.json is given")],
    )


def test_a_file_that_was_cut_off_is_refused() -> None:
    text = text_of(WHOLE)
    failures = inputs(**{"leaf-1__config_db.json": text[: len(text) // 2]}).failures
    assert [one.message.split(":")[0] for one in failures] == ["not valid JSON"]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("leaf1/config_db.json", "leaf1"),
        ("leaf1/frr.conf", "leaf1"),
        ("leaf1/config_db0.json", "leaf1"),
        ("leaf1_config_db.json", "leaf1"),
        ("rack-2/leaf1_frr.conf", "leaf1"),
        ("leaf1.json", "leaf1"),
        ("dc/leaf-12_bgpd.conf", "leaf-12"),
        ("leaf1/qos.json", "leaf1"),
    ],
)
def test_files_are_called_after_their_device(path: str, name: str) -> None:
    assert name_from_path(path) == name


@pytest.mark.parametrize(
    ("line", "permits"),
    [(" no bgp ebgp-requires-policy\n", True), ("", False)],
    ids=["no policy needed", "policy needed since 7.4"],
)
def test_a_session_without_policy_exchanges_routes_only_where_none_is_needed(line: str, permits: bool) -> None:
    text = FRR.replace(" no bgp ebgp-requires-policy\n", line)
    (device,) = inputs(**{"leaf-1__config_db.json": text_of(WHOLE), "leaf-1__frr.conf": text}).devices
    family = device.routing.bgp[0].neighbors[0].settings.families[0]
    assert [known(one, None).otherwise.value == "permit" for one in family.exports] == [permits]


def test_tunnels_have_the_route_targets_of_frrouting() -> None:
    tunnels = {
        "VRF": {"VrfBlue": {"vni": "9001"}},
        "VXLAN_TUNNEL": {"vtep": {"src_ip": "10.254.0.1"}},
        "VXLAN_EVPN_NVO": {"nvo": {"source_vtep": "vtep"}},
        "VXLAN_TUNNEL_MAP": {
            f"vtep|map_{vni}_Vlan{vlan}": {"vlan": f"Vlan{vlan}", "vni": str(vni)}
            for vlan, vni in ((10, 1010), (20, 1020), (30, 1030), (99, 9001))
        },
    }
    frr = """\
frr defaults traditional
router bgp 65101
 address-family l2vpn evpn
  advertise-all-vni
  vni 1010
   route-target import 65000:1
   route-target import 65000:2
   route-target export 65000:1
  exit-vni
  vni 1020
   route-target both 65000:20
   auto-route-target both add-always
  exit-vni
  vni 1030
   rd 10.254.0.1:3
  exit-vni
 exit-address-family
exit
router bgp 65101 vrf VrfBlue
 address-family l2vpn evpn
  route-target both 65000:9
 exit-address-family
exit
"""
    (device,) = inputs(**{"leaf-1__config_db.json": text_of(WHOLE | tunnels), "leaf-1__frr.conf": frr}).devices
    found = {
        one.vni: tuple(sorted(known(fact, frozenset())) for fact in (one.targets.imports, one.targets.exports))
        for one in device.routing.tunnels[0].bindings
    }
    # Of 1020 and 1030 FRRouting derives some, or all.
    assert found == {
        1010: (["65000:1", "65000:2"], ["65000:1"]),
        1020: ([], []),
        1030: ([], []),
        9001: (["65000:9"], ["65000:9"]),
    }
