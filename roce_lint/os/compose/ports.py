"""The QoS of a port, composed of what it binds."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Unknown
from roce_lint.model.qos import PortQos, Priority, Queue
from roce_lint.model.qos_tables import PfcBinding, PortBinding, QosDefaults, QueueBinding
from roce_lint.os.compose.classes import ClassComposer, compose_trust
from roce_lint.os.compose.pfc import compose_priorities
from roce_lint.os.compose.queues import compose_queues
from roce_lint.text.source import Source
from roce_lint.values import replace


class PortComposer:
    """Composes the ports of one device; what several bind alike is one object, and made once."""

    def __init__(self, defaults: QosDefaults) -> None:
        self._defaults = defaults
        self._classes = ClassComposer(defaults)
        self._priorities: dict[tuple[object, ...], tuple[Priority, ...]] = {}
        self._queues: dict[tuple[object, ...], tuple[Queue, ...]] = {}
        self._composed: dict[tuple[object, ...], PortQos] = {}
        """By what ports bind: what they state in lines of their own is put in its place."""
        self._made: dict[tuple[object, ...], PortQos] = {}
        self._kept: list[PortBinding] = []
        """What the keys above name by identity."""

    def compose(self, port: PortBinding) -> PortQos:
        """Return the QoS of a port."""
        received = port.link_pause_received or self._defaults.link_pause.at(port.place)
        shape = (
            id(port.pfc),
            id(port.queues),
            id(port.classifies),
            id(port.watchdog),
            id(port.classes),
            id(port.queue_of),
            id(port.group_of),
            id(port.rewrite),
            port.rewrite_at and port.rewrite_at.line,
            port.qos_place.line,
            None if port.link_pause_received else port.place.line,
            *_key_of(port.speed_gbps),
            *_key_of(port.rewrites_pcp),
        )
        trust = port.trust
        key = (
            shape,
            *_key_of(port.bound),
            *_key_of(port.pfc_mode),
            *_key_of(received),
            trust and _key_of(trust),
        )
        made = self._made.get(key)
        if made is None:
            composed = self._composed.get(shape)
            if composed is None:
                composed = self._composed[shape] = self._compose(port, received)
                self._kept.append(port)
            made = self._made[key] = replace(
                composed,
                bound=port.bound,
                trust=trust or composed.trust,
                pfc_mode=port.pfc_mode,
                link_pause_received=received,
            )
        return made

    def _compose(self, port: PortBinding, received: Fact[bool]) -> PortQos:
        classes = self._classes
        rewrite_enabled, rewrites = classes.rewrites(port)
        return PortQos(
            bound=port.bound,
            trust=compose_trust(port, self._defaults),
            classification=classes.classification(port.classifies),
            classes=classes.classes(port),
            pfc_mode=port.pfc_mode,
            priorities=self._priorities_of(port.pfc, port.qos_place),
            queues=self._queues_of(port.queues, port.speed_gbps),
            watchdog=port.watchdog,
            link_pause_received=received,
            link_pause_sent=self._defaults.link_pause.at(port.place),
            rewrite_enabled=rewrite_enabled,
            rewrites=rewrites,
            rewrites_pcp=port.rewrites_pcp,
        )

    def _priorities_of(self, binding: PfcBinding, place: Source) -> tuple[Priority, ...]:
        key = (id(binding), place if binding.queues_of is None else None)
        if key not in self._priorities:
            self._priorities[key] = compose_priorities(binding, place, self._defaults)
        return self._priorities[key]

    def _queues_of(self, bindings: tuple[QueueBinding, ...], speed_gbps: Fact[int]) -> tuple[Queue, ...]:
        key = (id(bindings), *_key_of(speed_gbps)[:2])
        if key not in self._queues:
            self._queues[key] = compose_queues(bindings, speed_gbps, self._defaults)
        return self._queues[key]


def _key_of(fact: Fact[object]) -> tuple[object, ...]:
    """Return what is equal for equal facts of one file; hashing a fact takes five times as long."""
    source = fact.source
    result = fact.because if isinstance(fact, Unknown) else fact.value
    return fact.__class__, result, source.line, source.end_line
