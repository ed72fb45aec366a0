"""What YANG refuses, what orchagent retries for ever, and what SONiC passes over in silence: each at its line."""

from __future__ import annotations

import pytest

from roce_lint.model.fact import known
from roce_lint.model.terms import PfcMode, QosPart
from roce_lint.os.sonic.references import REFERENCES
from tests.os.sonic.conftest import PROFILE, WHOLE, here, line_of

ROW = WHOLE["PORT_QOS_MAP"]["Ethernet0"]
OF_PORTS = REFERENCES["PORT_QOS_MAP"]


def refused(device) -> list[tuple[str, int]]:
    return [(one.setting, one.source.line) for one in device.refused_settings]


def test_a_range_of_priorities_is_the_first_of_them_without_headroom(read) -> None:
    device, text, _ = read(PORT_QOS_MAP={"Ethernet0": ROW | {"pfc_enable": "3-4"}}, BUFFER_PG={"Ethernet0|3": {}})
    pausing = [one.number for one in device.ports[0].qos.priorities if known(one.generates_pause, False)]
    assert pausing == [3]
    assert refused(device) == [("pfc_enable 3-4", line_of(text, '"PORT_QOS_MAP"', '"pfc_enable"'))]
    assert device.refused_settings[0].because == (
        "it is a list of digits between commas such as 3,4, and orchagent takes 3 from this; the buffer manager "
        "reserves no headroom for 3"
    )


@pytest.mark.parametrize(
    ("text", "pausing"),
    [("3,4", [3, 4]), ("", []), ("3, 4", [3, 4]), ("34", []), ("8", []), ("x", []), ("3,", [3])],
)
def test_what_orchagent_makes_of_a_list(read, text: str, pausing: list[int]) -> None:
    device, _, _ = read(PORT_QOS_MAP={"Ethernet0": ROW | {"pfc_enable": text}}, BUFFER_PG=None)
    found = [one.number for one in device.ports[0].qos.priorities if known(one.generates_pause, False)]
    assert (found, bool(device.refused_settings)) == (pausing, text not in ("3,4", ""))


def test_a_name_in_brackets_keeps_its_whole_row_waiting(read) -> None:
    row = ROW | {"tc_to_pg_map": "[TC_TO_PRIORITY_GROUP_MAP|ROCE]"}
    device, text, _ = read(PORT_QOS_MAP={"Ethernet0": row})
    line = line_of(text, '"PORT_QOS_MAP"', '"tc_to_pg_map"')
    qos = device.ports[0].qos
    [missing] = device.undefined_references
    assert (missing.name, missing.source.line) == ("[TC_TO_PRIORITY_GROUP_MAP|ROCE]", line)
    assert missing.ports == {"Ethernet0"}
    assert missing.brings == {QosPart.CLASSIFICATION, QosPart.PAUSE, QosPart.WATCHDOG}
    assert missing.because.startswith("is in brackets: ")
    assert (known(qos.pfc_mode, None), qos.pfc_mode.source) == (PfcMode.OFF, here(line))
    assert qos.pfc_mode.because == "PORT_QOS_MAP|Ethernet0 waits with all its fields: tc_to_pg_map is in brackets"
    assert known(device.ports[1].qos.pfc_mode, None) is PfcMode.ON


def test_an_older_database_has_names_in_brackets(read) -> None:
    row = {name: f"[{OF_PORTS[name]}|{value}]" if name.endswith("_map") else value for name, value in ROW.items()}
    version = {"DATABASE": {"VERSION": "version_2_0_0"}}
    device, _, _ = read(PORT_QOS_MAP={"Ethernet0": row}, VERSIONS=version)
    qos = device.ports[0].qos
    assert (refused(device), device.undefined_references) == ([], ())
    assert (known(qos.pfc_mode, None), known(qos.classes[3].queue, -1)) == (PfcMode.ON, 3)


def test_a_name_in_brackets_is_one_of_the_table_that_it_names(read) -> None:
    wrong = WHOLE["PORT_QOS_MAP"]["Ethernet0"] | {"tc_to_pg_map": "[TC_TO_QUEUE_MAP|ROCE]"}
    device, _, _ = read(
        VERSIONS={"DATABASE": {"VERSION": "version_1_0_3"}},
        PORT_QOS_MAP=WHOLE["PORT_QOS_MAP"] | {"Ethernet0": wrong},
    )
    assert [(one.name, one.because) for one in device.undefined_references] == [
        (
            "[TC_TO_QUEUE_MAP|ROCE]",
            "is a name of TC_TO_QUEUE_MAP, and tc_to_pg_map takes one of TC_TO_PRIORITY_GROUP_MAP: nothing of the row "
            "is applied",
        )
    ]


def test_a_map_that_is_not_there_keeps_the_whole_row_waiting(read) -> None:
    device, text, _ = read(PORT_QOS_MAP={"Ethernet0": ROW | {"dscp_to_tc_map": "AZURE"}})
    line = line_of(text, '"PORT_QOS_MAP"', '"AZURE"')
    assert [(one.kind, one.name, one.source.line) for one in device.undefined_references] == [
        ("DSCP_TO_TC_MAP", "AZURE", line)
    ]
    assert known(device.ports[0].qos.pfc_mode, None) is PfcMode.OFF


def test_a_table_with_another_name_is_passed_over(read) -> None:
    device, text, _ = read(MAP_PFC_PRIORITY_TO_PRIORITY_GROUP={"ROCE": {"3": "3"}})
    assert refused(device) == [
        ("MAP_PFC_PRIORITY_TO_PRIORITY_GROUP", line_of(text, '"MAP_PFC_PRIORITY_TO_PRIORITY_GROUP"', '"ROCE"'))
    ]
    assert device.refused_settings[0].because == (
        "SONiC has no such table and passes over it in silence; did you mean PFC_PRIORITY_TO_PRIORITY_GROUP_MAP?"
    )


def test_a_slip_in_the_name_of_a_field_that_is_missing_is_refused(read) -> None:
    device, text, reading = read(QUEUE={"Ethernet0|3": {"schedulr": "roce"}})
    assert refused(device) == [("QUEUE|Ethernet0|3 schedulr", line_of(text, '"QUEUE"', '"schedulr"'))]
    assert device.refused_settings[0].because == "a row of QUEUE has no 'schedulr'; did you mean scheduler?"
    assert reading.unread == ()


def test_a_field_with_another_name_is_not_understood(read) -> None:
    _, text, reading = read(PORT_QOS_MAP={"Ethernet0": ROW | {"pfc_enabled": "3"}})
    assert [(one.text, one.because, one.source.line) for one in reading.unread] == [
        (
            '"pfc_enabled": "3"',
            "a row of PORT_QOS_MAP has no 'pfc_enabled'; did you mean pfc_enable?",
            line_of(text, '"PORT_QOS_MAP"', '"pfc_enabled"'),
        )
    ]


@pytest.mark.parametrize(
    ("fields", "because"),
    [
        ({"action": "drop"}, "detection_time is missing: orchagent refuses the row"),
        ({"detection_time": "50"}, "detection_time is a number from 100 to 5000, not '50'"),
        (
            {"detection_time": "200", "action": "kill"},
            "action is one of drop, forward, alert: orchagent refuses the row",
        ),
        (
            {"detection_time": "200", "POLL_INTERVAL": "200"},
            "a row of a port has no POLL_INTERVAL: orchagent refuses the row",
        ),
    ],
    ids=["no detection", "too short", "action", "interval of a port"],
)
def test_a_watchdog_that_is_refused_is_off(read, fields: dict[str, str], because: str) -> None:
    device, _, _ = read(PFC_WD={"Ethernet0": fields})
    assert known(device.ports[0].qos.watchdog.enabled, None) is False
    assert [one.because for one in device.refused_settings] == [because]


def test_a_watchdog_without_priorities_does_not_start(read) -> None:
    row = {name: value for name, value in ROW.items() if name != "pfcwd_sw_enable"}
    watchdog = read(PORT_QOS_MAP={"Ethernet0": row})[0].ports[0].qos.watchdog
    assert known(watchdog.enabled, None) is False
    assert watchdog.enabled.because == (
        "pfcwd_sw_enable lists no priority: starting the watchdog fails and is retried for ever"
    )


@pytest.mark.parametrize(
    ("tables", "setting"),
    [
        (
            {"BUFFER_PROFILE": {PROFILE: WHOLE["BUFFER_PROFILE"][PROFILE] | {"static_th": "1"}}},
            f"BUFFER_PROFILE|{PROFILE}",
        ),
        ({"BUFFER_PG": {"Ethernet0|3": {"profile": "egress"}}}, "BUFFER_PG|Ethernet0|3 profile"),
        (
            {"WRED_PROFILE": {"ROCE": WHOLE["WRED_PROFILE"]["ROCE"] | {"green_min_threshold": "9999999"}}},
            "WRED_PROFILE|ROCE",
        ),
        ({"SCHEDULER": {"roce": {"type": "SP"}}}, "SCHEDULER|roce type SP"),
        ({"DSCP_TO_TC_MAP": {"OTHER": {"64": "3"}}}, "DSCP_TO_TC_MAP|OTHER 64"),
        ({"PORT": {"Ethernet0": {"speed": "400G", "admin_status": "up"}}}, "speed 400G"),
    ],
    ids=["both thresholds", "egress pool", "curve", "scheduler", "DSCP", "speed"],
)
def test_what_is_refused_is_named(read, tables, setting: str) -> None:
    assert setting in [one[0] for one in refused(read(**tables)[0])]


def test_a_curve_may_begin_where_it_ends(read) -> None:
    step = WHOLE["WRED_PROFILE"]["ROCE"] | {"green_min_threshold": "500000", "green_max_threshold": "500000"}
    device, _, _ = read(WRED_PROFILE={"ROCE": step})
    queue = device.ports[0].qos.queues[3]
    assert (known(queue.ecn_kmin_bytes, 0), known(queue.ecn_kmax_bytes, 0), refused(device)) == (500_000, 500_000, [])


def test_what_runs_and_yang_refuses_is_distinguished(read) -> None:
    device, text, _ = read(
        QUEUE={"Ethernet0,Ethernet8,Ethernet16|5": {"scheduler": "bulk"}},
        PFC_WD={"GLOBAL": {"BIG_RED_SWITCH": "enable"}},
    )
    assert [(one.setting, one.because, one.source, one.runs) for one in device.refused_settings] == [
        ("QUEUE", "YANG takes one port a row, not Ethernet0,Ethernet8,...|5", here(line_of(text, "Ethernet0,")), True),
        (
            "BIG_RED_SWITCH enable",
            "it drops all packets of the lossless queues on every port until somebody switches it off",
            here(line_of(text, "BIG_RED")),
            True,
        ),
        ("PFC_WD BIG_RED_SWITCH", "YANG has no field BIG_RED_SWITCH of PFC_WD", here(line_of(text, "BIG_RED")), True),
    ]
    assert device.ports[0].qos.queues[5].weight_percent.value > 0


def test_the_buffer_manager_replaces_a_profile_for_another_cable(read) -> None:
    groups = {"Ethernet0|3": {"profile": "mine"}}
    mine = {"mine": WHOLE["BUFFER_PROFILE"][PROFILE] | {"xoff": "1"}}
    device, text, _ = read(BUFFER_PG=groups, BUFFER_PROFILE=mine)
    assert [(one.setting, one.because, one.source) for one in device.refused_settings] == [
        (
            "BUFFER_PG|Ethernet0|3 profile mine",
            f"the buffer manager replaces it by {PROFILE}, for 400G and 40m",
            here(line_of(text, '"BUFFER_PG"', '"mine"')),
        )
    ]
    assert device.ports[0].qos.priorities[3].group.headroom_bytes.value == 300_000
    dynamic = WHOLE["DEVICE_METADATA"]["localhost"] | {"buffer_model": "dynamic"}
    device, _, _ = read(BUFFER_PG=groups, BUFFER_PROFILE=mine, DEVICE_METADATA={"localhost": dynamic})
    assert (refused(device), device.ports[0].qos.priorities[3].group.headroom_bytes.value) == ([], 1)


def test_a_cable_without_a_row_leaves_the_headroom_as_it_is(read) -> None:
    device, text, _ = read(CABLE_LENGTH={"AZURE": {"Ethernet0": "2000m", "Ethernet8": "40m"}})
    assert [(one.setting, one.because, one.source) for one in device.refused_settings] == [
        (
            "CABLE_LENGTH Ethernet0",
            f"its table has no row for 400G and 2000m, and the headroom stays that of {PROFILE}",
            here(line_of(text, '"CABLE_LENGTH"', '"Ethernet0"')),
        )
    ]


def test_a_port_that_is_not_there_is_undefined(read) -> None:
    device, text, _ = read(QUEUE={"Ethernet80|3": {"scheduler": "roce"}})
    assert [(one.kind, one.name, one.source) for one in device.undefined_references] == [
        ("PORT", "Ethernet80", here(line_of(text, '"Ethernet80|3"')))
    ]
