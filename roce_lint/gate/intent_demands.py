"""What an intent demands, compared with what was read, as rules evaluate it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from roce_lint.errors import RoceLintError
from roce_lint.fabric.fabric import Fabric
from roce_lint.gate.meaning.change import Placed
from roce_lint.judge.demand import DemandKind, demand
from roce_lint.judge.given import GivenIntent
from roce_lint.model.fact import Source
from roce_lint.model.judged import NO_PARTS, Judged
from roce_lint.model.terms import QosPart
from roce_lint.read.files import InputFile
from roce_lint.read.read_documents import ReadAll, read_here
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import replace

if TYPE_CHECKING:
    from roce_lint.gate.intended import Comparison


_REACH = frozenset(
    {
        "bgp.enabled",
        "bgp.local_asn",
        "bgp.remote_asn",
        "bridge.gateway_mac",
        "port.lag",
        "port.vlans",
        "port.vrf",
        "tunnel.source_address",
    }
)
_FACTS_OF_REACH = ("vni.", "gateway.", "pair.", "segment.")
_PARTS_OF_REACH = ("BGP neighbor", "VNI ", "gateway of ", "Ethernet segment ")
_LINE_OF_REACH = lazy_pattern(
    r"(?i)virtual-router|anycast|route-target|(?<![\w-])(?:mlag|vpc|mclag|vrf|vlan|vni|evpn|channel-group|remote-as)(?![\w-])"
)

_PARTS_OF_QOS = (
    (lazy_pattern(r"port\.pfc_\w+|dscp\.\d+\.pause_priorities"), QosPart.PAUSE),
    (lazy_pattern(r"watchdog\.\w+"), QosPart.WATCHDOG),
    (lazy_pattern(r"priority\.\d+\.\w+|dscp\.\d+\.alpha"), QosPart.BUFFER),
    (lazy_pattern(r"dscp\.\d+\.(scheduling|weight_percent)"), QosPart.SCHEDULING),
    (lazy_pattern(r"dscp\.\d+\.ecn_\w+"), QosPart.ECN),
)


def intent_demands(
    fabric: Fabric, intent: GivenIntent, read_all: ReadAll = read_here, documents: Sequence[InputFile] = ()
) -> Sequence[Judged]:
    """Return the demands of an intent: one that is met for each device that was compared, and all that are not met."""
    # An intent is rendered for this, with libraries that a check without one does without.
    from roce_lint.gate.intended import Comparison, intended

    place = Source(intent.path, 0, 0)
    try:
        wanted = intended(intent.text, intent.path, read_all)
    except RoceLintError as error:
        text = f"The intent cannot be rendered, so that nothing was compared with it: {error}"
        return (demand(DemandKind.NOT_FOUND, text, "", "", place, is_met=False),)
    comparison = Comparison(
        place,
        wanted.fabric,
        fabric,
        covers_all=intent.covers_all,
        rendered=wanted.documents,
        documents=documents,
    )
    differing = list(comparison.everything())
    return (*_met(fabric), *_differing(differing), *_not_found(comparison, place))


def _met(fabric: Fabric) -> Iterator[Judged]:
    for device in fabric.devices:
        for kind in DemandKind:
            yield demand(kind, "", device.name, "", device.source, is_met=True)


def _differing(differing: Sequence[Placed]) -> Iterator[Judged]:
    for one in differing:
        if (kind := _kind_of(one)) is not None:
            found = demand(kind, _sentence(one.result.text), one.device, one.object, one.result.new, is_met=False)
            yield replace(found, differing=_parts_of(one.result.fact))


def _parts_of(fact: str) -> frozenset[QosPart]:
    """Return the part of a port's QoS that a fact which an intent demands is of; none for a fact of something else."""
    return next((frozenset({part}) for pattern, part in _PARTS_OF_QOS if pattern.fullmatch(fact)), NO_PARTS)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _kind_of(one: Placed) -> DemandKind | None:
    """Return how grave a difference is; None for those that rules of their own report."""
    result = one.result
    match result.fact:
        case "device":
            return DemandKind.DEVICE if result.after == "absent" else DemandKind.ASIDE
        case "port":
            return DemandKind.PORT
        case "port.enabled":
            return DemandKind.PORT if result.after == "off" else DemandKind.VALUE
        case "port.description":
            return DemandKind.ASIDE
        case "link":
            return DemandKind.CABLE if result.after == "absent" else None
        case "routing":
            return DemandKind.REACH if one.object.startswith(_PARTS_OF_REACH) else DemandKind.VALUE
        case "line":
            return DemandKind.REACH if _LINE_OF_REACH.search(result.before) else DemandKind.VALUE
        case fact if fact in _REACH or fact.startswith(_FACTS_OF_REACH) or fact.endswith(".activated"):
            return DemandKind.REACH
        case fact:
            return None if fact.startswith("isolation") else DemandKind.VALUE


def _not_found(comparison: Comparison, place: Source) -> Iterator[Judged]:
    if text := comparison.hosts_left_aside():
        yield demand(DemandKind.NOT_FOUND, _sentence(text), "", "", place, is_met=False)
    for one in comparison.not_found:
        where = one.result.new if one.result.new.file else place
        yield demand(DemandKind.NOT_FOUND, _sentence(one.result.text), one.device, one.object, where, is_met=False)
