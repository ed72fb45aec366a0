"""Read an EOS running-config: every top-level section goes to the reader of its kind.

What ports announce to their peers by DCBX: the priority in which RoCE is to be sent (`dcbx application`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from roce_lint.model.device import AnnouncedPriority, Device, IdleDefinition
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.model.terms import PortKind
from roce_lint.os.eos.command_words import EOS_WORDS
from roce_lint.os.eos.document import Identity, buffer_facts, identify
from roce_lint.os.eos.interface_blocks import InterfaceBlocks
from roce_lint.os.eos.interface_lines import DCBX_LINES, PortDraft
from roce_lint.os.eos.lanes import ports_without_lanes
from roce_lint.os.eos.maps import EosMaps
from roce_lint.os.eos.names import dscp_set, interface_names
from roce_lint.os.eos.overlay import Tunnel
from roce_lint.os.eos.port_lines import PortLineReader, QosLines, QueueDialect
from roce_lint.os.eos.port_qos import EosPortQosMaker, Globals, QosProfile
from roce_lint.os.eos.ports import PortMaker
from roce_lint.os.eos.qos_words import says_qos, sounds_like_qos
from roce_lint.os.eos.raw_text import blank_raw_text
from roce_lint.os.eos.refusals import why_refused
from roce_lint.os.eos.releases import DATED_LINES, EOS_RELEASES
from roce_lint.os.eos.routing import RoutingLines, in_order, routing_switched_off
from roce_lint.os.eos.routing_sections import EosRoutingReader
from roce_lint.os.eos.structures import KINDS, STRUCTURES, idle_policies, idle_profiles_with_pfc
from roce_lint.os.eos.unindented import indented, is_unindented
from roce_lint.os.industry_cli.command import NOT_STATED, Command, Setting, command_of, first_stated
from roce_lint.os.industry_cli.dated_lines import without_lines_of_other_releases
from roce_lint.os.industry_cli.idle_lines import idle_lines
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.lines_in_force import actions_run_later, lines_in_force
from roce_lint.os.industry_cli.port_filters import with_filters
from roce_lint.os.industry_cli.qos_lines import with_qos_lines_marked
from roce_lint.os.industry_cli.structures import line_structure_users
from roce_lint.os.industry_cli.undefined_interfaces import undefined_interfaces
from roce_lint.os.references import with_users
from roce_lint.platforms.datum import from_catalogue
from roce_lint.text.document import Document
from roce_lint.text.lines import Line, parse_lines
from roce_lint.text.pasted import without_prompts, without_shell_comments
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.remembered import Remembered
from roce_lint.values import replace


def announced_priorities(ports: Iterable[PortDraft], of_all: Setting[int]) -> tuple[AnnouncedPriority, ...]:
    """Return the priorities of RoCE that ports announce, in order of place; `of_all` is said where a port says none."""
    found = [
        (
            port.name,
            first_stated(port.announced_roce_priority, of_all if port.kind is PortKind.ETHERNET else NOT_STATED),
        )
        for port in ports
    ]
    result = [AnnouncedPriority(name, said.value, said.source) for name, said in found if isinstance(said, Stated)]
    return tuple(sorted(result, key=lambda one: (one.source, one.port)))


# First words of top-level commands that have no bearing on RoCE, whatever words are inside (Arista AVD schema).
_IRRELEVANT = frozenset(
    """
    aaa address agent alias application arp as-path banner bfd boot clock cluster community-list control-plane cvx
    daemon dhcp dns dot1x dynamic enable end event-handler event-monitor exit extcommunity-list fips flow generate group
    hardware hostname ipsec kernel key l2-protocol lacp license link lldp load-balance load-interval logging mac
    maintenance management match-list mcs mlag monitor mpls multicast mvrp ntp ovsdb p4 patch peer-filter pim poe prompt
    ptp queue-monitor radius-server redundancy role route-map router sa sample-policy schedule security segment-security
    service session sflow show snmp snmp-server spanning-tree ssh stun sync-e system tacacs- server tap telnet terminal
    track traffic-policies transceiver tunnel username virtual-cable vlan vmtracer vrf zerotouch
    """.split()  # noqa: SIM905  # a table is easier to read than 100 quoted strings
)
_OTHER_MAPS = lazy_pattern(r"(?:policy-map|class-map) type (?:pbr|pdp|copp|control-plane|tapagg)\b.*")
_KINDS_OF_PATHS = frozenset(("route", "prefix-list", "community-list", "as-path"))
_PROMPT = lazy_pattern(r"\S+[#>]\s*(?:show|enable|conf|terminal|exit).*")


def read_eos(document: Document) -> Reading:
    """Read an EOS configuration, whole or in part; never raises, whatever the text is.

    Understands `show running-config` and `show running-config all` of EOS 4.19 to 4.36. A line that matters for RoCE
    and is not understood is in `Reading.unread`.
    """
    configuration = blank_raw_text(document.text)
    later = actions_run_later(document.text)
    full, several = EOS_WORDS.spelt_out(without_shell_comments(without_prompts(configuration.text)))
    typed = lines_in_force(full, interface_names)
    configuration = replace(configuration, text=typed.text)
    root = parse_lines(configuration.text)
    if is_unindented(root):
        configuration = replace(configuration, text=indented(configuration.text, root))
        root = parse_lines(configuration.text)
    identity = identify(configuration.text, root, document.path)
    system = f"EOS {'' if isinstance(identity.release, Unknown) else identity.release.value}"
    release = EOS_RELEASES.of(identity.release)
    text, dated = without_lines_of_other_releases(configuration.text, release, DATED_LINES, system)
    if dated:
        configuration = replace(configuration, text=text)
        root = parse_lines(text)
    diagnostics = LineDiagnostics(document.path, identity.name, why_refused)
    reader = _Reader(identity, diagnostics)
    if configuration.unfinished:
        text = document.text.split("\n")[configuration.unfinished - 1].strip()
        because = "no `EOF` ends this text, so that the rest of the file belongs to it"
        diagnostics.line_not_understood(Line(configuration.unfinished, 0, text), because)
    for one in (*typed.not_taken, *several, *later):
        diagnostics.line_not_understood(Line(one.number, 0, one.text), one.because)
    for one in dated:
        diagnostics.line_refused(Line(one.number, 0, one.text), one.because)
    for line in root.children:
        reader.read_section(line)
    device = with_filters(reader.finish(root, configuration.text), configuration.text, root, interface_names, dscp_set)
    return Reading((device,), (), with_qos_lines_marked(diagnostics.unread_lines(), root))


class _Reader:
    def __init__(self, identity: Identity, diagnostics: LineDiagnostics) -> None:
        self._identity = identity
        self._diagnostics = diagnostics
        self._network = Globals(EosMaps(diagnostics.file))
        self._tunnel = Tunnel()
        self._routing = RoutingLines()
        self.paths = EosRoutingReader(diagnostics.file)
        measures_delay = not identity.is_shared_buffer
        self._dialect = QueueDialect(diagnostics, identity.echoes_defaults, identity.queue_keyword, measures_delay)
        self.interfaces = InterfaceBlocks(self._dialect, self.paths, self._tunnel)

    def read_section(self, line: Line) -> None:
        """Take one top-level command and what is below it."""
        section = _SECTION_OF[line.text]
        if section is not None:
            section(self, command_of(line))

    def read_other(self, command: Command) -> None:
        """Account for a top-level command that no reader knows."""
        line, first = command.line, command.words[0]
        if why_refused(command.text):
            self._diagnostics.block_not_understood(line, "")
            if first == "pfc":
                self._network.pfc.refuse(command, self._diagnostics.at(line))
        elif first not in _IRRELEVANT and not _PROMPT.fullmatch(command.text) and sounds_like_qos(line):
            self._diagnostics.block_not_understood(line, f"`{first}` begins no command that is known")

    def _idle_policies(self, text: str) -> tuple[IdleDefinition, ...]:
        """Return the QoS profiles and policy maps that no interface names."""
        bound = {port.profile.value for port in self.interfaces.ports.values() if isinstance(port.profile, Stated)}
        policy_maps = self._network.policies.policy_maps
        return idle_policies(text, self._network.profiles, bound, policy_maps, self._diagnostics.file)

    def finish(self, root: Line, text: str) -> Device:
        """Return the device when all sections are read; nothing can be read after that."""
        network, diagnostics, identity = self._network, self._diagnostics, self._identity
        network.policies.finish(diagnostics)
        network.buffers.finish(diagnostics)
        whole_file = Source(diagnostics.file, 0, 0)
        cell_bytes = self._cell_bytes(whole_file)
        qos = EosPortQosMaker(network, diagnostics, self.interfaces.ports, cell_bytes)
        ports = PortMaker(self.interfaces, qos, diagnostics).make_all()
        paths, switched_off = self.paths.facts(ports), routing_switched_off(root.children, ports, diagnostics.file)
        idle = self._idle_policies(text)
        applied = network.buffers.applied
        mmu = applied.source if isinstance(applied, Stated) else None
        return Device(
            name=identity.name,
            os="eos",
            source=whole_file,
            platform=identity.platform_id,
            release=identity.release,
            role=Unknown("an EOS configuration does not say what the switch is for", whole_file),
            asn=self._routing.asn_fact(whole_file),
            ports=ports,
            idle_pfc_definitions=idle_profiles_with_pfc(idle),
            idle_policies=idle,
            nics=(),
            buffer=buffer_facts(identity, network.buffers.pool_fact(cell_bytes, whole_file), whole_file, mmu),
            load_balancing=self._routing.facts(whole_file),
            overlay=self._tunnel.facts(whole_file),
            undefined_references=(
                *with_users(
                    diagnostics.undefined_references(),
                    KINDS,
                    lambda: line_structure_users(root, STRUCTURES, ports),
                    ports,
                ),
                *self.paths.routing.undefined(text, ports, paths),
                *undefined_interfaces(root, ports, paths),
            ),
            refused_settings=in_order(
                diagnostics.refused_settings(),
                network.maps.overruled,
                switched_off,
                ports_without_lanes(text, ports),
                idle_lines(ports, paths),
            ),
            routing=paths,
            announced_priorities=announced_priorities(
                self.interfaces.ports.values(), self.interfaces.general.announced_roce_priority
            ),
        )

    def _cell_bytes(self, whole_file: Source) -> Fact[int]:
        if self._identity.platform:
            return from_catalogue(self._identity.platform[0].buffer.cell_bytes, whole_file)
        platform = self._identity.platform_id
        return platform if isinstance(platform, Unknown) else Unknown("the platform is not known", whole_file)

    def read_qos(self, command: Command) -> None:
        line, diagnostics = command.line, self._diagnostics
        if command.words[1:2] == ("profile",):
            self._read_qos_profile(command)
            return
        source = diagnostics.at(line)
        because = self._network.maps.read(command, source)
        if because:
            diagnostics.block_not_understood(line, because)
        else:
            self._read_nested(line)

    def _read_nested(self, line: Line) -> None:
        """Read what is indented below a one-line command as commands of their own: a damaged or hand-made file."""
        for child in line.children:
            self.read_section(child)

    def _read_qos_profile(self, command: Command) -> None:
        line, diagnostics = command.line, self._diagnostics
        if len(command.words) != 3:
            diagnostics.block_not_understood(line, "`qos profile` takes one name")
            return
        name = command.words[2]
        if not command.plain:
            self._network.profiles.pop(name, None)
            return
        known = self._network.profiles.get(name)
        lines = known.lines if known else QosLines()
        reader = PortLineReader(lines, self._dialect, diagnostics.at)
        pending = list(reversed(line.children))
        while pending:
            child = pending.pop()
            below = command_of(child)
            if not reader.takes(below):
                diagnostics.block_not_understood(child, f"`{below.words[0]}` begins no line of a QoS profile")
                continue
            reader.read(below)
            if not below.words[0].endswith("tx-queue") and not diagnostics.is_reported(diagnostics.at(child)):
                pending.extend(reversed(child.children))
        self._network.profiles[name] = known or QosProfile(lines, line.block(diagnostics.file))

    def read_pfc(self, command: Command) -> None:
        because = self._network.pfc.read(command, self._diagnostics.at(command.line))
        if because:
            self._diagnostics.block_not_understood(command.line, because)
        else:
            self._read_nested(command.line)

    def read_platform(self, command: Command) -> None:
        if command.text.startswith("platform trident") and self._identity.is_voq:
            self._diagnostics.line_refused(
                command.line, "this platform has no Trident or Tomahawk chip and no MMU profiles"
            )
            return
        if self._network.buffers.read(command, self._diagnostics):
            return
        if sounds_like_qos(command.line):
            self._diagnostics.block_not_understood(command.line, f"EOS has no documented `{command.text}`")

    def read_map(self, command: Command) -> None:
        if not self._network.policies.collect(command.line) and not _OTHER_MAPS.fullmatch(command.text):
            self._diagnostics.block_not_understood(command.line, f"EOS has no `{command.text}`")

    def read_ip(self, command: Command) -> None:
        words = command.words
        kind = words[1] if len(words) > 1 else ""
        if kind == "access-list" and len(words) > 2 and command.plain:
            self._network.policies.access_lists[f"{words[0]} {words[-1]}"] = command.line
        elif command.text.startswith("ip virtual-router mac-address"):
            self.paths.bridging.read_ages(command)
        elif command.text.startswith("ip hardware fib load-balance"):
            because = self._routing.read_distribution(command, self._diagnostics.at(command.line))
            if because:
                self._diagnostics.line_not_understood(command.line, because)
        elif says_qos(kind):
            self._diagnostics.block_not_understood(command.line, f"EOS has no documented `{command.text}`")

    def read_errdisable(self, command: Command) -> None:
        self._network.pfc.read_errdisable(command.line, self._diagnostics)

    def read_port_channel(self, command: Command) -> None:
        self._routing.read_hash(command, self._diagnostics.at(command.line))

    def read_switchport(self, command: Command) -> None:
        if command.text in ("switchport default mode routed", "switchport default mode access") and command.plain:
            self.interfaces.general.routed = Stated(command.words[-1] == "routed", self._diagnostics.at(command.line))

    def read_dcbx(self, command: Command) -> None:
        """Take what all ports announce to their peers; the forms are those of an interface."""
        general = self.interfaces.general
        if command.line.children or not DCBX_LINES.account(command.line, general, self._diagnostics):
            self._diagnostics.block_not_understood(command.line, f"EOS has no documented `{command.text}`")

    def read_router(self, command: Command) -> None:
        self.paths.read_router(command.line)
        if command.words[1:2] == ("bgp",) and command.plain:
            self._routing.read_bgp(command.line, self._diagnostics)
        elif command.words[1:2] in (("ospf",), ("ospf3",), ("isis",)) and command.plain:
            self._routing.read_igp(command.line, self._diagnostics)


_Section: TypeAlias = Callable[[_Reader, Command], None]
_SECTIONS: Mapping[str, _Section] = {
    "interface": lambda reader, command: reader.interfaces.read(command),
    "dcbx": _Reader.read_dcbx,
    "qos": _Reader.read_qos,
    "priority-flow-control": _Reader.read_pfc,
    "platform": _Reader.read_platform,
    "class-map": _Reader.read_map,
    "policy-map": _Reader.read_map,
    "ip": _Reader.read_ip,
    "ipv6": _Reader.read_ip,
    "errdisable": _Reader.read_errdisable,
    "port-channel": _Reader.read_port_channel,
    "switchport": _Reader.read_switchport,
    "router": _Reader.read_router,
    "route-map": lambda reader, command: reader.paths.routing.route_maps.read(command.line),
    "peer-filter": lambda reader, command: reader.paths.routing.peer_filters.read(command.line),
    "vlan": lambda reader, command: reader.paths.bridging.read_vlan(command),
    "mlag": lambda reader, command: reader.paths.bridging.read_mlag(command),
    "mac": lambda reader, command: reader.paths.bridging.read_ages(command),
    "arp": lambda reader, command: reader.paths.bridging.read_ages(command),
}


def _section_of(text: str) -> _Section | None:
    """Return who takes a top-level command; None where it has no bearing on RoCE, whatever stands below it."""
    command = command_of(Line(0, 0, text))
    first = command.words[0]
    if first in _SECTIONS:
        of_paths = first in ("ip", "ipv6") and len(command.words) > 1 and command.words[1] in _KINDS_OF_PATHS
        return _read_paths if of_paths else _SECTIONS[first]
    return None if first in _IRRELEVANT and not why_refused(command.text) else _Reader.read_other


def _read_paths(reader: _Reader, command: Command) -> None:
    reader.paths.routing.read_ip(command.line)


_SECTION_OF = Remembered(_section_of)
