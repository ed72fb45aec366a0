"""The ports of a device: what each interface says, what it takes from its bundle, VLAN and the system.

Port-channels and their members: what the bundle says holds for a member that says nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.port import PARTS_OF_QOS, port_of
from roce_lint.model.qos import Classification, PortQos, TrafficClass
from roce_lint.model.terms import BundleMode, PortKind
from roce_lint.os.industry_cli.command import NotStated, stated_or
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.nxos import defaults, switching
from roce_lint.os.nxos.breakouts import Breakout
from roce_lint.os.nxos.classification import (
    Classifying,
    NxosClassifier,
    nothing_classified,
    unknown_classification,
)
from roce_lint.os.nxos.interface_lines import PortLines
from roce_lint.os.nxos.interfaces import (
    INHERITED,
    MTU,
    PFC_MODE,
    QOS_INPUT,
    QUEUING_INPUT,
    QUEUING_OUTPUT,
    InterfaceSettings,
)
from roce_lint.os.nxos.network_qos import NetworkQos, account_for_other_policies, read_network_qos
from roce_lint.os.nxos.pause_buffer import PauseBuffers
from roce_lint.os.nxos.pfc import NxosGlobalPfc, NxosWatchdogs, pfc_mode
from roce_lint.os.nxos.policies import QOS, QUEUING, Attachment, NxosPolicies, service_policy
from roce_lint.os.nxos.port_profiles import PortProfiles
from roce_lint.os.nxos.queuing import Queuing
from roce_lint.text.lines import Line
from roce_lint.values import dataclass, field

_SWITCHING = ("routed", "trunks", "access_vlan", "vrf")


def bundle_of(lines: PortLines, block: Source) -> Fact[str]:
    """Return the port-channel that the interface is a member of, empty where it is in none."""
    member = lines.membership
    if isinstance(member, NotStated):
        return defaults.IN_NO_BUNDLE.at(block)
    return Stated(member.value.bundle, member.source) if isinstance(member, Stated) else member


def mode_of(lines: PortLines, block: Source) -> Fact[BundleMode]:
    """Return how the interface joins its bundle: without LACP where the line names no mode (NX-OS, `mode on`)."""
    member = lines.membership
    if isinstance(member, Stated) and member.value.mode:
        return Stated(member.value.mode, member.source)
    return Unknown(defaults.IN_NO_BUNDLE.reason, block)


def with_bundle(
    settings: InterfaceSettings,
    lag: Fact[str],
    interfaces: Mapping[str, InterfaceSettings],
    diagnostics: LineDiagnostics,
    *,
    bundles_state_mtu: bool,
) -> InterfaceSettings:
    """Return the settings in force: the member's own, then those of the bundle.

    NX-OS copies the bundle's QoS to its members and prints it at both; where a file has them differ, each port is
    evaluated by what it says, so that the odd member shows; but a bundle that does not force PFC, or alone among the
    bundles of the switch states no MTU, is odd itself. Switching is the bundle's alone.
    """
    bundle = interfaces.get(lag.value) if isinstance(lag, Stated) and settings.kind is PortKind.ETHERNET else None
    if bundle is None:
        return settings
    lines = dict(settings.line_of)
    for key in INHERITED:
        if key in bundle.line_of:
            lines.setdefault(key, bundle.line_of[key])
    weaker = bundle.line_of.get(PFC_MODE)
    if weaker is not None and weaker.text.split()[2:3] != ["on"]:
        lines[PFC_MODE] = weaker
    if MTU not in bundle.line_of and bundles_state_mtu:
        lines.pop(MTU, None)
    for key in _SWITCHING:
        if key in bundle.line_of:
            own = lines.get(key)
            if own is not None and own.text != bundle.line_of[key].text:
                diagnostics.line_not_understood(
                    own, f"{bundle.name} says {bundle.line_of[key].text!r}, and members must not differ"
                )
            lines[key] = bundle.line_of[key]
    vlan_changes = bundle.vlan_changes or settings.vlan_changes
    return InterfaceSettings(
        settings.name, settings.kind, settings.header, lines, settings.addresses, vlan_changes, settings.refused
    )


def header_of_qos(settings: InterfaceSettings, lag: Fact[str], interfaces: Mapping[str, InterfaceSettings]) -> Line:
    """Return the block that lacks a policy: that of the bundle where it forces PFC, else the interface's own."""
    bundle = interfaces.get(lag.value) if isinstance(lag, Stated) and settings.kind is PortKind.ETHERNET else None
    return bundle.header if bundle is not None and PFC_MODE in bundle.line_of else settings.header


@dataclass(slots=True)
class DeviceSettings:
    """What a file says of interfaces and QoS, while it is read.

    `vlans`: VLANs that exist. `vlan_policies`: type qos policies by VLAN. `breakouts`: speed in Gb/s of the children
    of a split port, with the line that splits it. `features`: those that the file enables. `switched_by_default` and
    `switched_are_down`: what the system says of ports without a line of their own.
    """

    is_running_config: bool
    switched_by_default: bool = True
    switched_are_down: bool = False
    interfaces: dict[str, InterfaceSettings] = field(default_factory=dict)
    policies: NxosPolicies = field(default_factory=NxosPolicies)
    global_pfc: NxosGlobalPfc = field(default_factory=NxosGlobalPfc)
    vlans: set[int] = field(default_factory=set)
    vlan_policies: dict[int, Attachment] = field(default_factory=dict)
    features: set[str] = field(default_factory=set)
    breakouts: dict[str, Breakout] = field(default_factory=dict)
    profiles: PortProfiles = field(default_factory=PortProfiles)

    def marks_packets(self) -> bool:
        """Return whether a type qos policy in service writes a DSCP."""
        texts = {one.line_of[QOS_INPUT].text for one in self.interfaces.values() if QOS_INPUT in one.line_of}
        names = {policy[2] for policy in map(service_policy, texts) if policy} | {
            one.name for one in self.vlan_policies.values()
        }
        of_system = self.policies.system.get((QOS, "input"))
        return self.policies.set_code_points(names | ({of_system.name} if of_system else set()))

    @property
    def lldp_is_off(self) -> bool:
        """Return whether the file is complete enough to list features, and does not list LLDP."""
        return bool(self.features) and "lldp" not in self.features


def ports_of(settings: DeviceSettings, diagnostics: LineDiagnostics) -> tuple[Port, ...]:
    """Return every interface as a port, in order of the file."""
    settings.interfaces = settings.profiles.applied(settings.interfaces, diagnostics)
    composer = _Composer(settings, diagnostics)
    ports = tuple(composer.port(interface) for interface in settings.interfaces.values())
    composer.account_for_unused()
    return ports


class _Composer:
    """Makes ports; what several of them have in common is made once and shared."""

    def __init__(self, settings: DeviceSettings, diagnostics: LineDiagnostics) -> None:
        self._settings = settings
        self._diagnostics = diagnostics
        self._network: NetworkQos = read_network_qos(settings.policies, diagnostics)
        self._queuing = Queuing(settings.policies, diagnostics, self._network.queue_count)
        self._buffers = PauseBuffers(self._network, self._queuing, diagnostics)
        self._classifier = NxosClassifier(settings.policies, diagnostics)
        self._watchdogs = NxosWatchdogs(settings.global_pfc, self._network, diagnostics)
        self._classes: dict[int, tuple[TrafficClass, ...]] = {}
        self._unclassified: dict[Source, Classifying] = {}
        bundles = [one for one in settings.interfaces.values() if one.kind is PortKind.LAG]
        self._bundles_state_mtu = any(MTU in one.line_of for one in bundles)
        self._ports_attach_queuing = any(QUEUING_OUTPUT in one.line_of for one in settings.interfaces.values())
        self._every_class = tuple(self._class(str(group)) for group in range(defaults.QUEUES_8))

    def account_for_unused(self) -> None:
        """Report what is odd in policies that are defined and not in service."""
        self._classifier.account_for_all()
        self._queuing.account_for_all()
        self._buffers.account_for_unattached()
        account_for_other_policies(self._settings.policies, self._diagnostics)
        for attachment in self._settings.vlan_policies.values():
            self._classifier.attached(attachment, may_be_tagged=True)

    def port(self, own: InterfaceSettings) -> Port:
        """Return one port with what it inherits."""
        source = self._diagnostics.block(own.header)
        diagnostics = self._diagnostics.within(own.header)
        block = diagnostics.block(own.header)
        lines = own.lines(diagnostics)
        lag = bundle_of(lines, block)
        settings = with_bundle(
            own, lag, self._settings.interfaces, diagnostics, bundles_state_mtu=self._bundles_state_mtu
        )
        if settings is not own:
            lines = settings.lines(diagnostics)
        routes = switching.routed(settings, lines, block, switched_by_default=self._settings.switched_by_default)
        vlans = switching.vlans(settings, lines, routes, diagnostics)
        speed = switching.speed_gbps(settings, lines, self._settings.breakouts, diagnostics)
        return port_of(
            name=own.name,
            source=source,
            kind=own.kind,
            enabled=switching.enabled(
                own,
                lines,
                routes,
                block,
                is_running_config=self._settings.is_running_config,
                switched_are_down=self._settings.switched_are_down,
            ),
            description=switching.description(own, diagnostics),
            speed_gbps=speed,
            ip_mtu_bytes=stated_or(lines.mtu_bytes, defaults.INTERFACE_MTU.at(block)),
            frame_mtu_bytes=Unknown("NX-OS has one MTU only, which counts the IP packet", block),
            routed=routes,
            vlans=vlans,
            vrf=stated_or(lines.vrf, defaults.GLOBAL_VRF.at(block)),
            addresses=switching.addresses(own, diagnostics),
            lag=lag,
            qos=self._qos(settings, lines, lag, routes, vlans, speed, diagnostics),
            parts_in_block=PARTS_OF_QOS,
            lag_mode=mode_of(lines, block),
            fec=stated_or(lines.fec, Unknown("the transceiver decides about error correction", block)),
        )

    def _qos(
        self,
        settings: InterfaceSettings,
        lines: PortLines,
        lag: Fact[str],
        routes: Fact[bool],
        vlans: Fact[frozenset[int]],
        speed: Fact[int],
        diagnostics: LineDiagnostics,
    ) -> PortQos:
        lldp_is_off = self._settings.lldp_is_off
        header = header_of_qos(settings, lag, self._settings.interfaces)
        classifying, bound = self._classifying(settings, header, routes, vlans, diagnostics)
        no_pause = defaults.LINK_PAUSE_OFF.at(diagnostics.block(settings.header))
        egress = self._attachment(settings, QUEUING_OUTPUT, "output")
        lacking = diagnostics.block(settings.header) if egress is None and self._ports_attach_queuing else None
        ingress = self._attachment(settings, QUEUING_INPUT, "input")
        return PortQos(
            bound=bound,
            trust=classifying.trust,
            classification=classifying.classification,
            classes=self._classes_of(classifying.classification),
            pfc_mode=pfc_mode(settings, lines, self._settings.global_pfc, diagnostics, lldp_is_off=lldp_is_off),
            priorities=self._buffers.priorities(ingress),
            queues=self._queuing.queues(egress, 0 if isinstance(speed, Unknown) else speed.value, lacking),
            watchdog=self._watchdogs.of_port(settings, lines, diagnostics),
            link_pause_received=stated_or(lines.pause_received, no_pause),
            link_pause_sent=stated_or(lines.pause_sent, no_pause),
            rewrite_enabled=classifying.rewrite_enabled,
            rewrites=classifying.rewrites,
        )

    def _attachment(self, settings: InterfaceSettings, key: str, direction: str) -> Attachment | None:
        """Return the queuing policy in force: the interface's over the system's."""
        line = settings.line_of.get(key)
        found = service_policy(line.text) if line else None
        if line and found:
            return Attachment(found[2], line)
        return self._settings.policies.system.get((QUEUING, direction))

    def _classifying(
        self,
        settings: InterfaceSettings,
        header: Line,
        routes: Fact[bool],
        vlans: Fact[frozenset[int]],
        diagnostics: LineDiagnostics,
    ) -> tuple[Classifying, Fact[bool]]:
        """Return the classification in force and whether a policy is attached: interface over VLAN over system."""
        block = diagnostics.block(header)
        line = settings.line_of.get(QOS_INPUT)
        found = service_policy(line.text) if line else None
        attachment = Attachment(found[2], line) if line and found else None
        if attachment is None:
            candidates = self._vlan_attachments(vlans)
            if len(candidates) > 1:
                unknown = unknown_classification(block, "the VLANs of this port have different type qos policies")
                return unknown, Unknown("only some VLANs of this port have a type qos policy", block)
            attachment = next(iter(candidates.values()), None)
        attachment = attachment or self._settings.policies.system.get((QOS, "input"))
        if attachment is None:
            because = f"no service-policy type qos input is attached; {defaults.NO_CLASSIFICATION.reason}"
            if block not in self._unclassified:
                self._unclassified[block] = nothing_classified(block, because)
            return self._unclassified[block], Default(False, block, because)
        may_be_tagged = settings.kind is PortKind.SUBINTERFACE or not (isinstance(routes, Stated) and routes.value)
        classifying = self._classifier.attached(attachment, may_be_tagged=may_be_tagged)
        return classifying, Stated(True, diagnostics.at(attachment.line))

    def _vlan_attachments(self, vlans: Fact[frozenset[int]]) -> dict[str, Attachment | None]:
        """Return the different policies of the port's VLANs by name; an empty name stands for a VLAN without one."""
        policies = self._settings.vlan_policies
        if not policies or isinstance(vlans, Unknown):
            return {}
        present = vlans.value & (self._settings.vlans or vlans.value)
        found: dict[str, Attachment | None] = {}
        for vlan in sorted(present):
            attachment = policies.get(vlan)
            found.setdefault(attachment.name if attachment else "", attachment)
        return found

    def _classes_of(self, classification: Classification) -> tuple[TrafficClass, ...]:
        """Return the qos-groups that a marking can select, all of them where some marking is not understood."""
        key = id(classification)
        if key not in self._classes:
            facts = (
                *classification.traffic_class_by_dscp,
                *classification.traffic_class_by_pcp,
                classification.traffic_class_otherwise,
            )
            names = {fact.value for fact in facts if not isinstance(fact, Unknown)}
            some_unknown = any(isinstance(fact, Unknown) for fact in facts)
            self._classes[key] = tuple(one for one in self._every_class if some_unknown or one.name in names)
        return self._classes[key]

    def _class(self, group: str) -> TrafficClass:
        network_class = self._network.classes[int(group)]
        return TrafficClass(
            name=group,
            queue=Default(int(group), self._network.source, defaults.QUEUE_OF_GROUP),
            pause_priorities=network_class.sent,
            mtu_limit_bytes=network_class.mtu_bytes,
        )
