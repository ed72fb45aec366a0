"""Tokens in configurations: `roce-lint: ignore[PFC-001] reason`, and `[rl:PFC-001 reason]` in a description."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from roce_lint.judge.entity import DevicePort
from roce_lint.judge.finding import SuppressionKind
from roce_lint.judge.rule import Rule
from roce_lint.judge.waiver import Waiver
from roce_lint.judge.waiver_names import MOST_HINTS, KnownRules, day_of, known_rules, rule_names
from roce_lint.model.device import Device, is_host
from roce_lint.model.fact import NOWHERE, Source, Stated
from roce_lint.model.reading import Remark
from roce_lint.os.registry import switch_os
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import replace

LONGEST_TOKEN = 500
"""More characters than any device keeps in a description; the rest of a longer line is not read."""
_LONG = lazy_pattern(r"roce-lint:\s*(\S*?)\s*\[([^\[\]]*)\]\s*(.*)")
_SHORT = lazy_pattern(r"\[rl:\s*([^\s\]]+)([^\[\]]*)\].*")
_UNTIL = lazy_pattern(r"(.*?)\s+until\s+(\S+)")
_FORM = "write 'roce-lint: ignore[RULE] reason', 'ignore[RULE until 2026-12-31] reason', or '[rl:RULE reason]'"


def waivers_of_remarks(
    remarks: Iterable[Remark], devices: Sequence[Device], rules: Sequence[Rule]
) -> tuple[Waiver, ...]:
    """Return the tokens of configurations as waivers, refused ones with the reason; `rules` are all that there are."""
    ports, known = _ports_by_file(devices), known_rules(rules)
    return tuple(
        _waiver(remark, ports.get(remark.source.file, ()), known, with_hint=number < MOST_HINTS)
        for number, remark in enumerate(remarks)
    )


def remarks_of_ports(devices: Iterable[Device]) -> tuple[Remark, ...]:
    """Return what descriptions of ports say to the linter; other readers hand their lines over themselves."""
    found = []
    for device in devices:
        for port in device.ports if not is_host(device) and switch_os(device.os).remarks.description_facts else ():
            described = port.description
            if isinstance(described, Stated) and (match := _MARK.search(described.value)):
                text = described.value[match.start() :]
                found.append(Remark(described.source, port.source, text, opens_file=False, is_kept=True))
    return tuple(found)


_MARK = lazy_pattern(r"roce-lint:|\[rl:")
_Ports = Sequence[tuple[Source, DevicePort]]


def _ports_by_file(devices: Iterable[Device]) -> Mapping[str, _Ports]:
    """Return the blocks of ports, and the whole file of each device, by file."""
    found: dict[str, list[tuple[Source, DevicePort]]] = {}
    for device in devices:
        found.setdefault(device.source.file, []).append((Source(device.source.file, 0, 0), (device.name, "")))
        for port in device.ports:
            found.setdefault(port.source.file, []).append((port.source, (device.name, port.name)))
    return found


def _waiver(remark: Remark, ports: _Ports, known: KnownRules, *, with_hint: bool) -> Waiver:
    waiver = _read(remark, known, with_hint=with_hint)
    if waiver.refused:
        return waiver
    if waiver.scope.line == 0:
        device_ports = frozenset(end for block, end in ports if block.line == 0)
    else:
        # A token in the block of a port holds for the port, wherever the line at fault stands.
        scope = waiver.scope
        device_ports = frozenset(
            end for block, end in ports if block.line and scope.line <= block.line <= block.end_line <= scope.end_line
        )
    return replace(waiver, device_ports=device_ports)


def _read(remark: Remark, known: KnownRules, *, with_hint: bool) -> Waiver:
    """Return what a token says, without the ports that it is for."""
    refused = Waiver(SuppressionKind.TOKEN, (), "", remark.source, is_kept=remark.is_kept, block=remark.block)
    text = remark.text[:LONGEST_TOKEN]
    if match := _SHORT.fullmatch(text):
        verb, inner, reason = "ignore", match.group(1), match.group(2)
    elif match := _LONG.fullmatch(text):
        verb, inner, reason = match.groups()
    else:
        return replace(refused, refused=f"{_FORM}, not {' '.join(text.split())[:60]!r}")
    if verb not in ("ignore", "ignore-file"):
        return replace(refused, refused=f"there is no {verb[:40]!r}; {_FORM}")
    until = _UNTIL.fullmatch(inner.strip())
    names = rule_names(until.group(1) if until else inner)
    expires = day_of(until.group(2)) if until else date.max
    if expires is None:
        return replace(refused, refused=f"{until.group(2)[:40] if until else ''!r} is no day; write 2026-12-31")
    fault = known.fault(names, with_hint=with_hint)
    if not fault and not reason.strip():
        fault = "it gives no reason"
    scope = remark.scope
    if not fault and verb == "ignore-file":
        scope = Source(remark.source.file, 0, 0)
        fault = "" if remark.opens_file else "ignore-file belongs before the first statement of its file"
    elif not fault and scope == NOWHERE:
        fault = "it is in no block; move it into one, or write ignore-file at the top of the file"
    if fault:
        return replace(refused, rules=names, refused=fault)
    return replace(refused, rules=names, reason=" ".join(reason.split()), expires=expires, scope=scope)
