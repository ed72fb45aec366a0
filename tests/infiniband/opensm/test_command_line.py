"""Options that OpenSM gets as flags of a unit or a settings file."""

from __future__ import annotations

import pytest

from roce_lint.infiniband.join_options import with_flags
from roce_lint.infiniband.managed import UfmSettings
from roce_lint.infiniband.opensm.opensm_conf import parse_options, read_opensm_conf
from roce_lint.infiniband.sm_options import OpenSmDialect, SmFlags, SmOptions
from roce_lint.infiniband.ufm import read_ufm
from roce_lint.model.fact import known
from roce_lint.read.detect import detect
from roce_lint.text.document import Document

UNIT = "[Unit]\nDescription=OpenSM\n\n[Service]\nType=forking\nExecStart={}\n"


def flags_of(text: str, path: str = "opensm.service") -> tuple[SmFlags, list[str]]:
    document = Document(path, text)
    assert detect(document) == "opensm-conf"
    reading = read_opensm_conf(document)
    (facts,) = reading.infiniband
    assert isinstance(facts, SmFlags)
    return facts, [f"{one.source.line}: {one.text}: {one.because}" for one in reading.unread]


def shown(facts: SmFlags) -> list[str]:
    return [f"{one.source.line}: {one.name.decode()} {one.value.decode()}" for one in facts.options]


SCRIPT = """\
#!/bin/bash
prog=/usr/sbin/opensm
OPTIONS="--part_enforce off"
[ -x /usr/sbin/opensm ] || exit 5
# /usr/sbin/opensm -R ftree
case "$1" in
start) echo -n "Starting opensm: "; /usr/sbin/opensm --daemon -W $OPTIONS > /dev/null 2>&1 ;;
esac
"""


def test_an_init_script_starts_it_with_flags() -> None:
    facts, unread = flags_of(SCRIPT, "etc/init.d/opensmd")
    assert (shown(facts), unread) == (
        ["3: part_enforce off", "7: daemon TRUE", "7: allow_both_pkeys TRUE"],
        [],
    )


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (
            "/usr/sbin/opensm --daemon -p 15 -R ftree,no_fallback",
            ["daemon TRUE", "sm_priority 15", "routing_engine ftree,no_fallback"],
        ),
        (
            "-/usr/sbin/opensm -BQ -p14 --priority=3",
            ["daemon TRUE", "qos TRUE", "sm_priority 14", "sm_priority 3"],
        ),
        ("opensm -g 2c90300048ca1 -smkey 5", ["guid 0x2c90300048ca1", "sm_key 0x5"]),
        (
            "opensm -d 0 -W -N -I -y",
            [
                "ignore_other_sm TRUE",
                "allow_both_pkeys TRUE",
                "no_partition_enforcement TRUE",
                "sm_inactive TRUE",
                "exit_on_fatal FALSE",
            ],
        ),
        (
            "/usr/sbin/opensm $OPTIONS --routing updn -P '/etc/open sm/p.conf'",
            ["routing_engine updn", "partition_config_file /etc/open sm/p.conf"],
        ),
    ],
)
def test_flags_of_a_unit_are_options(command: str, expected: list[str]) -> None:
    facts, unread = flags_of(UNIT.format(command))
    assert (shown(facts), unread) == ([f"6: {one}" for one in expected], [])


def test_settings_of_the_service_are_options() -> None:
    text = '# opensm\nPRIORITY=15\nGUIDS="0x0002c90300048ca1"\nOPTIONS="-R updn \\\n  -a /etc/roots"\n'
    facts, unread = flags_of(text, "etc/sysconfig/opensm")
    assert unread == []
    assert shown(facts) == [
        "2: sm_priority 15",
        "3: guid 0x0002c90300048ca1",
        "4: routing_engine updn",
        "4: root_guid_file /etc/roots",
    ]


def test_flags_that_end_opensm_are_reported() -> None:
    _, unread = flags_of(UNIT.format("/usr/sbin/opensm -p 16 --frobnicate"))
    assert unread == [
        "6: sm_priority 16: sm_priority is 15 at most; OpenSM prints an error and ends",
        "6: --frobnicate: OpenSM has no such flag: it shows its usage and ends",
    ]


def test_flags_come_after_the_file_that_they_name() -> None:
    facts, _ = flags_of(UNIT.format("opensm -F /etc/opensm/opensm-2.conf -p 15 -Q"))
    files = [parse_options(b"sm_priority 3\n", f"etc/{name}") for name in ("opensm.conf", "opensm-2.conf")]
    first, second = with_flags([*files, facts])
    assert isinstance(first, SmOptions)
    assert isinstance(second, SmOptions)
    assert (known(first.sm_priority, 0), known(second.sm_priority, 0), known(second.qos, False)) == (3, 15, True)
    assert [remark.because for remark in second.remarks] == [
        "line 6 of opensm.service gives a flag for it, which holds"
    ]


def test_a_unit_and_settings_without_a_file_are_one_manager() -> None:
    unit, _ = flags_of(UNIT.format("opensm -R ftree"))
    settings, _ = flags_of("PRIORITY=15\n", "etc/default/opensm")
    (only,) = with_flags([unit, settings])
    assert isinstance(only, SmOptions)
    assert (known(only.sm_priority, 0), known(only.routing_engine, ())) == (15, ("ftree",))


def test_beside_ufm_options_are_those_of_nvidias_opensm() -> None:
    (ufm,) = read_ufm(Document("gv.cfg", "[MngNetwork]\ndefault_membership = limited\n")).infiniband
    assert isinstance(ufm, UfmSettings)
    plain, of_open = parse_options(b"sm_priority 3\nlunar 1\n", "a"), parse_options(b"routing_engine nue\n", "b")
    found = [one for one in with_flags([ufm, plain, of_open]) if isinstance(one, SmOptions)]
    assert [one.dialect for one in found] == [OpenSmDialect.NVIDIA, OpenSmDialect.OPEN]
