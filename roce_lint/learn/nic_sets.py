"""The NICs of a host that are alike: a group of hosts has one set of them, and an intent says each once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from roce_lint.fabric.fabric import Fabric
from roce_lint.hosts.settings import PARTS_OF_ALPHA
from roce_lint.intent.expand_bonds import BOND_MEMBERS
from roce_lint.intent.model_tuning import Dcqcn, Transport
from roce_lint.learn.marking import size_text
from roce_lint.learn.models import Model, speed_of
from roce_lint.learn.observed import Observed, ObservedHost, ObservedNic
from roce_lint.learn.topology import IntentSection
from roce_lint.learn.usual import usual
from roce_lint.model.fact import Fact, Stated, Unknown, known
from roce_lint.model.logic import is_true
from roce_lint.model.nic import Nic
from roce_lint.model.terms import BondKind, BundleMode, Role

Nics: TypeAlias = Sequence[ObservedNic]


def sets_of(observed: Observed, models: Mapping[str, Model], host: ObservedHost, *, in_rails: bool) -> list[Nics]:
    """Return the NICs of a host by speed, bond and leaf; those of rails are on as many leaves.

    The NICs of collective operations come first, as those of a host group itself.
    """
    found: dict[tuple[int, str, str, bool, str], list[ObservedNic]] = {}
    for together, nics in _by_bundle(observed, host).items():
        bond = together if bond_of(observed, nics)[0] else ""
        for nic in nics:
            declined = observed.is_without_roce(host, nic)
            leaf = nic.cable.upper.device if not bond and (declined or not in_rails) else ""
            speed_gbps, driver = speed_of(observed, models, nic.cable), driver_of(host, [nic])
            found.setdefault((speed_gbps, bond, leaf, declined, driver), []).append(nic)
    collective = (
        {nic.port for nic in host.device.nics if not isinstance(nic.gid_index, Unknown)} if host.device else set()
    )
    return sorted(found.values(), key=lambda nics: not any(nic.name in collective for nic in nics))


def _by_bundle(observed: Observed, host: ObservedHost) -> Mapping[str, list[ObservedNic]]:
    """Return the NICs of a host, those together that may be in one bond.

    They have a bond of one name, and leaf ports in bundles, or in none by intention. They go by the name of the bond,
    and the others by their own behind a blank.
    """
    found: dict[str, list[ObservedNic]] = {}
    for nic in host.nics:
        in_bundle = observed.switching_port(nic.cable.upper) != nic.cable.upper.port or _is_backed_up(nic)
        bond = (known(nic.port.lag, "") if nic.port is not None else "") or "bond"
        found.setdefault(bond if in_bundle else f" {nic.name}", []).append(nic)
    return found


def _is_backed_up(nic: ObservedNic) -> bool:
    """Say whether a NIC is in a bond of the host that the switches know nothing of."""
    return nic.port is not None and known(nic.port.lag_mode, None) is BundleMode.NO_LAG


def leaves_of(nics: Iterable[ObservedNic]) -> tuple[str, ...]:
    """Return the leaves that NICs are on, in their order."""
    return tuple(dict.fromkeys(nic.cable.upper.device for nic in nics))


def driver_of(host: ObservedHost, nics: Nics) -> str:
    """Return the driver of NICs that are alike; empty where no file of the host names one."""
    drivers = {nic.port: known(nic.driver, "") for nic in host.device.nics} if host.device is not None else {}
    return next((found for nic in nics if (found := drivers.get(nic.name, ""))), "")


def bond_of(observed: Observed, nics: Nics) -> tuple[str, str]:
    """Return the kind and the name of the bond that two ports of a host are in; empty where they are in none.

    Two leaves that know each other by a peer link are a pair, where all leaves are paired as those of an intent.
    """
    ends = [nic.cable.upper for nic in nics]
    named = {known(nic.port.lag, "") for nic in nics if nic.port is not None}
    if len(ends) == BOND_MEMBERS and len(named) == 1 and all(map(_is_backed_up, nics)):
        return BondKind.ACTIVE_BACKUP.value, next(iter(named))
    if len(ends) != BOND_MEMBERS or any(observed.switching_port(end) == end.port for end in ends):
        return "", ""
    leaves = {end.device for end in ends}
    kind = BondKind.ONE_LEAF if len(leaves) == 1 else BondKind.ESI
    if len(leaves) > 1 and any(leaf.routing.peer_links for leaf in observed.tiers[Role.LEAF] if leaf.name in leaves):
        if leaves not in [{cable.lower.device, cable.upper.device} for cable in observed.peer_cables]:
            return "", ""
        kind = BondKind.LEAF_PAIR
    return kind.value, next(iter(named - {""}), "") if len(named) == 1 else ""


_DCQCN = {
    "min_time_between_cnps": "min_time_between_cnps_us",
    "alpha_update_period": "alpha_update_period_us",
    "alpha_weight": "alpha_weight",
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


def nic_sections(fabric: Fabric, *, marks: bool) -> IntentSection:
    """Return `dcqcn` and `transport` as far as hosts state something else; `marks`: switches mark congestion."""
    nics = [nic for device in fabric.devices for nic in device.nics]
    dcqcn: IntentSection = {}
    reacting = usual(any(map(is_true, nic.reaction_enabled)) for nic in nics if _states_reaction(nic))
    if reacting is not None and reacting is not marks:
        dcqcn["enabled"] = reacting
    for key, name in _DCQCN.items():
        value = _stated(getattr(nic.dcqcn, name) for nic in nics)
        if value is not None and name == "alpha_weight":
            value = round(value * PARTS_OF_ALPHA)
        if value is not None and value != getattr(Dcqcn(), key):
            dcqcn[key] = _with_unit(name, value)
    transport: IntentSection = {}
    for key in _TRANSPORT:
        value = _stated(getattr(nic, key) for nic in nics)
        if value is not None and value != getattr(Transport(), key):
            transport[key] = value
    path = _stated(nic.path_mtu_bytes for nic in nics)
    if path is not None:
        transport["path_mtu"] = path
    found: IntentSection = {"dcqcn": dcqcn, "transport": transport}
    return {key: section for key, section in found.items() if section}


def _states_reaction(nic: Nic) -> bool:
    return any(isinstance(fact, Stated) for fact in nic.reaction_enabled)


def _stated(facts: Iterable[Fact[int]]) -> int | None:
    return usual(fact.value for fact in facts if isinstance(fact, Stated))


def _with_unit(name: str, value: int) -> object:
    if name.endswith("_us"):
        return f"{value} us"
    return size_text(value) if name.endswith("_bytes") else value
