"""The packet size that RoCE uses on a netdev."""

from __future__ import annotations

_IB_MTUS_BYTES = (4096, 2048, 1024, 512, 256)
_ALLOWANCE_BYTES = 104


def roce_path_mtu_bytes(netdev_mtu_bytes: int) -> int:
    """Return the InfiniBand MTU that a RoCE device takes on a netdev of this MTU; 0 where none fits.

    RoCE needs 104 bytes of headers besides: a netdev MTU of 4200 carries 4096, one of 1500 carries 1024.
    Source: NVIDIA, recommended MTU for RoCE.
    """
    return next((mtu for mtu in _IB_MTUS_BYTES if mtu + _ALLOWANCE_BYTES <= netdev_mtu_bytes), 0)
