"""By what a text is known to be of SONiC: tables of its database, or what its FRRouting writes."""

from __future__ import annotations

from roce_lint.os.contract import FoundMarks
from roce_lint.os.frr import marks as frr
from roce_lint.os.sonic.side_files import INTERFACES, kind_of
from roce_lint.text.patterns import lazy_pattern

_TABLES = lazy_pattern(
    r'"(?:DEVICE_METADATA|PORT_QOS_MAP|DSCP_TO_TC_MAP|TC_TO_QUEUE_MAP|TC_TO_PRIORITY_GROUP_MAP|WRED_PROFILE|BUFFER_PG'
    r"|BUFFER_PROFILE|BUFFER_POOL|BUFFER_QUEUE|CABLE_LENGTH|PFC_WD|DEVICE_NEIGHBOR|BGP_NEIGHBOR|PORTCHANNEL|QUEUE"
    r"|SWITCH_TRIMMING|LLR_PORT|LLR_PROFILE|ARS_PROFILE|ARS_OBJECT|ARS_(?:INTERFACE|NEXTHOP|PORTCHANNEL)S?)"
    r'(?:\|[^"]*)?"\s*:\s*\{\s*"'
)
_PORT = lazy_pattern(r'"(?:PORT|INTERFACE)(?:\|[^"]*)?"\s*:\s*\{\s*(?:"Ethernet\d|"(?:lanes|alias|speed|mtu)")')

_CUMULUS = lazy_pattern(r"^[ \t]*(?:interface|neighbor) swp\d|^(?:auto|iface|nv set|net add) ", 8)


def at_a_glance(head: str) -> bool:
    """Say whether a text that does not begin with JSON holds a database of SONiC, or is a table of its SKU."""
    return ('": {' in head and in_json(head)) or bool(kind_of(head))


def by_marks(head: str, found: FoundMarks) -> bool:
    """Say whether a text is what FRRouting writes, and not on Cumulus Linux, which names its ports `swp1`.

    It is of SONiC where a database of the same device is given.
    """
    return frr.by_marks(head, found) and not _CUMULUS.search(head)


def in_json(head: str) -> bool:
    """Say whether a text of JSON has tables of SONiC's configuration database, or the ports of a SKU."""
    return bool(_TABLES.search(head)) or bool(_PORT.search(head)) or kind_of(head) == INTERFACES
