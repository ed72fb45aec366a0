"""Every leaf of SONiC's QoS, buffer and port tables is read, reported, or listed here with why it does not matter."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from roce_lint.os.sonic.reader import read_sonic
from roce_lint.text.document import Document
from tests.os.sonic.conftest import WHOLE

MODELS = Path(__file__).parents[4] / "shared" / "yang" / "sonic"
TABLES = {
    "BUFFER_PG": "buffer-pg",
    "BUFFER_POOL": "buffer-pool",
    "BUFFER_PORT_EGRESS_PROFILE_LIST": "buffer-port-egress-profile-list",
    "BUFFER_PORT_INGRESS_PROFILE_LIST": "buffer-port-ingress-profile-list",
    "BUFFER_PROFILE": "buffer-profile",
    "BUFFER_QUEUE": "buffer-queue",
    "CABLE_LENGTH": "cable-length",
    "DEFAULT_LOSSLESS_BUFFER_PARAMETER": "default-lossless-buffer-parameter",
    "PFC_WD": "pfcwd",
    "PORT": "port",
    "PORTCHANNEL": "portchannel",
    "PORT_QOS_MAP": "port-qos-map",
    "QUEUE": "queue",
    "SCHEDULER": "scheduler",
    "SWITCH_TRIMMING": "trimming",
    "WRED_PROFILE": "wred-profile",
}
ROWS = {
    "SWITCH_TRIMMING": "GLOBAL",
    "PFC_WD": "Ethernet0",
    "PORTCHANNEL": "PortChannel1",
    "DEFAULT_LOSSLESS_BUFFER_PARAMETER": "AZURE",
    "BUFFER_PORT_EGRESS_PROFILE_LIST": "Ethernet0",
    "BUFFER_PORT_INGRESS_PROFILE_LIST": "Ethernet0",
}
VALUES = (
    "on",
    "7",
    "none",
    "ROCE",
    "static",
    "dynamic",
    "egress",
    "trim",
    "100000",
    "down",
    "packets",
    "Rec",
    "true",
    "8",
)
_OF_A_CHASSIS = "of a chassis with virtual output queues, which is another system"
_OF_LINK_UP = "how the lanes of the link come up; which speed they have is stated"
_OF_OPTICS = "of the transceiver, which drops or carries every packet alike"
_OF_NUMBERING = "how software counts transceivers"
_OF_BUNDLES = "whether and when the bundle forms; its members keep their own QoS"
_OTHER_COLOUR = "RoCE's packets are green: nothing here gives them another colour"
_DYNAMIC_MODEL = "read where the buffer model is dynamic"
NO_MATTER = {
    "BUFFER_POOL": {"mode": "the threshold of a profile says whether it is dynamic", "percentage": _DYNAMIC_MODEL},
    "BUFFER_PORT_EGRESS_PROFILE_LIST": {"profile_list": "read for profiles that trim; queues name their own"},
    "BUFFER_PORT_INGRESS_PROFILE_LIST": {"profile_list": "read for profiles that trim; priority groups name their own"},
    "BUFFER_PROFILE": {"xon": "xon_offset beside it decides", "headroom_type": _DYNAMIC_MODEL},
    "DEFAULT_LOSSLESS_BUFFER_PARAMETER": dict.fromkeys(("default_dynamic_th", "over_subscribe_ratio"), _DYNAMIC_MODEL),
    "PORT": {
        **dict.fromkeys(("core_id", "core_port_id", "num_voq"), _OF_A_CHASSIS),
        **dict.fromkeys(
            ("link_training", "autoneg", "interface_type", "adv_interface_types", "fast_linkup"), _OF_LINK_UP
        ),
        **dict.fromkeys(("dom_polling", "tx_power", "laser_freq"), _OF_OPTICS),
        **dict.fromkeys(("subport", "index", "asic_port_name"), _OF_NUMBERING),
        "alias": "the name of the port on the box",
        "dhcp_rate_limit": "of DHCP alone",
        "macsec": "encrypts the link; classes and queues are chosen before",
        "mode": "whether the port is routed follows from its addresses and VLANs",
        "mux_cable": "which of two switches a server's cable leads to at a time",
        "tpid": "the type of VLAN tags; the DSCP selects the class",
    },
    "PORTCHANNEL": dict.fromkeys(("mode", "lacp_key", "tpid", "fallback", "fast_rate", "system_mac"), _OF_BUNDLES),
    "SCHEDULER": {
        **dict.fromkeys(("cbs", "pbs"), "how long a burst may be; the rate beside it decides"),
        "meter_type": "read beside a rate",
        "priority": "strict queues are served by their number",
    },
    "WRED_PROFILE": {
        **{
            f"{colour}_{word}": _OTHER_COLOUR
            for colour in ("yellow", "red")
            for word in ("min_threshold", "max_threshold", "drop_probability")
        },
        **dict.fromkeys(("wred_yellow_enable", "wred_red_enable"), _OTHER_COLOUR),
        "wred_green_enable": "packets are marked instead, which ecn says",
    },
}
"""Why leaves change nothing of what is read from `WHOLE`, by table."""


def leaves(table: str) -> Iterator[str]:
    """Yield the leaves of a table that are no key of its lists."""
    text = (MODELS / f"sonic-{TABLES[table]}.yang").read_text()
    keys = {name for names in re.findall(r'\bkey\s+"([^"]+)"', text) for name in names.split()}
    text = re.sub(r'"[^"]*"', '""', text)
    inside, found = [], []
    for match in re.finditer(r"\b(container|list|leaf|leaf-list|\S+)\s+([\w.-]+)?\s*\{|\{|\}", text):
        if match[0] == "}":
            inside.pop()
        else:
            inside.append((match[1], match[2]))
            if match[1] in ("leaf", "leaf-list") and ("container", table) in inside:
                found.append(match[2])
    yield from (name for name in dict.fromkeys(found) if name not in keys)


@cache
def seen(table: str, name: str, value: str) -> object:
    """Return what is read where the first row of a table has this value in a leaf, or where it has not the leaf."""
    whole = copy.deepcopy(WHOLE)
    rows = whole.setdefault(table, {})
    row = rows.setdefault(ROWS.get(table) or next(iter(rows), "Ethernet0"), {})
    row.pop(name, None)
    whole["PORTCHANNEL_MEMBER"] = {"PortChannel1|Ethernet0": {}}
    if value:
        row[name] = value
    reading = read_sonic(Document("leaf-1/config_db.json", json.dumps(whole)))
    return reading.devices, [(line.text, line.because) for line in reading.unread]


@pytest.mark.long
@pytest.mark.skipif(not MODELS.is_dir(), reason="the YANG models of SONiC lie beside a checkout of their own")
@pytest.mark.parametrize("table", TABLES)
def test_every_leaf_is_read_or_known_not_to_matter(table: str) -> None:
    names = list(leaves(table))
    assert names
    passed_over = {name for name in names if all(seen(table, name, one) == seen(table, name, "") for one in VALUES)}
    assert passed_over == set(NO_MATTER.get(table, {}))
