"""What is rendered for a host: settings of its adapters, by the driver that rendered hosts have."""

from __future__ import annotations

from roce_lint.hosts.mlx5.view import Mlx5View, mlx5_view
from roce_lint.intent.view import HostView

VALUES = "mlx5"
"""The name under which templates find the values of `host_view`."""
TEMPLATES = (
    ("roce-nics", "mlx5/device.j2", True),
    ("roce-nics.service", "mlx5/service.j2", False),
    ("nccl.conf", "mlx5/nccl.j2", False),
    ("nic-configuration-template.yaml", "mlx5/nic_configuration_template.j2", False),
)
"""Name of each file, its template, and whether it is to be run."""


def host_view(view: HostView) -> Mlx5View:
    """Return the printable values of a host. Raises PlatformError for adapters of another driver."""
    return mlx5_view(view)
