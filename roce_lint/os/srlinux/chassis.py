"""Which chip family and which generation of the model a configuration is for."""

from __future__ import annotations

import re
from enum import Enum

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.os.srlinux.dialect import SrlDialect, SrlModelClass
from roce_lint.os.srlinux.parsed import Header
from roce_lint.os.srlinux.releases import DEFAULT_NAMES, SRL_RELEASES, SWITCHED_BY_PRIORITY
from roce_lint.platforms.catalog import platform_of_device_text
from roce_lint.platforms.datum import value_or
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.text.tree import Node
from roce_lint.values import dataclass


class Family(Enum):
    """The shape of the QoS tree: 7220 (Broadcom XGS), 7250 (Broadcom DNX), or not known."""

    XGS = "7220"
    DNX = "7250"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Generation:
    """What the release changes for a reader.

    `default_names_exist`: fc0-fc7 and unicast-0-7 need no configuration (up to 23.10).
    `priorities_switched`: PFC is enabled per priority in the mapping profile (from 25.10).
    `may_switch_priorities`: the file names no release, and has what came with 25.7; it may be for 25.10.
    """

    default_names_exist: bool
    priorities_switched: bool
    may_switch_priorities: bool = False


def release_of(header: Header, file: str) -> Fact[str]:
    """Return the release that the file names in its preamble or in a comment."""
    if header.release:
        return Stated(header.release, Source(file, header.release_line, header.release_line))
    return Unknown("the configuration does not say which release it is for", Source(file, 0, 0))


def platform_of(header: Header, file: str) -> tuple[Fact[str], Family]:
    """Return the platform's id in the catalogue and its family, as far as the file names its chassis."""
    if not header.chassis:
        return Unknown("the configuration does not name its chassis", Source(file, 0, 0)), Family.UNKNOWN
    source = Source(file, header.chassis_line, header.chassis_line)
    printed = _printed_name(header.chassis)
    found = platform_of_device_text("srlinux", printed)
    if not isinstance(found, SwitchPlatform):
        return Unknown(f"{printed} is not in the platform catalogue", source), _family_by_name(printed)
    family = _family_by_name(printed)
    if isinstance(found.dialect, SrlDialect):
        classes = {SrlModelClass.XGS: Family.XGS, SrlModelClass.DNX: Family.DNX}
        default = SrlModelClass.DNX if family is Family.DNX else SrlModelClass.XGS
        family = classes[value_or(found.dialect.model_class, default)]
    return Stated(found.id, source), family


def family_by_evidence(qos: Node) -> Family:
    """Return the family whose leaves the configuration uses.

    Two kinds of objects of one family and none of the other tell it, whatever is bound: a wrong leaf is repeated on
    every port. Else one family's leaves have to be clearly more than those of the other.
    """
    kinds = _kinds_of_objects(qos)
    for family, other in ((Family.XGS, Family.DNX), (Family.DNX, Family.XGS)):
        if len(kinds[family]) > 1 and not kinds[other]:
            return family
    votes = {family: sum(each.values()) for family, each in kinds.items()}
    for entry in qos.select("interfaces/interface"):
        for family, bound in _leaves_bound(entry).items():
            votes[family] += bool(bound)
    if votes[Family.XGS] > _CLEAR_MAJORITY * votes[Family.DNX]:
        return Family.XGS
    return Family.DNX if votes[Family.DNX] > _CLEAR_MAJORITY * votes[Family.XGS] else Family.UNKNOWN


def leaves_of_two_families(qos: Node) -> Node | None:
    """Return the first policy bound by a leaf that only the family has which binds less, None where one binds all."""
    found: dict[Family, list[Node]] = {Family.XGS: [], Family.DNX: []}
    for entry in qos.select("interfaces/interface"):
        for family, bound in _leaves_bound(entry).items():
            found[family] += bound
    fewer = min(found.values(), key=len)
    return fewer[0] if fewer else None


def _leaves_bound(entry: Node) -> dict[Family, list[Node]]:
    holders = (entry.find("input/classifiers"), entry.find("output/rewrite-rules"))
    leaves = [leaf for holder in holders if holder is not None for leaf in holder.leaves()]
    return {
        Family.XGS: [leaf for leaf in leaves if leaf.name == "dscp-policy"],
        Family.DNX: [leaf for leaf in leaves if leaf.name in _BY_VERSION],
    }


def _kinds_of_objects(qos: Node) -> dict[Family, dict[str, int]]:
    """Return how many objects other than bindings have leaves of one family only, by their kind."""
    xgs: dict[str, int] = {}
    dnx: dict[str, int] = {}

    def count(kinds: dict[str, int], kind: str, seen: bool) -> None:
        if seen:
            kinds[kind] = kinds.get(kind, 0) + 1

    count(xgs, "linecard", any(list(card.leaves_below()) for card in qos.entries("linecard")))
    count(dnx, "ecn", qos.at("explicit-congestion-notification").has("ecn-dscp-policy"))
    for profile in qos.entries("pfc-mapping-profile"):
        count(xgs, "mapping", profile.has("received-traffic"))
    for profile in qos.select("buffer-management/buffer-allocation-profile"):
        for queue in profile.select("queues/pfc-queue"):
            count(xgs, "buffer", queue.has("maximum-burst-size"))
            count(dnx, "buffer", any(queue.has(leaf) for leaf in _DNX_LEAVES))
    return {Family.XGS: xgs, Family.DNX: dnx}


def generation_of(release: Fact[str], root: Node) -> Generation:
    """Return the generation by release, where it is known, else by the names that the configuration uses."""
    qos = root.at("qos")
    if isinstance(release, Stated):
        number = SRL_RELEASES.of(release)
        return Generation(DEFAULT_NAMES.hold(number) is not False, SWITCHED_BY_PRIORITY.hold(number) is True)
    old_binding = any(
        interface.has("qos") or any(sub.has("qos") for sub in interface.entries("subinterface"))
        for interface in root.entries("interface")
    )
    switched = any(
        priority.has("pfc-enable")
        for profile in qos.entries("pfc-mapping-profile")
        for priority in profile.entries("pfc-priority")
    )
    newer = any(entry.has("dcbx") for entry in qos.select("interfaces/interface"))
    old = qos.has("queue-templates") or (old_binding and not qos.has("interfaces"))
    return Generation(old, switched, newer and not switched)


_CLEAR_MAJORITY = 3
_BY_VERSION = ("ipv4-dscp-policy", "ipv6-dscp-policy")
_DNX_LEAVES = ("committed-burst-size", "pfc-on-threshold", "pfc-off-threshold")


def _printed_name(chassis: str) -> str:
    """Return `7220 IXR-D5` for a feature name such as `7220-d5` or `7250-ixr-x1b`, or for the name itself."""
    found = re.fullmatch(r"(72\d\d)[- ](?:ixr[- ])?(\w+)((?:-\w+)?)", chassis, re.IGNORECASE)
    return f"{found[1]} IXR-{found[2].upper()}{found[3].upper()}" if found else chassis


def _family_by_name(name: str) -> Family:
    return {"7220": Family.XGS, "7250": Family.DNX}.get(name[:4], Family.UNKNOWN)
