"""A QoS policy file of OpenSM, and what keeps OpenSM from taking it.

Source: opensm/osm_qos_parser_l.l, osm_qos_parser_y.y and osm_qos_policy.c of OpenSM 3.3.23, and runs of it.
"""

from __future__ import annotations

from roce_lint.model.fact import Source
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PolicyFault:
    """What OpenSM gives up at: `text` as it is in the file, `because` in words.

    `discards`: it takes nothing of the file then; otherwise it takes the value for another.
    """

    text: str
    because: str
    source: Source
    discards: bool = True


@dataclass(frozen=True, slots=True)
class PolicyKey:
    """A rule for a P_Key (15 bits, both ends included): `for_ipoib` wants a partition with two full members."""

    first: int
    last: int
    for_ipoib: bool
    source: Source


@dataclass(frozen=True, slots=True)
class QosPolicy:
    """One policy file: its faults in the order of the file, and the keys that it names."""

    source: Source
    faults: tuple[PolicyFault, ...]
    keys: tuple[PolicyKey, ...]
