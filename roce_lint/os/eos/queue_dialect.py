"""Which of the forms that EOS has for queues a platform takes, and how its file prints them."""

from __future__ import annotations

from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.text.lines import Line
from roce_lint.values import dataclass


@dataclass(slots=True)
class QueueDialect:
    """How one file writes QoS lines.

    `echoes_defaults`: it is `show running-config all`, where a default says nothing. `keyword`: how the platform calls
    queues; empty where more than one name may be valid. `measures_delay` is false where the platform is known to mark
    by bytes alone.
    """

    diagnostics: LineDiagnostics
    echoes_defaults: bool
    keyword: str
    measures_delay: bool

    def check_keyword(self, line: Line, keyword: str) -> None:
        """Report a queue that is called as on another platform; once, since all of them are."""
        if self.keyword and keyword != self.keyword and keyword != "mc-tx-queue":
            self.diagnostics.line_refused(line, f"on this platform the queues are called `{self.keyword}`")
            self.keyword = ""

    def check_unit(self, line: Line) -> None:
        """Report thresholds in units of time on a platform that does not measure how long packets wait."""
        if not self.measures_delay and ("microseconds" in line.text or "milliseconds" in line.text):
            because = "only switches with virtual output queues take units of time, others bytes and segments"
            self.diagnostics.line_refused(line, because)
