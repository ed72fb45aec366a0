"""PFC of a port: what a congestion-notification-profile comes to with the classifiers beside which it is bound."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.fact import NOWHERE, Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.qos import PRIORITY_COUNT
from roce_lint.model.qos_tables import PfcBinding, QosMap
from roce_lint.os.junos import defaults
from roce_lint.os.junos.buffers import SharedBuffer, no_group
from roce_lint.os.junos.classifiers import ForwardingMap
from roce_lint.os.junos.forwarding_classes import CosClass, ForwardingClasses
from roce_lint.os.junos.notification_profiles import NotificationProfile
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics

_LOSSY = no_group(Unknown("no profile of the port makes the priority pause", NOWHERE))


class Pauses:
    """Makes what a port does about pauses."""

    def __init__(self, classes: ForwardingClasses, buffer: SharedBuffer, diagnostics: LeafDiagnostics) -> None:
        """Take the classes and the buffer of the device."""
        self._classes = classes
        self._buffer = buffer
        self._diagnostics = diagnostics

    def without_profile(self, place: Source) -> PfcBinding:
        """Return what a port does to which no profile is bound."""
        off: tuple[Fact[bool], ...] = (defaults.NO_PAUSE.at(place),) * PRIORITY_COUNT
        pauses = dict.fromkeys(self._classes.names, defaults.NO_PAUSE_CLASS.at(place))
        return PfcBinding(off, off, None, None, dict.fromkeys(range(PRIORITY_COUNT), _LOSSY), pauses)

    def unknown(self, because: Unknown) -> PfcBinding:
        """Return what a port does whose profile is not known."""
        every: tuple[Fact[bool], ...] = (because,) * PRIORITY_COUNT
        groups = dict.fromkeys(range(PRIORITY_COUNT), no_group(because))
        return PfcBinding(every, every, None, None, groups, dict.fromkeys(self._classes.names, because))

    def by_profile(self, profile: NotificationProfile, dscp: ForwardingMap, pcp: ForwardingMap) -> PfcBinding:
        """Return what a port does by a profile; `dscp` and `pcp` are the classes of its markings."""
        sent: dict[int, Fact[bool]] = {}
        pauses: dict[str, frozenset[int]] = {}
        lines: dict[str, Source] = {}
        doubt: Unknown | None = None
        listed = [(dscp, number, line, False) for number, line in profile.dscp.items()]
        listed += [(pcp, number, line, True) for number, line in profile.pcp.items()]
        for table, number, line, is_pcp in listed:
            named = table if isinstance(table, Unknown) else table.at(number, "code point")
            if isinstance(named, Unknown):
                doubt = doubt or Unknown(named.because, line)
                if is_pcp:
                    sent[number] = doubt
                continue
            for one in self._lossless(named.value, is_pcp=is_pcp):
                if isinstance(one.is_lossless, Unknown):
                    doubt = doubt or one.is_lossless
                    continue
                priority = Stated(number, line) if is_pcp else self._priority(one, number, line)
                if isinstance(priority, Unknown):
                    doubt = doubt or priority
                    continue
                sent[priority.value] = Stated(True, line)
                pauses[one.name] = pauses.get(one.name, frozenset()) | {priority.value}
                lines.setdefault(one.name, line)
            if is_pcp and number not in sent:
                sent[number] = self._not_sent(named.value, line)
        off = defaults.NO_PAUSE.at(profile.source)
        every = tuple([sent.get(number, doubt or off) for number in range(PRIORITY_COUNT)])
        by_class: dict[str, Fact[frozenset[int]]] = {
            name: Stated(pauses[name], lines[name]) if name in pauses else self._lossy(name, profile, doubt)
            for name in self._classes.names
        }
        group = self._buffer.group(profile)
        groups = {
            number: group if isinstance(fact, Stated) and fact.value else _LOSSY for number, fact in enumerate(every)
        }
        received, queues = self._received(profile)
        return PfcBinding(every, received, queues, None, groups, by_class)

    def _lossless(self, name: str, *, is_pcp: bool) -> list[CosClass]:
        """Return the classes that a code point with PFC makes pause: its own, by 802.1p all of the same queue."""
        own = self._classes.by_name.get(name)
        if own is None:
            return []
        queue = known(own.queue, -1)
        found = [own]
        if is_pcp and queue >= 0:
            found = [one for one in self._classes.by_name.values() if known(one.queue, -2) == queue]
        return [one for one in found if isinstance(one.is_lossless, Unknown) or one.is_lossless.value]

    def _priority(self, one: CosClass, number: int, line: Source) -> Fact[int]:
        if one.pause_priority is not None:
            return one.pause_priority
        because = f"PFC by DSCP needs a pfc-priority of class {one.name}, which DSCP {number} gets"
        self._diagnostics.refused(f"input dscp code-point {number:06b} pfc", because, line)
        return Unknown(because, one.source)

    def _not_sent(self, name: str, line: Source) -> Fact[bool]:
        own = self._classes.by_name.get(name)
        place = own.source if own is not None and own.name in self._classes.stated else line
        return Default(False, place, f"class {name}, which the priority gets, is not no-loss")

    def _lossy(self, name: str, profile: NotificationProfile, doubt: Unknown | None) -> Fact[frozenset[int]]:
        one = self._classes.by_name[name]
        if isinstance(one.is_lossless, Unknown):
            return one.is_lossless
        if not one.is_lossless.value:
            return Default(frozenset(), one.source, defaults.LOSSY_CLASS.reason)
        if doubt is not None:
            return doubt
        because = f"the input of {profile.name} lists no code point of class {name}"
        return Default(frozenset(), profile.source, because)

    @staticmethod
    def _received(profile: NotificationProfile) -> tuple[tuple[Fact[bool], ...], QosMap[int, frozenset[int]] | None]:
        """Return which pauses the port obeys, and which queues they stop; None for those of the same number."""
        place = profile.output_place
        if profile.queues is None:
            usual = defaults.OBEYED_BY_DEFAULT, defaults.NOT_OBEYED_BY_DEFAULT
            obeyed = tuple(
                usual[number not in defaults.OBEYED_PRIORITIES].at(place) for number in range(PRIORITY_COUNT)
            )
            return obeyed, None
        off = defaults.NOT_OBEYED.at(place)
        received: list[Fact[bool]] = []
        stopped: Mapping[int, Fact[frozenset[int]]] = dict(profile.queues)
        for number in range(PRIORITY_COUNT):
            queues = profile.queues.get(number)
            received.append(Stated(True, queues.source) if queues is not None and queues.value else off)
        nothing: Fact[frozenset[int]] = Default(frozenset(), place, defaults.NOT_OBEYED.reason)
        return tuple(received), QosMap(f"{profile.name} output", place, stopped, nothing)
