"""What `qos roce`, default-global and profiles come to on a port."""

from __future__ import annotations

import pytest

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import PortQos
from roce_lint.os.cumulus.layers import sections
from roce_lint.os.cumulus.reader import read_cumulus
from roce_lint.text.document import Document

GUIDE = "Cumulus Linux User Guide 5.15 to 5.18, RDMA over Converged Ethernet: RoCE lossless"


def qos_of(*lines: str, port: str = "swp1") -> PortQos:
    text = "".join(f"nv set {line}\n".replace("set unset", "unset") for line in ("interface swp1 type swp", *lines))
    (device,) = read_cumulus(Document("a", text)).devices
    return next(one.qos for one in device.ports if one.name == port)


def at(line: int) -> Source:
    return Source("a", line, line)


def values(*facts: Fact[object]) -> list[object]:
    return [fact.because if isinstance(fact, Unknown) else fact.value for fact in facts]


def test_lossless_is_a_default_of_its_mode_at_its_line() -> None:
    qos = qos_of("qos roce")
    because = f"`qos roce` in mode lossless sets it ({GUIDE})"
    assert qos.priorities[3].generates_pause == Default(True, at(2), because)
    assert qos.queues[3].weight_percent == Default(50.0, at(2), because)
    assert [index for index, one in enumerate(qos.priorities) if values(one.generates_pause) == [True]] == [3]
    assert values(*(qos.classification.traffic_class_by_dscp[dscp] for dscp in (0, 26, 31, 48))) == ["0", "3", "3", "6"]
    assert values(*(one.queue for one in qos.classes)) == [0, 0, 0, 3, 0, 0, 6, 0]
    assert values(*(one.ecn_enabled for one in qos.queues)) == [True, False, False, True, False, False, False, False]
    assert values(qos.queues[3].ecn_kmin_bytes, qos.queues[3].ecn_kmax_bytes) == [150_000, 1_500_000]
    assert values(qos.priorities[3].group.sized_for_cable_m) == [100]


def test_a_mode_stays_until_another_is_set() -> None:
    qos = qos_of("qos roce mode lossy", "qos roce")
    assert values(qos.pfc_mode, qos.priorities[3].generates_pause) == [values(qos.pfc_mode)[0], False]
    assert values(qos.queues[3].ecn_enabled) == [True]


def test_what_is_stated_beside_a_mode_overrides_it() -> None:
    qos = qos_of(
        "qos roce",
        "qos pfc default-global switch-priority 2",
        "qos mapping default-global dscp 26 switch-priority 2",
        "qos congestion-control default-global traffic-class 3 min-threshold 400000",
    )
    assert [index for index, one in enumerate(qos.priorities) if values(one.generates_pause) == [True]] == [2]
    assert qos.classification.traffic_class_by_dscp[26] == Stated("2", at(4))
    assert qos.queues[3].ecn_kmin_bytes == Stated(400_000, at(5))
    assert values(qos.queues[3].ecn_kmax_bytes) == [1_500_000]


def test_a_profile_replaces_what_holds_for_all_ports() -> None:
    qos = qos_of(
        "qos roce",
        "qos pfc P switch-priority 4",
        "qos mapping M dscp 34 switch-priority 4",
        "interface swp1 qos pfc profile P",
        "interface swp1 qos mapping profile M",
    )
    assert [index for index, one in enumerate(qos.priorities) if values(one.generates_pause) == [True]] == [4]
    assert values(*(qos.classification.traffic_class_by_dscp[dscp] for dscp in (26, 34))) == ["0", "4"]
    assert values(qos.queues[3].ecn_enabled) == [True]


def test_a_member_has_the_profiles_of_its_bond() -> None:
    lines = ("interface bond1 bond member swp2", "interface bond1 qos pfc profile P", "qos pfc P switch-priority 3")
    assert values(qos_of(*lines, port="swp2").priorities[3].generates_pause) == [True]
    assert values(qos_of(*lines).priorities[3].generates_pause) == [False]


def test_a_profile_that_is_not_there_makes_what_it_brings_unknown() -> None:
    qos = qos_of("qos roce", "interface swp1 qos congestion-control profile FAST")
    assert qos.queues[3].ecn_enabled == Unknown("the qos congestion-control profile FAST is not defined", at(3))
    assert values(qos.priorities[3].generates_pause) == [True]


def test_without_roce_the_system_trusts_802_1p_and_marks_class_0() -> None:
    qos = qos_of("qos congestion-control default-global traffic-class 5 max-threshold 900000")
    assert values(qos.trust)[0].value == "pcp"
    assert values(*(one.ecn_enabled for one in qos.queues)) == [True] + [False] * 4 + [True] + [False] * 2
    assert values(qos.pfc_mode)[0].value == "off"


def test_pfc_without_a_lossless_pool_has_no_headroom() -> None:
    lines = ("qos pfc default-global switch-priority 3", "qos traffic-pool default-lossy memory-percent 100")
    assert values(qos_of(*lines).priorities[3].group.headroom_bytes) == [0]
    more = (*lines[:1], "qos traffic-pool default-lossless memory-percent 50")
    assert isinstance(qos_of(*more).priorities[3].group.headroom_bytes, Unknown)


def test_sizes_of_a_buffer_leave_what_is_above_xoff_as_headroom() -> None:
    group = (
        qos_of(
            "qos roce",
            "qos pfc default-global port-buffer 25000",
            "qos pfc default-global xoff-threshold 10000",
            "qos pfc default-global xon-threshold 2000",
        )
        .priorities[3]
        .group
    )
    assert values(group.headroom_bytes, group.xoff_threshold_bytes, group.resume_offset_bytes) == [15000, 10000, 2000]


def test_the_watchdog_detects_in_multiples_of_its_interval() -> None:
    watchdog = qos_of(
        "qos roce",
        "qos pfc-watchdog polling-interval 200",
        "qos pfc-watchdog robustness 5",
        "interface swp1 qos pfc-watchdog",
    ).watchdog
    assert (watchdog.enabled, values(watchdog.detection_ms, watchdog.polling_ms)) == (Stated(True, at(5)), [1000, 200])


@pytest.mark.parametrize(("release", "expected"), [("state enabled", "5.16"), ("enable on", "5.14")])
def test_the_release_decides_what_a_mode_sets(release: str, expected: str) -> None:
    qos = qos_of(f"qos roce {release}", "qos roce mode lossy-multi-tc", "system hostname a")
    cnp = qos.classification.traffic_class_by_dscp[48]
    if expected == "5.14":
        assert values(cnp) == ["0"]
    else:
        assert values(cnp) == ["releases differ in it, and the file does not state its own"]


def test_every_section_of_modes_has_a_source() -> None:
    assert all(len(one.source) > 30 and one.mask for one in sections())
    assert {one.name for one in sections()} == {
        "system",
        "lossless",
        "lossless-single-ipool",
        "lossy",
        "lossy-multi-tc",
    }


def test_what_is_unset_stands_at_the_line_that_took_it_away() -> None:
    qos = qos_of(
        "qos roce", "interface swp1 qos pfc-watchdog", "unset interface swp1 qos pfc-watchdog", "unset qos roce"
    )
    assert (qos.bound.source, qos.watchdog.enabled.source) == (at(5), at(4))
