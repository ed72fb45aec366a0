"""Releases of NX-OS, and what began with which of them."""

from __future__ import annotations

import re

from roce_lint.model.releases import ReleaseForm, Releases
from roce_lint.os.industry_cli.dated_lines import DatedLine
from roce_lint.os.industry_cli.line_form import LineForm
from roce_lint.text.patterns import lazy_pattern

NXOS_RELEASES = ReleaseForm(lazy_pattern(r"(\d+)\.(\d+)(?:\((\d+))?", re.ASCII), "10.4(3)F")
WRITTEN_FOR = NXOS_RELEASES.since("9.3")
"""The oldest release of the guides, models and captures that the lines were compared with."""

DYNAMIC_LOAD_BALANCING = NXOS_RELEASES.since("10.5(1)F")
"""`hardware profile dlb`. Source: CiscoTestAutomation genielibs, Dlb object; NX-OS 10.5 unicast guide."""

UNNUMBERED = NXOS_RELEASES.since("9.3(3)")
"""BFD of a session on an interface. Source: public change request that quotes the Cisco 9.3(x) guide, second hand."""

PARALLEL_UNNUMBERED = NXOS_RELEASES.since("9.3(6)")
"""Sessions on several interfaces to one neighbour. Source: as above."""

_NEWER_MODEL = Releases(NXOS_RELEASES.numbers("10.3(11)"), words="after 10.3(10)")
_MODEL = "Cisco-NX-OS-device YANG 10.3(10), CiscoDevNet/terraform-provider-nxos"
DATED_LINES = (
    DatedLine(LineForm("hardware profile dlb"), DYNAMIC_LOAD_BALANCING, "CiscoTestAutomation genielibs, Dlb object"),
    DatedLine(LineForm("pause buffer-size <12582914-268435456> ..."), _NEWER_MODEL, _MODEL),
    DatedLine(
        LineForm("priority-flow-control watch-dog-interval on|off [disable-action] interface-multiplier <11-40> ..."),
        _NEWER_MODEL,
        _MODEL,
    ),
    DatedLine(LineForm("speed 800000"), NXOS_RELEASES.since("10.3"), "Cisco-NX-OS-device YANG 10.3(10)"),
)
"""Lines that matter for RoCE, and the releases that take them: the first whose model or guide has them."""
