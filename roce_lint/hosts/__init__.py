"""Files and dumps of hosts with NVIDIA mlx5 NICs."""

from roce_lint.hosts.reader import host_name, is_host_document, read_host

__all__ = ["host_name", "is_host_document", "read_host"]
