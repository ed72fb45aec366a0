"""Rows that run and contradict each other: buffers, the dynamic model, the watchdog, rates and sessions."""

from __future__ import annotations

import copy
import json

import pytest

from roce_lint.model.device import Device, SettingFault
from roce_lint.model.fact import Default, Stated, Unknown, known
from roce_lint.model.terms import PfcMode, PortKind
from roce_lint.os.sonic.reader import read_files, read_sonic
from roce_lint.text.document import Document
from tests.os.sonic.conftest import NUMBERS, PROFILE, WHOLE, Tables

NO_TABLE: Tables = {"DEVICE_METADATA": {"localhost": {"hwsku": "Some-Box"}}}
POOLS: Tables = {
    "BUFFER_POOL": {
        "in": {"type": "ingress", "mode": "dynamic", "size": "50000000"},
        "out": {"type": "egress", "mode": "dynamic", "size": "50000000"},
    }
}


def device(*parts: Tables, release: str = "", without: tuple[str, ...] = ()) -> Device:
    """Return the whole database without some tables, with rows more or changed."""
    whole: dict[str, dict[str, dict[str, object]]] = copy.deepcopy(WHOLE)  # type: ignore[assignment]  # lists come in
    for table in without:
        whole.pop(table, None)
    for part in parts:
        for table, rows in part.items():
            for key, fields in rows.items():
                whole.setdefault(table, {}).setdefault(key, {}).update(fields)
    if release:
        whole["VERSIONS"] = {"DATABASE": {"VERSION": f"version_{release}_01"}}
    (found,) = read_sonic(Document("leaf-1/config_db.json", json.dumps(whole, indent=1))).devices
    return found


def said(found: Device) -> list[tuple[str, str]]:
    """Return what is said of settings, with the kind of fault in front."""
    return [(one.fault.value, one.because) for one in found.refused_settings]


def test_the_whole_database_contradicts_itself_nowhere() -> None:
    assert said(device()) == []


@pytest.mark.parametrize(
    ("rows", "because"),
    [
        (
            {"PFC_WD": {"GLOBAL": {"BIG_RED_SWITCH": "enable"}}},
            ("harmful", "it drops all packets of the lossless queues on every port until somebody switches it off"),
        ),
        (
            POOLS | {"BUFFER_PROFILE": {"p": {"pool": "in", "size": "1000", "xoff": "90000", "dynamic_th": "0"}}},
            (
                "refused",
                "size 1000 does not hold the headroom, and the pool in has no xoff to share: nothing is reserved "
                "for it",
            ),
        ),
        (
            POOLS | {"BUFFER_PROFILE": {"p": {"pool": "in", "size": "1000"}}},
            (
                "refused",
                "a profile needs dynamic_th or static_th, as the mode of its pool says: orchagent refuses it",
            ),
        ),
        (
            {"CABLE_LENGTH": {"AZURE": {"Ethernet0": "2.5m"}}},
            (
                "refused",
                "a length is a whole number of metres such as 40m, not '2.5m': the buffer manager gives the port no "
                "headroom",
            ),
        ),
        (
            {
                "BUFFER_POOL": {"tiny": {"type": "egress", "mode": "dynamic", "size": "1000"}},
                "BUFFER_PROFILE": {"q": {"pool": "tiny", "size": "900", "dynamic_th": "0"}},
                "BUFFER_QUEUE": {"Ethernet0|1-2": {"profile": "q"}},
            },
            (
                "refused",
                "priority groups and queues reserve 1800 bytes of the pool, which is smaller: the chip refuses a part "
                "of them",
            ),
        ),
        (
            {
                "SCHEDULER": {"port": {"type": "STRICT", "pir": "12500000000"}},
                "PORT_QOS_MAP": {"Ethernet0": {"scheduler": "port"}},
            },
            ("doubtful", "the port as a whole is held to 100 of 400 Gb/s"),
        ),
        (
            {"BGP_NEIGHBOR": {"10.0.0.0": {"asn": "65201", "admin_status": "down"}, "10.0.0.2": {"asn": "65201"}}},
            ("doubtful", "1 of 2 BGP sessions are shut down: the rest of the paths carry all traffic"),
        ),
        (
            NO_TABLE | {"CABLE_LENGTH": {"AZURE": {"Ethernet0": "300m"}}},
            (
                "doubtful",
                "the profile is for 400G and a cable of 40m, and the port has 400G and a CABLE_LENGTH of 300m",
            ),
        ),
        (
            {
                "DEVICE_METADATA": {"localhost": {"buffer_model": "traditional"}},
                "BUFFER_PG": {"Ethernet0|3": {"profile": "NULL"}},
            },
            (
                "refused",
                "rows of BUFFER_PG have the profile NULL, for which the dynamic model alone computes headroom",
            ),
        ),
        (
            POOLS | {"BUFFER_PROFILE": {"p": {"pool": "in", "size": "9", "xoff": "8", "xon": "10", "dynamic_th": "0"}}},
            ("doubtful", "a pause ends when the group holds less than xon, and the profile has no more than 9 bytes"),
        ),
        (
            {"BUFFER_POOL": {"out": {"type": "egress"}}, "BUFFER_PROFILE": {PROFILE: {"pool": "out"}}},
            ("refused", "the pool out is of egress, and a priority group needs one of ingress"),
        ),
        (
            {"BUFFER_PG": {"Ethernet0|0": {"profile": PROFILE}}},
            (
                "doubtful",
                "priority group 0 is that of unmarked packets, and pfc_enable does not pause for it: the headroom"
                " protects nothing, and is lost to the pool",
            ),
        ),
        (
            {
                "PORTCHANNEL": {"PortChannel1": {"min_links": "3"}},
                "PORTCHANNEL_MEMBER": {"PortChannel1|Ethernet0": {}, "PortChannel1|Ethernet8": {}},
            },
            ("doubtful", "PortChannel1 has 2 members, fewer than that: it never comes up"),
        ),
        (
            {"BUFFER_PROFILE": {PROFILE: {"xoff": "120000"}}},
            (
                "doubtful",
                "pg_profile_lookup.ini of ACS-SN5600 for 400G and 40m has 283648: a profile of that name is taken as"
                " it is",
            ),
        ),
        (
            {"PFC_WD": {"GLOBAL": {"pfc_stat_history": "enable"}}},
            ("refused", "it is a field of the rows of ports; GLOBAL sets it for none of them"),
        ),
    ],
    ids=[
        "red switch",
        "headroom in no pool",
        "no threshold",
        "cable",
        "reservations",
        "port rate",
        "sessions",
        "profile of another cable",
        "dynamic rows",
        "xon",
        "pool of egress",
        "headroom of unmarked packets",
        "more links than members",
        "headroom below the table",
        "history of all",
    ],
)
def test_rows_that_contradict_each_other_are_reported(rows: Tables, because: tuple[str, str]) -> None:
    assert because in said(device(rows))


@pytest.mark.parametrize(
    ("table", "what"),
    [
        ("MAP_PFC_PRIORITY_TO_QUEUE", "priority 3, which pauses: the chip decides which queue then waits"),
        *(
            (
                table,
                "traffic class 3, which markings get and priority 3 pauses: its packets go where the chip puts them, "
                "usually with best effort",
            )
            for table in ("TC_TO_QUEUE_MAP", "TC_TO_PRIORITY_GROUP_MAP")
        ),
    ],
)
def test_a_map_that_leaves_out_a_pausing_priority_is_reported(table: str, what: str) -> None:
    lists: Tables = {table: {"SHORT": {key: "0" for key in NUMBERS if key != "3"}}}
    field = {"MAP_PFC_PRIORITY_TO_QUEUE": "pfc_to_queue_map", "TC_TO_QUEUE_MAP": "tc_to_queue_map"}
    bound: Tables = {"PORT_QOS_MAP": {"Ethernet0": {field.get(table, "tc_to_pg_map"): "SHORT"}}}
    assert ("doubtful", f"it does not list {what}") in said(device(lists, bound))


def test_a_watchdog_that_never_starts_is_an_error_where_pfc_is_on() -> None:
    row = {"PFC_WD": {"Ethernet0": {"detection_time": "200"}}, "PORT_QOS_MAP": {"Ethernet0": {"pfcwd_sw_enable": ""}}}
    because = "pfcwd_sw_enable lists no priority: starting the watchdog fails and is retried for ever"
    assert ("refused", because) in said(device(row))


@pytest.mark.parametrize(("release", "enabled"), [("202411", True), ("202505", False), ("", True)])
def test_the_old_name_of_the_watchdog_is_read_by_old_releases(release: str, enabled: bool) -> None:
    row: Tables = {"PFC_WD_TABLE": {"Ethernet0": {"detection_time": "200", "restoration_time": "400"}}}
    found = device(row, release=release, without=("PFC_WD",))
    assert known(found.ports[0].qos.watchdog.enabled, None) is enabled


@pytest.mark.parametrize(
    ("release", "faults"),
    [
        ("", []),
        ("202505", []),
        ("202511", [SettingFault.DOUBTFUL]),
        ("202605", [SettingFault.REFUSED]),
    ],
)
def test_the_longest_polling_interval_follows_from_the_release(release: str, faults: list[SettingFault]) -> None:
    times = {"detection_time": "3000", "restoration_time": "3000"}
    row: Tables = {"PFC_WD": {"GLOBAL": {"POLL_INTERVAL": "2000"}, "Ethernet0": times, "Ethernet8": times}}
    found = device(row, release=release)
    assert [one.fault for one in found.refused_settings if one.setting == "POLL_INTERVAL 2000"] == faults


def test_a_list_switches_no_priority_on() -> None:
    whole: dict[str, dict[str, dict[str, object]]] = copy.deepcopy(WHOLE)  # type: ignore[assignment]  # a list comes in
    whole["PORT_QOS_MAP"]["Ethernet0"]["pfc_enable"] = ["3"]
    (found,) = read_sonic(Document("leaf-1/config_db.json", json.dumps(whole, indent=1))).devices
    assert known(found.ports[0].qos.pfc_mode, None) is PfcMode.OFF
    assert (
        "refused",
        "it is a text such as 3,4; a list is kept as pfc_enable@, which nothing reads: no priority is on",
    ) in said(found)


DYNAMIC: Tables = {
    "DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}},
    "BUFFER_PG": {"Ethernet0|3": {"profile": "NULL"}, "Ethernet8|3": {"profile": "NULL"}},
    "CABLE_LENGTH": {"AZURE": {"Ethernet0": "40m", "Ethernet8": "40m"}},
}


def test_the_dynamic_model_needs_its_two_tables() -> None:
    missing = ("DEFAULT_LOSSLESS_BUFFER_PARAMETER", "LOSSLESS_TRAFFIC_PATTERN")
    found = [because for _, because in said(device(DYNAMIC, without=missing))]
    assert found == [
        f"the dynamic model computes headroom with {name}, which no row states: there is none" for name in missing
    ]


@pytest.mark.parametrize(
    ("release", "percentage", "ratio", "met"),
    [
        ("202605 of 2026-07-01", "50", "0", True),
        ("202605 of 2026-08-01", "50", "0", False),
        ("202511 of 2026-07-01", "50", "0", False),
        ("202605 of 2026-07-01", "100", "0", False),
        ("202605 of 2026-07-01", "50", "2", False),
    ],
)
def test_images_that_reserve_too_little_for_small_packets(release: str, percentage: str, ratio: str, met: bool) -> None:
    whole = copy.deepcopy(WHOLE)
    whole["DEVICE_METADATA"]["localhost"]["buffer_model"] = "dynamic"
    whole["BUFFER_PG"] = {"Ethernet0|3": {"profile": "NULL"}}
    whole["BUFFER_POOL"]["ingress_lossless_pool"].pop("xoff")
    whole["LOSSLESS_TRAFFIC_PATTERN"] = {"AZURE": {"mtu": "1024", "small_packet_percentage": percentage}}
    whole["DEFAULT_LOSSLESS_BUFFER_PARAMETER"] = {"AZURE": {"default_dynamic_th": "0", "over_subscribe_ratio": ratio}}
    branch, _, day = release.partition(" of ")
    month = {"07": "Jul", "08": "Aug"}[day[5:7]]
    version = (
        f"SONiC Software Version: SONiC.{branch}.1\nBuild date: Sat {month} {int(day[8:])} 10:00:00 UTC {day[:4]}\n"
    )
    documents = (
        Document("leaf-1/config_db.json", json.dumps(whole, indent=1)),
        Document("leaf-1/version.txt", version),
    )
    reading = read_files(documents, tuple(read_sonic(one) for one in documents))
    assert reading is not None
    (found,) = reading.devices
    kinds = [one.setting for one in found.refused_settings if one.fault is SettingFault.KNOWN]
    assert kinds == [f"LOSSLESS_TRAFFIC_PATTERN small_packet_percentage {percentage}"] * met


def test_the_dynamic_model_says_for_which_cable_and_packets_it_computes() -> None:
    dynamic = {
        "DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}},
        "BUFFER_PG": {"Ethernet0|3": {"profile": "NULL"}},
        "LOSSLESS_TRAFFIC_PATTERN": {"AZURE": {"mtu": "4096", "small_packet_percentage": "50"}},
    }
    group = device(dynamic).ports[0].qos.priorities[3].group
    sizes = (group.sized_for_cable_m, group.sized_for_frame_bytes, group.sized_for_small_percent)
    assert [getattr(one, "value", None) for one in sizes] == [40, 4096, 50]
    static = device().ports[0].qos.priorities[3].group
    assert isinstance(static.sized_for_frame_bytes, Unknown)


def test_a_dynamic_profile_has_computed_headroom_and_its_own_alpha() -> None:
    rows: Tables = {
        "BUFFER_PROFILE": {"mine": {"pool": "ingress_lossless_pool", "headroom_type": "dynamic", "dynamic_th": "1"}},
        "BUFFER_PG": {"Ethernet0|3": {"profile": "mine"}},
    }
    group = device(DYNAMIC, rows).ports[0].qos.priorities[3].group
    assert known(group.alpha, 0.0) == 2.0
    assert not (isinstance(group.headroom_bytes, Stated) and group.headroom_bytes.value == 0)


def test_a_lossless_queue_with_the_profile_of_lossy_ones_is_reported() -> None:
    rows: Tables = POOLS | {
        "BUFFER_PROFILE": {
            "lossy": {"pool": "out", "size": "0", "dynamic_th": "0"},
            "lossless": {"pool": "out", "size": "0", "static_th": "50000000"},
        },
        "BUFFER_QUEUE": {"Ethernet0|0": {"profile": "lossy"}, "Ethernet0|3": {"profile": "lossy"}},
    }
    found = device(rows)
    assert [one.setting for one in found.refused_settings if one.fault is SettingFault.DOUBTFUL] == [
        "BUFFER_QUEUE|Ethernet0|3 profile lossy"
    ]


def test_ports_inside_the_chip_have_no_cable() -> None:
    found = device({"PORT": {"Ethernet8": {"role": "Rec"}}})
    assert next(port.kind for port in found.ports if port.name == "Ethernet8") is PortKind.TUNNEL


def test_sixty_four_paths_are_of_the_templates_alone() -> None:
    neighbor: Tables = {"BGP_NEIGHBOR": {"10.0.0.0": {"asn": "65201"}}}
    framework: Tables = {"DEVICE_METADATA": {"localhost": {"frr_mgmt_framework_config": "true"}}}
    one, other = device(neighbor), device(neighbor, framework)
    assert known(one.routing.bgp[0].multipath[0].ebgp_paths, 0) == 64
    assert known(other.routing.bgp[0].multipath[0].ebgp_paths, 0) != 64


SIZES = "# speed cable size xon xoff threshold\n400000 40m 1248 2288 97280 0\n"


def test_the_headroom_table_beside_the_database_counts() -> None:
    whole = copy.deepcopy(WHOLE)
    whole["DEVICE_METADATA"]["localhost"].pop("hwsku")
    whole["BUFFER_PG"] = {}
    whole["BUFFER_PROFILE"] = {}
    whole["CABLE_LENGTH"] = {"AZURE": {"Ethernet0": "40m", "Ethernet8": "7m"}}
    documents = (
        Document("leaf-1/config_db.json", json.dumps(whole, indent=1)),
        Document("leaf-1/pg_profile_lookup.ini", SIZES),
    )
    reading = read_files(documents, tuple(read_sonic(one) for one in documents))
    assert reading is not None
    first, second = (port.qos.priorities[3].group.headroom_bytes for port in reading.devices[0].ports[:2])
    assert (known(first, 0), known(second, -1)) == (97280, 0)


def test_ports_of_the_sku_are_those_of_a_database_without_any() -> None:
    part = {table: rows for table, rows in WHOLE.items() if table.endswith("_MAP")}
    sku = '{"interfaces": {"Ethernet0": {"default_brkout_mode": "2x400G[200G]", "lanes": "1,2,3,4,5,6,7,8"}}}'
    documents = (
        Document("SKU/qos.json", json.dumps(part, indent=1)),
        Document("SKU/hwsku.json", sku),
    )
    reading = read_files(documents, tuple(read_sonic(one) for one in documents))
    assert reading is not None
    ports = [port for port in reading.devices[0].ports if not isinstance(port.speed_gbps, Unknown)]
    assert [(port.name, known(port.speed_gbps, 0)) for port in ports] == [("Ethernet0", 400), ("Ethernet4", 400)]
    assert all(not isinstance(port.enabled, (Stated, Default)) for port in ports)
