"""Nokia SR Linux."""

from roce_lint.os.srlinux.reader import read_srlinux

__all__ = ["read_srlinux"]
