"""What the tests of the NX-OS reader share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.os.nxos.reader import read_nxos
from roce_lint.text.document import Document

LOSSLESS = """hostname leaf1
class-map type qos match-any ROCE
  match dscp 26
class-map type qos match-any CNP
  match dscp 48
policy-map type qos CLASSIFY
  class ROCE
    set qos-group 3
  class CNP
    set qos-group 7
policy-map type network-qos NQ
  class type network-qos c-8q-nq3
    mtu 9216
    pause pfc-cos 3
  class type network-qos c-8q-nq-default
    mtu 9216
policy-map type queuing OUT
  class type queuing c-out-8q-q7
    priority level 1
  class type queuing c-out-8q-q3
    bandwidth remaining percent 80
    random-detect minimum-threshold 150 kbytes maximum-threshold 3000 kbytes drop-probability 7 weight 0 ecn
  class type queuing c-out-8q-q-default
    bandwidth remaining percent 20
system qos
  service-policy type network-qos NQ
  service-policy type queuing output OUT
priority-flow-control watch-dog-interval on
interface Ethernet1/1
  no switchport
  priority-flow-control mode on
  priority-flow-control watch-dog-interval on
  mtu 9216
  service-policy type qos input CLASSIFY
  ip address 10.0.0.0/31
  no shutdown
"""


def value_of(fact: object) -> object:
    """Return a fact's value with a mark of its kind: the value itself, `(default, value)`, or `unknown`."""
    if isinstance(fact, Stated):
        return fact.value
    if isinstance(fact, Default):
        return ("default", fact.value)
    assert isinstance(fact, Unknown)
    return "unknown"


@pytest.fixture(scope="session")
def value() -> Callable[[object], object]:
    return value_of


@pytest.fixture(scope="session")
def lossless() -> str:
    """A small configuration in which DSCP 26 is lossless on Ethernet1/1."""
    return LOSSLESS


@pytest.fixture(scope="session")
def read() -> Callable[[str], Reading]:
    return lambda text: read_nxos(Document("leaf1.cfg", text))


@pytest.fixture(scope="session")
def port(read: Callable[[str], Reading]) -> Callable[..., Port]:
    """Return one port of a configuration, the first unless named."""

    def find(text: str, name: str = "") -> Port:
        ports = read(text).devices[0].ports
        return next(one for one in ports if not name or one.name == name)

    return find


@pytest.fixture(scope="session")
def unread(read: Callable[[str], Reading]) -> Callable[[str], list[str]]:
    """Return the texts of the lines that were not understood."""
    return lambda text: [line.text for line in read(text).unread]


@pytest.fixture(scope="session")
def not_taken(read: Callable[[str], Reading]) -> Callable[[str], list[str]]:
    """Return the texts of the lines that were not understood or are refused, in the order of the file."""

    def find(text: str) -> list[str]:
        reading = read(text)
        refused = [(one.source.line, one.setting) for one in reading.devices[0].refused_settings]
        return [line for _, line in sorted([*refused, *((one.source.line, one.text) for one in reading.unread)])]

    return find


@pytest.fixture(scope="session")
def undefined(read: Callable[[str], Reading]) -> Callable[[str], list[tuple[str, str]]]:
    return lambda text: [(one.kind, one.name) for one in read(text).devices[0].undefined_references]
