"""Port profiles: lines that an interface takes over by name, below its own.

A profile takes effect once it is enabled; an interface's own line wins over its profile's, and the first of several
profiles over the next. Source: Cisco Nexus 9000 and 7000 NX-OS Interfaces configuration guides, port profiles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.nxos.interfaces import InterfaceSettings, read_line
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field, replace

_PROFILE = lazy_pattern(r"port-profile(?: type (?:ethernet|port-channel|interface-vlan|loopback|tunnel))? (\S+)")
_DEEPEST = 4
"""Levels of profiles that inherit others."""


@dataclass(slots=True)
class PortProfile:
    """A port profile while it is read: what it says like an interface, and whether it is in force."""

    header: Line
    settings: InterfaceSettings
    enabled: bool = False


@dataclass(slots=True)
class PortProfiles:
    """The port profiles of one file by name."""

    by_name: dict[str, PortProfile] = field(default_factory=dict)

    def read(self, block: Line, diagnostics: LineDiagnostics) -> None:
        """Add one `port-profile` stanza; a stanza of a known name adds to it."""
        found = _PROFILE.fullmatch(block.text)
        if not found:
            diagnostics.block_not_understood(block, "a port-profile is written port-profile type ethernet NAME")
            return
        fresh = PortProfile(block, InterfaceSettings.of_profile(block))
        profile = self.by_name.setdefault(found[1], fresh)
        for line in block.children:
            if line.text in ("state enabled", "no state enabled"):
                profile.enabled = line.text == "state enabled"
            elif not re.match(r"(no )?(max-ports|description) ", line.text):
                read_line(line, profile.settings, diagnostics)

    def applied(
        self, interfaces: Mapping[str, InterfaceSettings], diagnostics: LineDiagnostics
    ) -> dict[str, InterfaceSettings]:
        """Return the interfaces with what they inherit."""
        return {name: self._with_profiles(own, diagnostics, _DEEPEST) for name, own in interfaces.items()}

    def _with_profiles(self, own: InterfaceSettings, diagnostics: LineDiagnostics, levels: int) -> InterfaceSettings:
        merged = own
        for name, line in own.inherited.items() if levels else ():
            profile = self.by_name.get(name)
            if profile is None:
                diagnostics.undefined_at("port-profile", name, line)
            elif not profile.enabled:
                because = "the profile is not enabled, so that its ports take nothing from it; add state enabled"
                diagnostics.line_refused(profile.header, because)
            else:
                merged = _below(merged, self._with_profiles(profile.settings, diagnostics, levels - 1))
        return merged


def _below(own: InterfaceSettings, profile: InterfaceSettings) -> InterfaceSettings:
    """Return an interface's settings with those of a profile where it says nothing itself."""
    taken = {key: line for key, line in profile.line_of.items() if key not in own.cleared}
    return replace(
        own,
        line_of={**taken, **own.line_of},
        addresses=own.addresses or profile.addresses,
        vlan_changes=own.vlan_changes or profile.vlan_changes,
        refused={**profile.refused, **own.refused},
        cleared=own.cleared | profile.cleared,
    )
