"""What two files of one host contradict each other about."""

from __future__ import annotations

from roce_lint.model.fact import Source
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class SettingConflict:
    """Two files of one host that state different values; `setting` is the fact's name (`cnp_dscp`, `qos.trust`)."""

    device: str
    port: str
    setting: str
    kept: str
    kept_source: Source
    refused: str
    refused_source: Source
