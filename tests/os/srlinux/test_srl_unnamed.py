"""Configurations that name neither release nor chassis, and leaves that only some of them have."""

from __future__ import annotations

from roce_lint.model.reading import Reading
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document

PROFILE = "set / qos pfc-mapping-profile p "
OBEYS = f"{PROFILE}received-pfc-pause-frames queue q3 pfc-pause-frame-priority 3 enable-pfc true\n"
OF_7220 = (
    f"{PROFILE}received-traffic unicast-mapping pfc-queue pfc-3 forwarding-class [ fc3 ] pfc-pause-frame-priority 3\n"
    "set / qos linecard 1 forwarding-complex 0 input pfc-buffer-reservation 10\n"
)


def _read(text: str) -> Reading:
    return read_srlinux(Document("leaf1.cfg", text))


def _bind(port: int, leaf: str) -> str:
    return (
        f"set / interface ethernet-1/{port} subinterface 0\n"
        f"set / qos interfaces interface e{port} interface-ref interface ethernet-1/{port} subinterface 0\n"
        f"set / qos interfaces interface e{port} input classifiers {leaf} roce\n"
    )


def _refused(text: str) -> list[int]:
    return [one.source.line for one in _read(text).devices[0].refused_settings]


def test_a_leaf_that_25_10_lacks_is_open_beside_one_of_25_7() -> None:
    dcbx = "set / qos interfaces interface e1 dcbx admin-state enable\n"
    old = "# SR Linux v24.10.1\n"
    reported = [(one.source.line, one.because.split(";")[0]) for one in _read(OBEYS + dcbx).unread]
    assert (1, "the leaf is gone in 25.10") in reported
    assert not [one for one in _read(OBEYS).unread if "25.10" in one.because]
    assert not [one for one in _read(old + OBEYS + dcbx).unread if "25.10" in one.because]


def test_a_wrong_classifier_leaf_on_every_port_does_not_make_another_chassis() -> None:
    ports = "".join(_bind(port, "ipv4-dscp-policy") for port in range(1, 9))
    assert _refused(OF_7220 + ports) == [5 + 3 * port for port in range(8)]


def test_two_families_of_classifier_leaves_in_one_file_are_refused() -> None:
    text = _bind(1, "dscp-policy") + _bind(2, "ipv4-dscp-policy") + _bind(3, "dscp-policy")
    assert _refused(text) == [6]
    assert _refused(_bind(1, "dscp-policy") + _bind(2, "dscp-policy")) == []


def test_an_entry_for_a_member_of_a_lag_is_refused() -> None:
    member = "set / interface ethernet-1/1 ethernet aggregate-id lag1\nset / interface lag1 subinterface 0\n"
    entry = "set / qos interfaces interface e1 interface-ref interface "
    assert _refused(f"{member}{entry}ethernet-1/1\n") == [3]
    assert _refused(f"{member}{entry}lag1\n") == []
