"""opensm.conf as OpenSM reads it: values in force, and lines that are not taken as they stand."""

from __future__ import annotations

import pytest

from roce_lint.infiniband.opensm.opensm_conf import parse_options
from roce_lint.infiniband.sm_options import Enforcement, OpenSmDialect, OptionAction, SmOptions
from roce_lint.model.fact import Default, Source, Stated, known


def parsed(text: str) -> SmOptions:
    return parse_options(text.encode(), "opensm.conf")


def test_what_a_file_does_not_say_is_opensms_default() -> None:
    found = parsed("# nothing\n")
    assert known(found.partition_config_file, "") == "/etc/opensm/partitions.conf"
    assert isinstance(found.sm_priority, Default)
    assert (known(found.sm_key, 0), known(found.m_key, 1), known(found.log_flags, 0)) == (1, 0, 3)
    assert found.remarks == ()


def test_values_are_read_with_their_lines() -> None:
    found = parsed("qos\tTRUE # on\nsm_priority 14\nrouting_engine updn, ftree\npartition_config_file '/etc/x.conf'\n")
    assert found.qos == Stated(True, Source("opensm.conf", 1, 1))
    assert found.sm_priority == Stated(14, Source("opensm.conf", 2, 2))
    assert known(found.routing_engine, ()) == ("updn", "ftree")
    assert known(found.partition_config_file, "") == "/etc/x.conf"


@pytest.mark.parametrize(
    ("text", "action", "name"),
    [
        ("qos true", OptionAction.NOT_BOOLEAN, "qos"),
        ("Qos TRUE", OptionAction.UNKNOWN_NAME, "Qos"),
        ("sm_priority=5", OptionAction.UNKNOWN_NAME, "sm_priority=5"),
        ("sm_priority 20", OptionAction.REPLACED, "sm_priority"),
        ("sm_priority -1", OptionAction.OUT_OF_RANGE, "sm_priority"),
        ("lmc 9", OptionAction.REPLACED, "lmc"),
        ("m_key_protection_level 5", OptionAction.REPLACED, "m_key_protection_level"),
        ("part_enforce maybe", OptionAction.REPLACED, "part_enforce"),
        ("subnet_prefix fe80000000000001", OptionAction.NOT_NUMBER, "subnet_prefix"),
        ("m_key_per_port TRUE\nnue_max_num_vls 2", OptionAction.OTHER_DIALECT, "nue_max_num_vls"),
        ("m_key_per_port true", OptionAction.NOT_BOOLEAN, "m_key_per_port"),
        ("virt_enabled 2\nvirt_enable 2", OptionAction.UNKNOWN_NAME, "virt_enable"),
        ("virt_enabled 2\nlunar_phase 2", OptionAction.UNPUBLISHED_NAME, "lunar_phase"),
        ("lunar_phase 2", OptionAction.UNKNOWN_NAME, "lunar_phase"),
        ("force_link_speed_ext 17", OptionAction.REPLACED, "force_link_speed_ext"),
        ("force_link_width 64", OptionAction.REPLACED, "force_link_width"),
        ("lmc 1\nlmc 2", OptionAction.OVERRIDDEN, "lmc"),
        ("qos TRUE\nqos_sl2vl 0,1", OptionAction.SUSPICIOUS, "qos_sl2vl"),
    ],
)
def test_a_line_that_opensm_does_not_take_is_reported(text: str, action: OptionAction, name: str) -> None:
    assert [(remark.action, remark.name) for remark in parsed(text).remarks] == [(action, name)]


def test_what_opensm_takes_instead_is_in_force() -> None:
    found = parsed("sm_priority 20\nm_key_protection_level 2\nm_key_lease_period 10\nsweep_interval 20\nqos yes\n")
    assert (known(found.sm_priority, 9), known(found.m_key_lease_period_s, 0), known(found.qos, True)) == (0, 21, False)
    assert (
        known(parsed("part_enforce in\nno_partition_enforcement TRUE").part_enforce, Enforcement.IN) is Enforcement.OFF
    )


@pytest.mark.parametrize("octets", [b"", b"\0\xff" * 3000, b"qos" * 5000, b"qos\r\n", b"lmc 0x\nguid -1\n"])
def test_any_bytes_at_all_are_read(octets: bytes) -> None:
    assert parse_options(octets, "opensm.conf").source == Source("opensm.conf", 0, 0)


NVIDIA = """guid 0x0002c90300048ca1,0x0002c90300048ca2
m_key_per_port TRUE
master_sm_priority 15
routing_engine ar_updn
virt_enabled 2
virt_max_ports_in_process 512
max_op_vls 2
qos TRUE
use_optimized_slvl TRUE
root_guid_file /opt/ufm/files/conf/opensm/root_guid.conf
pgrp_policy_file /opt/ufm/files/conf/opensm/pgrp_policy.conf
scatter_ports 8
routing_threads_num 24
smp_threads 0
gmp_threads 0
max_wire_smps_per_device 2
enable_inc_mc_routing TRUE
ar_sl_mask 0xFFFF
ar_mode 1
shield_mode 1
sharp_enabled 2
hm_unhealthy_ports_checks TRUE
"""
"""Options that NVIDIA documents for UFM and MLNX_OFED."""


def test_options_of_nvidias_opensm_are_its_own() -> None:
    found = parsed(NVIDIA)
    assert (found.dialect, found.remarks) == (OpenSmDialect.NVIDIA, ())
    assert found.guid == Stated(0x0002C90300048CA1, Source("opensm.conf", 1, 1))


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("sm_priority 14\nqos TRUE", OpenSmDialect.OPEN),
        ("sm_priority 14\nrouting_engine updn,nue", OpenSmDialect.OPEN),
        ("sm_priority 14\nrouting_engine ftree, ar_ftree", OpenSmDialect.NVIDIA),
        ("sm_priority 14\nqos_sw2sw_max_vls 4", OpenSmDialect.NVIDIA),
    ],
)
def test_an_option_or_an_engine_of_nvidias_opensm_tells_whose_file_it_is(text: str, dialect: OpenSmDialect) -> None:
    assert parsed(text).dialect is dialect


def test_the_absence_of_an_option_is_shown_beside_what_belongs_to_it() -> None:
    found = parsed("# the options\n\nsm_priority 14\nsm_key 0x5\n")
    assert [fact.source.line for fact in (found.m_key, found.sm_key, found.log_flags)] == [4, 4, 3]
