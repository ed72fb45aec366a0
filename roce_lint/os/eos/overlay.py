"""The VXLAN tunnel interface: whether there is one, and which markings cross it."""

from __future__ import annotations

from roce_lint.model.device import Overlay
from roce_lint.model.fact import NOWHERE, Fact, Source, Stated
from roce_lint.model.terms import OuterDscp
from roce_lint.os.eos import defaults
from roce_lint.os.eos.qos_words import sounds_like_qos
from roce_lint.os.industry_cli.command import NOT_STATED, NotStated, Setting, command_of, stated_or
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable
from roce_lint.text.lines import Line
from roce_lint.values import dataclass


@dataclass(slots=True)
class Tunnel:
    """What `interface Vxlan1` says."""

    endpoint: Setting[bool] = NOT_STATED
    ecn: Setting[bool] = NOT_STATED
    dscp: Setting[bool] = NOT_STATED
    inner: Setting[bool] = NOT_STATED
    block: Source = NOWHERE

    def read(self, line: Line, diagnostics: LineDiagnostics) -> None:
        """Take the lines below `interface Vxlan1`."""
        self.block = line.block(diagnostics.file)
        for child in line.walk():
            if not _LINES.account(child, self, diagnostics) and sounds_like_qos(child):
                diagnostics.line_not_understood(child, f"`{command_of(child).text}` is no line of a Vxlan interface")

    def facts(self, whole_file: Source) -> Overlay:
        """Return what happens to DSCP and ECN at the tunnel's ends."""
        if isinstance(self.endpoint, NotStated):
            none = defaults.NO_TUNNEL.at(whole_file)
            return Overlay(none, defaults.OUTER_DSCP.at(whole_file), none, none)
        outer: Fact[OuterDscp] = defaults.OUTER_DSCP.at(self.block)
        if isinstance(self.dscp, Stated):
            outer = Stated(OuterDscp.INNER if self.dscp.value else OuterDscp.FIXED, self.dscp.source)
        not_copied = defaults.ECN_NOT_COPIED.at(self.block)
        copied = stated_or(self.ecn, not_copied)
        unused = defaults.INNER_DSCP.at(self.block)
        inner = stated_or(self.inner, unused)
        return Overlay(self.endpoint, outer, copied, copied, inner_dscp_classifies=inner)


_LINES = LineTable(
    CommandRow("vxlan qos ecn propagation", "ecn", value=True, no=False),
    CommandRow("vxlan qos dscp propagation encapsulation", "dscp", value=True, no=False),
    CommandRow("vxlan qos map dscp to traffic-class decapsulation", "inner", value=True),
    CommandRow("vxlan qos dscp ecn rewrite bridged enabled"),
    CommandRow("vxlan qos ...", refused="EOS has no documented `{text}`"),
    CommandRow("vxlan source-interface ...", "endpoint", value=True),
    CommandRow("vxlan ..."),
    CommandRow("description ..."),
    CommandRow("shutdown ..."),
    CommandRow("mtu ..."),
)
