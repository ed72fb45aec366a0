"""What one leaf promises and another takes away again."""

from __future__ import annotations

from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Stated, Unknown
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document

PORT = """\
set / interface ethernet-1/1 mtu {mtu}
set / interface ethernet-1/1 subinterface 0 ip-mtu 9000
set / interface ethernet-1/1 subinterface 0 ipv4 address 10.0.0.0/31
set / qos explicit-congestion-notification
set / qos queues queue unicast-3 queue-index 3
set / qos buffer-management buffer-allocation-profile E queues queue unicast-3 maximum-burst-size {burst}
set / qos buffer-management queue-management-profile M wred wred-slope all all true min-threshold 400000
set / qos buffer-management queue-management-profile M wred wred-slope all all true max-threshold 1600000
set / qos buffer-management queue-management-profile M wred wred-slope all all true slope-enabled true
set / qos interfaces interface ethernet-1/1 interface-ref interface ethernet-1/1
set / qos interfaces interface ethernet-1/1 output buffer-allocation-profile E
set / qos interfaces interface ethernet-1/1 output queues queue unicast-3 queue-management-profile M
"""


def port(mtu: int = 9100, burst: int = 52110640) -> Port:
    reading = read_srlinux(Document("leaf1.cfg", PORT.format(mtu=mtu, burst=burst)))
    return next(one for one in reading.devices[0].ports if one.name == "ethernet-1/1")


def test_a_port_mtu_below_the_ip_mtu_is_what_holds() -> None:
    large, small = port(mtu=9100).ip_mtu_bytes, port(mtu=1600).ip_mtu_bytes
    assert isinstance(large, Stated)
    assert (large.value, large.source.line) == (9000, 2)
    assert isinstance(small, Stated)
    assert (small.value, small.source.line) == (1586, 1)


def test_no_queue_marks_without_a_burst() -> None:
    marking, refused = port().qos.queues[3].ecn_enabled, port(burst=0).qos.queues[3].ecn_enabled
    assert not isinstance(marking, Unknown)
    assert marking.value is True
    assert isinstance(refused, Default)
    assert (refused.value, refused.source.line) == (False, 6)
