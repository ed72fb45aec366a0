"""Lines that the learnt intent would not bring back, as entries of its section `extra`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from roce_lint.errors import IntentError, PlatformError, TemplateError
from roce_lint.fabric.fabric import Fabric
from roce_lint.gate.meaning.change import Change, gathered
from roce_lint.gate.meaning.fabric import compare_fabrics
from roce_lint.learn.differences import Difference
from roce_lint.learn.draft import rendered_fabric, written
from roce_lint.learn.learnt import Learnt
from roce_lint.learn.line_differences import LeftLine, OwnLines
from roce_lint.learn.observed import TIERS
from roce_lint.learn.reasons import Why
from roce_lint.learn.routing_differences import routing_differences
from roce_lint.learn.secrets import MASK, masked, with_secrets
from roce_lint.learn.switch_words import patterns_for
from roce_lint.learn.topology import IntentSection
from roce_lint.os.registry import switch_os
from roce_lint.text.config_lines import LinePath
from roce_lint.values import replace

_FILLED_IN = re.compile(r"\{(?:name|port|number)\}")
_DESCRIBED = "description "
_NAME_PART = re.compile(r"[^A-Z0-9]+")
_LONGEST_NAME = 50
_MOST_TRIALS = 60
Spotted = tuple[str, str, str, str]
"""Fact, text, switch and object of a change of meaning, or of what a switch refuses."""
_Lines = tuple[str, ...]
_PortsOfDevice = tuple[str, ...]
"""The ports that lines are for; none for the switch as a whole."""


def with_extra(learnt: Learnt, lost: OwnLines, differences: Sequence[Difference]) -> Learnt:
    """Return the intent with those lines that it can hold, as far as what it renders means no more otherwise then.

    Of lines that state what is compared, such as ports without a cable to the fabric, static routes and sessions with
    routers outside, those are held that bring back what was read, and nothing that is a likely fault (`differences`).
    Secrets are names such as `${USERNAME_ADMIN_SECRET}`. Descriptions of cabled ports, which an intent writes itself,
    and texts such as banners are left out.
    """
    trials = _Trials(learnt, {spot for one in differences if one.why is Why.FAULT for spot in _spots(one.change)})
    trials.add(_entries(learnt, lost.left), must_help=False)
    for several in _by_kind(learnt, lost.compared):
        trials.add(_entries(learnt, several), must_help=True)
    document = learnt.document | {"extra": _merged(trials.kept)}
    return replace(learnt, document=document, rendered=rendered_fabric(written(document)))


class _Trials:
    """Entries of `extra` that are kept, one after the other, if what is rendered then means no more otherwise.

    After so many renderings the rest is left out, and stays in the lists.
    """

    def __init__(self, learnt: Learnt, faults: set[Spotted]) -> None:
        self.kept: list[IntentSection] = []
        self._document = learnt.document
        self._read = learnt.observed.fabric
        self._faults = faults
        self._meaning = _meaning(self._read, learnt.rendered)
        self._left = _MOST_TRIALS

    def add(self, entries: list[IntentSection], *, must_help: bool) -> None:
        """Keep the entries, or those of them that can be kept; `must_help`: they have to bring something back."""
        if not entries or not self._left:
            return
        self._left -= 1
        meaning = self._with(entries)
        if meaning is not None and meaning <= self._meaning:
            back = self._meaning - meaning
            if (back or not must_help) and not (back & self._faults):
                self.kept += entries
                self._meaning = meaning
                return
        if len(entries) > 1:
            half = len(entries) // 2
            self.add(entries[:half], must_help=must_help)
            self.add(entries[half:], must_help=must_help)

    def _with(self, entries: list[IntentSection]) -> frozenset[Spotted] | None:
        try:
            rendered = rendered_fabric(written(self._document | {"extra": [*self.kept, *entries]}))
        except (IntentError, PlatformError, TemplateError):
            return None
        return _meaning(self._read, rendered)


def _meaning(read: Fabric, made: Fabric) -> frozenset[Spotted]:
    """Return what a rendered fabric means otherwise than it was read, and what in it is refused or undefined.

    Its design is left out, which follows from the rest.
    """
    changes = (
        *compare_fabrics(read, made).changes,
        *gathered(routing_differences(read.devices, made.devices)),
    )
    spots = {spot for one in changes if not one.fact.startswith("design.") for spot in _spots(one)}
    return frozenset(spots | (set(_refused(made)) - set(_refused(read))))


def _refused(fabric: Fabric) -> Iterator[Spotted]:
    for device in fabric.devices:
        for one in device.refused_settings:
            yield "refused", one.setting, device.name, one.because
        for name in device.undefined_references:
            yield "undefined", name.name, device.name, name.kind


def _spots(change: Change) -> Iterator[Spotted]:
    return ((change.fact, change.text, spot.device, spot.object) for spot in change.spots)


def _by_kind(learnt: Learnt, compared: Sequence[LeftLine]) -> Iterable[list[LeftLine]]:
    """Return lines by system and what their blocks begin with; those of cabled ports are exceptions, and left out."""
    kinds: dict[tuple[str, str], list[LeftLine]] = {}
    cabled = _cabled_ports(learnt)
    for one in compared:
        of_port = switch_os(one.system).line_form.port_line(one.line.path)
        if of_port is None or of_port[0] not in cabled.get(one.device, ()):
            kinds.setdefault((one.system, one.line.path[0].partition(" ")[0]), []).append(one)
    return kinds.values()


def _cabled_ports(learnt: Learnt) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = {}
    for cable in learnt.observed.every_cable:
        for end in (cable.lower, cable.upper):
            found.setdefault(end.device, set()).add(end.port)
    return found


def _entries(learnt: Learnt, left: Sequence[LeftLine]) -> list[IntentSection]:
    names = _SecretNames()
    by_device: dict[str, list[LeftLine]] = {}
    for one in left:
        by_device.setdefault(one.device, []).append(one)
    systems = {device.name: device.os for device in learnt.observed.switches}
    cabled = _cabled_ports(learnt)
    whole: dict[tuple[str, str, _Lines], list[str]] = {}
    by_port: dict[tuple[str, _Lines, _PortsOfDevice], list[str]] = {}
    for device, system in systems.items():
        own = [_without_secrets(one, names) for one in by_device.get(device, ()) if _can_be_held(one)]
        of_device, of_ports = _shared_out(system, own, cabled.get(device, set()))
        for block, lines in of_device.items():
            whole.setdefault((system, block, lines), []).append(device)
        for lines, ports in of_ports.items():
            by_port.setdefault((system, lines, ports), []).append(device)
    found = [
        _selected(learnt, system, tuple(devices), systems) | {"lines": "\n".join(lines)}
        for (system, _, lines), devices in whole.items()
    ]
    for (system, lines, ports), devices in by_port.items():
        selected = _selected(learnt, system, tuple(devices), systems)
        found.append(selected | {"ports": list(ports), "lines": "\n".join(lines)})
    return found


def _merged(entries: Sequence[IntentSection]) -> list[IntentSection]:
    """Return the entries with those for the same switches and ports as one, in the order of the first of each."""
    merged: dict[str, IntentSection] = {}
    for entry in entries:
        where = {key: value for key, value in entry.items() if key != "lines"}
        there = merged.setdefault(repr(where), where | {"lines": ""})
        there["lines"] = f"{there['lines']}\n{entry['lines']}".lstrip("\n")
    return list(merged.values())


def _can_be_held(one: LeftLine) -> bool:
    text = " ".join(one.line.path)
    return not one.line.is_raw and not one.block_has_another_name and text.isprintable() and not _FILLED_IN.search(text)


def _without_secrets(one: LeftLine, names: _SecretNames) -> LinePath:
    text = "\n".join(one.line.path)
    return tuple(with_secrets(text, lambda value: names.of(text, value)).split("\n"))


class _SecretNames:
    """Names for secrets: one for each value, made of the words of the line where it is first."""

    def __init__(self) -> None:
        self._by_value: dict[str, str] = {}

    def of(self, text: str, value: str) -> str:
        """Return the marker of a secret in a line."""
        if value not in self._by_value:
            words = masked(text.partition(value)[0]).replace(MASK, " ").split()
            name = (
                _NAME_PART.sub("_", "_".join(words).upper()).strip("_").lstrip("0123456789_")[:_LONGEST_NAME].strip("_")
            )
            taken = sum(one == name or one.startswith(f"{name}_") for one in self._by_value.values())
            self._by_value[value] = f"{name}_{taken + 1}" if taken or not name else name
        return f"${{{self._by_value[value] or 'SECRET'}}}"


def _shared_out(
    system: str, paths: Iterable[LinePath], cabled: set[str]
) -> tuple[Mapping[str, _Lines], Mapping[_Lines, _PortsOfDevice]]:
    """Return the lines of a switch by block, and those of cabled ports with the ports that have them."""
    form = switch_os(system).line_form
    blocks: dict[str, list[LinePath]] = {}
    ports: dict[str, list[LinePath]] = {}
    for path in paths:
        of_port = form.port_line(path)
        if of_port is None or of_port[0] not in cabled:
            blocks.setdefault(path[0], []).append(path)
        elif not of_port[1][0].startswith(_DESCRIBED) and of_port[1][0] != _DESCRIBED.strip():
            ports.setdefault(of_port[0], []).append(of_port[1])
    by_lines: dict[_Lines, list[str]] = {}
    for name, several in ports.items():
        by_lines.setdefault(form.port_extra(several), []).append(name)
    return (
        {block: form.extra(several) for block, several in blocks.items()},
        {lines: tuple(names) for lines, names in by_lines.items()},
    )


def _selected(learnt: Learnt, system: str, devices: tuple[str, ...], systems: Mapping[str, str]) -> IntentSection:
    """Return which switches an entry is for: a system, tiers of it, or names."""
    own = [name for name, one in systems.items() if one == system]
    by_system: IntentSection = {"systems": [system]} if len(set(systems.values())) > 1 else {}
    if set(devices) == set(own):
        return by_system
    role_of = learnt.observed.role_of
    roles = [role for role in TIERS if any(role_of[name] is role for name in devices)]
    if set(devices) == {name for name in own if role_of[name] in roles}:
        return {"roles": [role.value for role in roles]} | by_system
    return {"devices": patterns_for(devices, list(systems))}
