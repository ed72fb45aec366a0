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
        self._asked: set[str] = set()
        self.pauses_somewhere = False

    def report_unasked(self, *, by_dscp: bool) -> None:
        """Report no-loss classes without pfc-priority that no code point with PFC leads to, where PFC is by DSCP."""
        for one in self._classes.stated.values():
            is_lossless = isinstance(one.is_lossless, Stated)
            if by_dscp and is_lossless and one.pause_priority is None and one.name not in self._asked:
                because = "PFC by DSCP needs a pfc-priority of the class"
                self._diagnostics.doubtful(f"class {one.name} no-loss", because, one.is_lossless.source)

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
        useless: list[tuple[str, Source]] = []
        off = defaults.NO_PAUSE.at(profile.input_place)
        listed = [(dscp, number, line, False) for number, line in profile.dscp.items()]
        listed += [(pcp, number, line, True) for number, line in profile.pcp.items()]
        for table, number, line, is_pcp in listed:
            named = table if isinstance(table, Unknown) else table.at(number, "code point")
            if isinstance(named, Unknown):
                doubt = doubt or Unknown(named.because, line)
                if is_pcp:
                    sent[number] = doubt
                continue
            found = self._lossless(named.value, is_pcp=is_pcp)
            for one in found:
                if isinstance(one.is_lossless, Unknown):
                    doubt = doubt or one.is_lossless
                    continue
                priority = Stated(number, line) if is_pcp else self._priority(one, number, line)
                if isinstance(priority, Unknown):
                    doubt = doubt or priority
                    continue
                self.pauses_somewhere = True
                sent[priority.value] = Stated(True, line)
                pauses[one.name] = pauses.get(one.name, frozenset()) | {priority.value}
                lines.setdefault(one.name, line)
                because = f"{profile.name} pauses for class {one.name} in priority {priority.value}"
                off = Default(False, priority.source, because)
            if not found:
                off = self._not_lossless(named, number, line, table, is_pcp=is_pcp)
                useless.append((off.because, line))
            if is_pcp and number not in sent:
                sent[number] = off
        pointed = None if isinstance(dscp, Unknown) or pauses else self._lossless_code_point(dscp)
        if profile.dscp and useless and pointed is not None:
            number, named = pointed
            setting = f"code-points {number:06b} of no-loss class {named.value}"
            because = f"{profile.name} pauses for DSCP {min(profile.dscp)} instead, which gets another class"
            self._diagnostics.doubtful(setting, because, named.source)
        for because, line in useless if pauses else ():
            # Where nothing pauses, that is what is reported.
            setting = f"congestion-notification-profile {profile.name} input"
            self._diagnostics.doubtful(setting, f"{because}: its packets are dropped, and not paused for", line)
        every = tuple([sent.get(number, doubt or off) for number in range(PRIORITY_COUNT)])
        by_class: dict[str, Fact[frozenset[int]]] = {
            name: Stated(pauses[name], lines[name]) if name in pauses else self._lossy(name, profile, doubt)
            for name in self._classes.names
        }
        group = self._buffer.group(profile)
        groups = {
            number: group if isinstance(fact, Stated) and fact.value else _LOSSY for number, fact in enumerate(every)
        }
        received, queues = self._received(profile, every)
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
        self._asked.add(one.name)
        if one.pause_priority is not None:
            return one.pause_priority
        because = f"PFC by DSCP needs a pfc-priority of class {one.name}, which DSCP {number} gets"
        self._diagnostics.refused(f"input dscp code-point {number:06b} pfc", because, line)
        return Unknown(because, one.source)

    def _not_lossless(
        self, named: Stated[str] | Default[str], number: int, line: Source, table: ForwardingMap, *, is_pcp: bool
    ) -> Default[bool]:
        """Return that a code point with PFC makes nothing pause, at the line that should be another one.

        That is the class where it is meant to be lossless, the classifier where no code point leads to a class that
        is, and else the profile, which lists the wrong code point.
        """
        own = self._classes.stated.get(named.value)
        place = named.source
        if own is not None and (own.pause_priority is not None or is_pcp):
            place = own.is_lossless.source
        elif not isinstance(table, Unknown) and self._reaches_lossless(table):
            place = line
        marking = "priority" if is_pcp else "DSCP"
        return Default(False, place, f"{marking} {number} gets class {named.value}, which is not no-loss")

    def _lossless_code_point(self, table: QosMap[int, str]) -> tuple[int, Stated[str] | Default[str]] | None:
        """Return the first marking of a map that gets a class that the file makes lossless."""
        for number, named in table.entries.items():
            one = None if isinstance(named, Unknown) else self._classes.stated.get(named.value)
            if one is not None and not isinstance(named, Unknown) and known(one.is_lossless, False):
                return number, named
        return None

    def _reaches_lossless(self, table: QosMap[int, str]) -> bool:
        """Say whether any marking of a map gets a class that the file makes lossless."""
        return self._lossless_code_point(table) is not None

    def _lossy(self, name: str, profile: NotificationProfile, doubt: Unknown | None) -> Fact[frozenset[int]]:
        one = self._classes.by_name[name]
        if isinstance(one.is_lossless, Unknown):
            return one.is_lossless
        if not one.is_lossless.value:
            return Default(frozenset(), one.is_lossless.source, defaults.LOSSY_CLASS.reason)
        if doubt is not None:
            return doubt
        because = f"the input of {profile.name} lists no code point of class {name}"
        return Default(frozenset(), profile.input_place, because)

    def _received(
        self, profile: NotificationProfile, sent: tuple[Fact[bool], ...]
    ) -> tuple[tuple[Fact[bool], ...], QosMap[int, frozenset[int]]]:
        """Return which pauses the port obeys, and which queues they stop."""
        place = profile.output_place
        if profile.queues is None:
            obeyed = tuple([self._obeyed_by_default(number, sent[number], place) for number in range(PRIORITY_COUNT)])
            same = {n: Default(frozenset({n}), place, defaults.QOS.queue_of_priority) for n in range(PRIORITY_COUNT)}
            return obeyed, QosMap(f"{profile.name} without output", place, same)
        off = defaults.NOT_OBEYED.at(place)
        received: list[Fact[bool]] = []
        stopped: Mapping[int, Fact[frozenset[int]]] = dict(profile.queues)
        for number in range(PRIORITY_COUNT):
            queues = profile.queues.get(number)
            if queues is not None:
                self._report_lossy(profile, number, queues)
            received.append(Stated(True, queues.source) if queues is not None and queues.value else off)
        nothing: Fact[frozenset[int]] = Default(frozenset(), place, defaults.NOT_OBEYED.reason)
        return tuple(received), QosMap(f"{profile.name} output", place, stopped, nothing)

    def _report_lossy(self, profile: NotificationProfile, number: int, queues: Stated[frozenset[int]]) -> None:
        """Report queues without a no-loss class that a pause stops beside one that has such a class."""
        lossless = {
            queue
            for queue in queues.value
            for name in self._classes.of_queues[queue]
            if known(self._classes.by_name[name].is_lossless, True)
        }
        others = sorted(queues.value - lossless)
        if lossless and others:
            setting = f"congestion-notification-profile {profile.name} output"
            because = f"a pause of priority {number} stops queue {others[0]} as well, of which no class is no-loss"
            self._diagnostics.doubtful(setting, because, queues.source)

    def _obeyed_by_default(self, number: int, sent: Fact[bool], place: Source) -> Fact[bool]:
        """Return whether a port without output obeys a priority in a way that matters to anything lossless."""
        if number not in defaults.OBEYED_PRIORITIES:
            return defaults.NOT_OBEYED_BY_DEFAULT.at(place)
        of_queue = [one for one in self._classes.stated.values() if known(one.queue, -1) == number]
        if known(sent, True) or any(known(one.is_lossless, False) for one in of_queue):
            return defaults.OBEYED_BY_DEFAULT.at(place)
        return Default(False, place, f"no class of queue {number} is no-loss, so that its pauses protect nothing")
