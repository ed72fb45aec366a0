"""opensm.conf as OpenSM reads it: values in force, and lines that are not taken as they stand."""

from __future__ import annotations

import pytest

from roce_lint.infiniband.opensm.opensm_conf import parse_options
from roce_lint.infiniband.sm_options import Enforcement, OptionFate, SmOptions
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
    ("text", "fate", "name"),
    [
        ("qos true", OptionFate.NOT_BOOLEAN, "qos"),
        ("Qos TRUE", OptionFate.UNKNOWN_NAME, "Qos"),
        ("sm_priority=5", OptionFate.UNKNOWN_NAME, "sm_priority=5"),
        ("sm_priority 20", OptionFate.REPLACED, "sm_priority"),
        ("sm_priority -1", OptionFate.OUT_OF_RANGE, "sm_priority"),
        ("lmc 9", OptionFate.REPLACED, "lmc"),
        ("m_key_protection_level 5", OptionFate.REPLACED, "m_key_protection_level"),
        ("part_enforce maybe", OptionFate.REPLACED, "part_enforce"),
        ("subnet_prefix fe80000000000001", OptionFate.NOT_NUMBER, "subnet_prefix"),
        ("m_key_per_port TRUE", OptionFate.FORK_NAME, "m_key_per_port"),
        ("lmc 1\nlmc 2", OptionFate.OVERRIDDEN, "lmc"),
        ("qos TRUE\nqos_sl2vl 0,1", OptionFate.SUSPICIOUS, "qos_sl2vl"),
    ],
)
def test_a_line_that_opensm_does_not_take_is_told(text: str, fate: OptionFate, name: str) -> None:
    assert [(remark.fate, remark.name) for remark in parsed(text).remarks] == [(fate, name)]


def test_what_opensm_takes_instead_is_in_force() -> None:
    found = parsed("sm_priority 20\nm_key_protection_level 2\nm_key_lease_period 10\nsweep_interval 20\nqos yes\n")
    assert (known(found.sm_priority, 9), known(found.m_key_lease_period_s, 0), known(found.qos, True)) == (0, 21, False)
    assert (
        known(parsed("part_enforce in\nno_partition_enforcement TRUE").part_enforce, Enforcement.IN) is Enforcement.OFF
    )


@pytest.mark.parametrize("octets", [b"", b"\0\xff" * 3000, b"qos" * 5000, b"qos\r\n", b"lmc 0x\nguid -1\n"])
def test_any_bytes_at_all_are_read(octets: bytes) -> None:
    assert parse_options(octets, "opensm.conf").source == Source("opensm.conf", 0, 0)
