"""Releases of EOS, and what began with which of them."""

from __future__ import annotations

import re

from roce_lint.model.releases import ReleaseForm
from roce_lint.os.industry_cli.dated_lines import DatedLine
from roce_lint.os.industry_cli.line_form import LineForm
from roce_lint.text.patterns import lazy_pattern

EOS_RELEASES = ReleaseForm(
    lazy_pattern(r"(?:EOS-)?(\d+)\.(\d+)(?:\.(\d+))?(?:\.\d+)*[A-Z]*(?:-|$)", re.ASCII), "4.32.1F"
)
QOS_PROFILES = EOS_RELEASES.since("4.17")
"""`qos profile`. Source: TOI index, EOS 4.17.0F."""

ECN_COUNT_IN_PROFILE = EOS_RELEASES.since("4.31")
"""`random-detect ecn count` in the queue of a profile, before in that of the interface. Source: public EOS notes."""

DYNAMIC_LOAD_BALANCING = EOS_RELEASES.since("4.24.2F")
"""`ip hardware fib load-balance distribution dynamic`. Source: aristanetworks/avd issue 4920, TOI index."""

PAYLOAD_HASH = EOS_RELEASES.since("4.33.1F")
"""`fields udp dst-port N` with bytes of the payload, on Jericho. Source: Arista AVD schema."""

WRITTEN_FOR = EOS_RELEASES.since("4.31")
"""The syntax is that of Arista AVD's schema and of captures from this train on; older ones were not compared."""

DATED_LINES = (
    DatedLine(
        LineForm("ip hardware fib load-balance distribution dynamic ..."),
        DYNAMIC_LOAD_BALANCING,
        "aristanetworks/avd issue 4920, TOI index",
    ),
    DatedLine(LineForm("fields udp dst-port ..."), PAYLOAD_HASH, "Arista AVD schema"),
    DatedLine(LineForm("load-balance cluster ..."), EOS_RELEASES.since("4.32.2F"), "Arista AVD schema"),
    DatedLine(
        LineForm("qos tx-queue shape rate percent adaptive"),
        EOS_RELEASES.since("4.32"),
        "aristanetworks/avd issue 5599",
    ),
    DatedLine(LineForm("vxlan qos ..."), EOS_RELEASES.since("4.26"), "Arista AVD schema"),
)
"""Lines that matter for RoCE and came after the oldest releases that are read."""
