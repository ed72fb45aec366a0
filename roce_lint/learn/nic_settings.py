"""What hosts say of DCQCN and of the transport, where it is not what an intent assumes."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.fabric.fabric import Fabric
from roce_lint.intent.model_tuning import Dcqcn, Transport
from roce_lint.learn.marking import size_text
from roce_lint.learn.topology import Section
from roce_lint.learn.usual import usual
from roce_lint.model.fact import Fact, Stated
from roce_lint.model.logic import is_true
from roce_lint.model.nic import Nic

_DCQCN = {
    "min_time_between_cnps": "min_time_between_cnps_us",
    "alpha_update_period": "alpha_update_period_us",
    "alpha_weight": "alpha_weight_of_1024",
    "rate_reduce_period": "rate_reduce_period_us",
    "increase_timer": "increase_timer_us",
    "increase_byte_counter": "increase_byte_counter_bytes",
    "fast_recovery_stages": "fast_recovery_stages",
    "additive_increase_mbps": "additive_increase_mbps",
    "hyper_increase_mbps": "hyper_increase_mbps",
    "min_rate_mbps": "min_rate_mbps",
}
"""Names of the model by those of an intent."""
_TRANSPORT = ("ack_timeout_exponent", "retry_count", "qps_per_connection")


def nic_sections(fabric: Fabric, *, marks: bool) -> Section:
    """Return `dcqcn` and `transport` as far as hosts state something else; `marks`: switches mark congestion."""
    nics = [nic for device in fabric.devices for nic in device.nics]
    dcqcn: Section = {}
    reacting = usual(any(map(is_true, nic.reaction_enabled)) for nic in nics if _states_reaction(nic))
    if reacting is not None and reacting is not marks:
        dcqcn["enabled"] = reacting
    for key, name in _DCQCN.items():
        value = _stated(getattr(nic.dcqcn, name) for nic in nics)
        if value is not None and value != getattr(Dcqcn(), key):
            dcqcn[key] = _with_unit(name, value)
    transport: Section = {}
    for key in _TRANSPORT:
        value = _stated(getattr(nic, key) for nic in nics)
        if value is not None and value != getattr(Transport(), key):
            transport[key] = value
    path = _stated(nic.path_mtu_bytes for nic in nics)
    if path is not None:
        transport["path_mtu"] = path
    found: Section = {"dcqcn": dcqcn, "transport": transport}
    return {key: section for key, section in found.items() if section}


def _states_reaction(nic: Nic) -> bool:
    return any(isinstance(fact, Stated) for fact in nic.reaction_enabled)


def _stated(facts: Iterable[Fact[int]]) -> int | None:
    return usual(fact.value for fact in facts if isinstance(fact, Stated))


def _with_unit(name: str, value: int) -> object:
    if name.endswith("_us"):
        return f"{value} us"
    return size_text(value) if name.endswith("_bytes") else value
