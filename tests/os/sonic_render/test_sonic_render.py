"""SONiC: complete devices for every hardware SKU, as its own templates leave them and as the YANG takes them."""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from roce_lint.errors import IntentError
from roce_lint.os.sonic.dialect import SonicDialect
from roce_lint.platforms.catalog import platforms, switch
from roce_lint.platforms.datum import SourcedValue
from roce_lint.platforms.platform import SwitchPlatform
from tests.os.sonic_render.fabric import LOSSY, TWO_LOSSLESS, Rendered, Tables, fabric

SKUS = [one for one in platforms() if isinstance(one, SwitchPlatform) and one.os == "sonic"]
AS_RELOADED = Path(__file__).parent / "as_reloaded"


def has_buffers(platform: SwitchPlatform) -> bool:
    """Say whether a lossless class can be rendered: there are buffer tables, and headroom."""
    dialect = platform.dialect
    return (
        isinstance(dialect, SonicDialect)
        and isinstance(dialect.buffers, SourcedValue)
        and isinstance(dialect.headroom, SourcedValue)
    )


@cache
def rendered(model: str) -> Rendered:
    return fabric(model, TWO_LOSSLESS)


every_lossless_sku = pytest.mark.parametrize("sku", [one.model for one in SKUS if has_buffers(one)])


def test_there_are_skus_of_every_vendor_that_is_promised() -> None:
    lossless = {(one.vendor, one.family) for one in SKUS if has_buffers(one)}
    assert lossless >= {
        ("Arista", "7060X6"), ("Dell", "Z9600"), ("Dell", "Z9800"), ("NVIDIA", "SN5000"), ("Nokia", "7220 IXR-H"),
        ("Celestica", "Silverstone"),
    }  # fmt: skip
    assert {one.model for one in SKUS if not has_buffers(one)} == {
        "Arista-7060DX5-32", "Arista-7060DX5-64S", "Arista-7060X6-64DE", "Accton-AS9716-32D", "Accton-AS9726-32D",
    }  # fmt: skip


@pytest.mark.parametrize("path", sorted(AS_RELOADED.glob("*.json")), ids=lambda path: path.stem)
def test_buffers_and_maps_are_what_config_qos_reload_leaves(path: Path) -> None:
    """With lossless priorities 3 and 4, as the templates have them; only what the buffer manager adds is more."""
    expected = json.loads(path.read_text("utf-8"))
    model = switch(path.stem).model
    for role in ("leaf", "spine"):
        tables = rendered(model).tables(f"{role}-1")
        for table, rows in expected.get(role, expected["leaf"]).items():
            assert as_pattern(tables, table) == rows, (role, table)


def as_pattern(tables: Tables, table: str) -> dict[str, dict[str, str]]:
    """Return the rows of a table for one port with a cable, one without, and all that belong to no port."""
    used = sorted(tables["DEVICE_NEIGHBOR"])[0]
    unused = sorted(set(tables["PORT"]) - set(tables["DEVICE_NEIGHBOR"]))[0]
    found: dict[str, dict[str, str]] = {}
    for key, row in tables.get(table, {}).items():
        port, bar, rest = key.partition("|")
        name = {used: "used", unused: "unused"}.get(port, "" if re.fullmatch(r"Ethernet\d+", port) else port)
        if name and not row.get("profile", "").startswith("pg_lossless") and not key.startswith("pg_lossless"):
            found[name + bar + rest] = row
    return found


@every_lossless_sku
def test_every_lossless_priority_of_a_port_has_headroom_for_its_cable(sku: str) -> None:
    tables = rendered(sku).tables("leaf-1")
    assert len(tables["DEVICE_NEIGHBOR"]) == 4
    for port in tables["DEVICE_NEIGHBOR"]:
        name = tables["BUFFER_PG"][f"{port}|3-4"]["profile"]
        cable = tables["CABLE_LENGTH"]["AZURE"][port]
        if tables["DEVICE_METADATA"]["localhost"]["buffer_model"] == "dynamic":
            assert (name, cable) == ("NULL", "3m" if "host" in tables["DEVICE_NEIGHBOR"][port]["name"] else "30m")
            continue
        assert name == f"pg_lossless_{tables['PORT'][port]['speed']}_{cable}_profile"
        profile = tables["BUFFER_PROFILE"][name]
        assert profile["pool"] == "ingress_lossless_pool"
        assert int(profile["xoff"]) > 0
        assert int(cable.removesuffix("m")) >= (3 if "host" in tables["DEVICE_NEIGHBOR"][port]["name"] else 30)


@every_lossless_sku
def test_every_reference_names_a_row_without_brackets(sku: str) -> None:
    tables = rendered(sku).tables("spine-1")
    assert '"[' not in rendered(sku).texts["configs/spine-1/config_db.json"]
    for key, row in tables["QUEUE"].items():
        assert row["scheduler"] in tables["SCHEDULER"], key
        assert row.get("wred_profile", next(iter(tables["WRED_PROFILE"]))) in tables["WRED_PROFILE"], key
    for table in ("BUFFER_PG", "BUFFER_QUEUE"):
        assert {row["profile"] for row in tables[table].values()} <= {*tables["BUFFER_PROFILE"], "NULL"}
    assert {row["pool"] for row in tables["BUFFER_PROFILE"].values()} <= set(tables["BUFFER_POOL"])


@every_lossless_sku
def test_lanes_are_given_once_and_every_cage_has_ports(sku: str) -> None:
    tables = rendered(sku).tables("leaf-1")
    lanes = [lane for port in tables["PORT"].values() for lane in port["lanes"].split(",")]
    aliases = [port["alias"] for port in tables["PORT"].values() if "alias" in port]
    assert len(set(lanes)) == len(lanes)
    assert len(set(aliases)) == len(aliases)
    cages = [cage for group in switch(sku, "sonic").cage_groups for cage in group.cages]
    assert len({port["index"] for port in tables["PORT"].values()}) == len(cages)
    assert set(tables["BREAKOUT_CFG"]) <= set(tables["PORT"])


LOSSLESS_OR_ELSE_LOSSY = [(one.model, "" if has_buffers(one) else LOSSY) for one in SKUS]
"""Every SKU; lossless where its buffer tables are published."""
SOME_LOSSY = [(one.model, LOSSY) for one in SKUS[::6] if has_buffers(one)]
VALIDATED = [
    pytest.param(*case, marks=() if number % 4 == 0 else pytest.mark.long)
    for number, case in enumerate([*LOSSLESS_OR_ELSE_LOSSY, *SOME_LOSSY])
]


@pytest.mark.parametrize(("sku", "more"), VALIDATED)
def test_the_yang_of_sonic_takes_what_is_rendered(sku: str, more: str, shared: Path, tmp_path: Path) -> None:
    validator = shared / "yang" / "validate_sonic"
    for path, text in fabric(sku, more).texts.items():
        if path.endswith("1/config_db.json"):
            target = tmp_path / path.replace("/", "-")
            target.write_text(text, "utf-8")
            checked = subprocess.run([validator, "--quiet", target], capture_output=True, text=True, check=False)
            if checked.returncode == 2:
                pytest.skip(f"validate_sonic cannot run: {checked.stderr.strip()}")
            assert (checked.returncode, checked.stdout.count("OK;")) == (0, 1), checked.stdout


def test_maps_of_the_shipped_samples_are_those_of_the_templates(shared: Path) -> None:
    sample = json.loads((shared / "samples/sonic/qos-dell9332.json").read_text("utf-8"))
    tables = rendered("DellEMC-Z9664f-O64").tables("leaf-1")
    for table in ("TC_TO_PRIORITY_GROUP_MAP", "TC_TO_QUEUE_MAP", "MAP_PFC_PRIORITY_TO_QUEUE"):
        assert tables[table] == sample[table]
    assert set(tables["DSCP_TO_TC_MAP"]["AZURE"]) == set(sample["DSCP_TO_TC_MAP"]["AZURE"])
    port = tables["PORT_QOS_MAP"]["Ethernet0"]
    assert port == sample["PORT_QOS_MAP"]["Ethernet0"]


@pytest.mark.parametrize(
    "sku", ["Arista-7060X6-64PE-256x200G", "Dell-Z9864f-O64", "Nokia-IXR7220-H5-64O", "ACS-SN5600"]
)
def test_headroom_tables_are_those_of_the_device_folders(sku: str, shared: Path) -> None:
    dialect = switch(sku).dialect
    assert isinstance(dialect, SonicDialect)
    assert isinstance(dialect.headroom, SourcedValue)
    (path,) = (shared / "samples/sonic/platforms").glob(f"*/*/{sku}/pg_profile_lookup.ini")
    lines = [line.split("#")[0].split() for line in path.read_text("utf-8").splitlines()]
    theirs = [tuple(int(word.removesuffix("m")) for word in (*line, "0")[:7]) for line in lines if line]
    ours = [
        (
            row.speed_mbps,
            row.cable_m,
            row.size_bytes,
            row.xon_bytes,
            row.xoff_bytes,
            row.dynamic_th,
            row.xon_offset_bytes,
        )
        for row in dialect.headroom.value
    ]
    assert ours == theirs


@pytest.mark.parametrize("sku", [one.model for one in SKUS])
def test_ports_of_the_usual_breakout_are_those_of_port_config(sku: str, shared: Path) -> None:
    found = list((shared / "samples/sonic/platforms").glob(f"*/*/{sku}/port_config.ini"))
    if not found:
        pytest.skip("the samples have no port_config.ini of this SKU")
    lines = [line.split() for line in found[0].read_text("utf-8").splitlines() if line and not line.startswith("#")]
    theirs = {line[0]: line[1] for line in lines}
    more = LOSSY if not has_buffers(switch(sku, "sonic")) else ""
    tables = fabric(sku, more).tables("spine-1")
    ours = {name: port["lanes"] for name, port in tables["PORT"].items() if name not in tables["DEVICE_NEIGHBOR"]}
    broken_out = {port["index"] for name, port in tables["PORT"].items() if name in tables["DEVICE_NEIGHBOR"]}
    kept = {name: lanes for name, lanes in ours.items() if tables["PORT"][name]["index"] not in broken_out}
    assert len(kept) > 10
    assert kept.items() <= theirs.items()


@pytest.mark.parametrize(
    ("model", "lengths", "message"),
    [
        (
            "7060DX5-64S",
            {},
            "spine-1: sonic-buildimage has no buffer templates for this hardware SKU Arista-7060DX5-64S, so that a"
            " lossless class has no buffer; choose a lossy profile, or a SKU with buffer tables",
        ),
        (
            "Z9664F",
            {"fabric_m": 400},
            "spine-1: the cable of Ethernet0 has 400 m, and the headroom table of DellEMC-Z9664f-O64 ends at 300 m for"
            " 400G; use a shorter cable or another SKU",
        ),
    ],
)
def test_a_lossless_class_without_headroom_is_refused(model: str, lengths: dict[str, int], message: str) -> None:
    with pytest.raises(IntentError) as refused:
        fabric(model, **lengths)
    found = {one.message: one.line for one in refused.value.problems}
    assert message in found
    assert all(found.values())


def test_only_lossless_priorities_of_the_intent_are_paused_and_buffered() -> None:
    tables = fabric("Z9864F-ON").tables("leaf-1")
    assert tables["PORT_QOS_MAP"]["Ethernet0"] == {
        "dscp_to_tc_map": "AZURE",
        "pfc_enable": "3",
        "pfc_to_queue_map": "AZURE",
        "pfcwd_sw_enable": "3",
        "tc_to_pg_map": "AZURE",
        "tc_to_queue_map": "AZURE",
    }
    assert tables["DSCP_TO_TC_MAP"]["AZURE"]["26"] == "3"
    assert {tc: group for tc, group in tables["TC_TO_PRIORITY_GROUP_MAP"]["AZURE"].items() if group != "0"} == {
        "3": "3",
        "7": "7",
    }
    queues = {key: row["profile"] for key, row in tables["BUFFER_QUEUE"].items() if key.startswith("Ethernet0|")}
    assert queues == {
        "Ethernet0|0-2": "egress_lossy_profile",
        "Ethernet0|3": "egress_lossless_profile",
        "Ethernet0|4-6": "egress_lossy_profile",
    }
    assert tables["PFC_WD"]["GLOBAL"] == {"POLL_INTERVAL": "100"}
    assert tables["PFC_WD"]["Ethernet0"] == {
        "action": "drop",
        "detection_time": "200",
        "restoration_time": "400",
    }


SLOW = "roce: {watchdog: {detection: 4 s, recovery: 6 s, polling: 2 s}}\n"


def test_an_interval_that_newer_images_refuse_is_written_for_older_ones_alone() -> None:
    tables = fabric("Z9864F-ON", SLOW, release="202505").tables("leaf-1")
    assert tables["PFC_WD"]["GLOBAL"] == {"POLL_INTERVAL": "2000"}


@pytest.mark.parametrize("release", ["", "202511", "202605"])
def test_an_interval_that_the_release_may_refuse_is_not_written(release: str) -> None:
    with pytest.raises(IntentError, match="polls every 1000 ms at most, not 2000"):
        fabric("Z9864F-ON", SLOW, release=release)


def test_a_lossy_fabric_has_no_pauses_and_no_watchdog() -> None:
    tables = fabric("7060DX5-64S", LOSSY).tables("leaf-1")
    assert not {"pfc_enable", "pfcwd_sw_enable"} & set(tables["PORT_QOS_MAP"]["Ethernet0"])
    assert not {"PFC_WD", "BUFFER_PG", "BUFFER_POOL"} & set(tables)
    assert tables["WRED_PROFILE"]["AZURE_LOSSLESS"]["ecn"] == "ecn_all"


TENANT = """
tenants:
  - {name: blue, segments: [{vlan: 100, gateway: 10.100.0.1/24, hosts: ["host-*"]}]}
"""


def test_tenants_are_vlans_and_vrfs_that_the_yang_takes(shared: Path, tmp_path: Path) -> None:
    texts = fabric("Z9864F", TENANT).texts
    tables: Tables = json.loads(texts["configs/leaf-1/config_db.json"])
    assert tables["VRF"] == {"Vrfblue": {"vni": "50001"}}
    assert tables["VLAN_MEMBER"]["Vlan100|Ethernet0"] == {"tagging_mode": "untagged"}
    assert tables["VLAN_INTERFACE"]["Vlan100"] == {"static_anycast_gateway": "true", "vrf_name": "Vrfblue"}
    assert tables["VXLAN_TUNNEL_MAP"]["vtep|map_10100_Vlan100"] == {"vlan": "Vlan100", "vni": "10100"}
    assert " vni 50001\nexit-vrf\n" in texts["configs/leaf-1/frr.conf"]
    target = tmp_path / "config_db.json"
    target.write_text(texts["configs/leaf-1/config_db.json"], "utf-8")
    checked = subprocess.run([shared / "yang/validate_sonic", target], capture_output=True, text=True, check=False)
    if checked.returncode == 2:
        pytest.skip(f"validate_sonic cannot run: {checked.stderr.strip()}")
    assert checked.returncode == 0, checked.stdout


def test_a_tenant_whose_vrf_would_be_no_interface_name_is_refused() -> None:
    with pytest.raises(IntentError) as refused:
        fabric("Z9864F", TENANT.replace("blue", "a-name-of-15-xx"))
    assert [one.message for one in refused.value.problems] == [
        "tenant a-name-of-15-xx: SONiC takes names of at most 12 characters for a tenant"
    ]
