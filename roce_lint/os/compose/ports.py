"""The QoS of a port, composed of what it binds."""

from __future__ import annotations

from roce_lint.model.qos import PortQos
from roce_lint.model.qos_tables import PortBinding, QosDefaults
from roce_lint.os.compose.classes import ClassComposer
from roce_lint.os.compose.pfc import compose_priorities, pausing_by_group
from roce_lint.os.compose.queues import compose_queues


class PortComposer:
    """Composes the ports of one device; what several bind alike is one object."""

    def __init__(self, defaults: QosDefaults) -> None:
        self._defaults = defaults
        self._classes = ClassComposer(defaults)

    def compose(self, port: PortBinding) -> PortQos:
        """Return the QoS of a port."""
        defaults, classes, place = self._defaults, self._classes, port.qos_place
        rewrite_enabled, rewrites = classes.rewrites(port.classifies)
        no_link_pause = defaults.link_pause.at(port.place)
        return PortQos(
            bound=port.bound,
            trust=classes.trust(port.classifies),
            classification=classes.classification(port.classifies),
            classes=classes.classes(port.classes, port.classifies, pausing_by_group(port.pfc), place),
            pfc_mode=port.pfc.mode,
            priorities=compose_priorities(port.pfc, place, defaults),
            queues=compose_queues(port.queues, port.speed_gbps, defaults),
            watchdog=port.watchdog,
            link_pause_received=no_link_pause,
            link_pause_sent=no_link_pause,
            rewrite_enabled=rewrite_enabled,
            rewrites=rewrites,
        )
