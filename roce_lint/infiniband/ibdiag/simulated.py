"""What a simulated subnet leaves unsaid: ibsim gives every node the same P_Key tables."""

from __future__ import annotations

from roce_lint.infiniband.ib_fabric import IbNode, IbPort, NodeKind
from roce_lint.model.fact import Default, Unknown
from roce_lint.values import replace

_MARK = "# ibsim network"
_ADAPTER_KEYS = 64
_SWITCH_KEYS = 8
_BECAUSE = "ibsim 0.10 gives adapters and routers 64 P_Keys, a switch's port 0 has 8 and its other ports 64"


def is_simulated(text: str) -> bool:
    """Say whether a topology is written for the simulator ibsim."""
    return text.lstrip().startswith(_MARK)


def with_simulated_capacities(nodes: tuple[IbNode, ...]) -> tuple[IbNode, ...]:
    """Return the nodes with the sizes of P_Key tables that the simulator has."""
    return tuple(replace(node, ports=tuple(_with_capacity(node, port) for port in node.ports)) for node in nodes)


def _with_capacity(node: IbNode, port: IbPort) -> IbPort:
    if not isinstance(port.pkey_capacity, Unknown):
        return port
    keys = _SWITCH_KEYS if node.kind is NodeKind.SWITCH and not port.number else _ADAPTER_KEYS
    return replace(port, pkey_capacity=Default(keys, port.source, _BECAUSE))
