"""Which remedies there are: by rule and operating system, the first that applies and is proven is taken."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.fix import mtu, names
from roce_lint.fix.case import Maker
from roce_lint.fix.eos import ecn as eos_ecn
from roce_lint.fix.eos import marking as eos_marking
from roce_lint.fix.eos import pfc as eos_pfc
from roce_lint.fix.eos import watchdog as eos_watchdog
from roce_lint.fix.mlx5 import marking as host
from roce_lint.fix.nxos import ecn as nxos_ecn
from roce_lint.fix.nxos import marking as nxos_marking
from roce_lint.fix.nxos import pfc as nxos_pfc
from roce_lint.fix.nxos import watchdog as nxos_watchdog
from roce_lint.fix.srlinux import ecn as srl_ecn
from roce_lint.fix.srlinux import marking as srl_marking
from roce_lint.fix.srlinux import pfc as srl_pfc
from roce_lint.fix.srlinux import watchdog as srl_watchdog

_PFC = {
    "eos": (eos_pfc.pause_for_priority,),
    "nxos": (nxos_pfc.mode_on,),
    "srlinux": (srl_pfc.enable,),
    "mlx5": (host.pfc_mask,),
}
_WATCHDOG = {
    "eos": (eos_watchdog.watch_port, eos_watchdog.timers_of_likes),
    "nxos": (nxos_watchdog.watch,),
    "srlinux": (srl_watchdog.detect,),
}
_CLASS = {
    "eos": (eos_marking.dscp_to_lossless_class,),
    "nxos": (nxos_marking.dscp_to_lossless_class,),
    "srlinux": (srl_marking.dscp_to_lossless_class,),
}
_CURVE = {"eos": (eos_ecn.curve,), "nxos": (nxos_ecn.curve,), "srlinux": (srl_ecn.thresholds,)}
_TRUST = {"eos": (eos_marking.trust_dscp,), "mlx5": (host.trust_dscp,)}
_MTU = dict.fromkeys(("eos", "nxos"), (mtu.as_likes,))
_MARKING = {"mlx5": (host.traffic_class,)}

REMEDIES: Mapping[str, Mapping[str, tuple[Maker, ...]]] = {
    "pfc-missing-on-roce-port": _PFC,
    "pfc-link-ends-differ": _PFC,
    "pfc-left-to-negotiation": {"nxos": (nxos_pfc.mode_on,)},
    "mtu-too-small-for-roce": _MTU,
    "mtu-differs-across-link": _MTU,
    "nic-pauses-other-priorities": {"mlx5": (host.pfc_mask,)},
    "pfc-with-link-pause": {"eos": (eos_pfc.link_pause_off,), "nxos": (eos_pfc.link_pause_off,)},
    "watchdog-missing-on-host-port": _WATCHDOG,
    "watchdog-missing-on-fabric-port": _WATCHDOG,
    "roce-in-lossy-class": _CLASS,
    "trust-discards-marking": _TRUST,
    "ecn-missing-on-roce-queue": _CURVE,
    "ecn-curve-invalid": _CURVE,
    "host-marks-other-dscp": _MARKING,
    "host-marks-not-ect": _MARKING,
    "undefined-reference": dict.fromkeys(("eos", "nxos"), (names.nearest_name,)),
}
"""Rules without an entry have no remedy that could be worked out; `explain RULE` says what to do."""
