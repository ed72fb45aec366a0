"""Which chip family and which generation of the model a configuration is for."""

from __future__ import annotations

import re
from enum import Enum

from roce_lint.facts.fact import Fact, Source, Stated, Unknown
from roce_lint.platforms.catalog import platform_of_device_text
from roce_lint.platforms.datum import value_or
from roce_lint.platforms.dialect import SrlDialect, SrlModelClass
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.read.srlinux.tree import Block, Header
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
    """

    default_names_exist: bool
    priorities_switched: bool


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


def family_by_evidence(qos: Block) -> Family:
    """Return the family whose leaves the configuration uses, clearly more often than those of the other."""
    xgs, dnx = _votes_of_objects(qos)
    for entry in qos.inside("interfaces").entries("interface"):
        xgs_here = dnx_here = False
        for holder in (entry.present("input", "classifiers"), entry.present("output", "rewrite-rules")):
            if holder is not None:
                xgs_here = xgs_here or holder.has("dscp-policy")
                dnx_here = dnx_here or any(holder.has(f"{ip}-dscp-policy") for ip in _IP)
        xgs += xgs_here
        dnx += dnx_here
    if xgs > _CLEAR_MAJORITY * dnx:
        return Family.XGS
    return Family.DNX if dnx > _CLEAR_MAJORITY * xgs else Family.UNKNOWN


def _votes_of_objects(qos: Block) -> tuple[int, int]:
    """Return how many objects other than bindings have leaves of 7220 only, and of 7250 only."""
    xgs = int(any(list(card.walk_leaves()) for card in qos.entries("linecard")))
    dnx = int(qos.inside("explicit-congestion-notification").has("ecn-dscp-policy"))
    for profile in qos.entries("pfc-mapping-profile"):
        xgs += profile.has("received-traffic")
    for profile in qos.inside("buffer-management").entries("buffer-allocation-profile"):
        for queue in profile.inside("queues").entries("pfc-queue"):
            xgs += queue.has("maximum-burst-size")
            dnx += any(queue.has(leaf) for leaf in _DNX_LEAVES)
    return xgs, dnx


def generation_of(release: Fact[str], root: Block) -> Generation:
    """Return the generation by release, where it is known, else by the names that the configuration uses."""
    qos = root.inside("qos")
    if isinstance(release, Stated):
        parts = [int(part) for part in re.findall(r"\d+", release.value)[:2]]
        number = (parts[0], parts[1] if len(parts) > 1 else 0) if parts else (0, 0)
        return Generation(number < (24, 3), number >= (25, 10))
    old_binding = any(
        interface.has("qos") or any(sub.has("qos") for sub in interface.entries("subinterface"))
        for interface in root.entries("interface")
    )
    switched = any(
        priority.has("pfc-enable")
        for profile in qos.entries("pfc-mapping-profile")
        for priority in profile.entries("pfc-priority")
    )
    return Generation(qos.has("queue-templates") or (old_binding and not qos.has("interfaces")), switched)


_CLEAR_MAJORITY = 3
_IP = ("ipv4", "ipv6")
_DNX_LEAVES = ("committed-burst-size", "pfc-on-threshold", "pfc-off-threshold")


def _printed_name(chassis: str) -> str:
    """Return `7220 IXR-D5` for a feature name such as `7220-d5` or `7250-ixr-x1b`, or for the name itself."""
    found = re.fullmatch(r"(72\d\d)[- ](?:ixr[- ])?(\w+)((?:-\w+)?)", chassis, re.IGNORECASE)
    return f"{found[1]} IXR-{found[2].upper()}{found[3].upper()}" if found else chassis


def _family_by_name(name: str) -> Family:
    return {"7220": Family.XGS, "7250": Family.DNX}.get(name[:4], Family.UNKNOWN)
