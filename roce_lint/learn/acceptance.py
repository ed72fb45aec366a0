"""Which of the numbers that were read an intent accepts; what it refuses is left to its own plan, and reported."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from roce_lint.errors import IntentError
from roce_lint.intent.address_steps import HOST_LINKS, LOOPBACKS, UPLINKS, VTEPS
from roce_lint.learn.topology import IntentSection
from roce_lint.values import dataclass

Reduce = Callable[[IntentSection], IntentSection]


@dataclass(frozen=True, slots=True)
class RefusedIntent:
    """What an intent refuses: in words, why, and how the names of the facts begin that differ for it."""

    what: str
    because: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Kind:
    """One kind of numbers, and how an intent is without them."""

    what: str
    facts: tuple[str, ...]
    without: Reduce


def accepted(
    document: IntentSection, plan: Callable[[IntentSection], object]
) -> tuple[IntentSection, tuple[RefusedIntent, ...]]:
    """Return the intent with the numbers that `plan` accepts, which raises IntentError, and what was left out.

    One kind is left out where that is enough, else one after the other.
    """
    because = _refusal(document, plan)
    if not because:
        return document, ()
    for kind in _KINDS:
        reduced = kind.without(document)
        if reduced != document and not _refusal(reduced, plan):
            return reduced, (RefusedIntent(kind.what, because, kind.facts),)
    left_out: list[RefusedIntent] = []
    for kind in _KINDS:
        reduced = kind.without(document)
        if reduced != document:
            left_out.append(RefusedIntent(kind.what, because, kind.facts))
            document = reduced
            because = _refusal(document, plan)
        if not because:
            break
    return document, tuple(left_out)


def _refusal(document: IntentSection, plan: Callable[[IntentSection], object]) -> str:
    try:
        plan(document)
    except IntentError as error:
        return error.problems[0].message
    return ""


def _without_device_keys(*keys: str) -> Reduce:
    def reduce(document: IntentSection) -> IntentSection:
        devices = document.get("devices")
        if not isinstance(devices, Mapping):
            return document
        kept = {name: {key: value for key, value in own.items() if key not in keys} for name, own in devices.items()}
        return document | {"devices": {name: own for name, own in kept.items() if own}}

    return reduce


def _without_pools(*names: str) -> Reduce:
    def reduce(document: IntentSection) -> IntentSection:
        pools = document.get("addressing")
        if not isinstance(pools, Mapping):
            return document
        return document | {"addressing": {key: value for key, value in pools.items() if key not in names}}

    return reduce


def _without_addresses_of_links(document: IntentSection) -> IntentSection:
    links = document.get("links")
    if not isinstance(links, list):
        return document
    kept = [{key: value for key, value in one.items() if not key.endswith("_address")} for one in links]
    return document | {"links": kept}


def _without_lengths(document: IntentSection) -> IntentSection:
    topology, links = document.get("topology"), document.get("links")
    if isinstance(topology, Mapping):
        document = document | {"topology": {key: value for key, value in topology.items() if key != "cables"}}
    if isinstance(links, list):
        kept = [{key: value for key, value in one.items() if key != "length"} for one in links]
        document = document | {"links": kept}
    return document


def _all(*reductions: Reduce) -> Reduce:
    def reduce(document: IntentSection) -> IntentSection:
        for one in reductions:
            document = one(document)
        return document

    return reduce


_ADDRESSES = ("port.addresses", "routing", "overlay")
_KINDS = (
    _Kind("Routers outside", ("routing", "port"), lambda one: one | {"external": []}),
    _Kind("Tunnel endpoints", _ADDRESSES, _all(_without_device_keys("vtep"), _without_pools("vteps", *VTEPS.values()))),
    _Kind("AS numbers of single switches", ("device.asn", "routing"), _without_device_keys("asn")),
    _Kind("AS numbers", ("device.asn", "routing"), lambda document: document | {"as_numbers": {}}),
    _Kind(
        "Loopbacks",
        _ADDRESSES,
        _all(_without_device_keys("loopback"), _without_pools("loopbacks", *LOOPBACKS.values())),
    ),
    _Kind(
        "Addresses of links",
        _ADDRESSES,
        _all(_without_addresses_of_links, _without_pools("fabric", "hosts", *UPLINKS.values(), HOST_LINKS)),
    ),
    _Kind("Lengths of cables", ("link", "priority", "buffer"), _without_lengths),
    _Kind("Largest packets", ("port.ip_mtu",), lambda one: one | {"mtu": {}}),
    _Kind("Tenants", ("overlay", "port", "routing"), lambda one: one | {"tenants": []}),
    _Kind("Ports and lengths of single links", ("port", "link", "priority", "queue"), lambda one: one | {"links": []}),
)
