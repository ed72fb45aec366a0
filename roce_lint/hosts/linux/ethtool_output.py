"""What `ethtool -a IF` prints: whether the whole link is paused instead of a priority."""

from __future__ import annotations

import re

from roce_lint.hosts.settings import NicId, NicKind, SettingKey, SettingsLog
from roce_lint.model.fact import Source, Stated
from roce_lint.model.nic import Evidence
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_TITLE = lazy_pattern(r"^Pause parameters for (?P<name>\S+):[ \t]*$", re.MULTILINE)
_ROW = lazy_pattern(r"(?P<way>RX|TX)(?P<negotiated> negotiated)?:\s*(?P<state>on|off)\s*")
_KEYS = {"RX": SettingKey.PAUSE_RECEIVED, "TX": SettingKey.PAUSE_SENT}


def is_ethtool_pause_output(text: str) -> bool:
    """Return whether a text is the output of `ethtool -a`."""
    return _TITLE.search(text) is not None


def read_ethtool_pause_output(log: SettingsLog, document: Document) -> None:
    """Note the link pause of each port; where a negotiated state follows, that is the one in force."""
    nic: NicId | None = None
    for number, line in enumerate(document.text.splitlines(), document.first_line):
        title, row = _TITLE.fullmatch(line), _ROW.fullmatch(line.strip())
        if title:
            nic = NicId(NicKind.NETDEV, title["name"])
        elif row and nic is not None:
            fact = Stated(int(row["state"] == "on"), Source(document.path, number, number))
            log.number_fact(Evidence.OBSERVED, nic, _KEYS[row["way"]], fact)
