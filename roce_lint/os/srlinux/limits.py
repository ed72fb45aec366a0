"""What a 7220 or 7250 takes of an intent."""

from __future__ import annotations

from roce_lint.os.srlinux.dialect import SrlDialect
from roce_lint.os.srlinux.releases import release_numbers
from roce_lint.platforms.datum import Known
from roce_lint.platforms.platform import SwitchPlatform


def check_release(release: str) -> None:
    """Raise PlatformError for a release whose tree differs."""
    release_numbers(release)


def largest_pause_bytes(platform: SwitchPlatform) -> int:
    """Return the committed burst of a pfc-queue, within which it pauses; 0 where none is documented.

    At most 262144 bytes on a 7250 (SR Linux YANG 25.3.1).
    """
    dialect = platform.dialect
    if isinstance(dialect, SrlDialect) and isinstance(dialect.pfc_queue_committed_burst_bytes, Known):
        return dialect.pfc_queue_committed_burst_bytes.value.maximum
    return 0
