"""Whether the ports of a partition can join its IPoIB broadcast group."""

from __future__ import annotations

from roce_lint.infiniband.derive.setup import SetupView, rate_gbps
from roce_lint.infiniband.partition import Partition
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.values import dataclass

_NO_GROUP = "the partition has no broadcast group"
_SLOW_SHARE = 4
"""A group counts as slow when every member's link is at least this many times as fast."""


@dataclass(frozen=True, slots=True)
class GroupFit:
    """The broadcast group of a partition against the links of its members. Unknown without a group."""

    mtu_bytes: Fact[int]
    """The MTU of the group in bytes."""
    rate_gbps: Fact[float]
    """The rate of the group in Gb/s."""
    knows_mtus: bool
    """The MTUs of the members' links are known, and that of the group is a code."""
    knows_rates: bool
    """The rates of the members' links are known, and that of the group is a code."""
    mtu_fits: Fact[bool]
    """Every member can join by its MTU."""
    rate_fits: Fact[bool]
    """Every member can join by its rate."""
    is_slow: Fact[bool]
    """The rate is far below all members' links."""
    odd_member: str
    """A member that cannot join; empty if there are none."""
    slowest_gbps: Fact[float]
    """The slowest link of a member in Gb/s."""


def fit_of_group(view: SetupView, partition: Partition, place: Source) -> GroupFit:
    """Return how the group of a partition suits its members; the first definition with `ipoib` makes the group."""
    definition = next((one for one in partition.definitions if one.is_ipoib), None)
    if definition is None:
        nothing = Unknown(_NO_GROUP, place)
        return GroupFit(nothing, nothing, False, False, nothing, nothing, nothing, "", nothing)
    here = Source(definition.source.file, definition.source.line, definition.source.line)
    mtu, rate = MTU_BYTES.get(definition.flags.mtu_code), RATE_GBPS.get(definition.flags.rate_code)
    holders = view.holders_of(partition.key)
    members = [guid for guid in sorted(holders.full | holders.limited) if guid in view.ports and view.is_adapter(guid)]
    mtus = [(port.value, guid) for guid in members if not isinstance(port := view.ports[guid][1].mtu_bytes, Unknown)]
    rates = [(one.value, guid) for guid in members if not isinstance(one := rate_gbps(view.ports[guid][1]), Unknown)]
    unknown = Unknown("the links of the members are not known", here)
    not_made = Unknown("the group is not created, its mtu or rate is not a valid code", here)
    odd = ""
    mtu_fits: Fact[bool] = unknown if mtu else not_made
    if mtu and mtus:
        smallest, guid = min(mtus)
        mtu_fits = Stated(smallest >= mtu, here)
        odd = view.name_of(guid) if smallest < mtu else ""
    rate_fits: Fact[bool] = unknown if rate else not_made
    slow: Fact[bool] = unknown if rate else not_made
    slowest: Fact[float] = unknown
    if rate and rates:
        least, guid = min(rates)
        slowest = Stated(least, here)
        rate_fits = Stated(least >= rate, here)
        slow = Stated(least >= _SLOW_SHARE * rate, here)
        odd = odd or (view.name_of(guid) if least < rate else "")
    return GroupFit(
        mtu_bytes=Stated(mtu, here) if mtu else not_made,
        rate_gbps=Stated(rate, here) if rate else not_made,
        knows_mtus=bool(mtu and mtus),
        knows_rates=bool(rate and rates),
        mtu_fits=mtu_fits,
        rate_fits=rate_fits,
        is_slow=slow,
        odd_member=odd,
        slowest_gbps=slowest,
    )


MTU_BYTES = {1: 256, 2: 512, 3: 1024, 4: 2048, 5: 4096}
RATE_GBPS = {
    2: 2.5,
    3: 10.0,
    4: 30.0,
    5: 5.0,
    6: 20.0,
    7: 40.0,
    8: 60.0,
    9: 80.0,
    10: 120.0,
    11: 14.0,
    12: 56.0,
    13: 112.0,
    14: 168.0,
    15: 25.0,
    16: 100.0,
    17: 200.0,
    18: 300.0,
    19: 28.0,
    20: 50.0,
    21: 400.0,
    22: 600.0,
}
