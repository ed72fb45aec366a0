"""The whole fabric: every device that was read, how they are cabled, and what is intended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_lint.fabric.design import Design
from roce_lint.fabric.line_matches import NOTHING_SEARCHED, LineMatches
from roce_lint.model.device import Device, Link, LinkContradiction, Port, PortRef, UnreadLine
from roce_lint.model.domain_choice import NOTHING_CHOSEN, DomainChoice
from roce_lint.model.reading import Remark
from roce_lint.values import dataclass

if TYPE_CHECKING:
    from roce_lint.infiniband.documents import InfinibandFacts
    from roce_lint.infiniband.intended import IntendedPartitions
    from roce_lint.model.reading import PriorityCounter, SettingConflict

_new = tuple.__new__


@dataclass(frozen=True, slots=True)
class Fabric:
    """Devices in order of name, links in order of their ends, and what the readers did not understand.

    `contradictions`: inputs that disagree about what a cable joins, `length_contradictions` about how long it is;
    `conflicts`: files of one host about a setting. `infiniband`: what files say about InfiniBand subnets, in order of
    path; `intended_partitions`: what an intent says of them.
    `domain`: which ports the settings put into the RoCE domain or out of it. `remarks`: what the configurations say to
    the linter. `listed`: the cables that cabling lists and LLDP tell, as they write them.
    """

    devices: tuple[Device, ...]
    links: tuple[Link, ...]
    contradictions: tuple[LinkContradiction, ...]
    conflicts: tuple[SettingConflict, ...]
    unread: tuple[UnreadLine, ...]
    design: Design
    infiniband: tuple[InfinibandFacts, ...] = ()
    domain: DomainChoice = NOTHING_CHOSEN
    remarks: tuple[Remark, ...] = ()
    intended_partitions: IntendedPartitions | None = None
    listed: tuple[Link, ...] = ()
    length_contradictions: tuple[LinkContradiction, ...] = ()
    line_matches: LineMatches = NOTHING_SEARCHED
    """The lines that rules ask for by a pattern."""
    has_infiniband_hosts: bool = False
    """The hosts belong to the InfiniBand subnet: what they say of jobs is no RoCE."""
    counters: tuple[PriorityCounter, ...] = ()
    """What captures show of ports that the fabric has, the last capture of each."""

    def ports(self) -> dict[PortRef, tuple[Device, Port]]:
        """Return every port by its name, with its device."""
        # A name is made in a third of the time without its constructor.
        return {
            _new(PortRef, (device.name, port.name)): (device, port) for device in self.devices for port in device.ports
        }

    def peers(self) -> dict[PortRef, Link]:
        """Return the link of every cabled port."""
        found: dict[PortRef, Link] = {}
        for link in self.links:
            found[link.a] = link
            found[link.b] = link
        return found
