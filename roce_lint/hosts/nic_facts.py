"""The settings of one NIC port, whatever names the document gives it, with the defaults of its driver."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from roce_lint.hosts.contract import NicDefaults, NicDriver, Undocumented
from roce_lint.hosts.registry import ASSUMED_DRIVER, driver_named
from roce_lint.hosts.settings import EVERY_NIC, NicId, NicKind, NicSetting, SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.nic import Evidence
from roce_lint.model.reading import SettingConflict
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, replace

T = TypeVar("T")
U = TypeVar("U")

QOS_KEYS = frozenset(
    {
        SettingKey.TRUST,
        SettingKey.DSCP_PRIORITY,
        SettingKey.PFC,
        SettingKey.PRIORITY_TC,
        SettingKey.TC_ALGORITHM,
        SettingKey.TC_BANDWIDTH_PERCENT,
        SettingKey.TC_RATE_LIMIT_GBPS,
        SettingKey.CABLE_LENGTH_M,
    }
)
DCQCN_KEYS = frozenset(
    {
        SettingKey.NOTIFICATION,
        SettingKey.REACTION,
        SettingKey.CNP_DSCP,
        SettingKey.CNP_PRIORITY,
        SettingKey.CNP_TAKES_DATA_MARKING,
        SettingKey.MIN_TIME_BETWEEN_CNPS,
        SettingKey.ALPHA_UPDATE_PERIOD,
        SettingKey.ALPHA_WEIGHT,
        SettingKey.INITIAL_ALPHA,
        SettingKey.RATE_REDUCE_PERIOD,
        SettingKey.INCREASE_TIMER,
        SettingKey.INCREASE_BYTE_COUNTER,
        SettingKey.FAST_RECOVERY_STAGES,
        SettingKey.ADDITIVE_INCREASE,
        SettingKey.HYPER_INCREASE,
        SettingKey.MIN_RATE,
        SettingKey.MIN_DECREASE,
        SettingKey.OTHER_DCQCN,
    }
)
LINK_KEYS = frozenset(
    {
        SettingKey.ENABLED,
        SettingKey.MTU_BYTES,
        SettingKey.SPEED_GBPS,
        SettingKey.ADDRESS,
        SettingKey.ROUTE,
        SettingKey.BOND,
        SettingKey.BOND_MODE,
    }
)
_EVIDENCE = tuple(Evidence)
_SWITCH_NAMES = {
    SettingKey.NOTIFICATION: "notification_enabled[{}]",
    SettingKey.REACTION: "reaction_enabled[{}]",
    SettingKey.DCBX_BY_FIRMWARE: "DCBX by the firmware",
}
_OF_BOND = lazy_pattern(r"[a-z0-9]+_bond_\d{1,3}")


def is_of_bond(rdma_device: str) -> bool:
    """Say whether an RDMA device is that of a bond of two ports, by its name.

    Source: NVIDIA, "RoCE over LAG": one device with `bond` in its name takes the place of those of both ports.
    """
    return _OF_BOND.fullmatch(rdma_device) is not None


@dataclass(frozen=True, slots=True)
class DefaultsInForce:
    """What holds of a port where the document is silent; `since` is where it begins to configure the port."""

    values: NicDefaults
    since: Source

    def fact(self, default: VendorDefault[T]) -> Default[T]:
        """Return one of the values as a fact."""
        return Default(default.value, self.since, default.because)

    def number(self, default: VendorDefault[T], value: int) -> Default[int]:
        """Return a part of one of the values as a fact."""
        return Default(value, self.since, default.because)


@dataclass(frozen=True, slots=True)
class NicFacts:
    """The resolved settings of one port: `name` is its netdev, else its RDMA device, else its PCI address.

    `driver` is that of the NIC, None where the document leaves open which. `firsts` says where the document first
    speaks of a key.
    """

    name: str
    driver: NicDriver | None
    rdma_device: Fact[str]
    numbers: dict[tuple[SettingKey, int], Fact[int]]
    words: dict[tuple[SettingKey, int], Fact[str]]
    evidence: Evidence
    source: Source
    missing: Unknown
    firsts: dict[SettingKey, Source]

    def touches(self, keys: frozenset[SettingKey]) -> Source | None:
        """Return where the document first configures one of `keys`, so that its silence about others is a default.

        None where it does not, where it only shows a state, and for a port whose name only the host can resolve:
        another command may configure the same port by its name.
        """
        if self.evidence is Evidence.OBSERVED or "$" in self.name:
            return None
        return min((self.firsts[key] for key in keys & self.firsts.keys()), default=None)

    def defaults_of(self, keys: frozenset[SettingKey]) -> DefaultsInForce | None:
        """Return the driver's defaults for what the document leaves open of `keys`, where it configures one of them.

        None as for `touches`, and where nothing is known of the driver's defaults.
        """
        since = self.touches(keys)
        if since is None or self.driver is None or isinstance(self.driver.defaults, Undocumented):
            return None
        return DefaultsInForce(self.driver.defaults, since)

    def mentions(self, keys: frozenset[SettingKey]) -> bool:
        """Return whether the document says anything about one of `keys`."""
        return not keys.isdisjoint(self.firsts)

    def number(self, key: SettingKey, index: int = -1, default: Fact[int] | None = None) -> Fact[int]:
        """Return a number, else `default`, else Unknown."""
        return self.numbers.get((key, index), default or self.missing)

    def switch(self, key: SettingKey, index: int = -1, default: Fact[int] | None = None) -> Fact[bool]:
        """Return a number 0 or 1 as a truth value."""
        return derived(self.number(key, index, default), bool)

    def word(self, key: SettingKey, index: int = -1, default: Fact[str] | None = None) -> Fact[str]:
        """Return a word, else `default`, else Unknown."""
        return self.words.get((key, index), default or self.missing)


def derived(fact: Fact[T], value_of: Callable[[T], U]) -> Fact[U]:
    """Return a fact whose value follows from that of another."""
    if isinstance(fact, Unknown):
        return fact
    value = value_of(fact.value)
    return Stated(value, fact.source) if isinstance(fact, Stated) else Default(value, fact.source, fact.because)


def resolve_nics(log: SettingsLog) -> list[NicFacts]:
    """Return every port that the document speaks of, in order of the lines that speak of them.

    Of several facts about one setting the stated one holds, of several stated ones the one with the strongest evidence:
    what is stored in the firmware holds only until something is set on the running NIC.
    """
    owners = _owners(log)
    owner = {nic: tuple(netdevs) for nic, netdevs in owners.items()}
    owner |= {NicId(NicKind.NETDEV, profile): (nic.name,) for profile, nic in log.profiles.items()}
    devices = {
        netdev: Stated(nic.name, source) for nic, netdevs in owners.items() for netdev, source in netdevs.items()
    }
    numbers = _grouped(log, log.numbers.all(), owner)
    words = _grouped(log, log.words.all(), owner)
    rdma_names = {setting.nic.name for setting in log.numbers.all() if setting.nic.kind is NicKind.RDMA}
    found = []
    for name in dict.fromkeys((*numbers, *words, *devices)):
        facts = _port_facts(log, name, numbers.get(name, {}), words.get(name, {}), devices.get(name))
        if name in rdma_names and isinstance(facts.rdma_device, Unknown):
            facts = replace(facts, rdma_device=Stated(name, facts.source))
        found.append(facts)
    return sorted(found, key=lambda facts: facts.source)


def _port_facts(
    log: SettingsLog,
    name: str,
    numbers: dict[tuple[SettingKey, int], tuple[NicSetting, Fact[int]]],
    words: dict[tuple[SettingKey, int], tuple[NicSetting, Fact[str]]],
    device: Stated[str] | None,
) -> NicFacts:
    facts = [*numbers.values(), *words.values()]
    evidence = min((setting.evidence for setting, _ in facts), key=_EVIDENCE.index, default=Evidence.OBSERVED)
    whole = Source(log.path, 0, 0)
    first = min((fact.source for _, fact in facts), default=device.source if device else whole)
    if "$" in name:
        log.not_understood(SettingPlace(first, name), f"which port {name} is, is known only to the host")
    missing = Unknown("this file does not say it", whole)
    return NicFacts(
        name,
        _driver(words.get((SettingKey.DRIVER, -1))),
        missing if device is None else device if device.source.line else Stated(device.value, first),
        {place: fact for place, (_, fact) in numbers.items()},
        {place: fact for place, (_, fact) in words.items()},
        evidence,
        first,
        missing,
        _firsts(facts),
    )


def _driver(named: tuple[NicSetting, Fact[str]] | None) -> NicDriver | None:
    if named is None:
        return ASSUMED_DRIVER
    fact = named[1]
    return None if isinstance(fact, Unknown) else driver_named(fact.value)


def _firsts(facts: Iterable[tuple[NicSetting, Fact[int] | Fact[str]]]) -> dict[SettingKey, Source]:
    found: dict[SettingKey, Source] = {}
    for setting, fact in facts:
        earlier = found.get(setting.key)
        # Most settings of a key are in one place.
        if earlier is None or (fact.source is not earlier and fact.source < earlier):
            found[setting.key] = fact.source
    return found


def _owners(log: SettingsLog) -> dict[NicId, dict[str, Source]]:
    """Return the interfaces of each RDMA device that is known to belong to one of them, or to a bond of several."""
    pairs = {(netdev, rdma): source for netdev, rdma, source in log.netdev_rdma_pairs if netdev != EVERY_NIC}
    netdevs = [netdev for netdev, _ in pairs]
    rdmas = [rdma for _, rdma in pairs]
    found: dict[NicId, dict[str, Source]] = {}
    for (netdev, rdma), source in pairs.items():
        if netdevs.count(netdev) == 1 and (rdmas.count(rdma) == 1 or is_of_bond(rdma)):
            found.setdefault(NicId(NicKind.RDMA, rdma), {})[netdev] = source
    return found


def _grouped(
    log: SettingsLog, facts: dict[NicSetting, Fact[T]], owner: dict[NicId, tuple[str, ...]]
) -> dict[str, dict[tuple[SettingKey, int], tuple[NicSetting, Fact[T]]]]:
    grouped: dict[str, dict[tuple[SettingKey, int], tuple[NicSetting, Fact[T]]]] = {}
    for setting, fact in facts.items():
        for port in owner.get(setting.nic, (setting.nic.name,)):
            of_port = grouped.setdefault(port, {})
            place = (setting.key, setting.index)
            earlier = of_port.get(place)
            if earlier is None or strength(fact, setting.evidence) < strength(earlier[1], earlier[0].evidence):
                of_port[place] = (setting, fact)
            weaker = fact if of_port[place][0] is not setting else earlier[1] if earlier else fact
            _note_conflict(log, setting, port, of_port[place][1], weaker)
    return grouped


def _note_conflict(log: SettingsLog, setting: NicSetting, port: str, in_force: Fact[T], other: Fact[T]) -> None:
    if isinstance(in_force, Stated) and isinstance(other, Stated) and in_force.value != other.value:
        named = _SWITCH_NAMES.get(setting.key)
        name = named.format(setting.index) if named else setting.key.value
        values = [str(bool(value) if named else value) for value in (in_force.value, other.value)]
        log.conflicts.append(
            SettingConflict(log.device, port, name, values[0], in_force.source, values[1], other.source)
        )


def strength(fact: Fact[T], evidence: Evidence) -> tuple[int, int]:
    """Return how strong a fact is, smaller is stronger: stated, default, unknown; then by evidence."""
    kind = 0 if isinstance(fact, Stated) else 1 if isinstance(fact, Default) else 2
    return kind, _EVIDENCE.index(evidence)
