"""What PFC does on one port: mapping profile, ingress buffer profile and switches put together."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.qos import PRIORITY_COUNT, PfcWatchdog, PriorityGroup
from roce_lint.model.qos_tables import PfcBinding, QosMap
from roce_lint.model.terms import PfcMode
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.bindings import PortUses
from roce_lint.os.srlinux.buffers import SrlinuxBufferProfile
from roce_lint.os.srlinux.chassis import Family, Generation
from roce_lint.os.srlinux.names import reserved_class_index
from roce_lint.os.srlinux.objects import QosObjects
from roce_lint.os.srlinux.pfc import MappingProfile, Obeying
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PfcParts:
    """The PFC side of a port."""

    binding: PfcBinding
    watchdog: PfcWatchdog


@dataclass(frozen=True, slots=True)
class _Bound:
    """One combination of bindings; `profile` None: none is bound, `is_broken`: the bound one is not defined.

    `place` is where all of `/qos` stands, `entry` the block that could bind an ingress buffer.
    """

    profile: MappingProfile | None
    is_broken: bool
    buffer: SrlinuxBufferProfile | None
    buffer_is_broken: bool
    tagged: bool
    pfc_on: bool
    place: Source
    entry: Source

    @property
    def not_known(self) -> str:
        """Return why the mapping is not known, an empty text where it is."""
        if self.is_broken:
            return "the bound pfc-mapping-profile is not defined"
        if self.profile is None and self.pfc_on:
            return defaults.DEFAULT_PFC_PROFILE_NOT_PUBLIC
        return ""


class PortPfc:
    """Says what ports bind of PFC; ports with equal bindings share it."""

    def __init__(
        self,
        profiles: dict[str, MappingProfile],
        buffers: dict[str, SrlinuxBufferProfile],
        objects: QosObjects,
        family: Family,
        generation: Generation,
        place: Source,
        diagnostics: LeafDiagnostics,
        class_names: tuple[str, ...],
    ) -> None:
        self._profiles = profiles
        self._buffers = buffers
        self._objects = objects
        self._family = family
        self._generation = generation
        self._place = place
        self._diagnostics = diagnostics
        self._class_names = class_names
        self._made: dict[tuple[object, ...], PfcParts] = {}

    def mode(self, uses: PortUses, interface: Source) -> Fact[PfcMode]:
        """Return whether the port takes part in PFC; what is not said is placed at its entry, else at `interface`."""
        place = uses.place if uses.place.line else interface
        if self._generation.default_names_exist and not uses.pfc_enable.line:
            return defaults.PFC_ABSENT.at(place)
        return self._diagnostics.converted(uses.pfc_enable, _mode, defaults.PFC_OFF.at(place))

    def of(self, uses: PortUses, tagged: bool) -> PfcParts:
        """Return the PFC of a port; `tagged` says that its frames carry VLAN tags."""
        profile_use, buffer_use = uses.mapping_profile, uses.pfc_buffer_profile
        profile, buffer = self._profiles.get(profile_use.value), self._buffers.get(buffer_use.value)
        is_broken = profile is None and profile_use.value != "default"
        is_broken = is_broken and self._is_undefined("pfc-mapping-profile", profile_use)
        buffer_is_broken = buffer is None and self._is_undefined("buffer-allocation-profile", buffer_use)
        entry = uses.place if uses.place.line and not buffer_use.value else self._place
        on = uses.pfc_enable.value == "true"
        key = (profile_use.value, buffer_use.value, tagged, on, entry.line, entry.end_line)
        if key not in self._made:
            port = _Bound(profile, is_broken, buffer, buffer_is_broken, tagged, on, self._place, entry)
            self._made[key] = self._parts(port)
        return self._made[key]

    def _is_undefined(self, kind: str, use: Node) -> bool:
        if use.value:
            self._diagnostics.undefined(kind, use.value, use.source)
        return bool(use.value)

    def _parts(self, port: _Bound) -> PfcParts:
        numbers = range(PRIORITY_COUNT)
        received = tuple([_obeys(number, port) for number in numbers])
        binding = PfcBinding(
            sent=tuple([self._sends(number, port) for number in numbers]),
            received=received,
            queues_of=_queues_of(port),
            group_of=None,
            groups={number: self._group(number, port) for number in numbers},
            pauses_of={name: self._pauses(name, port) for name in self._class_names},
        )
        return PfcParts(binding, _watchdog(port, received))

    def _sends(self, number: int, port: _Bound) -> Fact[bool]:
        """Return whether a pause for this priority is ever sent."""
        if self._family is Family.DNX:
            return _sends_dnx(number, port)
        if port.not_known:
            return Unknown(port.not_known, port.place)
        if port.profile is None:
            return defaults.NOT_SENT.at(port.place)
        matching = [item for item in port.profile.sending if _is_number(item.priority, number)]
        for item in matching:
            fed = item.dot1ps if port.tagged else item.forwarding_classes
            if fed:
                return _all_true(item.switched_on, port.profile.switch(number), place=item.priority.source)
            if port.tagged and item.forwarding_classes:
                return Unknown("forwarding classes count on untagged ports only, and no dot1p is mapped", item.source)
        unclear = [item for item in port.profile.sending if isinstance(item.priority, Unknown)]
        if unclear and not matching:
            return Unknown("a pfc-queue of the profile has no known pause priority", unclear[0].source)
        entries = port.profile.sending
        return defaults.NOT_SENT.at(entries[0].priority.source if len(entries) == 1 else port.profile.source)

    def _pauses(self, name: str, port: _Bound) -> Fact[frozenset[int]]:
        """Return the priorities in the pauses that this forwarding class causes."""
        if self._family is Family.DNX:
            return self._pauses_dnx(name, port)
        if port.not_known:
            return Unknown(port.not_known, port.place)
        if port.profile is None:
            return defaults.NO_PROFILE_CLASS.at(port.place)
        if port.tagged and port.profile.sending:
            return Unknown("on a tagged port the dot1p of a packet selects the pfc-queue, not its class", port.place)
        feeding = [item for item in port.profile.sending if name in item.forwarding_classes]
        numbers: set[int] = set()
        for item in feeding:
            if isinstance(item.priority, Unknown):
                return item.priority
            sends = _all_true(item.switched_on, port.profile.switch(item.priority.value), place=item.source)
            if isinstance(sends, Unknown):
                return sends
            if sends.value:
                numbers.add(item.priority.value)
        if not feeding:
            return defaults.NO_PAUSE_CLASS.at(port.profile.source)
        return Stated(frozenset(numbers), feeding[0].classes_at)

    def _pauses_dnx(self, name: str, port: _Bound) -> Fact[frozenset[int]]:
        """On 7250 the index of the forwarding class is the number of its pfc-queue."""
        queue = self._objects.class_queue(name, port.place)
        number = reserved_class_index(name)
        if isinstance(queue, Unknown):
            return queue
        if number not in (-1, queue.value):
            because = f"{name} uses queue {queue.value}: it is not known which of the two selects its pfc-queue"
            return Unknown(because, queue.source)
        sends = _sends_dnx(queue.value, port)
        if isinstance(sends, Unknown):
            return sends
        if not sends.value:
            return defaults.NO_PAUSE_CLASS.at(sends.source)
        return Stated(frozenset((queue.value,)), sends.source)

    def _group(self, number: int, port: _Bound) -> PriorityGroup:
        if port.buffer_is_broken:
            return _no_group("the bound buffer-allocation-profile is not defined", port.place)
        name = self._pfc_queue(number, port)
        if not name:
            return _no_group(f"no pfc-queue of the port pauses priority {number}", port.place)
        if port.buffer is None or name not in port.buffer.groups:
            return _default_group(self._family, port.buffer.source if port.buffer else port.entry)
        return port.buffer.groups[name]

    def _pfc_queue(self, number: int, port: _Bound) -> str:
        """Return the name of the pfc-queue behind a priority, an empty text where there is none."""
        if self._family is Family.DNX:
            listed = port.buffer.pfc_index_of.items() if port.buffer else ()
            return next((name for name, (index, _) in listed if _is_number(index, number)), "")
        sending = port.profile.sending if port.profile else ()
        return next((item.pfc_queue for item in sending if _is_number(item.priority, number)), "")


def _sends_dnx(number: int, port: _Bound) -> Fact[bool]:
    """On 7250 the pfc-queue with the number of the priority pauses, where a buffer profile gives it room."""
    profile, buffer = port.profile, port.buffer
    if port.is_broken or port.buffer_is_broken:
        return Unknown("a profile bound to the port is not defined", port.place)
    if profile is not None and number in profile.switch_by_priority:
        return profile.switch_by_priority[number]
    if buffer is None:
        obeyed = profile is not None and bool(_obeying(number, profile))
        if obeyed or (port.pfc_on and profile is None):
            return Unknown("no pfc-buffer-allocation-profile says which pfc-queues pause", port.place)
        return defaults.NOT_SENT.at(port.place)
    for index, source in buffer.pfc_index_of.values():
        if _is_number(index, number):
            return Stated(True, source) if profile is None else _all_true(profile.switch(number), place=source)
    indices = [index for index, _ in buffer.pfc_index_of.values()]
    return defaults.NOT_SENT.at(indices[0].source if len(indices) == 1 else buffer.source)


def _obeying(number: int, profile: MappingProfile) -> list[Obeying]:
    return [item for item in profile.obeying if _is_number(item.priority, number)]


def _obeys(number: int, port: _Bound) -> Fact[bool]:
    """Return whether a received pause for this priority stops something."""
    if port.not_known:
        return Unknown(port.not_known, port.place)
    if port.profile is None:
        return defaults.NOT_OBEYED.at(port.place)
    for item in _obeying(number, port.profile):
        place = item.switched_on.source if isinstance(item.switched_on, Stated) else item.source
        return _all_true(item.switched_on, port.profile.switch(number), place=place)
    unclear = [item for item in port.profile.obeying if isinstance(item.priority, Unknown)]
    if unclear:
        return Unknown("a queue of the profile has no known pause priority", unclear[0].source)
    # The one queue that obeys another priority is the line to change.
    entries = port.profile.obeying
    return defaults.NOT_OBEYED.at(entries[0].priority.source if len(entries) == 1 else port.profile.source)


def _queues_of(port: _Bound) -> QosMap[int, frozenset[int]]:
    """Return the indices of the egress queues that a pause of each priority stops."""
    if port.not_known:
        return QosMap("pfc-mapping-profile", port.place, {}, Unknown(port.not_known, port.place))
    source = port.profile.source if port.profile else port.place
    entries: dict[int, Fact[frozenset[int]]] = {}
    for item in port.profile.obeying if port.profile else ():
        if isinstance(item.priority, Unknown):
            continue
        number = item.priority.value
        known = entries.get(number, Stated(frozenset(), item.source))
        if isinstance(known, Unknown):
            continue
        queue = item.queue
        stopped = queue if isinstance(queue, Unknown) else Stated(known.value | {queue.value}, known.source)
        entries[number] = stopped
    return QosMap("pfc-mapping-profile", source, entries, defaults.NO_QUEUE_PAUSED.at(source))


def _watchdog(port: _Bound, received: tuple[Fact[bool], ...]) -> PfcWatchdog:
    """Return the deadlock watchdog of the bound profile, which covers what a received pause can stop."""
    no_polling = Unknown("SR Linux has no polling interval for its deadlock timer", port.place)
    action, recovers = defaults.WATCHDOG_ACTION.at(port.place), defaults.RECOVERS.at(port.place)
    watched = _watched(port, received)
    if port.profile is None:
        off: Fact[bool] = defaults.WATCHDOG_NOT_CONFIGURED.at(port.place)
        if port.not_known:
            off = Unknown(port.not_known, port.place)
        detection, recovery = defaults.DETECTION_MS.at(port.place), defaults.RECOVERY_MS.at(port.place)
        return PfcWatchdog(off, watched, detection, recovery, no_polling, action, recovers)
    profile = port.profile
    return PfcWatchdog(
        profile.watchdog_enabled, watched, profile.detection_ms, profile.recovery_ms, no_polling, action, recovers
    )


def _watched(port: _Bound, received: tuple[Fact[bool], ...]) -> Fact[frozenset[int]]:
    unknown = next((one for one in received if isinstance(one, Unknown)), None)
    if unknown is not None:
        return unknown
    numbers = frozenset(number for number, one in enumerate(received) if not isinstance(one, Unknown) and one.value)
    if not numbers or port.profile is None:
        return defaults.WATCHDOG_PRIORITIES.at(port.profile.source if port.profile else port.place)
    return Stated(numbers, port.profile.source)


def _is_number(fact: Fact[int], number: int) -> bool:
    return not isinstance(fact, Unknown) and fact.value == number


def _all_true(*facts: Fact[bool], place: Source) -> Fact[bool]:
    """Return the first false fact, else the first unknown one, else true, stated at `place`."""
    unknown = [fact for fact in facts if isinstance(fact, Unknown)]
    false = [fact for fact in facts if not isinstance(fact, Unknown) and not fact.value]
    return next(iter([*false, *unknown]), Stated(True, place))


def _mode(text: str) -> PfcMode:
    modes = {"true": PfcMode.ON, "false": PfcMode.OFF}
    if text not in modes:
        raise ValueError(f"{text!r} is neither true nor false")
    return modes[text]


def _no_group(because: str, place: Source) -> PriorityGroup:
    return PriorityGroup(*(Unknown(because, place),) * 5)


def _default_group(family: Family, place: Source) -> PriorityGroup:
    """Return the buffer of a pfc-queue that no bound profile lists: its xoff threshold has a default on 7220."""
    none = Unknown("the platform's default: no bound buffer profile lists the pfc-queue", place)
    xoff: Fact[int] = defaults.XGS_PAUSE_BYTES.at(place) if family is Family.XGS else none
    return PriorityGroup(none, none, xoff, none, none)
