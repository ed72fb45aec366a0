"""What QoS an object of EOS would bring that a line names and nothing defines."""

from __future__ import annotations

from roce_lint.model.terms import EVERY_PART, QosPart
from roce_lint.os.industry_cli.reference_users import Brings

_CLASSIFICATION = frozenset({QosPart.CLASSIFICATION})

BRINGS: Brings = {
    "qos profile": EVERY_PART,
    "interface profile": EVERY_PART,
    "policy-map": _CLASSIFICATION,
    "class-map": _CLASSIFICATION,
    "ip access-list": _CLASSIFICATION,
    "ipv6 access-list": _CLASSIFICATION,
    "mac access-list": _CLASSIFICATION,
    "platform trident mmu queue profile": frozenset({QosPart.BUFFER}),
}
"""By the kind of object that a reference names."""
