"""The formats that are read."""

from __future__ import annotations

from roce_lint.model.terms import FILE_KINDS
from roce_lint.os.registry import HOST as HOST_NAME
from roce_lint.os.registry import system_names


class Format(str):
    """The name of a format that has a reader, as `--os` takes it: that of a system, or one of those below."""

    __slots__ = ()


HOST = Format(HOST_NAME)
CABLING = Format("cabling")
COUNTERS = Format("counters")
"""Captures of counters; only detected, since none is what it is by being said."""
PARTITIONS, OPENSM_CONF, QOS_POLICY, IBDIAG, UFM, QUANTUM = map(Format, FILE_KINDS)


def format_names() -> tuple[str, ...]:
    """Return the names of all formats: of systems, of lists of cables, and of files of an InfiniBand subnet."""
    return (*system_names(), CABLING, *_SUBNET)


_SUBNET = (IBDIAG, UFM, QUANTUM, PARTITIONS, OPENSM_CONF, QOS_POLICY)
