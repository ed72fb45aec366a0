"""Which ports are configured for RoCE, and what such ports of one device have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TypeAlias

from roce_lint.fabric.design import Design
from roce_lint.fabric.port_chain import Purposes, declines_roce
from roce_lint.model.bridging import BridgeDomain
from roce_lint.model.device import AnyPort, Device, Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import is_false, is_true
from roce_lint.model.masked_digits import masked_digits
from roce_lint.model.qos import PRIORITY_COUNT, Queue
from roce_lint.model.terms import PfcMode, PortKind, QosPart
from roce_lint.os.registry import behaviour_of
from roce_lint.text.patterns import lazy_pattern

_WORDS = lazy_pattern(
    r"(?i)(?<![a-z])(mgmt|management|oob|ipmi|bmc|wan|internet|isp|border|storage|nfs|backup|spare|unused|"
    r"console|terminal server|out-of-band|packet broker|mirror|monitor|pdu|"
    r"netapp|filers?|nas|iscsi|frontend|front-end|firewall|fw\d*|span|tap|peer-?link|mlag|vpc)(?![a-z])"
)
_OTHER_PURPOSES = Purposes(_WORDS)
_PLAIN_MTU_BYTES = 1500
_SIBLING_SHARE = 0.75
_SIBLINGS = 3
_FEW_SHARE = 0.6
_FEW_SIBLINGS = 2
_TRUNK_OF_ALL = 4000
_SERVICE_SHARE = 10

Shape: TypeAlias = tuple[object, ...]


def carries_roce_qos(port: AnyPort, design: Design) -> bool:
    """Say whether the port's own configuration treats RoCE specially."""
    if _states_pfc(port):
        return True
    if not is_true(port.qos.bound):
        return False
    if isinstance(design.roce_dscps, Unknown):
        return any(_marks(queue, design) for queue in port.qos.queues)
    table = port.qos.classification.traffic_class_by_dscp
    special = {
        traffic_class.name
        for traffic_class in port.qos.classes
        if not isinstance(traffic_class.pause_priorities, Unknown) and traffic_class.pause_priorities.value
    }
    marked = {queue.index for queue in port.qos.queues if _marks(queue, design)}
    special |= {
        traffic_class.name
        for traffic_class in port.qos.classes
        if not isinstance(traffic_class.queue, Unknown) and traffic_class.queue.value in marked
    }
    names = (table[dscp] for dscp in design.roce_dscps.value)
    return any(not isinstance(name, Unknown) and name.value in special for name in names)


def keeps_roce_queue(port: AnyPort, design: Design) -> bool:
    """Say whether lines of a port that has QoS mark ECN in the queue of a priority that the design makes lossless."""
    wanted = known(design.lossless_priorities, frozenset())
    return is_true(port.qos.bound) and bool(wanted) and any(_lines_that_mark(port, wanted, design))


def marks_in_roce_queue(device: Device, port: Port, design: Design) -> bool:
    """Say whether lines of the port itself mark ECN in such a queue; in any where no lossless priority is known."""
    wanted = known(design.lossless_priorities, frozenset())
    lines = _lines_that_mark(port, wanted or frozenset(range(PRIORITY_COUNT)), design)
    return any(behaviour_of(device.os).binds_qos_outside_interfaces or port.values.holds(line) for line in lines)


def _lines_that_mark(port: AnyPort, numbers: frozenset[int], design: Design) -> Iterator[Source]:
    """Yield the lines by which queues mark ECN that pauses for these priorities stop."""
    priorities = [port.qos.priorities[number] for number in numbers]
    queues = frozenset[int]().union(*(known(one.paused_queues, frozenset({one.number})) for one in priorities))
    for queue in port.qos.queues:
        if queue.index in queues and isinstance(queue.ecn_enabled, Stated) and _marks(queue, design):
            yield queue.ecn_enabled.source


def _marks(queue: Queue, design: Design) -> bool:
    """Say whether a queue marks ECN; where packets are trimmed, one that may mark is one of RoCE as well."""
    trims = known(design.profile, "") == "lossy-trimming"
    return is_true(queue.ecn_enabled) or (trims and isinstance(queue.ecn_enabled, Unknown))


WHAT_MAKES_ROCE = frozenset({QosPart.CLASSIFICATION, QosPart.PAUSE, QosPart.ECN})
"""The parts of QoS that tell a port for RoCE from others."""


def lost_its_qos(device: Device, port: Port) -> bool:
    """Say whether lines give the port QoS that does not come: its name is defined nowhere, or its row is refused."""
    for missing in device.undefined_references:
        # What a policy of the whole system would bring says nothing of one port.
        is_own = missing.ports == {port.name} or port.values.holds(missing.source)
        if is_own and port.name in missing.ports and missing.brings & WHAT_MAKES_ROCE:
            return True
    bound = port.values.qos.bound
    if not isinstance(bound, Stated) or bound.value:
        return False
    row = bound.source
    return any(
        one.source.file == row.file and row.line <= one.source.line <= row.end_line
        for one in device.refused_settings
        if not one.runs
    )


def _states_pfc(port: AnyPort) -> bool:
    mode = port.qos.pfc_mode
    return isinstance(mode, Stated) and mode.value in (PfcMode.ON, PfcMode.OVERRULED)


def shape_of(port: Port) -> Shape:
    """Return what makes ports of one purpose look alike."""
    said = port.values
    return (
        None if isinstance(said.speed_gbps, Unknown) else said.speed_gbps.value,
        None if isinstance(said.routed, Unknown) else said.routed.value,
        None if isinstance(said.vrf, Unknown) else said.vrf.value,
        bool(said.addresses),
        None if isinstance(said.vlans, Unknown) else bool(said.vlans.value),
        None if isinstance(said.ip_mtu_bytes, Unknown) else said.ip_mtu_bytes.value > _PLAIN_MTU_BYTES,
    )


def bundle_of(port: AnyPort) -> str:
    """Return the bundle that a physical port is a member of; empty where it is in none."""
    return port.lag.value if isinstance(port.lag, Stated) and port.kind is PortKind.ETHERNET else ""


def names_another_purpose(port: Port) -> bool:
    """Say whether the description names a purpose that RoCE does not serve."""
    description = port.stated_description
    return description is not None and _OTHER_PURPOSES.named_in(description)


def _purposes(port: Port) -> frozenset[str]:
    description = port.stated_description or ""
    return frozenset(found[1].lower() for found in _WORDS.finditer(description))


def only_inherits(device: Device, port: Port) -> bool:
    """Say whether all that the port has of RoCE is a policy of the whole system, which every port gets.

    A port that is bound by default is named by a wildcard alone.
    """
    bound = port.values.qos.bound
    if isinstance(bound, Default) and bound.value:
        return True
    outside = behaviour_of(device.os).binds_qos_outside_interfaces
    if _states_pfc(port.values) or outside or not isinstance(bound, Stated):
        return False
    return not port.values.holds(bound.source)


class RoceShapes:
    """What the ports of one device that carry RoCE have in common; found when a port has to be compared with them."""

    def __init__(self, device: Device, design: Design) -> None:
        """`device` has the ports that tell something of others."""
        self._device = device
        self._design = design

    @cached_property
    def _carrying(self) -> tuple[Port, ...]:
        whole = tuple([port for port in self._device.ports if carries_roce_qos(port.values, self._design)])
        return whole or tuple([port for port in self._device.ports if keeps_roce_queue(port.values, self._design)])

    @property
    def is_without_roce(self) -> bool:
        """Say whether no port of the device treats RoCE specially."""
        return not self._carrying

    def carries(self, port: Port) -> bool:
        """Say whether a port treats RoCE specially.

        Where the chain of RoCE is broken at all ports of the device, the queue that is left of it tells which they are.
        """
        return port.name in self._names_carrying

    @cached_property
    def _names_carrying(self) -> frozenset[str]:
        return frozenset([port.name for port in self._carrying])

    @cached_property
    def _words(self) -> frozenset[str]:
        """Return the words for other purposes in the descriptions of ports that carry RoCE by lines of their own."""
        own = [port for port in self._carrying if names_another_purpose(port)]
        return frozenset().union(*(_purposes(port) for port in own if not only_inherits(self._device, port)))

    def is_for_something_else(self, port: Port) -> bool:
        """Say whether the description names a purpose that no port with RoCE names: a word alone hides no lost QoS."""
        return names_another_purpose(port) and not _purposes(port) <= self._words

    @cached_property
    def _names(self) -> Counter[bytes]:
        """Count the descriptions of ports that carry RoCE by lines of their own, whatever the digits in them."""
        own = [port for port in self._carrying if not only_inherits(self._device, port)]
        return Counter(masked_digits(port.stated_description) for port in own if port.stated_description)

    def names_alike(self, port: Port) -> bool:
        """Say whether several ports with RoCE have the description of this one, but for digits (`storage-node07`)."""
        description = port.stated_description
        return bool(description) and self._names[masked_digits(description or "")] >= _SIBLINGS

    @cached_property
    def vrfs(self) -> frozenset[str]:
        """Return the VRFs in which a port carries RoCE by lines of its own; `default` if none does."""
        vrfs = {
            port.vrf.value
            for port in self._carrying
            if not isinstance(port.vrf, Unknown) and not only_inherits(self._device, port)
        }
        return frozenset(vrfs or {"default"})

    def is_for_service(self, port: Port) -> bool:
        """Say whether a port without PFC has at most a tenth of the speed of every port with it.

        Such ports are for management and services; what is bound to all ports alike came to them too.
        """
        if _states_pfc(port.values):
            return False
        return 0 < _SERVICE_SHARE * known(port.speed_gbps, 0) <= self._slowest_pausing_gbps

    @cached_property
    def _slowest_pausing_gbps(self) -> int:
        return min((known(port.speed_gbps, 0) for port in self._carrying if _states_pfc(port.values)), default=0)

    @cached_property
    def bundles(self) -> frozenset[str]:
        """Return the bundles of which a member carries RoCE."""
        return frozenset({bundle_of(port) for port in self._carrying} - {""})

    @cached_property
    def _vlans(self) -> frozenset[int]:
        """Return the VLANs that a port with RoCE switches, and those that have a gateway on the device."""
        found: set[int] = set()
        for port in self._carrying:
            found |= known(port.vlans, frozenset())
        gateways = (port.name.removeprefix("Vlan") for port in self._device.ports if port.kind is PortKind.VLAN)
        found |= {int(number) for number in gateways if number.isascii() and number.isdigit()}
        return frozenset(found | {one.vlan for one in self._device.routing.bridge_domains if _leads_on(one)})

    @cached_property
    def _shared_vlans(self) -> frozenset[int]:
        """Return the VLANs that ports with RoCE switch, those of trunks of all VLANs left out."""
        found = [known(port.vlans, frozenset()) for port in self._carrying]
        return frozenset[int]().union(*(vlans for vlans in found if len(vlans) < _TRUNK_OF_ALL))

    def is_beside(self, port: Port) -> bool:
        """Say whether a port is in a VLAN of ports with RoCE, and most ports that look like it carry RoCE.

        There a forgotten profile is likelier than another purpose, also among few ports.
        """
        vlans, (everyone, carrying) = known(port.vlans, frozenset()), self._numbers
        shape = shape_of(port)
        most = carrying[shape] >= _FEW_SIBLINGS and carrying[shape] >= _FEW_SHARE * everyone[shape]
        return most and bool(vlans) and vlans <= self._shared_vlans

    @cached_property
    def _bridged_on(self) -> frozenset[str]:
        """Return the ports of bridge domains that have a gateway or a tunnel, or a port with RoCE."""
        carrying = {port.name for port in self._carrying}
        domains = self._device.routing.bridge_domains
        on = [one.ports for one in domains if _leads_on(one) or not carrying.isdisjoint(one.ports)]
        return frozenset[str]().union(*on)

    def cut_off(self, port: Port) -> bool:
        """Say whether a port switches VLANs only that no port with RoCE switches and that no gateway routes.

        RoCE cannot come to such a port, unless a tunnel takes a VLAN elsewhere. Where a port with RoCE does not tell
        its VLANs, or the device has none, nothing is said.
        """
        vlans = known(port.vlans, frozenset())
        if not vlans or not self._carrying or any(isinstance(one.vlans, Unknown) for one in self._carrying):
            return False
        return vlans.isdisjoint(self._vlans) and port.name not in self._bridged_on

    @cached_property
    def _numbers(self) -> tuple[Counter[Shape], Counter[Shape]]:
        """Return how many ports in use have each shape, and how many of them carry RoCE."""
        carrying = {id(port) for port in self._carrying}
        everyone: Counter[Shape] = Counter()
        with_roce: Counter[Shape] = Counter()
        for port in self._device.ports:
            if port.kind is not PortKind.ETHERNET or is_false(port.enabled) or self.is_for_something_else(port):
                continue
            shape = shape_of(port)
            everyone[shape] += 1
            with_roce[shape] += id(port) in carrying
        return everyone, with_roce

    @cached_property
    def usual(self) -> frozenset[Shape]:
        """Return the shapes of which nearly all ports of the device carry RoCE."""
        everyone, carrying = self._numbers
        return frozenset(
            one for one, number in carrying.items() if _SIBLINGS <= number >= _SIBLING_SHARE * everyone[one]
        )

    @cached_property
    def possible(self) -> frozenset[Shape]:
        """Return the shapes of which at least one port carries RoCE."""
        return frozenset(shape for shape, number in self._numbers[1].items() if number)


def _leads_on(domain: BridgeDomain) -> bool:
    """Say whether packets leave a bridge domain through a gateway or a tunnel."""
    return bool(domain.gateway) or (isinstance(domain.vni, Stated) and bool(domain.vni.value))


def is_in_use(port: Port) -> bool:
    """Say whether a port has an address, a VLAN or a bundle of its own; an empty stanza has none."""
    switches = isinstance(port.vlans, Stated) and bool(port.vlans.value)
    bundled = not isinstance(port.lag, Unknown) and bool(port.lag.value)
    return bool(port.addresses) or switches or bundled


def is_apart(port: Port, shapes: RoceShapes) -> bool:
    """Say whether a port is unused or for something else: by description, or in a VRF without ports made for RoCE."""
    vrf = port.vrf
    return (
        shapes.is_for_something_else(port)
        or not is_in_use(port)
        or declines_roce(port)
        or (not isinstance(vrf, Unknown) and vrf.value not in shapes.vrfs)
    )


def switches_pfc_off(device: Device, port: Port) -> bool:
    """Say whether a line of the port switches PFC off; one that does so for all ports says nothing of this one."""
    mode: Fact[PfcMode] = port.qos.pfc_mode
    if not isinstance(mode, Stated) or mode.value is not PfcMode.OFF:
        return False
    return behaviour_of(device.os).binds_qos_outside_interfaces or port.values.holds(mode.source)
