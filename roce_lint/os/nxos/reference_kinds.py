"""What QoS an object of NX-OS would bring that a line names and nothing defines."""

from __future__ import annotations

from roce_lint.model.terms import EVERY_PART, QosPart
from roce_lint.os.industry_cli.reference_users import Brings

_CLASSIFICATION = frozenset({QosPart.CLASSIFICATION})
_PAUSE = frozenset({QosPart.PAUSE})

BRINGS: Brings = {
    "port-profile": EVERY_PART,
    "policy-map type qos": _CLASSIFICATION,
    "class-map type qos": _CLASSIFICATION,
    "ip access-list": _CLASSIFICATION,
    "policy-map type network-qos": _PAUSE,
    "class-map type network-qos": _PAUSE,
    "policy-map type queuing": frozenset({QosPart.ECN, QosPart.SCHEDULING, QosPart.BUFFER}),
}
"""By the kind of object that a reference names."""
