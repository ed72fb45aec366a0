"""Find out which diagnostic or dump a document is, and read it."""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.infiniband.ibdiag.db_csv import is_db_csv, read_db_csv
from roce_lint.infiniband.ibdiag.forwarding import is_forwarding_dump, read_forwarding
from roce_lint.infiniband.ibdiag.host_view import (
    is_ibstat,
    is_sminfo,
    is_sysfs_pkeys,
    read_ibstat,
    read_sminfo,
    read_sysfs_pkeys,
)
from roce_lint.infiniband.ibdiag.maps import is_guid_map, read_guid_map
from roce_lint.infiniband.ibdiag.netdiscover import is_netdiscover, read_netdiscover
from roce_lint.infiniband.ibdiag.node_list import is_node_list, read_node_list
from roce_lint.infiniband.ibdiag.saquery import is_saquery, read_saquery
from roce_lint.infiniband.ibdiag.smpquery import is_pkey_table, is_smp_info, read_pkey_table, read_smp_info
from roce_lint.infiniband.ibdiag.subnet_list import is_subnet_list, read_subnet_list
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document


def _of_text(matches: Callable[[str], bool]) -> Callable[[Document], bool]:
    return lambda document: matches(document.text)


_FORMATS: tuple[tuple[Callable[[Document], bool], Callable[[Document], Reading]], ...] = (
    (_of_text(is_db_csv), read_db_csv),
    (_of_text(is_netdiscover), read_netdiscover),
    (_of_text(is_subnet_list), read_subnet_list),
    (_of_text(is_forwarding_dump), read_forwarding),
    (_of_text(is_node_list), read_node_list),
    (_of_text(is_sminfo), read_sminfo),
    (_of_text(is_ibstat), read_ibstat),
    (_of_text(is_pkey_table), read_pkey_table),
    (_of_text(is_saquery), read_saquery),
    (_of_text(is_smp_info), read_smp_info),
    (is_sysfs_pkeys, read_sysfs_pkeys),
    (_of_text(is_guid_map), read_guid_map),
)


def is_ibdiag(document: Document) -> bool:
    """Return whether a document is one of the diagnostics and dumps that are read."""
    return any(matches(document) for matches, _ in _FORMATS)


def read_ibdiag(document: Document) -> Reading:
    """Read a document with the first reader that knows its form; a text of no known form gives nothing."""
    for matches, read in _FORMATS:
        if matches(document):
            return read(document)
    return Reading((), (), ())
