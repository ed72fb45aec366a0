"""Lossless classes that some links of a switch have on purpose, beside those that all of its links have.

Where one of two ToR switches hands packets on to the other through the fabric, it marks them anew, and only the links
between ToR and leaf switches give these markings lossless classes of their own: a packet that crosses a link twice
must not wait for itself. Ports that lack such a class lack its markings as well, so that nothing is missing there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from roce_lint.model.device import Device, Port, PortValues
from roce_lint.model.fact import NOWHERE, Fact, Stated, Unknown, known
from roce_lint.model.logic import is_true
from roce_lint.model.terms import PortKind, Trust
from roce_lint.values import dataclass

_SEVERAL = 2
"""One port that differs from all others is rather a fault."""
_NONE: Fact[frozenset[int]] = Unknown("the class is described nowhere", NOWHERE)


@dataclass(frozen=True, slots=True)
class SomeLinks:
    """The priorities (0 to 7) of lossless classes of some links, and the code points (0 to 63) that get them."""

    priorities: frozenset[int]
    dscps: frozenset[int]


NO_LINKS = SomeLinks(frozenset(), frozenset())


def classes_of_some_links(device: Device, no_drop: Iterable[frozenset[int]]) -> SomeLinks:
    """Return the classes that several ports of a device have, and several others lack along with their markings.

    `no_drop` has the sets of no-drop priorities of its ports that take part in PFC.
    """
    sets = frozenset(no_drop)
    common = frozenset[int].intersection(*sets) if sets else frozenset[int]()
    found = NO_LINKS
    for number in sorted(frozenset[int]().union(*sets) - common) if common else ():
        dscps = _own_dscps(device.ports, number, common)
        if dscps:
            found = SomeLinks(found.priorities | {number}, found.dscps | dscps)
    return found


def _own_dscps(ports: Sequence[Port], number: int, common: frozenset[int]) -> frozenset[int]:
    """Return the code points that get the class of a priority where a port has it, and a lossy class where not."""
    having: list[PortValues] = []
    lacking: list[PortValues] = []
    for values in [port.values for port in ports if port.kind is PortKind.ETHERNET]:
        pauses = frozenset(one.number for one in values.qos.priorities if is_true(one.generates_pause))
        if common <= pauses:
            (having if number in pauses else lacking).append(values)
    if min(len(having), len(lacking)) < _SEVERAL or not all(map(_trusts_dscp, (*having, *lacking))):
        return frozenset()
    reached = [
        frozenset(dscp for dscp, name in enumerate(_table(one)) if number in _priorities(one, name))
        for one in _distinct(having)
    ]
    own, here = frozenset[int]().union(*reached), _table(having[0])
    names = [(one, _table(one)[dscp], here[dscp]) for one in _distinct(lacking) for dscp in own]
    is_meant = all(reached) and all(_is_another_lossy_class(port, name, usual) for port, name, usual in names)
    return own if is_meant else frozenset()


def _is_another_lossy_class(port: PortValues, name: Fact[str], usual: Fact[str]) -> bool:
    return isinstance(name, Stated) and name.value != known(usual, "") and not _priorities(port, name)


def _distinct(ports: Iterable[PortValues]) -> list[PortValues]:
    """Return one of the ports that share their maps and classes."""
    return list({(id(one.qos.classification), id(one.qos.classes)): one for one in ports}.values())


def _table(port: PortValues) -> tuple[Fact[str], ...]:
    return port.qos.classification.traffic_class_by_dscp


def _trusts_dscp(port: PortValues) -> bool:
    return known(port.qos.trust, Trust.NONE) in (Trust.DSCP, Trust.DSCP_AND_PCP)


def _priorities(port: PortValues, name: Fact[str]) -> frozenset[int]:
    """Return the priorities that the class of a stated entry of a map pauses."""
    pausing = (one.pause_priorities for one in port.qos.classes if isinstance(name, Stated) and one.name == name.value)
    return known(next(pausing, _NONE), frozenset())
