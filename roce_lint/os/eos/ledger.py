"""The account of lines that nobody understood."""

from __future__ import annotations

import re
from functools import lru_cache

from roce_lint.model.device import RefusedSetting, UndefinedReference, UnreadLine
from roce_lint.model.fact import Source
from roce_lint.os.eos.refusals import why_refused
from roce_lint.text.lines import Line

_QOS_WORD = re.compile(
    r"qos|pfc|priority-flow|\becn\b|queue|dscp|buffer|pause|dcb|roce|no-drop|random-detect|\bwred\b|flow-?control"
    r"|headroom|\bmmu\b|lossless",
    re.IGNORECASE,
)


def sounds_like_qos(line: Line) -> bool:
    """Return whether the line, or one below it, uses a word that matters for RoCE."""
    return says_qos(line.text) or any(says_qos(below.text) for below in line.walk())


@lru_cache(maxsize=8192)
def says_qos(text: str) -> bool:
    """Return whether a text uses a word that matters for RoCE."""
    return _QOS_WORD.search(text) is not None


class Ledger:
    """Collects unread lines, refused lines and undefined references of one document.

    `queue_keyword` is the one that the platform takes; empty where both may be valid. `measures_delay` is false where
    the platform is known to mark by bytes alone.
    """

    def __init__(self, file: str, device: str) -> None:
        self.file = file
        self.device = device
        self.unread: list[UnreadLine] = []
        self.undefined: dict[tuple[str, str, Source], UndefinedReference] = {}
        self.refused: list[RefusedSetting] = []
        self.queue_keyword = ""
        self.measures_delay = True
        self._refused: set[int] = set()

    @property
    def count(self) -> int:
        """Return how many entries there are of any kind."""
        return len(self.unread) + len(self.refused) + len(self.undefined)

    def source(self, line: Line) -> Source:
        """Return the place of `line`."""
        return line.source(self.file)

    def refuse(self, line: Line, because: str) -> None:
        """Write down that this very line was not understood, or that EOS refuses it; a line is written down once."""
        if line.number not in self._refused:
            self._refused.add(line.number)
            certain = why_refused(line.text)
            if certain:
                self.refused.append(RefusedSetting(line.text, certain, self.source(line)))
            else:
                self.unread.append(UnreadLine(self.device, self.source(line), line.text, because))

    def refuse_block(self, line: Line, because: str) -> None:
        """Write down that this line and everything below it was not understood."""
        self.refuse(line, because)
        for below in line.walk():
            self.refuse(below, because)

    def ignore(self, line: Line, because: str) -> None:
        """Write down that EOS refuses a line that was understood, or takes it and does nothing."""
        self._refused.add(line.number)
        self.refused.append(RefusedSetting(line.text, because, self.source(line)))

    def leave_out(self, setting: str, because: str, source: Source) -> None:
        """Write down a setting that EOS does not take from where it stands; once for each place."""
        refused = RefusedSetting(setting, because, source)
        if refused not in self.refused:
            self.refused.append(refused)

    def check_keyword(self, line: Line, keyword: str) -> None:
        """Write down a queue that is called as on another platform; once, since all of them are."""
        if self.queue_keyword and keyword != self.queue_keyword and keyword != "mc-tx-queue":
            self.ignore(line, f"on this platform the queues are called `{self.queue_keyword}`")
            self.queue_keyword = ""

    def check_unit(self, line: Line) -> None:
        """Write down thresholds in units of time on a platform that does not measure how long packets wait."""
        if not self.measures_delay and ("microseconds" in line.text or "milliseconds" in line.text):
            self.ignore(line, "only switches with virtual output queues take units of time, others bytes and segments")

    def was_refused(self, line: Line) -> bool:
        """Return whether `line` has been written down."""
        return line.number in self._refused

    def miss(self, kind: str, name: str, source: Source) -> None:
        """Write down the use of a name that the document does not define."""
        self.undefined[kind, name, source] = UndefinedReference(kind, name, source)
