"""What the templates of Broadcom NICs print besides the view: the arguments of bnxt_setupcc.sh.

Source: `bnxt_setupcc.sh` 233.2 of Broadcom's bnxt_re driver package. It turns link pause off, puts the RoCE priority in
a class of its own with a share of the bandwidth, and with `-u 4` does so by `dcb` of iproute2.
"""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.view import ClassPurpose
from roce_lint.intent.view_host import HostView
from roce_lint.values import dataclass

_MODES = {(True, False): 1, (False, True): 2, (True, True): 3}
"""By whether there is PFC, and whether there is congestion control."""


@dataclass(frozen=True, slots=True)
class BnxtView:
    """Printable values of one host; `mode` is 1 for PFC, 2 for congestion control, 3 for both."""

    mode: int
    roce_dscp: int
    share_percent: int


def bnxt_view(view: HostView) -> BnxtView:
    """Return the printable values of a host. Raises PlatformError for RoCE with neither PFC nor congestion control."""
    roce = next(one for one in view.classes if one.purpose is ClassPurpose.ROCE)
    mode = _MODES.get((roce.lossless, view.dcqcn.enabled))
    if mode is None:
        raise PlatformError("bnxt_setupcc.sh wants PFC, congestion control or both; turn roce.dcqcn on")
    return BnxtView(
        mode=mode,
        roce_dscp=view.roce_tos >> 2,
        share_percent=roce.bandwidth_percent,
    )
