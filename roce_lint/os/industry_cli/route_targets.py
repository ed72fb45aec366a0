"""Lines with route targets of EVPN, of one VLAN, VNI or VRF."""

from __future__ import annotations

import re
from collections.abc import Iterable

from roce_lint.model.bridging import RouteTargets
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.os.industry_cli.statements import statement_of
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern

_VALUE = lazy_pattern(r"\d+(?:\.\d+){0,3}:\d+", re.ASCII)
_DIRECTIONS = {"import": ("import",), "export": ("export",), "both": ("import", "export")}
_OTHER_FAMILIES = ("vpn-ipv4", "vpn-ipv6", "flow-spec")


class TargetLines:
    """Collects the lines of one VLAN, VNI or VRF; `in_evpn_only`: those of a VRF count that say `evpn`."""

    def __init__(self, file: str, *, in_evpn_only: bool) -> None:
        self._file = file
        self._in_evpn_only = in_evpn_only
        self._values: dict[str, dict[str, Source]] = {"import": {}, "export": {}}
        self._open: dict[str, tuple[str, Source]] = {}

    def read(self, lines: Iterable[Line]) -> TargetLines:
        """Take the `route-target` lines among `lines`, and return itself."""
        for line in lines:
            if "route-target" not in line.text and not line.text.startswith("import"):
                continue
            statement = statement_of(line, self._file)
            words = statement.words
            if words[:1] == ("import",):
                self._open["import"] = "a policy decides what is imported", statement.source
            elif words[:1] == ("route-target",) and words[1:2] and words[1] in _DIRECTIONS and self._counts(words):
                self._take(words[2:], statement.source, _DIRECTIONS[words[1]], stated=statement.is_stated)
        return self

    def _counts(self, words: tuple[str, ...]) -> bool:
        return "evpn" in words or not (self._in_evpn_only or any(word in _OTHER_FAMILIES for word in words))

    def _take(self, words: tuple[str, ...], source: Source, directions: tuple[str, ...], *, stated: bool) -> None:
        values = [word for word in words if _VALUE.fullmatch(word)]
        for direction in directions:
            if not values:
                self._open[direction] = f"`{' '.join(words)}` is derived by the device", source
            for value in values:
                self._values[direction].pop(value, None)
                if stated:
                    self._values[direction][value] = source

    def targets(self, block: Source) -> RouteTargets:
        """Return what was read; `block` is the place of what has no target."""
        return RouteTargets(self._fact("import", block), self._fact("export", block))

    def _fact(self, direction: str, block: Source) -> Fact[frozenset[str]]:
        if direction in self._open:
            return Unknown(*self._open[direction])
        values = self._values[direction]
        if not values:
            return Unknown(f"no {direction} route target is configured", block)
        return Stated(frozenset(values), next(iter(values.values())))
