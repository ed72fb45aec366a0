"""QoS settings that NVUE refuses beside each other, or takes although one of them then does nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from roce_lint.model.fact import Stated, Unknown
from roce_lint.os.cumulus.layers import GLOBAL, QosLayers
from roce_lint.os.cumulus.settings import child, entries, number, stated
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics

_GLOBAL_ALONE = ("egress-queue-mapping", "advance-buffer-config")
LOSSLESS_POOL, ROCE_POOL = "default-lossless", "roce-lossless"
_PAUSING_MODE = "lossless"


def report_names_and_sums(layers: QosLayers, diagnostics: LeafDiagnostics) -> None:
    """Report what NVUE takes for `default-global` alone, and what sums up to more than all there is."""
    for feature in _GLOBAL_ALONE:
        for block in entries(layers.qos, feature):
            if block.name != GLOBAL:
                because = f"{feature} has the profile default-global alone"
                diagnostics.refused(f"qos {feature} {block.name}", because, block.first_line)
    mode = stated(layers.qos, "roce", "mode")
    if mode is not None and layers.roce is not None and not layers.roce.value:
        because = "`qos roce` is off, and nothing that the mode sets holds"
        diagnostics.harmful(f"qos roce mode {mode.value}", because, layers.roce.source)
    _report_pools(layers, diagnostics)
    for profile in entries(layers.qos, "egress-scheduler"):
        shares = [number(one, "bw-percent") for one in entries(profile, "traffic-class")]
        _report_sum(f"egress-scheduler {profile.name}", shares, {}, diagnostics)


def _report_pools(layers: QosLayers, diagnostics: LeafDiagnostics) -> None:
    """Report pools of more than all memory, and the lossless pool that does not count (CUG: one counts at a time)."""
    for side in ("ingress-pool", "egress-pool"):
        own = [number(pool, "memory-percent") for pool in entries(layers.qos, "advance-buffer-config", GLOBAL, side)]
        _report_sum(f"advance-buffer-config {GLOBAL} {side}", own, {}, diagnostics)
    pools = {pool.name: number(pool, "memory-percent") for pool in entries(layers.qos, "traffic-pool")}
    kept: dict[str, int] = {}
    for name in ("default-lossy", ROCE_POOL):
        usual = layers.usual("traffic-pool", name, "memory-percent")
        if pools and name not in pools and usual is not None and not isinstance(usual, Unknown):
            kept[name] = int(usual.value)
    if not layers.of_files:
        _report_sum("traffic-pool", pools.values(), kept, diagnostics)
    idle = LOSSLESS_POOL if layers.is_roce else ROCE_POOL
    counts = f"with `qos roce` it is {ROCE_POOL}" if layers.is_roce else f"without `qos roce` it is {LOSSLESS_POOL}"
    share = pools.get(idle)
    if share is not None:
        diagnostics.doubtful(
            f"qos traffic-pool {idle}", f"one lossless pool counts at a time, and {counts}", share.source
        )


def _report_sum(
    name: str, numbers: Iterable[Stated[int] | None], kept: Mapping[str, int], diagnostics: LeafDiagnostics
) -> None:
    """Report percentages above 100 at the last of them; `kept` are those that no line changes."""
    shares = [one for one in numbers if one is not None]
    total = sum(one.value for one in shares) + sum(kept.values())
    if total > 100 and shares:
        last = max(shares, key=lambda one: one.source.line)
        beside = "".join(f" with {pool}, which keeps {share}," for pool, share in kept.items())
        because = f"the percentages{beside} sum up to {total}, and 100 is the most"
        diagnostics.refused(f"qos {name}", because, last.source)


def report_idle_settings(layers: QosLayers, bound: Iterable[str], *, marks: bool, diagnostics: LeafDiagnostics) -> None:
    """Report what has no effect: levels of pause that contradict, marks that no flag asks for.

    `bound` are the remark profiles of ports; `marks`: packets are marked by the flag of some profile, or by trimming.
    """
    for profile in entries(layers.qos, "pfc"):
        xoff, xon = number(profile, "xoff-threshold"), number(profile, "xon-threshold")
        if xoff is not None and xon is not None and xon.value >= xoff.value:
            because = (
                f"xon-threshold is a distance below xoff-threshold, which is {xoff.value} bytes: the pause does not end"
                " before the buffer is empty, or never"
            )
            diagnostics.doubtful(f"qos pfc {profile.name} xon-threshold {xon.value}", because, xon.source)
    for name in dict.fromkeys((GLOBAL, *bound)):
        priorities = entries(layers.profile("remark", name), "switch-priority")
        mapped = [dscp for one in priorities if (dscp := stated(one, "dscp")) is not None]
        if mapped and not marks:
            because = "no remark profile has `rewrite`, which is read where packets come in: nothing is marked anew"
            diagnostics.doubtful(f"qos remark {name}", because, mapped[0].source)


def report_early_drops(layers: QosLayers, profile: str, classes: Iterable[int], diagnostics: LeafDiagnostics) -> None:
    """Report RED beside ECN in traffic classes that pause, where it drops what is not ECN-capable."""
    for one in sorted(classes):
        block = child(layers.profile("congestion-control", profile), "traffic-class", str(one))
        red, ecn = stated(block, "red"), stated(block, "ecn")
        if red is not None and red.value == "enable" and (ecn is None or ecn.value == "enable"):
            because = "the traffic class pauses, and RED drops packets of it that are not ECN-capable before it is full"
            diagnostics.doubtful(f"qos congestion-control {profile} traffic-class {one} red", because, red.source)
