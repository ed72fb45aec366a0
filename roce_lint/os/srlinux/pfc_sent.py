"""Which pause frames a port sends: for which priorities, and because of which forwarding classes."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.chassis import Family
from roce_lint.os.srlinux.names import reserved_class_index
from roce_lint.os.srlinux.objects import QosObjects
from roce_lint.os.srlinux.pfc import Sending
from roce_lint.os.srlinux.pfc_bound import BoundPfc, all_true, is_number


class SentPauses:
    """Tells what the ports of one device send, by what is bound to them."""

    def __init__(self, objects: QosObjects, family: Family) -> None:
        self._objects = objects
        self._family = family

    def generates(self, number: int, port: BoundPfc) -> Fact[bool]:
        """Return whether a pause for this priority is ever sent."""
        because = port.not_known
        if self._family is Family.DNX:
            return self._generates_dnx(number, port)
        if because:
            return Unknown(because, port.place)
        if port.profile is None:
            return defaults.NOT_SENT.at(port.place)
        matching = [item for item in port.profile.sending if is_number(item.priority, number)]
        for item in matching:
            fed = item.dot1ps if port.tagged else item.forwarding_classes
            if fed:
                return all_true(item.switched_on, port.profile.switch(number), place=item.priority.source)
            if port.tagged and item.forwarding_classes:
                return Unknown("forwarding classes count on untagged ports only, and no dot1p is mapped", item.source)
        unclear = [item for item in port.profile.sending if isinstance(item.priority, Unknown)]
        if unclear and not matching:
            return Unknown("a pfc-queue of the profile has no known pause priority", unclear[0].source)
        entries = port.profile.sending
        return defaults.NOT_SENT.at(entries[0].priority.source if len(entries) == 1 else port.profile.source)

    def _generates_dnx(self, number: int, port: BoundPfc) -> Fact[bool]:
        """On 7250 the pfc-queue with the number of the priority pauses, where a buffer profile gives it room."""
        if port.is_broken or port.buffer_is_broken:
            return Unknown("a profile bound to the port is not defined", port.place)
        if port.profile is not None and number in port.profile.switch_by_priority:
            return port.profile.switch_by_priority[number]
        if port.buffer is None:
            obeyed = port.profile is not None and any(is_number(item.priority, number) for item in port.profile.obeying)
            if obeyed or (port.pfc_on and port.profile is None):
                return Unknown("no pfc-buffer-allocation-profile says which pfc-queues pause", port.place)
            return defaults.NOT_SENT.at(port.place)
        for index, source in port.buffer.pfc_index_of.values():
            if is_number(index, number):
                return (
                    Stated(True, source)
                    if port.profile is None
                    else all_true(port.profile.switch(number), place=source)
                )
        indices = [index for index, _ in port.buffer.pfc_index_of.values()]
        return defaults.NOT_SENT.at(indices[0].source if len(indices) == 1 else port.buffer.source)

    def by_class(self, name: str, port: BoundPfc) -> Fact[frozenset[int]]:
        """Return the priorities in the pauses that this forwarding class causes."""
        if self._family is Family.DNX:
            return self._pause_priorities_dnx(name, port)
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
            sends = all_true(item.switched_on, port.profile.switch(item.priority.value), place=item.source)
            if isinstance(sends, Unknown):
                return sends
            if sends.value:
                numbers.add(item.priority.value)
        if not feeding:
            return defaults.NO_PAUSE_CLASS.at(port.profile.source)
        return Stated(frozenset(numbers), feeding[0].classes_at)

    def _pause_priorities_dnx(self, name: str, port: BoundPfc) -> Fact[frozenset[int]]:
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

    def pfc_queue(self, number: int, port: BoundPfc) -> str:
        """Return the name of the pfc-queue behind a priority, an empty text where there is none."""
        if self._family is Family.DNX:
            listed = port.buffer.pfc_index_of.items() if port.buffer else ()
            return next((name for name, (index, _) in listed if is_number(index, number)), "")
        sending: tuple[Sending, ...] = port.profile.sending if port.profile else ()
        return next((item.pfc_queue for item in sending if is_number(item.priority, number)), "")
