"""Cabling plans and LLDP neighbours."""

from roce_lint.read.cabling.document import read_cabling

__all__ = ["read_cabling"]
