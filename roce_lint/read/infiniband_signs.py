"""Words of which every text about an InfiniBand subnet has one: the readers that know more take 20 ms to import."""

from __future__ import annotations

from roce_lint.text.document import Document

_SIGNS = (
    "0x",  # lists of nodes and GUIDs, dumps of forwarding tables
    '"S-',
    '"H-',
    '"R-',  # ibnetdiscover
    "SystemGUID:",  # subnet list of ibdiagnet and OpenSM
    "Unicast lids [",
    "sminfo:",
    "CA '",  # ibstat
    "/pkeys/",  # sysfs
    "Record",
    "ClassPortInfo",
    "IsSM ports",
    "saquery",
    "pkeys capacity",
    " info: Lid ",
    "NodeType:",
    "LinkWidthActive:",  # smpquery
    "ib partition",
    "ib sm",
    "PKey",  # MLNX-OS
    "[MngNetwork]",
    "[SubnetManager]",  # gv.cfg of UFM
)


def may_be_infiniband(document: Document) -> bool:
    """Return whether a document may be about an InfiniBand subnet; JSON may always be an answer of UFM."""
    text = document.text
    return text.lstrip().startswith("{") or "/pkeys/" in document.path or any(sign in text for sign in _SIGNS)
