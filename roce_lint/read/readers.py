"""The reader of each format, imported when a document of the format is read: a check needs one or two of them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import TypeAlias

from roce_lint.read.format import Format
from roce_lint.read.reading import Document, Reading

Reader: TypeAlias = Callable[[Document], Reading]


def _reader(room: str, name: str) -> Reader:
    """Return the function `name` of `roce_lint.read.<room>`, which is imported at the first call."""

    def read(document: Document) -> Reading:
        function: Reader = getattr(importlib.import_module(f"roce_lint.read.{room}"), name)
        return function(document)

    return read


READERS: Mapping[Format, Reader] = {
    Format.EOS: _reader("eos", "read_eos"),
    Format.NXOS: _reader("nxos", "read_nxos"),
    Format.SRLINUX: _reader("srlinux", "read_srlinux"),
    Format.HOST: _reader("host", "read_host"),
    Format.CABLING: _reader("cabling.document", "read_cabling"),
    Format.IBDIAG: _reader("ibdiag", "read_ibdiag"),
    Format.UFM: _reader("ufm", "read_ufm"),
    Format.QUANTUM: _reader("quantum", "read_quantum"),
    Format.PARTITIONS: _reader("opensm.partitions", "read_partitions"),
    Format.OPENSM_CONF: _reader("opensm.opensm_conf", "read_opensm_conf"),
    Format.QOS_POLICY: _reader("opensm.qos_policy", "read_qos_policy"),
}
