"""What PFC does on one port: mapping profile, ingress buffer profile and switches put together."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.facts.fact import Fact, Source, Stated, Unknown
from roce_lint.facts.qos import PRIORITY_COUNT, Priority, PriorityGroup, Watchdog
from roce_lint.facts.terms import PfcMode
from roce_lint.read.srlinux import defaults
from roce_lint.read.srlinux.bindings import PortUses
from roce_lint.read.srlinux.buffers import BufferProfile
from roce_lint.read.srlinux.chassis import Family, Generation
from roce_lint.read.srlinux.ledger import Ledger
from roce_lint.read.srlinux.names import reserved_class_index
from roce_lint.read.srlinux.objects import QosObjects
from roce_lint.read.srlinux.pfc import MappingProfile, Obeying, Sending
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PfcParts:
    """The PFC side of a port; `pause_by_class` has every forwarding class asked for."""

    pause_by_class: dict[str, Fact[frozenset[int]]]
    priorities: tuple[Priority, ...]
    watchdog: Watchdog


@dataclass(frozen=True, slots=True)
class _Port:
    """One combination of bindings; `profile` None: none is bound, `is_broken`: the bound one is not defined.

    `place` is where all of `/qos` stands, `entry` the entry that could bind an ingress buffer and binds none.
    """

    profile: MappingProfile | None
    is_broken: bool
    buffer: BufferProfile | None
    buffer_is_broken: bool
    tagged: bool
    pfc_on: bool
    place: Source
    entry: Source


class PortPfc:
    """Makes the PFC parts of ports; ports with equal bindings share them."""

    def __init__(
        self,
        profiles: dict[str, MappingProfile],
        buffers: dict[str, BufferProfile],
        objects: QosObjects,
        family: Family,
        generation: Generation,
        place: Source,
        ledger: Ledger,
    ) -> None:
        self._profiles = profiles
        self._buffers = buffers
        self._objects = objects
        self._family = family
        self._generation = generation
        self._place = place
        self._ledger = ledger
        self._made: dict[tuple[object, ...], PfcParts] = {}
        self._sound: dict[tuple[object, ...], PfcParts] = {}
        """Those that have nothing to write down: the others do so at every use."""

    def mode(self, uses: PortUses) -> Fact[PfcMode]:
        """Return whether the port takes part in PFC."""
        if self._generation.default_names_exist and not uses.pfc_enable.line:
            return defaults.PFC_ABSENT.at(self._place)
        place = uses.place if uses.place.line else self._place
        return self._ledger.converted(uses.pfc_enable, _mode, defaults.PFC_OFF.at(place))

    def of(self, uses: PortUses, tagged: bool, class_names: Iterable[str]) -> PfcParts:
        """Return the parts of a port; `tagged` says that its frames carry VLAN tags."""
        entry = uses.place if uses.place.line and not uses.pfc_buffer_profile.value else self._place
        on = uses.pfc_enable.value == "true"
        key = (uses.mapping_profile.value, uses.pfc_buffer_profile.value, tagged, on, entry.line, entry.end_line)
        sound = self._sound.get(key)
        if sound is not None:
            return sound
        written = self._ledger.written
        profile = self._profiles.get(uses.mapping_profile.value)
        buffer = self._buffers.get(uses.pfc_buffer_profile.value)
        broken = self._check(uses.mapping_profile.value, profile, "pfc-mapping-profile", uses.mapping_profile.source)
        buffer_broken = self._check(
            uses.pfc_buffer_profile.value, buffer, "buffer-allocation-profile", uses.pfc_buffer_profile.source
        )
        if key not in self._made:
            port = _Port(profile, broken, buffer, buffer_broken, tagged, on, self._place, entry)
            priorities = tuple(self._priority(number, port) for number in range(PRIORITY_COUNT))
            pause = {name: self._pause_priorities(name, port) for name in class_names}
            self._made[key] = PfcParts(pause, priorities, _watchdog(port, priorities))
        if self._ledger.written == written:
            self._sound[key] = self._made[key]
        return self._made[key]

    def _check(self, name: str, found: object, kind: str, source: Source) -> bool:
        broken = bool(name) and found is None and not (name == "default" and kind == "pfc-mapping-profile")
        if broken:
            self._ledger.miss(kind, name, source)
        return broken

    def _priority(self, number: int, port: _Port) -> Priority:
        obeying = [item for item in port.profile.obeying if _is(item.priority, number)] if port.profile else []
        honours, paused = _honours(number, obeying, port), _paused(obeying, port)
        return Priority(number, self._generates(number, port), honours, paused, self._group(number, port))

    def _generates(self, number: int, port: _Port) -> Fact[bool]:
        """Return whether a pause for this priority is ever sent."""
        because = _not_known(port)
        if self._family is Family.DNX:
            return self._generates_dnx(number, port)
        if because:
            return Unknown(because, port.place)
        if port.profile is None:
            return defaults.NOT_SENT.at(port.place)
        matching = [item for item in port.profile.sending if _is(item.priority, number)]
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

    def _generates_dnx(self, number: int, port: _Port) -> Fact[bool]:
        """On 7250 the pfc-queue with the number of the priority pauses, where a buffer profile gives it room."""
        if port.is_broken or port.buffer_is_broken:
            return Unknown("a profile bound to the port is not defined", port.place)
        if port.profile is not None and number in port.profile.switch_by_priority:
            return port.profile.switch_by_priority[number]
        if port.buffer is None:
            obeyed = port.profile is not None and any(_is(item.priority, number) for item in port.profile.obeying)
            if obeyed or (port.pfc_on and port.profile is None):
                return Unknown("no pfc-buffer-allocation-profile says which pfc-queues pause", port.place)
            return defaults.NOT_SENT.at(port.place)
        for index, source in port.buffer.pfc_index_of.values():
            if _is(index, number):
                return (
                    Stated(True, source)
                    if port.profile is None
                    else _all_true(port.profile.switch(number), place=source)
                )
        indices = [index for index, _ in port.buffer.pfc_index_of.values()]
        return defaults.NOT_SENT.at(indices[0].source if len(indices) == 1 else port.buffer.source)

    def _pause_priorities(self, name: str, port: _Port) -> Fact[frozenset[int]]:
        """Return the priorities in the pauses that this forwarding class causes."""
        if self._family is Family.DNX:
            return self._pause_priorities_dnx(name, port)
        if _not_known(port):
            return Unknown(_not_known(port), port.place)
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

    def _pause_priorities_dnx(self, name: str, port: _Port) -> Fact[frozenset[int]]:
        """On 7250 the index of the forwarding class is the number of its pfc-queue."""
        queue = self._objects.class_queue(name, port.place)
        number = reserved_class_index(name)
        if isinstance(queue, Unknown):
            return queue
        if number not in (-1, queue.value):
            because = f"{name} uses queue {queue.value}: it is not known which of the two selects its pfc-queue"
            return Unknown(because, queue.source)
        sends = self._generates_dnx(queue.value, port)
        if isinstance(sends, Unknown):
            return sends
        if not sends.value:
            return defaults.NO_PAUSE_CLASS.at(sends.source)
        return Stated(frozenset((queue.value,)), sends.source)

    def _group(self, number: int, port: _Port) -> PriorityGroup:
        if port.buffer_is_broken:
            return _no_group("the bound buffer-allocation-profile is not defined", port.place)
        name = self._pfc_queue(number, port)
        if not name:
            return _no_group(f"no pfc-queue of the port pauses priority {number}", port.place)
        if port.buffer is None or name not in port.buffer.groups:
            return _default_group(self._family, port.buffer.source if port.buffer else port.entry)
        return port.buffer.groups[name]

    def _pfc_queue(self, number: int, port: _Port) -> str:
        """Return the name of the pfc-queue behind a priority, an empty text where there is none."""
        if self._family is Family.DNX:
            listed = port.buffer.pfc_index_of.items() if port.buffer else ()
            return next((name for name, (index, _) in listed if _is(index, number)), "")
        sending: tuple[Sending, ...] = port.profile.sending if port.profile else ()
        return next((item.pfc_queue for item in sending if _is(item.priority, number)), "")


def _mode(text: str) -> PfcMode:
    modes = {"true": PfcMode.ON, "false": PfcMode.OFF}
    if text not in modes:
        raise ValueError(f"{text!r} is neither true nor false")
    return modes[text]


def _is(fact: Fact[int], number: int) -> bool:
    return not isinstance(fact, Unknown) and fact.value == number


def _not_known(port: _Port) -> str:
    """Return why the mapping is not known, an empty text where it is."""
    if port.is_broken:
        return "the bound pfc-mapping-profile is not defined"
    if port.profile is None and port.pfc_on:
        return defaults.DEFAULT_PFC_PROFILE_NOT_PUBLIC
    return ""


def _all_true(*facts: Fact[bool], place: Source) -> Fact[bool]:
    """Return the first false fact, else the first unknown one, else true, stated at `place`."""
    unknown = [fact for fact in facts if isinstance(fact, Unknown)]
    false = [fact for fact in facts if not isinstance(fact, Unknown) and not fact.value]
    return next(iter([*false, *unknown]), Stated(True, place))


def _honours(number: int, obeying: list[Obeying], port: _Port) -> Fact[bool]:
    because = _not_known(port)
    if because:
        return Unknown(because, port.place)
    if port.profile is None:
        return defaults.NOT_OBEYED.at(port.place)
    switch = port.profile.switch(number)
    for item in obeying:
        place = item.switched_on.source if isinstance(item.switched_on, Stated) else item.source
        return _all_true(item.switched_on, switch, place=place)
    unclear = [item for item in port.profile.obeying if isinstance(item.priority, Unknown)]
    if unclear:
        return Unknown("a queue of the profile has no known pause priority", unclear[0].source)
    # The one queue that obeys another priority is the line to change.
    entries = port.profile.obeying
    return defaults.NOT_OBEYED.at(entries[0].priority.source if len(entries) == 1 else port.profile.source)


def _paused(obeying: list[Obeying], port: _Port) -> Fact[frozenset[int]]:
    if _not_known(port):
        return Unknown(_not_known(port), port.place)
    indices: set[int] = set()
    for item in obeying:
        if isinstance(item.queue, Unknown):
            return item.queue
        indices.add(item.queue.value)
    if not obeying:
        return defaults.NO_QUEUE_PAUSED.at(port.profile.source if port.profile else port.place)
    return Stated(frozenset(indices), obeying[0].source)


def _no_group(because: str, place: Source) -> PriorityGroup:
    none = Unknown(because, place)
    return PriorityGroup(none, none, none, none, none)


def _default_group(family: Family, place: Source) -> PriorityGroup:
    """Return the buffer of a pfc-queue that no bound profile lists: its pause point has a default on 7220."""
    none = Unknown("the platform's default: no bound buffer profile lists the pfc-queue", place)
    xoff: Fact[int] = defaults.XGS_PAUSE_BYTES.at(place) if family is Family.XGS else none
    return PriorityGroup(none, none, xoff, none, none)


def _watchdog(port: _Port, priorities: tuple[Priority, ...]) -> Watchdog:
    no_polling = Unknown("SR Linux has no polling interval for its deadlock timer", port.place)
    action, recovers = defaults.WATCHDOG_ACTION.at(port.place), defaults.RECOVERS.at(port.place)
    watched = _watched(port, priorities)
    if port.profile is None:
        off: Fact[bool] = defaults.WATCHDOG_NOT_CONFIGURED.at(port.place)
        if _not_known(port):
            off = Unknown(_not_known(port), port.place)
        detection, recovery = defaults.DETECTION_MS.at(port.place), defaults.RECOVERY_MS.at(port.place)
        return Watchdog(off, watched, detection, recovery, no_polling, action, recovers)
    profile = port.profile
    return Watchdog(
        profile.watchdog_enabled, watched, profile.detection_ms, profile.recovery_ms, no_polling, action, recovers
    )


def _watched(port: _Port, priorities: tuple[Priority, ...]) -> Fact[frozenset[int]]:
    """Return the priorities that the watchdog covers: all that a received pause can stop."""
    numbers: set[int] = set()
    for priority in priorities:
        if isinstance(priority.honours_pause, Unknown):
            return priority.honours_pause
        if priority.honours_pause.value:
            numbers.add(priority.number)
    if not numbers or port.profile is None:
        return defaults.WATCHDOG_PRIORITIES.at(port.profile.source if port.profile else port.place)
    return Stated(frozenset(numbers), port.profile.source)
