"""A port that is made when it is looked at is the port that was made at once, whoever looks and at what."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace

import pytest

from roce_lint.engine.packed import Makers, Unpackable, pack, unpack
from roce_lint.engine.shared_parts import sharing_makers
from roce_lint.model.cast import FACTS
from roce_lint.model.device import Port
from roce_lint.model.twin import Twin, alike
from roce_lint.os.nxos import read_nxos
from roce_lint.text.document import Document

POLICY = """\
class-map type qos match-any ROCE
  match dscp 26
policy-map type qos IN
  class ROCE
    set qos-group 3
"""
BLOCK = """\
interface Ethernet1/{0}
  description port {0}
  no switchport
  priority-flow-control mode on
  priority-flow-control watch-dog-interval on
  service-policy type qos input IN
  ip address 10.0.0.{0}/24
  no shutdown
"""


def _ports() -> tuple[Port, Port]:
    """Return a port and its twin, anew for each who looks."""
    text = POLICY + "".join(BLOCK.format(number) for number in (1, 2)) + "end\n"
    first, second = read_nxos(Document("leaf.cfg", text)).devices[0].ports
    return first, second


def _made_at_once() -> Port:
    """Return the twin as its own lines make it."""
    text = POLICY + BLOCK.replace("no shutdown", "mtu 9000").format(1) + BLOCK.format(2) + "end\n"
    return read_nxos(Document("leaf.cfg", text)).devices[0].ports[1]


LOOKS: dict[str, Callable[[Port], object]] = {
    "the whole": lambda port: port,
    "shown": repr,
    "as a member of a set": lambda port: {port: 1},
    "a changed copy": lambda port: replace(port, name="Ethernet1/9"),
    "a copy": copy.copy,
    "pickled": lambda port: pickle.loads(pickle.dumps(port)),
    "its place, then the whole": lambda port: (port.source, port),
    "its addresses, then its QoS": lambda port: (port.addresses, port.qos),
    "one fact, then the whole": lambda port: (port.enabled, port.description, port.lag, port),
    "packed": lambda port: unpack(pack(port), Port),
    "packed when one fact was looked at": lambda port: (port.vrf, unpack(pack(port), Port)),
    "packed when all was looked at": lambda port: (port.qos, unpack(pack(port), Port)),
    "unpacked with shared parts": lambda port: unpack(pack(port), Port, sharing_makers()),
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_twin_looks_like_the_port_that_its_lines_make(look: str) -> None:
    twin, whole = _ports()[1], _made_at_once()
    assert (type(twin), type(whole)) == (Twin, Port)
    found, wanted = LOOKS[look](twin), LOOKS[look](whole)
    assert (found, repr(found)) == (wanted, repr(wanted))
    assert wanted == found


def test_a_twin_without_what_it_has_not_is_none() -> None:
    with pytest.raises(AttributeError, match="'Port' object has no attribute 'mtu'"):
        getattr(_ports()[1], "mtu")


def test_what_looks_alike_is_the_first_of_a_cast() -> None:
    first, twin = _ports()
    assert alike(twin) == first
    assert alike(first) is first
    assert twin.qos.watchdog != first.qos.watchdog
    assert alike(twin) is not twin
    assert alike(replace(twin, name="Ethernet1/9")).name == "Ethernet1/9"


def test_every_fact_of_a_port_is_known_to_casts() -> None:
    port = _made_at_once()
    facts = {name for name, value in vars_of(port).items() if hasattr(value, "source")}
    assert facts == set(FACTS)


def vars_of(port: Port) -> dict[str, object]:
    """Return the fields of a port, its QoS and its watchdog by path."""
    parts = {"": port, "qos.": port.qos, "qos.watchdog.": port.qos.watchdog}
    return {f"{before}{name}": getattr(part, name) for before, part in parts.items() for name in part.__slots__}


@pytest.mark.parametrize("makers", [{}, sharing_makers()], ids=["plain", "sharing"])
def test_a_cast_of_something_else_is_refused(makers: Makers) -> None:
    cast, name, lines, own = _ports()[1].packed_parts()  # type: ignore[attr-defined]  # it is a twin
    for parts in ((name, name, lines, own), (cast, name)):
        packed = pack(_Named(parts))
        with pytest.raises(Unpackable):
            unpack(packed, Port, makers)


class _Named:
    """Is packed as a twin of given parts."""

    def __init__(self, parts: tuple[object, ...]) -> None:
        self._parts = parts

    def __reduce__(self) -> tuple[object, ...]:
        return Twin, self._parts


def _unpacked() -> tuple[Port, Port]:
    """Return the twin as another process gets it, with everything made, and the same as its own lines make it."""
    return unpack(pack(_ports()[1]), Port, sharing_makers()), _made_at_once()


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_a_twin_that_was_handed_over_is_the_port_that_its_own_lines_make(look: Callable[[Port], object]) -> None:
    twin, port = (replace(one, ip_mtu_bytes=_ports()[0].ip_mtu_bytes) for one in _unpacked())
    assert look(twin) == look(port)
    assert twin == port
    assert port == twin


def test_a_twin_that_was_handed_over_remembers_which_port_says_the_same() -> None:
    twins = unpack(pack(_ports()), tuple, sharing_makers())
    assert [alike(one) for one in twins] == [twins[0], twins[0]]
    changed = replace(twins[1], name="Ethernet1/9")
    assert alike(changed) is changed
    again = unpack(pack(twins), tuple)
    assert again == twins
