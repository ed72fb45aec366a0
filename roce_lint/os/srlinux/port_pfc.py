"""What PFC does on one port: mapping profile, ingress buffer profile and switches put together."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.model.fact import Fact, Source, Unknown
from roce_lint.model.qos import PRIORITY_COUNT, PfcWatchdog, Priority, PriorityGroup
from roce_lint.model.terms import PfcMode
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.bindings import PortUses
from roce_lint.os.srlinux.buffers import SrlinuxBufferProfile
from roce_lint.os.srlinux.chassis import Family, Generation
from roce_lint.os.srlinux.objects import QosObjects
from roce_lint.os.srlinux.pfc import MappingProfile
from roce_lint.os.srlinux.pfc_bound import BoundPfc, is_number
from roce_lint.os.srlinux.pfc_received import honours, paused, watchdog
from roce_lint.os.srlinux.pfc_sent import SentPauses
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class PfcParts:
    """The PFC side of a port; `pause_by_class` has every forwarding class asked for."""

    pause_by_class: dict[str, Fact[frozenset[int]]]
    priorities: tuple[Priority, ...]
    watchdog: PfcWatchdog


class PortPfc:
    """Makes the PFC parts of ports; ports with equal bindings share them."""

    def __init__(
        self,
        profiles: dict[str, MappingProfile],
        buffers: dict[str, SrlinuxBufferProfile],
        objects: QosObjects,
        family: Family,
        generation: Generation,
        place: Source,
        diagnostics: LeafDiagnostics,
    ) -> None:
        self._profiles = profiles
        self._buffers = buffers
        self._sent = SentPauses(objects, family)
        self._family = family
        self._generation = generation
        self._place = place
        self._diagnostics = diagnostics
        self._default_group = _default_group(family, place)
        self._made: dict[tuple[object, ...], PfcParts] = {}
        self._sound: dict[tuple[object, ...], PfcParts] = {}
        """Those that have nothing to report: the others do so at every use."""

    def mode(self, uses: PortUses, interface: Source) -> Fact[PfcMode]:
        """Return whether the port takes part in PFC; what is not said is placed at its entry, else at `interface`."""
        place = uses.place if uses.place.line else interface
        if self._generation.default_names_exist and not uses.pfc_enable.line:
            return defaults.PFC_ABSENT.at(place)
        return self._diagnostics.converted(uses.pfc_enable, _mode, defaults.PFC_OFF.at(place))

    def of(self, uses: PortUses, tagged: bool, class_names: Iterable[str]) -> PfcParts:
        """Return the parts of a port; `tagged` says that its frames carry VLAN tags."""
        entry = uses.place if uses.place.line and not uses.pfc_buffer_profile.value else self._place
        on = uses.pfc_enable.value == "true"
        key = (uses.mapping_profile.value, uses.pfc_buffer_profile.value, tagged, on, entry.line, entry.end_line)
        sound = self._sound.get(key)
        if sound is not None:
            return sound
        count = self._diagnostics.count
        profile = self._profiles.get(uses.mapping_profile.value)
        buffer = self._buffers.get(uses.pfc_buffer_profile.value)
        broken = self._check(uses.mapping_profile.value, profile, "pfc-mapping-profile", uses.mapping_profile.source)
        buffer_broken = self._check(
            uses.pfc_buffer_profile.value, buffer, "buffer-allocation-profile", uses.pfc_buffer_profile.source
        )
        bound = key[:4]
        if bound not in self._made:
            port = BoundPfc(profile, broken, buffer, buffer_broken, tagged, on, self._place)
            priorities = tuple(self._priority(number, port) for number in range(PRIORITY_COUNT))
            pause = {name: self._sent.by_class(name, port) for name in class_names}
            self._made[bound] = PfcParts(pause, priorities, watchdog(port, priorities))
        parts = self._made[bound] if entry is self._place else self._placed(self._made[bound], entry)
        if self._diagnostics.count == count:
            self._sound[key] = parts
        return parts

    def _placed(self, parts: PfcParts, entry: Source) -> PfcParts:
        """Return the same with the defaults of pfc-queues at the entry that could bind an ingress buffer."""
        here, there = self._default_group, _default_group(self._family, entry)
        priorities = tuple([replace(one, group=there) if one.group is here else one for one in parts.priorities])
        return PfcParts(parts.pause_by_class, priorities, parts.watchdog)

    def _check(self, name: str, found: object, kind: str, source: Source) -> bool:
        broken = bool(name) and found is None and not (name == "default" and kind == "pfc-mapping-profile")
        if broken:
            self._diagnostics.undefined(kind, name, source)
        return broken

    def _priority(self, number: int, port: BoundPfc) -> Priority:
        obeying = [item for item in port.profile.obeying if is_number(item.priority, number)] if port.profile else []
        generates, group = self._sent.generates(number, port), self._group(number, port)
        return Priority(number, generates, honours(number, obeying, port), paused(obeying, port), group)

    def _group(self, number: int, port: BoundPfc) -> PriorityGroup:
        if port.buffer_is_broken:
            return _no_group("the bound buffer-allocation-profile is not defined", port.place)
        name = self._sent.pfc_queue(number, port)
        if not name:
            return _no_group(f"no pfc-queue of the port pauses priority {number}", port.place)
        if port.buffer is None or name not in port.buffer.groups:
            return _default_group(self._family, port.buffer.source) if port.buffer else self._default_group
        return port.buffer.groups[name]


def _mode(text: str) -> PfcMode:
    modes = {"true": PfcMode.ON, "false": PfcMode.OFF}
    if text not in modes:
        raise ValueError(f"{text!r} is neither true nor false")
    return modes[text]


def _no_group(because: str, place: Source) -> PriorityGroup:
    none = Unknown(because, place)
    return PriorityGroup(none, none, none, none, none)


def _default_group(family: Family, place: Source) -> PriorityGroup:
    """Return the buffer of a pfc-queue that no bound profile lists: its xoff threshold has a default on 7220."""
    none = Unknown("the platform's default: no bound buffer profile lists the pfc-queue", place)
    xoff: Fact[int] = defaults.XGS_PAUSE_BYTES.at(place) if family is Family.XGS else none
    return PriorityGroup(none, none, xoff, none, none)
