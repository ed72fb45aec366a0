"""The reader of each format, imported when a document of the format is read: a check needs one or two of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from roce_lint.model.reading import Reading
from roce_lint.os.late import late
from roce_lint.os.registry import reader_of
from roce_lint.read.format import CABLING, IBDIAG, OPENSM_CONF, PARTITIONS, QOS_POLICY, QUANTUM, UFM, Format
from roce_lint.text.document import Document

DocumentReader: TypeAlias = Callable[[Document], Reading]

_READERS: Mapping[str, DocumentReader] = {
    CABLING: late("fabric.cabling.document", "read_cabling"),
    IBDIAG: late("infiniband.ibdiag", "read_ibdiag"),
    UFM: late("infiniband.ufm", "read_ufm"),
    QUANTUM: late("infiniband.quantum", "read_quantum"),
    PARTITIONS: late("infiniband.opensm.partitions", "read_partitions"),
    OPENSM_CONF: late("infiniband.opensm.opensm_conf", "read_opensm_conf"),
    QOS_POLICY: late("infiniband.opensm.qos_policy", "read_qos_policy"),
}


def reader_for(form: Format) -> DocumentReader:
    """Return the reader of a format."""
    return _READERS.get(form) or reader_of(form)
