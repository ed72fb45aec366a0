"""Outputs of InfiniBand diagnostics and dumps of a subnet manager."""

from roce_lint.infiniband.ibdiag.document import is_ibdiag, read_ibdiag

__all__ = ["is_ibdiag", "read_ibdiag"]
