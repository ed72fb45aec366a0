"""A waiver: which findings somebody accepts, where, why, who and until when."""

from __future__ import annotations

from datetime import date
from fnmatch import fnmatchcase

from roce_lint.judge.entity import DevicePort, spot_of
from roce_lint.judge.finding import FindingPlace, Suppression, SuppressionKind
from roce_lint.judge.rule import Rule
from roce_lint.judge.select import matches
from roce_lint.model.fact import NOWHERE, Source
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Waiver:
    """One entry of the waiver file, one token of a configuration, or one ignore of the settings.

    `rules` are names of rules. `device` and `object` are patterns: an object is named whole (`Ethernet1/queue 3`), or
    by its port, and a cable by either of its ends. A token has no patterns: it holds for what stands at the lines of
    `scope` and for what concerns one of `device_ports`; a port is empty there for a whole device.
    `expires` is the last day on which it holds, `date.max` if it holds for ever.
    `refused` says why a token is none; empty for one that holds. `is_kept`: the device keeps it. `block`: what the
    block of a token is called.
    """

    kind: SuppressionKind
    rules: tuple[str, ...]
    reason: str
    source: Source
    device: str = ""
    object: str = ""
    owner: str = ""
    expires: date = date.max
    scope: Source = NOWHERE
    device_ports: frozenset[DevicePort] = frozenset()
    refused: str = ""
    is_kept: bool = True
    block: str = ""

    def names(self, rule: Rule) -> bool:
        """Return whether it speaks of a rule, be it waivable or not."""
        return any(matches(name, rule) for name in self.rules)

    def covers(self, place: FindingPlace) -> bool:
        """Return whether a place lies where it holds."""
        device_ports = spot_of(place.device, place.object).device_ports
        if self.device:
            whole = fnmatchcase(place.device, self.device) and fnmatchcase(place.object, self.object)
            return whole or any(self._fits(end) for end in device_ports)
        scope = self.scope
        if scope.file == place.path and (scope.line == 0 or scope.line <= place.line <= scope.end_line):
            return bool(scope.file)
        return any(end in self.device_ports or (end[0], "") in self.device_ports for end in device_ports)

    def _fits(self, end: DevicePort) -> bool:
        device, port = end
        return bool(port) and fnmatchcase(device, self.device) and fnmatchcase(port, self.object)

    @property
    def suppression(self) -> Suppression:
        """Return what it says at a finding."""
        expires = "" if self.expires == date.max else self.expires.isoformat()
        return Suppression(self.kind, self.reason, self.owner, expires, self.source.file, self.source.line)
