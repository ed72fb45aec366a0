"""What one port does by itself: whether PFC is active, for which priorities, and which marking it trusts."""

from __future__ import annotations

from roce_lint.model.device import AnyPort
from roce_lint.model.fact import Fact, Unknown
from roce_lint.model.logic import all_of, map_fact
from roce_lint.model.terms import PfcMode, Trust

TRUST_DSCP = (Trust.DSCP, Trust.DSCP_AND_PCP)
"""What a port trusts where the DSCP of a packet selects its class."""
_TRUST_PCP = (Trust.PCP, Trust.DSCP_AND_PCP)


def pfc_on(port: AnyPort) -> Fact[bool]:
    """Say whether PFC is active on the port; unknown where it is negotiated."""
    mode = port.qos.pfc_mode
    if not isinstance(mode, Unknown) and mode.value is PfcMode.AUTO:
        return Unknown("PFC is negotiated by DCBX, and no configuration states the outcome", mode.source)
    return map_fact(lambda value: value is PfcMode.ON, mode)


def pfc_priorities(port: AnyPort) -> Fact[frozenset[int]]:
    """Return the priorities for which the port sends pause frames."""
    on = pfc_on(port)
    if isinstance(on, Unknown):
        return on
    sending: set[int] = set()
    for priority in port.qos.priorities:
        sends = all_of(on, priority.generates_pause)
        if isinstance(sends, Unknown):
            return sends
        if sends.value:
            sending.add(priority.number)
    return map_fact(lambda _: frozenset(sending), on)


def has_unstated_qos(port: AnyPort) -> bool:
    """Say whether no input says anything of how a port classifies, pauses and which packets it takes."""
    facts = (port.qos.pfc_mode, port.qos.trust, port.ip_mtu_bytes, port.qos.bound)
    return all(isinstance(fact, Unknown) for fact in facts)


def trusts_dscp(port: AnyPort) -> Fact[bool]:
    """Say whether the DSCP of an arriving packet selects its class."""
    return map_fact(lambda trust: trust in TRUST_DSCP, port.qos.trust)


def trusts_pcp(trust: Trust) -> bool:
    """Say whether the VLAN tag of an arriving frame selects its class under this trust."""
    return trust in _TRUST_PCP
