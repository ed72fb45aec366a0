"""Releases of SR Linux, what began and ended with which of them, and for which a configuration can be written."""

from __future__ import annotations

import re

from roce_lint.errors import PlatformError
from roce_lint.model.releases import ReleaseForm, ReleaseNumbers, Releases
from roce_lint.text.patterns import lazy_pattern

SRL_RELEASES = ReleaseForm(lazy_pattern(r"v?(\d+)\.(\d+)(?:\.(\d+))?", re.ASCII), "25.3.1")
WRITTEN = SRL_RELEASES.since("24.7")
"""PFC exists from 24.7, and the tree has its present shape since (srlinux-yang-models, tags v24.3.1 to v25.3.1)."""

BEFORE_PFC = SRL_RELEASES.before("24.7")

MODELLED_RELEASE = (25, 3)
"""Written for where no release is named: the newest whose models are public."""

DYNAMIC_LOAD_BALANCING = SRL_RELEASES.since("25.7")
"""`system load-balancing dynamic`. Source: srl-labs yang-browser feature and path lists 25.7.1."""

SWITCHED_BY_PRIORITY = SRL_RELEASES.since("25.10")
"""`pfc-mapping-profile X pfc-priority N pfc-enable`. Source: srl-labs yang-browser path lists 25.7.1 and 25.10.1."""

EBGP_PATHS = SRL_RELEASES.since("24.10")
"""`multipath ebgp maximum-paths`. Source: srlinux-yang-models v24.7.1 and v24.10.1."""

DEFAULT_NAMES = SRL_RELEASES.before("24.3")
"""fc0 to fc7 and unicast-0 to 7 need no configuration. Source: srlinux-yang-models v23.10.1 and v24.3.1."""

_YANG, _PATHS = "srlinux-yang-models", "srl-labs yang-browser path lists"
_OLD_TREE, _NEW_TREE = DEFAULT_NAMES, SRL_RELEASES.since("24.3")
_PFC = "qos/pfc-mapping-profile"
_BGP = "network-instance/protocols/bgp"
DATED_PATHS: tuple[tuple[str, Releases, str], ...] = (
    ("qos/queue-templates", _OLD_TREE, _YANG),
    ("interface/qos", _OLD_TREE, _YANG),
    ("interface/subinterface/qos", _OLD_TREE, _YANG),
    ("qos/buffer-management/queue-management-profile", _NEW_TREE, _YANG),
    ("qos/buffer-management/buffer-allocation-profile/queues/pfc-queue", _NEW_TREE, _YANG),
    (_PFC, _NEW_TREE, _YANG),
    (f"{_PFC}/received-pfc-pause-frames/deadlock/detection-time", SRL_RELEASES.between("24.3", "24.7"), _YANG),
    (f"{_PFC}/received-pfc-pause-frames/deadlock/recovery-time-factor", SRL_RELEASES.between("24.3", "24.7"), _YANG),
    (f"{_PFC}/received-pfc-pause-frames/deadlock/detection-timer", WRITTEN, _YANG),
    (f"{_PFC}/received-pfc-pause-frames/deadlock/recovery-timer", WRITTEN, _YANG),
    (f"{_PFC}/pfc-priority", SRL_RELEASES.since("25.7"), _PATHS),
    (f"{_PFC}/pfc-priority/pfc-operation-mode", SRL_RELEASES.between("25.7", "25.10"), _PATHS),
    (f"{_PFC}/pfc-priority/pfc-enable", SWITCHED_BY_PRIORITY, _PATHS),
    ("qos/interfaces/interface/dcbx", SRL_RELEASES.since("25.7"), _PATHS),
    ("system/load-balancing/dynamic", DYNAMIC_LOAD_BALANCING, _PATHS),
    ("network-instance/ip-load-balancing/dynamic-load-balancing", DYNAMIC_LOAD_BALANCING, _PATHS),
    *(
        (f"{_BGP}{of}afi-safi/multipath/{leaf}", releases, _YANG)
        for of in ("/", "/group/", "/neighbor/")
        for leaf, releases in (
            ("max-paths-level-1", SRL_RELEASES.before("24.7")),
            ("max-paths-level-2", SRL_RELEASES.before("24.7")),
            ("maximum-paths", SRL_RELEASES.since("24.7")),
            ("ebgp", EBGP_PATHS),
            ("ibgp", EBGP_PATHS),
        )
    ),
)
"""Paths of the tree that matter for RoCE, which releases have them, and where a reader can look that up."""


def release_numbers(release: str) -> ReleaseNumbers:
    """Return year and month of a release such as `25.3.1`; without one those of the modelled release.

    Raises PlatformError for a text without two numbers and for a release whose tree differs.
    """
    found = SRL_RELEASES.numbers(release)[:2]
    if not release:
        return MODELLED_RELEASE
    if not found:
        raise PlatformError(f"{release!r} is no SR Linux release; write it like {SRL_RELEASES.example}")
    if WRITTEN.hold(found) is False:
        raise PlatformError(f"SR Linux {release} has another configuration tree and no PFC; use 24.7 or later")
    return found
