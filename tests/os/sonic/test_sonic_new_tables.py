"""Packet trimming, link-layer retry and adaptive routing: what each row means, and what the switch does not take."""

from __future__ import annotations

import copy
import json

import pytest

from roce_lint.model.device import Device, SettingFault
from roce_lint.model.fact import Default, Stated, Unknown
from roce_lint.os.sonic.link_retry import IN_REVIEW as RETRY_IN_REVIEW
from roce_lint.os.sonic.reader import read_files, read_sonic
from roce_lint.text.document import Document
from tests.os.sonic.conftest import WHOLE, Tables

TRIMS: Tables = {
    "BUFFER_PROFILE": {"cut": {"pool": "egress", "size": "0", "dynamic_th": "0", "packet_discard_action": "trim"}},
    "BUFFER_POOL": {"egress": {"type": "egress", "mode": "dynamic", "size": "1000000"}},
    "BUFFER_QUEUE": {"Ethernet0|1": {"profile": "cut"}},
    "SWITCH_TRIMMING": {"GLOBAL": {"size": "256", "dscp_value": "46", "queue_index": "6"}},
}


def device(*parts: Tables, release: str = "") -> Device:
    """Return the whole database with rows more or changed."""
    whole = copy.deepcopy(WHOLE)
    for part in parts:
        for table, rows in part.items():
            for key, fields in rows.items():
                whole.setdefault(table, {}).setdefault(key, {}).update(fields)
    if release:
        whole["VERSIONS"] = {"DATABASE": {"VERSION": f"version_{release}_01"}}
    (found,) = read_sonic(Document("leaf-1/config_db.json", json.dumps(whole, indent=1))).devices
    return found


def refused(found: Device) -> list[str]:
    return [one.because for one in found.refused_settings]


def test_a_database_without_the_tables_says_nothing_of_them() -> None:
    found = device()
    assert (found.trimming, found.link_retries, found.adaptive_routing) == (None, (), None)


def test_trimming_is_read_with_its_queues() -> None:
    found = device(TRIMS)
    trimming = found.trimming
    assert trimming is not None
    values = [getattr(one, "value", None) for one in (trimming.size_bytes, trimming.dscp, trimming.queue)]
    assert values == [256, 46, 6]
    assert [(one.port, one.index) for one in trimming.queues] == [("Ethernet0", 1)]
    assert refused(found) == []


def test_marking_by_class_has_the_class_and_no_single_dscp() -> None:
    row = {"SWITCH_TRIMMING": {"GLOBAL": {"dscp_value": "from-tc", "tc_value": "5", "queue_index": "dynamic"}}}
    trimming = device(TRIMS, row).trimming
    assert trimming is not None
    assert isinstance(trimming.traffic_class, Stated)
    assert trimming.traffic_class.value == "5"
    assert (trimming.dscp_is_of_port, trimming.queue_follows_class) == (True, True)
    assert isinstance(trimming.dscp, Unknown)


def test_a_queue_that_trims_without_settings_has_the_defaults_of_the_chip() -> None:
    without = {table: rows for table, rows in TRIMS.items() if table != "SWITCH_TRIMMING"}
    trimming = device(without).trimming
    assert trimming is not None
    assert isinstance(trimming.is_set_up, Default)
    assert trimming.is_set_up.value is False
    facts = (trimming.size_bytes, trimming.dscp, trimming.queue)
    assert [(type(one), getattr(one, "value", None)) for one in facts] == [(Default, 128), (Default, 0), (Default, 0)]


def access_list(bind_point: str, **fields: str) -> Tables:
    """Return a table with one rule that takes trimming away."""
    kind = {"MATCHES": "SRC_IP", "ACTIONS": "DISABLE_TRIM_ACTION", "BIND_POINTS": bind_point}
    return {
        "ACL_TABLE_TYPE": {"OFF": kind},
        "ACL_TABLE": {"T": {"type": "OFF", "ports": "Ethernet0"}},
        "ACL_RULE": {"T|R": {"PRIORITY": "9", "PACKET_ACTION": "DISABLE_TRIM", **fields}},
    }


def test_a_rule_for_others_leaves_trimming_to_roce() -> None:
    assert refused(device(TRIMS, access_list("PORT", SRC_IP="10.250.0.0/24"))) == []
    assert len(refused(device(TRIMS, access_list("PORT", SRC_IP="10.0.0.0/24")))) == 1


@pytest.mark.parametrize(
    ("rows", "because"),
    [
        (
            {"SWITCH_TRIMMING": {"GLOBAL": {"dscp_value": "64"}}},
            "dscp_value is a number from 0 to 63 or from-tc: orchagent drops the whole row",
        ),
        (
            {"SWITCH_TRIMMING": {"GLOBAL": {"tc_value": "5"}}},
            "tc_value holds with dscp_value from-tc alone; orchagent does not set it",
        ),
        (
            {"BUFFER_PG": {"Ethernet0|1": {"profile": "cut"}}},
            "a priority group takes no profile that trims: only a queue can trim packets",
        ),
        (
            {"BUFFER_PORT_EGRESS_PROFILE_LIST": {"Ethernet0": {"profile_list": "a,cut"}}},
            "cut trims, and orchagent refuses such a profile for a whole port",
        ),
        (
            {"BUFFER_PROFILE": {"cut": {"packet_discard_action": "cut"}}},
            "packet_discard_action is drop or trim, not 'cut'",
        ),
        (
            {
                "ACL_TABLE": {"T": {"type": "L3", "ports": "Ethernet0"}},
                "ACL_RULE": {"T|R": {"PRIORITY": "9", "PACKET_ACTION": "DISABLE_TRIM"}},
            },
            "the type of its table has no DISABLE_TRIM_ACTION among the ACTIONS of ACL_TABLE_TYPE",
        ),
        (
            access_list("PORTCHANNEL"),
            "the type of its table has no PORT among the BIND_POINTS of ACL_TABLE_TYPE",
        ),
        (
            access_list("PORT"),
            "RoCE of the switch's own subnets meets the rule: its packets are dropped whole, and not trimmed",
        ),
        (
            {"SWITCH_TRIMMING": {"GLOBAL": {"queue_index": "12"}}},
            "queue_index is a number from 0 to 7 or dynamic: orchagent drops the whole row",
        ),
        (
            {"DEVICE_METADATA": {"localhost": {"hwsku": "Mellanox-SN3700-D112C8"}}},
            "no source says that Spectrum-3 trims packets; a chip that does not passes over it in silence",
        ),
        (
            {"SWITCH_TRIMMING": {"GLOBAL": {"tc_valu": "5"}}},
            "a row of SWITCH_TRIMMING has no 'tc_valu'; did you mean tc_value?",
        ),
    ],
)
def test_what_the_switch_does_not_take_is_refused(rows: Tables, because: str) -> None:
    assert because in refused(device(TRIMS, rows))


def test_a_release_without_trimming_passes_over_it_and_the_rest_is_evaluated() -> None:
    found = device(TRIMS, release="202411")
    assert found.trimming == device(TRIMS, release="202505").trimming
    assert refused(found) == ["packet trimming is in releases from 202505 on; 202411 passes over it"] * 2
    assert refused(device(TRIMS, release="202505")) == []


@pytest.mark.parametrize(("release", "enabled"), [("202505", False), ("202511", True), ("", True)])
def test_pfc_history_in_a_release_that_refuses_it_takes_the_watchdog(release: str, enabled: bool) -> None:
    row = {"PFC_WD": {"Ethernet0": {"detection_time": "200", "pfc_stat_history": "enable"}}}
    found = device(row, release=release)
    fact = next(port for port in found.ports if port.name == "Ethernet0").qos.watchdog.enabled
    assert not isinstance(fact, Unknown)
    assert fact.value is enabled
    assert bool(refused(found)) is not enabled


RETRY: Tables = {
    "LLR_PROFILE": {"p": {"max_outstanding_frames": "264", "max_outstanding_bytes": "135000"}},
    "LLR_PORT": {"Ethernet0": {"llr_local": "enabled", "llr_remote": "enabled", "llr_profile": "p"}},
}


def test_link_layer_retry_is_read_and_said_to_be_in_review() -> None:
    found = device(RETRY)
    (retry,) = found.link_retries
    facts = (retry.sends, retry.receives, retry.replay_bytes, retry.replay_timer_ns)
    assert [getattr(one, "value", None) for one in facts] == [True, True, 135000, 0]
    assert [(one.setting, one.because, one.fault) for one in found.refused_settings] == [
        ("LLR_PROFILE", RETRY_IN_REVIEW, SettingFault.UNRELEASED),
        ("LLR_PORT", RETRY_IN_REVIEW, SettingFault.UNRELEASED),
    ]


@pytest.mark.parametrize(
    ("rows", "because"),
    [
        (
            {"LLR_PORT": {"Ethernet0": {"llr_mode": "dynamic"}}},
            "llr_mode is static; llrmgrd refuses the row with dynamic, which waits for LLDP",
        ),
        (
            {"LLR_PROFILE": {"q": {"max_outstanding_frames": "264"}}},
            "max_outstanding_bytes is missing: llrmgrd passes over the profile and looks the sizes up by speed "
            "and cable",
        ),
        (
            {"LLR_PORT": {"Ethernet8": {"llr_local": "enabled", "llr_remote": "enabled"}}},
            "the port names no LLR_PROFILE, and no device folder of SONiC ships llr_profile_lookup.ini",
        ),
        (
            {
                "LLR_PORT": {"Ethernet8": {"llr_local": "enabled", "llr_remote": "enabled"}},
                "CABLE_LENGTH": {"AZURE": {"Ethernet8": "0m"}},
            },
            "a CABLE_LENGTH of 0m gives the port no profile: it stays without retry",
        ),
        ({"LLR_PROFILE": {"p": {"max_replay_count": "256"}}}, "max_replay_count is a number from 1 to 255, not '256'"),
    ],
)
def test_what_the_manager_of_link_layer_retry_refuses(rows: Tables, because: str) -> None:
    assert because in refused(device(RETRY, rows))


TABLE = "speed cable outstanding_frames outstanding_bytes replay_timer\n400000 40m 133 67760 5500\n400000 40m 1 1 1\n"


def test_the_lookup_file_of_the_sku_gives_sizes_and_its_first_row_counts() -> None:
    whole = copy.deepcopy(WHOLE)
    whole["LLR_PORT"] = {"Ethernet0": {"llr_local": "enabled", "llr_remote": "enabled"}}
    whole["CABLE_LENGTH"] = {"AZURE": {"Ethernet0": "40m"}}
    documents = (
        Document("leaf-1/config_db.json", json.dumps(whole, indent=1)),
        Document("leaf-1/llr_profile_lookup.ini", TABLE),
    )
    reading = read_files(documents, tuple(read_sonic(one) for one in documents))
    assert reading is not None
    (retry,) = reading.devices[0].link_retries
    assert retry.replay_bytes == Stated(67760, retry.replay_bytes.source)
    assert retry.replay_bytes.source.file == "leaf-1/llr_profile_lookup.ini"


ADAPTIVE: Tables = {
    "ARS_PROFILE": {"p": {"algorithm": "ewma", "default_ars_object": "o"}},
    "ARS_OBJECT": {"o": {"assign_mode": "per_packet_quality"}},
}


@pytest.mark.parametrize("table", ["ARS_INTERFACE", "ARS_INTERFACES"])
def test_adaptive_routing_is_read_in_both_spellings(table: str) -> None:
    found = device(ADAPTIVE, {table: {"Ethernet0": {}}})
    assert found.adaptive_routing is not None
    members = [(one.name, one.policy) for one in found.adaptive_routing.interfaces]
    assert [(name, getattr(policy, "value", "")) for name, policy in members] == [("Ethernet0", "o")]
    sprays = found.load_balancing.sprays_packets
    assert isinstance(sprays, Stated)
    assert sprays.value is True


@pytest.mark.parametrize(
    ("rows", "because"),
    [
        (
            {"ARS_PROFILE": {"p": {"ars_nhg_path_selector_mode": "nexthop"}}},
            "no row of ARS_NEXTHOP lists a next hop: every group of next hops stays hashed",
        ),
        (
            {"ARS_PROFILE": {"p": {"ipv4_enable": "false"}}},
            "interfaces have addresses of this version of IP, and its groups of next hops stay hashed",
        ),
        (
            {"ARS_PROFILE": {"p": {"sampling_interval": "16"}}},
            "orchagent in review reads sample_interval, and no field after one that it does not know",
        ),
        (
            {"ACL_RULE": {"T|R": {"PRIORITY": "9", "DISABLE_ARS_FORWARDING": "true", "SRC_IP": "10.0.0.0/8"}}},
            "RoCE of the switch's own subnets meets the rule, and is hashed",
        ),
    ],
)
def test_what_keeps_groups_of_next_hops_hashed(rows: Tables, because: str) -> None:
    said = refused(device(ADAPTIVE, rows))
    assert because in said
    assert because not in refused(device(ADAPTIVE))
    assert refused(device(ADAPTIVE, {"ARS_PROFILE": {"p": {"ipv6_enable": "false"}}})) == refused(device(ADAPTIVE))


def test_a_port_that_is_not_there_is_undefined_in_the_new_tables_too() -> None:
    rows = {"Ethernet900": {"ars_obj_name": "o"}}
    found = device(ADAPTIVE, {"ARS_INTERFACE": rows, "LLR_PORT": {"Ethernet901": {}}})
    assert [(one.kind, one.name) for one in found.undefined_references] == [
        ("PORT", "Ethernet900"),
        ("PORT", "Ethernet901"),
    ]


def test_an_interface_without_a_profile_waits_for_ever() -> None:
    found = device({"ARS_INTERFACES": {"Ethernet0": {}}})
    assert "there is no ARS_PROFILE, and the row waits for one for ever" in refused(found)
    assert found.adaptive_routing is None
