"""Keywords and limits of SR Linux's own language on one platform."""

from __future__ import annotations

from enum import Enum

from roce_lint.platforms.datum import Datum, Range, SourcedValue
from roce_lint.platforms.dialect import Dialect
from roce_lint.platforms.pause_limits import HeadroomScope, PauseLimits
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.platforms.sheet import Section, boolean, integer, member_of, number_range, text, texts
from roce_lint.values import dataclass


class SrlModelClass(Enum):
    """The two shapes of the SR Linux QoS tree: Broadcom XGS chips (7220) and DNX chips (7250)."""

    XGS = "xgs"
    DNX = "dnx"


@dataclass(frozen=True, slots=True)
class SrlDialect(Dialect):
    """SR Linux: the shape of the QoS tree on this chassis, its defaults and its limits.

    `validator_chassis` names the published feature list of the chassis. Percentages are of the chip's buffer
    (`pfc_buffer_reservation`) or of the queue's committed burst (`pfc_on`, `pfc_off`).
    """

    model_class: Datum[SrlModelClass]
    first_release: Datum[str]
    validator_chassis: Datum[str]
    classifier_leaves: Datum[tuple[str, ...]]
    rewrite_leaves: Datum[tuple[str, ...]]
    ecn_dscp_policy_mandatory: Datum[bool]
    wred_traffic_types: Datum[tuple[str, ...]]
    forwarding_complexes: Datum[tuple[str, ...]]
    pfc_buffer_reservation_default_percent: Datum[int]
    pfc_queue_burst_default_bytes: Datum[int]
    pfc_queue_committed_burst_bytes: Datum[Range]
    pfc_on_default_percent: Datum[int]
    pfc_off_default_percent: Datum[int]
    pfc_reserved_share_default_percent: Datum[int]
    pfc_reserved_share_bytes: Datum[Range]
    scheduler_weight: Datum[Range]
    buffer_profiles_max: Datum[int]
    pfc_mapping_profiles_max: Datum[int]
    queue_burst_default: Datum[str]

    def pause_limits(self, platform: SwitchPlatform) -> PauseLimits:
        """Return what can be stated: headroom of ports, and a pause within the committed burst of a pfc-queue.

        The burst is at most 262144 bytes on a 7250 (SR Linux YANG 25.3.1).
        """
        burst = self.pfc_queue_committed_burst_bytes
        most = burst.value.maximum if isinstance(burst, SourcedValue) else 0
        return PauseLimits(HeadroomScope.PORT, largest_pause_bytes=most, fixed_pause_from_m=0)


def srlinux_dialect(section: Section) -> SrlDialect:
    """Return what the section says. Raises PlatformError for anything missing, unknown or malformed."""
    section.allow(*SrlDialect.__slots__)
    return SrlDialect(
        model_class=section.datum("model_class", member_of(SrlModelClass)),
        first_release=section.datum("first_release", text),
        validator_chassis=section.datum("validator_chassis", text),
        classifier_leaves=section.datum("classifier_leaves", texts),
        rewrite_leaves=section.datum("rewrite_leaves", texts),
        ecn_dscp_policy_mandatory=section.datum("ecn_dscp_policy_mandatory", boolean),
        wred_traffic_types=section.datum("wred_traffic_types", texts),
        forwarding_complexes=section.datum("forwarding_complexes", texts),
        pfc_buffer_reservation_default_percent=section.datum("pfc_buffer_reservation_default_percent", integer),
        pfc_queue_burst_default_bytes=section.datum("pfc_queue_burst_default_bytes", integer),
        pfc_queue_committed_burst_bytes=section.datum("pfc_queue_committed_burst_bytes", number_range),
        pfc_on_default_percent=section.datum("pfc_on_default_percent", integer),
        pfc_off_default_percent=section.datum("pfc_off_default_percent", integer),
        pfc_reserved_share_default_percent=section.datum("pfc_reserved_share_default_percent", integer),
        pfc_reserved_share_bytes=section.datum("pfc_reserved_share_bytes", number_range),
        scheduler_weight=section.datum("scheduler_weight", number_range),
        buffer_profiles_max=section.datum("buffer_profiles_max", integer),
        pfc_mapping_profiles_max=section.datum("pfc_mapping_profiles_max", integer),
        queue_burst_default=section.datum("queue_burst_default", text),
    )
