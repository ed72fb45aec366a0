"""The reader of each format, imported when a document of the format is read: a check needs one or two of them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import TypeAlias

from roce_lint.model.reading import Reading
from roce_lint.read.format import Format
from roce_lint.text.document import Document

Reader: TypeAlias = Callable[[Document], Reading]


def _reader(package: str, name: str) -> Reader:
    """Return the function `name` of `roce_lint.<package>`, which is imported at the first call."""

    def read(document: Document) -> Reading:
        function: Reader = getattr(importlib.import_module(f"roce_lint.{package}"), name)
        return function(document)

    return read


READERS: Mapping[Format, Reader] = {
    Format.EOS: _reader("os.eos.reader", "read_eos"),
    Format.NXOS: _reader("os.nxos.reader", "read_nxos"),
    Format.SRLINUX: _reader("os.srlinux.reader", "read_srlinux"),
    Format.HOST: _reader("hosts.reader", "read_host"),
    Format.CABLING: _reader("fabric.cabling.document", "read_cabling"),
    Format.IBDIAG: _reader("infiniband.ibdiag", "read_ibdiag"),
    Format.UFM: _reader("infiniband.ufm", "read_ufm"),
    Format.QUANTUM: _reader("infiniband.quantum", "read_quantum"),
    Format.PARTITIONS: _reader("infiniband.opensm.partitions", "read_partitions"),
    Format.OPENSM_CONF: _reader("infiniband.opensm.opensm_conf", "read_opensm_conf"),
    Format.QOS_POLICY: _reader("infiniband.opensm.qos_policy", "read_qos_policy"),
}
