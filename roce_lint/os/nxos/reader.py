"""From the text of an NX-OS configuration to one device.

Lines of PFC that NX-OS certainly refuses: forms of other systems, and arguments that its grammar does not have.

Source: Cisco-NX-OS-device YANG 10.3 and the NX-OS QoS guide (mode auto, on or off; the watchdog's switch is on or off).
"""

from __future__ import annotations

import re
from pathlib import PurePath

from roce_lint.model.device import Device, DeviceBuffer
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.os.industry_cli.dated_lines import without_lines_of_other_releases
from roce_lint.os.industry_cli.idle_lines import idle_lines
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.lines_in_force import actions_run_later, lines_in_force
from roce_lint.os.industry_cli.port_filters import with_filters
from roce_lint.os.industry_cli.qos_lines import with_qos_lines_marked
from roce_lint.os.industry_cli.structures import line_structure_users
from roce_lint.os.industry_cli.undefined_interfaces import undefined_interfaces
from roce_lint.os.nxos.blocks import BlockStatements, read_block
from roce_lint.os.nxos.breakouts import ports_without_breakout
from roce_lint.os.nxos.code_points import dscp_list
from roce_lint.os.nxos.command_words import NXOS_WORDS
from roce_lint.os.nxos.fabric_features import asn_of, load_balancing_of, overlay_of
from roce_lint.os.nxos.features import refused_without_feature
from roce_lint.os.nxos.interfaces import Interfaces
from roce_lint.os.nxos.names import expand_interfaces
from roce_lint.os.nxos.ports import DeviceSettings, ports_of
from roce_lint.os.nxos.releases import DATED_LINES, NXOS_RELEASES
from roce_lint.os.nxos.routing_sections import NxosRoutingReader
from roce_lint.os.nxos.stanzas import read_stanzas
from roce_lint.os.nxos.structures import KINDS, STRUCTURES, idle_policies
from roce_lint.os.references import with_users
from roce_lint.text.document import Document
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import replace

_MODE = "NX-OS takes `priority-flow-control mode auto|on|off [send-tlv]`"
_WATCHDOG = (
    "NX-OS takes `priority-flow-control watch-dog-interval on|off`, and times globally by"
    " `priority-flow-control watch-dog interval MS`"
)
_TABLE = (
    (lazy_pattern(r"priority-flow-control mode(?! (?:auto|on|off)(?: send-tlv)?$).*"), _MODE),
    (
        lazy_pattern(r"priority-flow-control (?:on|off|enable|disable|(?:priority|pause|receive|transmit)\b.*)"),
        f"{_MODE}; what is lossless is in a network-qos class as `pause pfc-cos LIST`",
    ),
    (lazy_pattern(r"priority-flow-control (?:watchdog\b|watch-dog-(?!interval\b)).*"), _WATCHDOG),
    (lazy_pattern(r"priority-flow-control watch-dog-interval(?! (?:on|off)\b).*"), _WATCHDOG),
)


def why_refused(text: str) -> str:
    """Return why NX-OS refuses a line that was not understood; empty where it may be valid, here or elsewhere."""
    if not text.startswith("priority-flow-control"):
        return ""
    return next((because for pattern, because in _TABLE if pattern.fullmatch(text)), "")


_HOSTNAME = lazy_pattern(r"(?:hostname|switchname) (\S+)")
_FCOE = lazy_pattern(r"(?:install )?feature(?:-set)? fcoe\b|interface vfc\d")
_VERSION = lazy_pattern(r"^version (\d+\.\d+\(\S+?\)\S*)", re.MULTILINE)
_RUNNING_CONFIG = lazy_pattern(r"!Command: *show running-config|!Running configuration last done at")


def read_nxos(document: Document) -> Reading:
    """Read one configuration: `show running-config` (also `all`), a checkpoint file, or commands to be typed.

    Never raises, whatever the text; lines that bear on RoCE and are not understood are in `unread`.
    """
    later = actions_run_later(document.text)
    full, several = NXOS_WORDS.spelt_out(document.text)
    typed = lines_in_force(full, expand_interfaces)
    release = _release(typed.text, document.path)
    system = f"NX-OS {'' if isinstance(release, Unknown) else release.value}"
    text, dated = without_lines_of_other_releases(typed.text, NXOS_RELEASES.of(release), DATED_LINES, system)
    document = document if text == document.text else replace(document, text=text)
    stanzas = read_stanzas(document.text)
    diagnostics = LineDiagnostics(document.path, _name(stanzas, document.path), why_refused)
    interfaces = Interfaces(diagnostics)
    is_running_config = bool(_RUNNING_CONFIG.search(document.text[:2000]))
    of_ports = DeviceSettings(is_running_config, interfaces=interfaces.by_name)
    settings = BlockStatements(of_ports, interfaces, NxosRoutingReader(document.path))
    for one in (*typed.not_taken, *several, *later):
        diagnostics.line_not_understood(Line(one.number, 0, one.text), one.because)
    for one in dated:
        diagnostics.line_refused(Line(one.number, 0, one.text), one.because)
    for block in stanzas.children:
        read_block(block, settings, diagnostics)
    device = _device(document.text, stanzas, release, settings, diagnostics)
    device = with_filters(device, document.text, stanzas, expand_interfaces, dscp_list)
    return Reading((device,), (), with_qos_lines_marked(diagnostics.unread_lines(), stanzas))


def _name(stanzas: Line, path: str) -> str:
    """Return the last host name that the file states, else the file's name without its ending."""
    for block in reversed(stanzas.children):
        found = _HOSTNAME.fullmatch(block.text) if block.text.startswith(("hostname", "switchname")) else None
        if found:
            return found[1]
    return PurePath(path).stem or path


def _release(text: str, path: str) -> Fact[str]:
    found = _VERSION.search(text) if "version" in text else None
    if not found:
        return Unknown("the file has no version line", Source(path, 0, 0))
    line = text.count("\n", 0, found.start()) + 1
    return Stated(found[1], Source(path, line, line))


def _device(
    text: str, stanzas: Line, release: Fact[str], settings: BlockStatements, diagnostics: LineDiagnostics
) -> Device:
    not_said = Unknown("an NX-OS configuration does not say it", diagnostics.whole_file)
    ports = ports_of(settings.of_ports, diagnostics)
    asn = asn_of(settings.fabric, diagnostics)
    load_balancing = load_balancing_of(settings.fabric, diagnostics)
    overlay = overlay_of(settings.of_ports.interfaces, marks=settings.of_ports.marks_packets(), diagnostics=diagnostics)
    routing = settings.paths.facts(ports)
    is_whole = settings.of_ports.is_running_config
    sections, of_ports = stanzas.children, settings.of_ports
    is_complete = is_whole or len(of_ports.features) > 1
    refused = (
        *diagnostics.refused_settings(),
        *refused_without_feature(sections, of_ports.features, diagnostics.file, is_whole=is_whole),
        *ports_without_breakout(ports, of_ports.breakouts, sections, is_complete=is_complete),
        *idle_lines(ports, routing),
    )
    return Device(
        name=diagnostics.device,
        os="nxos",
        source=diagnostics.whole_file,
        platform=not_said,
        release=release,
        role=not_said,
        asn=asn,
        ports=ports,
        nics=(),
        buffer=DeviceBuffer(not_said, not_said, not_said, not_said, not_said),
        load_balancing=load_balancing,
        overlay=overlay,
        undefined_references=(
            *with_users(
                diagnostics.undefined_references(),
                KINDS,
                lambda: line_structure_users(stanzas, STRUCTURES, ports),
                ports,
            ),
            *settings.paths.routing.undefined(text, ports, routing),
            *undefined_interfaces(stanzas, ports, routing),
        ),
        refused_settings=tuple(sorted(refused, key=lambda one: one.source)),
        routing=routing,
        idle_policies=idle_policies(text, settings.of_ports.policies, diagnostics),
        carries_fcoe=any(_FCOE.match(block.text) for block in stanzas.children if "fc" in block.text),
    )
