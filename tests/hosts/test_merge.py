from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.hosts.merge import MergedHosts, merge_hosts, pci_location
from roce_lint.hosts.reader import read_host
from roce_lint.model.fact import Fact, Unknown
from roce_lint.model.nic import Evidence
from roce_lint.model.reading import SettingConflict
from roce_lint.text.document import Document


def merged(**files: str) -> MergedHosts:
    """Merge files of the host h1, in this order; the names are of artefacts, not of hosts."""
    documents = [Document(f"h1/{name}", text) for name, text in files.items()]
    return merge_hosts([device for document in documents for device in read_host(document).devices])


def value(fact: Fact[object]) -> object:
    return "unknown" if isinstance(fact, Unknown) else fact.value


QOS = "mlnx_qos -i enp59s0f0np0 --pfc 0,0,0,1,0,0,0,0\nip link set enp59s0f0np0 mtu 9000\n"
LINKED = "echo 48 > /sys/class/infiniband/mlx5_0/device/net/enp59s0f0np0/ecn/roce_np/cnp_dscp\n"
MARKING = "cma_roce_tos -d mlx5_0 -t 106\n"
FIRMWARE = "mlxconfig -d 0000:3b:00.0 -y set CNP_DSCP_P1=4 RPG_TIME_RESET_P1=100\n"
NCCL = "NCCL_IB_TC=106\n"


def test_the_files_of_a_host_become_one_device() -> None:
    hosts = merged(qos=QOS, link=LINKED, tos=MARKING, nccl=NCCL)
    (device,) = hosts.devices
    (nic,), (port,) = device.nics, device.ports
    assert (device.name, port.name, nic.port, value(nic.rdma_device)) == (
        "h1",
        "enp59s0f0np0",
        "enp59s0f0np0",
        "mlx5_0",
    )
    assert (value(nic.rdma_cm_tos), value(nic.application_tos), value(nic.cnp_dscp)) == (106, 106, 48)
    assert (value(port.ip_mtu_bytes), hosts.conflicts) == (9000, ())


BOND = "ip link add bond0 type bond mode 802.3ad\n" + "".join(
    f"ip link set {name} master bond0\n" for name in ("enp59s0f0np0", "eth3")
)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"qos": QOS, "link": BOND}, [("h1/qos", 1, "eth3 is in bond0 too, and no file sets its PFC")]),
        ({"qos": QOS, "link": BOND, "setup": QOS.replace("enp59s0f0np0", "eth3")}, []),
        ({"link": BOND}, []),
    ],
    ids=["half", "both", "neither"],
)
def test_a_bond_of_which_one_port_pauses_is_reported(
    files: dict[str, str], expected: list[tuple[str, int, str]]
) -> None:
    (device,) = merged(**files).devices
    found = [(one.source.file, one.source.line, one.because) for one in device.refused_settings]
    assert found == expected


def test_what_runs_wins_over_what_is_stored() -> None:
    hosts = merged(firmware=FIRMWARE, link=LINKED)
    (nic,) = hosts.devices[0].nics
    assert (value(nic.cnp_dscp), nic.cnp_dscp.source.file, nic.evidence) == (48, "h1/link", Evidence.CONFIGURED)
    assert value(nic.dcqcn.increase_timer_us) == 100
    (conflict,) = hosts.conflicts
    assert conflict == SettingConflict(
        "h1", "enp59s0f0np0", "cnp_dscp", "48", nic.cnp_dscp.source, "4", conflict.refused_source
    )
    assert conflict.refused_source.file == "h1/firmware"


def test_a_stated_fact_wins_over_a_default_in_any_order() -> None:
    trust = "mlnx_qos -i enp59s0f0np0 --trust dscp\n"
    for hosts in (merged(qos=QOS, setup=trust), merged(setup=trust, qos=QOS)):
        (port,) = hosts.devices[0].ports
        assert (str(value(port.qos.trust)), str(value(port.qos.pfc_mode))) == ("Trust.DSCP", "PfcMode.ON")
        assert hosts.conflicts == ()


def test_what_is_said_of_every_nic_holds_for_each() -> None:
    two = "mlnx_qos -i eth0 --trust dscp\nmlnx_qos -i eth1 --trust dscp\nip link set eno1 mtu 1500\n"
    device = merged(setup=two, nccl=NCCL).devices[0]
    assert [(nic.port, value(nic.application_tos)) for nic in device.nics] == [("eth0", 106), ("eth1", 106)]
    assert [port.name for port in device.ports] == ["eth0", "eth1", "eno1"]


def test_a_host_of_which_no_nic_is_named_keeps_every_nic() -> None:
    device = merged(nccl=NCCL).devices[0]
    assert ([port.name for port in device.ports], [nic.port for nic in device.nics]) == (["*"], ["*"])


def test_headroom_is_computed_when_all_its_parts_are_known() -> None:
    speed = "ethtool -s enp59s0f0np0 speed 400000 autoneg off\n"
    cable = "mlnx_qos -i enp59s0f0np0 --cable_len 40\n"
    (port,) = merged(qos=QOS, ethernet=speed, cable=cable).devices[0].ports
    # (301 + 216 * 40 // 100) * 400 + 272 * 9000 // 100
    assert [value(one.group.headroom_bytes) for one in port.qos.priorities] == [
        179_280 if n == 3 else "unknown" for n in range(8)
    ]


def test_different_hosts_stay_apart() -> None:
    devices = [device for name in ("a1", "a2") for device in read_host(Document(f"{name}/nccl.conf", NCCL)).devices]
    assert [device.name for device in merge_hosts(devices).devices] == ["a1", "a2"]


def test_merging_twice_changes_nothing() -> None:
    once = merged(qos=QOS, link=LINKED, tos=MARKING, firmware=FIRMWARE, nccl=NCCL).devices
    assert merge_hosts(once).devices == once


@pytest.mark.parametrize(
    ("name", "location"),
    [
        ("enp59s0f0np0", (0, 59, 0, 0)),
        ("enp59s0f1", (0, 59, 0, 1)),
        ("rocep59s0f1", (0, 59, 0, 1)),
        ("enP2p1s0", (2, 1, 0, 0)),
        ("0000:3b:00.1", (0, 59, 0, 1)),
        ("3b:00.0", (0, 59, 0, 0)),
        ("enp59s0f0v3", ()),
        ("mlx5_0", ()),
        ("eth0", ()),
    ],
)
def test_names_that_contain_a_pci_location(name: str, location: tuple[int, ...]) -> None:
    assert pci_location(name) == location


def test_fixture_hosts_merge_without_conflict(root: Path) -> None:
    folder = root / "fixtures" / "mlx5" / "two-rails"
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "README.md")
    documents = [Document(str(path.relative_to(folder)), path.read_text()) for path in files]
    readings = [read_host(document) for document in documents]
    hosts = merge_hosts([device for reading in readings for device in reading.devices])
    assert [line for reading in readings for line in reading.unread] == []
    seen = {
        device.name: [(nic.port, value(nic.application_tos), value(nic.cnp_dscp)) for nic in device.nics]
        for device in hosts.devices
    }
    both = [("enp59s0f0np0", 106, 48), ("enp60s0f0np0", 106, 48)]
    assert (seen, hosts.conflicts) == ({"h-0001": both, "h-0002": both}, ())


def test_a_name_of_thousands_of_digits_contains_none() -> None:
    assert pci_location("enp" + "9" * 5001 + "s0f0") == ()


BOND = """\
network:
  version: 2
  ethernets:
    eth0: {mtu: 9000}
    eth1: {mtu: 9000}
  bonds:
    data:
      interfaces: [eth0, eth1]
      parameters: {mode: MODE}
      addresses: [10.0.0.2/24]
"""
BONDED_NICS = """\
set_nic() {
    mlnx_qos -i "$1" --trust dscp
    cma_roce_tos -d "$2" -t 106
}
set_nic eth0 mlx5_bond_0
set_nic eth1 mlx5_bond_0
"""


@pytest.mark.parametrize(
    ("mode", "joins"),
    [("802.3ad", "active"), ("balance-xor", "on"), ("active-backup", "no LAG")],
    ids=["lacp", "static", "no lag"],
)
def test_ports_of_a_bond_share_its_rdma_device_and_join_by_its_mode(mode: str, joins: str) -> None:
    hosts = merged(
        **{
            "60-net.yaml": BOND.replace("MODE", mode),
            "nics": BONDED_NICS,
            "nccl": "NCCL_IB_HCA==mlx5_bond_0\nNCCL_IB_TC=106\n",
        }
    )
    (device,) = hosts.devices
    assert [
        (nic.port, value(nic.rdma_device), value(nic.rdma_cm_tos), value(nic.application_tos)) for nic in device.nics
    ] == [
        ("eth0", "mlx5_bond_0", 106, 106),
        ("eth1", "mlx5_bond_0", 106, 106),
    ]
    members = [(port.name, value(port.lag), getattr(value(port.lag_mode), "value", "unknown")) for port in device.ports]
    assert members == [("eth0", "data", joins), ("eth1", "data", joins), ("data", "unknown", "unknown")]
    assert [port.kind.value for port in device.ports] == ["ethernet", "ethernet", "lag"]


def test_tools_and_files_that_make_bonds() -> None:
    networkd = merged(
        **{
            "data.netdev": "[NetDev]\nName=data\nKind=bond\n[Bond]\nMode=802.3ad\n",
            "eth0.network": "[Match]\nName=eth0\n[Link]\nMTUBytes=9000\n[Network]\nBond=data\n",
        }
    )
    script = merged(
        up="ip link add data type bond mode 4\nip link set eth0 mtu 9000\nip link set dev eth0 master data\n"
        "mlnx_qos -i eth0 --trust dscp\n"
    )
    manager = merged(
        up='nmcli connection add type bond ifname data bond.options "mode=802.3ad,miimon=100"\n'
        "nmcli connection add type ethernet ifname eth0 master data\n"
        "mlnx_qos -i eth0 --trust dscp\n"
    )
    for hosts in (networkd, script, manager):
        ports = {port.name: port for port in hosts.devices[0].ports}
        assert (value(ports["eth0"].lag), ports["data"].kind.value) == ("data", "lag")
