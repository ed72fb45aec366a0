"""What missing structures of SR Linux would bring to which ports, in a time linear in the configuration."""

from __future__ import annotations

from roce_lint.model.device import Device
from roce_lint.model.fact import Source
from roce_lint.os.references import StructureUse, StructureUsers
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document


def _device(text: str) -> Device:
    return read_srlinux(Document("leaf1.cfg", text)).devices[0]


def _ports(text: str) -> dict[str, frozenset[str]]:
    return {one.name: one.ports for one in _device(text).undefined_references}


INTERFACES = """\
set / interface ethernet-1/1 subinterface 0 ipv4 address 10.0.0.1/31
set / interface ethernet-1/2 subinterface 0 ipv4 address 10.0.1.1/31
set / qos interfaces interface first interface-ref interface ethernet-1/1 subinterface 0
set / qos interfaces interface second interface-ref interface ethernet-1/2 subinterface 0
"""


def test_a_name_counts_for_the_kind_that_a_path_refers_to() -> None:
    found = _ports(
        INTERFACES
        + "set / qos classifiers dscp-policy 26 dscp 10 forwarding-class no-such-class\n"
        + "set / qos classifiers dscp-policy other dscp 26 forwarding-class no-such-class-either\n"
        + "set / qos interfaces interface first input classifiers dscp-policy 26\n"
        + "set / qos interfaces interface second input classifiers dscp-policy other\n"
    )
    assert found == {
        "no-such-class": frozenset({"ethernet-1/1"}),
        "no-such-class-either": frozenset({"ethernet-1/2"}),
    }


def test_a_queue_named_by_the_key_of_an_entry_counts_at_the_leaf() -> None:
    found = _ports(
        INTERFACES
        + "set / qos buffer-management queue-management-profile marks weight-factor 0\n"
        + "set / qos interfaces interface third interface-ref interface ethernet-1/2\n"
        + "set / qos interfaces interface third output queues queue no-such-queue queue-management-profile marks\n"
    )
    assert found == {"no-such-queue": frozenset({"ethernet-1/2"})}


class _Counted(str):
    """A name that counts how often names are compared or hashed."""

    count = 0

    def __eq__(self, other: object) -> bool:
        _Counted.count += 1
        return str.__eq__(self, other)

    def __hash__(self) -> int:
        _Counted.count += 1
        return str.__hash__(self)


def _work(size: int) -> int:
    """Return the steps that finding the users of so many numbered classifiers takes, each with a missing class."""
    uses = [
        use
        for number in range(size)
        for use in (
            StructureUse("class", "fc", Source("f", number, number), ("policy", _Counted(number))),
            StructureUse("policy", _Counted(number), Source("f", size + number, 0), ("port", _Counted("p"))),
        )
    ]
    _Counted.count = 0
    users = StructureUsers(uses, lambda _: frozenset())
    assert all(users.of("class", "fc", number) == {"p"} for number in range(size))
    return _Counted.count


def test_ten_times_the_classifiers_are_ten_times_the_work() -> None:
    assert _work(1000) < 12 * _work(100)


def test_structures_that_use_one_another_have_the_same_ports() -> None:
    place = Source("f", 1, 1)
    uses = (
        StructureUse("profile", "a", place, ("profile", "b")),
        StructureUse("profile", "b", place, ("profile", "a")),
        StructureUse("profile", "a", Source("f", 2, 2), ("port", "p1")),
        StructureUse("list", "x", Source("f", 3, 3), ("profile", "b")),
    )
    users = StructureUsers(uses, lambda _: frozenset())
    assert users.of("list", "x", 3) == {"p1"}
    assert users.of("profile", "a", 1) == {"p1"}
    assert users.of("list", "x", 4) == frozenset()
