"""The VXLAN tunnel interface: whether there is one, and which markings cross it."""

from __future__ import annotations

from roce_lint.model.device import Overlay
from roce_lint.model.fact import NOWHERE, Default, Fact, Source, Stated
from roce_lint.model.terms import OuterDscp
from roce_lint.os.eos import defaults
from roce_lint.os.eos.command import SILENT, Said, Silence, command_of
from roce_lint.os.eos.qos_words import sounds_like_qos
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.text.lines import Line
from roce_lint.values import dataclass

_WITHOUT_FACT = "vxlan qos dscp ecn rewrite bridged enabled"


@dataclass(slots=True)
class Tunnel:
    """What `interface Vxlan1` says."""

    endpoint: Said[bool] = SILENT
    ecn: Said[bool] = SILENT
    dscp: Said[bool] = SILENT
    inner: Said[bool] = SILENT
    block: Source = NOWHERE

    def read(self, line: Line, diagnostics: LineDiagnostics) -> None:
        """Take the lines below `interface Vxlan1`."""
        self.block = line.block(diagnostics.file)
        for child in line.walk():
            command = command_of(child)
            source = diagnostics.at(child)
            if command.text == "vxlan qos ecn propagation":
                self.ecn = Stated(command.plain, source)
            elif command.text == "vxlan qos dscp propagation encapsulation":
                self.dscp = Stated(command.plain, source)
            elif command.text == "vxlan qos map dscp to traffic-class decapsulation":
                self.inner = Stated(True, source) if command.plain else SILENT
            elif command.words[:2] == ("vxlan", "source-interface") and command.plain:
                self.endpoint = Stated(True, source)
            elif command.words[:2] == ("vxlan", "qos") and command.text != _WITHOUT_FACT:
                diagnostics.line_not_understood(child, f"EOS has no documented `{command.text}`")
            elif command.words[0] not in ("vxlan", "description", "shutdown", "mtu") and sounds_like_qos(child):
                diagnostics.line_not_understood(child, f"`{command.text}` is no line of a Vxlan interface")

    def facts(self, whole_file: Source) -> Overlay:
        """Return what happens to DSCP and ECN at the tunnel's ends."""
        if isinstance(self.endpoint, Silence):
            none = Default(False, whole_file, defaults.NO_TUNNEL)
            return Overlay(none, Default(OuterDscp.FIXED, whole_file, defaults.OUTER_DSCP), none, none)
        outer: Fact[OuterDscp] = Default(OuterDscp.FIXED, self.block, defaults.OUTER_DSCP)
        if isinstance(self.dscp, Stated):
            outer = Stated(OuterDscp.INNER if self.dscp.value else OuterDscp.FIXED, self.dscp.source)
        not_copied = Default(False, self.block, defaults.ECN_NOT_COPIED)
        copied = not_copied if isinstance(self.ecn, Silence) else self.ecn
        unused = Default(False, self.block, defaults.INNER_DSCP)
        inner = unused if isinstance(self.inner, Silence) else self.inner
        return Overlay(self.endpoint, outer, copied, copied, inner_dscp_classifies=inner)
