"""Port-channels and their members: what the bundle says holds for a member that says nothing itself."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.terms import BundleMode, PortKind
from roce_lint.os.industry_cli.command import NotStated
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.interface_lines import PortLines
from roce_lint.os.nxos.interfaces import INHERITED, MTU, PFC_MODE, InterfaceSettings
from roce_lint.text.lines import Line

_SWITCHING = ("routed", "trunks", "access_vlan", "vrf")


def bundle_of(lines: PortLines, block: Source) -> Fact[str]:
    """Return the port-channel that the interface is a member of, empty where it is in none."""
    said = lines.membership
    if isinstance(said, NotStated):
        return defaults.IN_NO_BUNDLE.at(block)
    return Stated(said.value.bundle, said.source) if isinstance(said, Stated) else said


def mode_of(lines: PortLines, block: Source) -> Fact[BundleMode]:
    """Return how the interface joins its bundle: without LACP where the line names no mode (NX-OS, `mode on`)."""
    said = lines.membership
    if isinstance(said, Stated) and said.value.mode:
        return Stated(said.value.mode, said.source)
    return Unknown(defaults.IN_NO_BUNDLE.reason, block)


def with_bundle(
    settings: InterfaceSettings,
    lag: Fact[str],
    interfaces: Mapping[str, InterfaceSettings],
    diagnostics: LineDiagnostics,
) -> InterfaceSettings:
    """Return the settings in force: the member's own, then those of the bundle.

    NX-OS copies the bundle's QoS to its members and prints it at both; where a file has them differ, each port is
    evaluated by what it says, so that the odd member shows; but a bundle that does not force PFC, or alone among the
    bundles of the switch states no MTU, is odd itself. Switching is the bundle's alone.
    """
    bundle = interfaces.get(lag.value) if isinstance(lag, Stated) and settings.kind is PortKind.ETHERNET else None
    if bundle is None:
        return settings
    said = dict(settings.said)
    for key in INHERITED:
        if key in bundle.said:
            said.setdefault(key, bundle.said[key])
    weaker = bundle.said.get(PFC_MODE)
    if weaker is not None and weaker.text.split()[2:3] != ["on"]:
        said[PFC_MODE] = weaker
    if MTU not in bundle.said and _says_mtu_elsewhere(interfaces):
        said.pop(MTU, None)
    for key in _SWITCHING:
        if key in bundle.said:
            own = said.get(key)
            if own is not None and own.text != bundle.said[key].text:
                diagnostics.line_not_understood(
                    own, f"{bundle.name} says {bundle.said[key].text!r}, and members must not differ"
                )
            said[key] = bundle.said[key]
    vlan_changes = bundle.vlan_changes or settings.vlan_changes
    return InterfaceSettings(
        settings.name, settings.kind, settings.header, said, settings.addresses, vlan_changes, settings.refused
    )


def header_of_qos(settings: InterfaceSettings, lag: Fact[str], interfaces: Mapping[str, InterfaceSettings]) -> Line:
    """Return the block that lacks a policy: that of the bundle where it forces PFC, else the interface's own."""
    bundle = interfaces.get(lag.value) if isinstance(lag, Stated) and settings.kind is PortKind.ETHERNET else None
    return bundle.header if bundle is not None and PFC_MODE in bundle.said else settings.header


def _says_mtu_elsewhere(interfaces: Mapping[str, InterfaceSettings]) -> bool:
    return any(one.kind is PortKind.LAG and MTU in one.said for one in interfaces.values())
