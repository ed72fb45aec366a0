"""Words by which names and settings say that they are for RoCE, in whatever system."""

from __future__ import annotations

from roce_lint.text.patterns import lazy_pattern

_NAME = lazy_pattern(r"(?i)roce|rdma|pfc|lossless|no-?drop|ecn(?![a-z])|dcqcn")
_SETTING = lazy_pattern(
    r"(?i)roce|rdma|pfc|priority-flow|\bpause\b|lossless|no-?drop|\becn\b|watch-?dog|deadlock|dcqcn"
    r"|trimm|disable_trim|discard_action|\bllr_|\bars_|flowlet"
)
_FEATURE = lazy_pattern(r"(?i)\b(?:llr|ars)_")


def names_feature(kind: str) -> bool:
    """Return whether an object is one of link-layer retry or adaptive routing, which RoCE alone asks for."""
    return _FEATURE.search(kind) is not None


def names_roce(name: str) -> bool:
    """Return whether a name that a person chose says that RoCE needs what it names (`ROCE-IN`, `no-drop`)."""
    return _NAME.search(name) is not None


def sets_roce(setting: str) -> bool:
    """Return whether a line is one of PFC, ECN, watchdog, trimming, link retry or adaptive routing, or names RoCE."""
    return _SETTING.search(setting) is not None
