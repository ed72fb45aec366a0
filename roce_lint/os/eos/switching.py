"""`switchport` lines: whether a port is routed, and which VLANs it switches."""

from __future__ import annotations

import re

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.os.eos import defaults
from roce_lint.os.eos.command import SILENT, Command, Negation, Said, Silence
from roce_lint.os.eos.names import number_set
from roce_lint.text.patterns import late_pattern
from roce_lint.values import dataclass

_ACCESS = late_pattern(r"switchport access vlan (\d{1,4})", re.ASCII)
_ALLOWED = late_pattern(r"switchport trunk allowed vlan (?:(add|remove|except) )?(\S+)")
EVERY_VLAN = frozenset(range(1, 4095))


@dataclass(slots=True)
class Switching:
    """What one interface block says."""

    routed: Said[bool] = SILENT
    mode: Said[str] = SILENT
    access_vlan: Said[int] = SILENT
    allowed_vlans: Said[frozenset[int]] = SILENT

    def read(self, command: Command, source: Source) -> str:
        """Take a `switchport` line; return why it was not understood, or an empty text."""
        text = command.text
        if text == "switchport":
            self.routed = Stated(not command.plain, source)
            if command.negation is Negation.DEFAULT:
                self.routed = SILENT
        elif text.startswith("switchport mode "):
            self.mode = Stated(text.removeprefix("switchport mode "), source) if command.plain else SILENT
        elif text.startswith("switchport access vlan"):
            found = _ACCESS.fullmatch(text)
            if command.plain and not (found and 1 <= int(found[1]) <= 4094):
                self.access_vlan = Unknown(f"`{text}` names no VLAN", source)
                return f"`{text}` names no VLAN"
            self.access_vlan = Stated(int(found[1]), source) if found and command.plain else SILENT
        elif text.startswith("switchport trunk allowed vlan"):
            return self._read_allowed(command, source)
        return ""

    def _read_allowed(self, command: Command, source: Source) -> str:
        if not command.plain:
            self.allowed_vlans = SILENT
            return ""
        found = _ALLOWED.fullmatch(command.text)
        words = {"all": EVERY_VLAN, "none": frozenset[int]()}
        vlans = words.get(found[2], number_set(found[2], 4094)) if found else frozenset[int]()
        if not found or (not vlans and found[2] != "none"):
            because = f"`{command.text}` is no list of VLANs"
            self.allowed_vlans = Unknown(because, source)
            return because
        before = self.allowed_vlans.value if isinstance(self.allowed_vlans, Stated) else EVERY_VLAN
        match found[1]:
            case "add":
                vlans = before | vlans
            case "remove":
                vlans = before - vlans
            case "except":
                vlans = EVERY_VLAN - vlans
        self.allowed_vlans = Stated(vlans, source)
        return ""

    def vlans(self, routed: Fact[bool], block: Source) -> Fact[frozenset[int]]:
        """Return the VLANs that the port switches; a trunk's untagged VLAN is one of the allowed."""
        if isinstance(routed, Unknown):
            return routed
        if routed.value:
            return Default(frozenset(), routed.source, defaults.NO_VLANS)
        mode = self.mode.value if isinstance(self.mode, Stated) else "access"
        if mode.startswith("trunk"):
            trunk = Default(EVERY_VLAN, block, defaults.TRUNK_VLANS)
            return trunk if isinstance(self.allowed_vlans, Silence) else self.allowed_vlans
        if isinstance(self.access_vlan, Stated):
            return Stated(frozenset({self.access_vlan.value}), self.access_vlan.source)
        access = Default(frozenset({1}), block, defaults.ACCESS_VLAN)
        return access if isinstance(self.access_vlan, Silence) else self.access_vlan
