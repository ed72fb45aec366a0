"""What captures of counters show: each counter with its device, port, priority and line; what is odd is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.judge.check import check_texts, read_gathered
from roce_lint.model.reading import ALL_PRIORITIES, CounterKind
from roce_lint.read.counters import read_counters
from roce_lint.read.gather import gather
from roce_lint.text.document import Document
from tests.all_rules import all_rules
from tests.read.test_counter_captures import HISTORY, NIC, PFC, QUEUING, RX_PFC, RX_PPP, WATCHDOG

RECEIVED, SENT, DISCARDS = CounterKind.PAUSES_RECEIVED, CounterKind.PAUSES_SENT, CounterKind.DISCARDS
ALL = ALL_PRIORITIES
SHORT = "     rx_prio3_pause: 7\n"
ROW = "Ethernet0   1,200     201     202     203     204     205     206     207\n"
HOST = "#!/bin/sh\n# host: gpu1\nmlnx_qos -i eth2 --trust dscp --pfc 0,0,0,1,0,0,0,0\n"


def _shown(path: str, text: str) -> list[tuple[str, str, int, CounterKind, int, int]]:
    """Return the counters of a capture, each with its line."""
    return [
        (one.device, one.port, one.priority, one.kind, one.count, one.source.line)
        for one in read_counters(Document(path, text)).counters
    ]


def _unread(path: str, text: str) -> list[tuple[str, int, str]]:
    """Return the lines of a capture that are not understood, with the reason."""
    return [(one.text, one.source.line, one.because) for one in read_counters(Document(path, text)).unread]


def test_statistics_of_a_nic_are_read_by_priority() -> None:
    assert _shown("gpu1_ethtool_eth2.txt", NIC) == [
        ("gpu1", "eth2", 3, RECEIVED, 15234, 5),
        ("gpu1", "eth2", 3, SENT, 0, 6),
        ("gpu1", "eth2", 3, DISCARDS, 12, 7),
    ]


def test_a_table_of_a_switch_is_read_by_port_and_priority() -> None:
    counts = (1200, 201, 202, 203, 204, 205, 206, 207)
    sent = PFC.replace("Port Rx", "Port Tx")
    assert _shown("leaf1_pfc.txt", f"{PFC}\n{sent}") == [
        *(("leaf1", "Ethernet0", priority, RECEIVED, count, 3) for priority, count in enumerate(counts)),
        *(("leaf1", "Ethernet0", priority, SENT, count, 7) for priority, count in enumerate(counts)),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (RX_PFC, [("Et1/1", ALL, RECEIVED, 0, 2), ("Et1/1", ALL, SENT, 1024, 2)]),
        (RX_PPP, [("Ethernet1/2", ALL, RECEIVED, 4088353, 4), ("Ethernet1/2", ALL, SENT, 1890, 4)]),
        (
            QUEUING,
            [
                ("Ethernet2/1", 0, SENT, 0, 8),
                ("Ethernet2/1", 0, RECEIVED, 0, 8),
                ("Ethernet2/1", 3, SENT, 7, 9),
                ("Ethernet2/1", 3, RECEIVED, 8, 9),
            ],
        ),
        (WATCHDOG, [("Ethernet0", 3, CounterKind.STORMS, 1, 3)]),
    ],
    ids=["EOS", "NX-OS by port", "NX-OS by CoS", "SONiC watchdog"],
)
def test_tables_of_other_systems_are_read(text: str, expected: list[tuple[str, int, CounterKind, int, int]]) -> None:
    assert [shown[1:] for shown in _shown("leaf1.txt", text)] == expected
    assert _unread("leaf1.txt", text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (RX_PFC.replace("0            1024", "5            1024"), ["some priority (5 counted)"]),
        (RX_PFC, []),
    ],
    ids=["received", "sent alone"],
)
def test_totals_of_a_port_are_reported_where_it_obeys_no_pause(text: str, expected: list[str]) -> None:
    config = "hostname leaf1\n!\ninterface Ethernet1/1\n   no switchport\n   mtu 9214\n!\n"
    rules = [rule for rule in all_rules() if rule.id == "pauses-received-and-not-obeyed"]
    report = check_texts({"leaf1.cfg": config, "leaf1_counters.txt": f"leaf1#show x\n{text}"}, rules=rules)
    assert [finding.message for finding in report.findings] == [
        f"The port has received pauses for {what}, but does not obey them" for what in expected
    ]


@pytest.mark.parametrize(
    ("path", "text", "device", "port"),
    [
        ("a.txt", f"root@gpu1:~# ethtool -S eth2\n{SHORT}", "gpu1", "eth2"),
        ("a.txt", f"[root@gpu1 ~]# ethtool -S eth2 | grep prio3\n{SHORT}", "gpu1", "eth2"),
        ("a.txt", f"# host: gpu2\n[root@gpu1 ~]# ethtool --statistics eth2\n{SHORT}", "gpu2", "eth2"),
        ("gpu1/ethtool_S_ens1f0np0.txt", SHORT, "gpu1", "ens1f0np0"),
    ],
    ids=["prompt", "prompt in brackets", "comment", "folder and file"],
)
def test_device_and_nic_are_those_of_comment_prompt_or_path(path: str, text: str, device: str, port: str) -> None:
    line = text.count("\n")
    assert _shown(path, text) == [(device, port, 3, RECEIVED, 7, line)]


def test_two_nics_of_one_session_are_kept_apart() -> None:
    text = f"root@gpu1:~# ethtool -S eth2\n{SHORT}root@gpu1:~# ethtool -S eth3\n{SHORT}"
    assert [shown[1] for shown in _shown("a.txt", text)] == ["eth2", "eth3"]


@pytest.mark.parametrize(
    ("text", "line", "because"),
    [
        (SHORT, 1, "no line says of which NIC; keep the command `ethtool -S NIC` above its output"),
        (PFC.replace("1,200", "1.2k"), 3, "'1.2k' is no number"),
        (PFC.replace("     207", ""), 3, "a row has a port and eight counters"),
        (f"{PFC}\n{HISTORY}", 5, "no rule evaluates these counters"),
        ("NIC statistics:\n     rx_packets: 1\n", 1, "it shows no counter of a PFC priority"),
    ],
    ids=["no nic", "no number", "a short row", "another table", "no priority"],
)
def test_what_cannot_be_read_is_reported(text: str, line: int, because: str) -> None:
    assert [(number, why) for _, number, why in _unread("leaf1.txt", text)] == [(line, because)]


def test_what_a_port_does_not_count_is_no_counter() -> None:
    text = PFC.replace("1,200     201     202     203     204     205     206     207", "N/A " * 8)
    assert _shown("leaf1.txt", text) == []


CAPTURE = "root@gpu1:~# ethtool -S eth2\n     rx_prio4_pause: {}\n"


@pytest.mark.parametrize(
    ("captures", "expected"),
    [
        ((CAPTURE.format(9),), ["The port has received pauses for priority 4 (9 counted), but does not obey them"]),
        ((CAPTURE.format(0),), []),
        (
            (CAPTURE.format(9), CAPTURE.format(12)),
            ["The port has received pauses for priority 4 (12 counted), but does not obey them"],
        ),
        ((CAPTURE.format(9).replace("prio4", "prio3"),), []),
    ],
    ids=["not obeyed", "nothing counted", "the later of two captures", "obeyed"],
)
def test_pauses_are_reported_beside_the_configuration(captures: tuple[str, ...], expected: list[str]) -> None:
    rules = [rule for rule in all_rules() if rule.id == "pauses-received-and-not-obeyed"]
    texts = {"gpu1.sh": HOST, **{f"gpu1_{number}.txt": text for number, text in enumerate(captures)}}
    report = check_texts(texts, rules=rules)
    assert [(finding.places[0].path, finding.message) for finding in report.findings] == [
        ("gpu1.sh", message) for message in expected
    ]
    assert report.unread == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CAPTURE.replace("gpu1", "gpu9").format(9), ("gpu9", "no configuration of this device is given")),
        (CAPTURE.replace("eth2", "eth7").format(9), ("gpu1", "the configuration of the device has no such port")),
    ],
    ids=["another device", "another port"],
)
def test_counters_without_a_configuration_bear_on_no_rule(text: str, expected: tuple[str, str]) -> None:
    report = check_texts({"gpu1.sh": HOST, "session.txt": text}, rules=all_rules())
    assert [(line.device, line.because) for line in report.unread] == [expected]
    found = {finding.rule for finding in report.findings if "session.txt" in {one.path for one in finding.places}}
    assert found == {"config-line-not-understood"}


def test_a_capture_alone_is_left_out_and_a_failure_where_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "session.txt").write_text(CAPTURE.replace("gpu1", "gpu9").format(9))
    because = "counters of gpu9, of which no configuration was read"
    in_folder = gather([str(tmp_path)])
    _, read = read_gathered(in_folder)
    assert [one.because for one in read.skipped] == [because]
    assert (read.failures, read.counters) == ((), ())
    _, read = read_gathered(gather([str(tmp_path / "session.txt")]))
    assert [one.message for one in read.failures] == [f"{because}; give it as well"]
    assert read.skipped == ()


def test_the_sample_of_a_switch_and_a_nic_shows_what_each_rule_reports(root: Path) -> None:
    ids = (
        "packets-dropped-in-paused-priority",
        "pauses-received-and-not-obeyed",
        "pauses-sent-for-lossy-priority",
        "pause-storm-counted",
    )
    rules = [rule for rule in all_rules() if rule.id in ids]
    folder = root / "fixtures" / "counters"
    texts = {path.name: path.read_text("utf-8") for path in sorted(folder.iterdir()) if path.suffix != ".md"}
    report = check_texts(dict(sorted(texts.items(), reverse=True)), rules=rules)
    others = [priority for priority in range(8) if priority != 3]
    assert sorted((one.rule, one.places[0].path, one.places[0].object) for one in report.findings) == [
        (ids[0], "gpu1_ethtool_S_eth2.txt", "eth2/priority 3"),
        (ids[3], "leaf1_pfcwd_show_stats.txt", "Ethernet0/priority 3"),
        *((ids[1], "leaf1.json", f"Ethernet0/priority {priority}") for priority in others),
        (ids[1], "leaf2.cfg", "Ethernet1/1/priority 4"),
        *((ids[2], "leaf1_show_pfc_counters.txt", f"Ethernet0/priority {priority}") for priority in others),
    ]
    assert report.unread == ()
