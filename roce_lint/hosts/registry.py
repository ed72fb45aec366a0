"""The drivers of NICs that are known."""

from __future__ import annotations

from roce_lint.hosts.broadcom.driver import BNXT
from roce_lint.hosts.contract import NicDriver, ReceiveHeadroom
from roce_lint.hosts.intel.driver import ICE
from roce_lint.hosts.mlx5.driver import MLX5
from roce_lint.hosts.pensando.driver import IONIC

DRIVERS: tuple[NicDriver, ...] = (MLX5, BNXT, ICE, IONIC)

ASSUMED_DRIVER = MLX5
"""That of a NIC of which no file says anything that belongs to another driver."""


def driver_named(name: str) -> NicDriver:
    """Return the driver of this name. Raises StopIteration for an unknown one."""
    return next(driver for driver in DRIVERS if driver.name == name)


def sizes_by_cable(name: str) -> bool:
    """Say whether a driver sizes its receive buffer by a cable length; one that is not known may."""
    return all(isinstance(one.behaviour.headroom, ReceiveHeadroom) for one in DRIVERS if one.name == name)
