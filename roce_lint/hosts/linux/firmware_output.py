"""What `ethtool -i IF` and `ibv_devinfo` print: the firmware of a NIC."""

from __future__ import annotations

from roce_lint.hosts.settings import NicId, NicKind, SettingKey, SettingsLog
from roce_lint.model.fact import Source, Stated
from roce_lint.model.nic import Evidence
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_ASKED = lazy_pattern(r"(?:sudo +)?(?:\S*/)?ethtool +(?:-i|--driver) +(?P<name>[\w.@-]+)\s*")
_HELD = lazy_pattern(r"firmware-version: (?P<version>\d\S*).*")
_DEVICE = lazy_pattern(r"hca_id:\s+(?P<name>\S+)\s*")
_VERSION = lazy_pattern(r"\s+fw_ver:\s+(?P<version>\d\S*)\s*")


def shows_firmware(text: str) -> bool:
    """Return whether a text is one of the two; `ethtool -i` names its interface in the command alone."""
    if "fw_ver:" in text and "hca_id:" in text:
        return True
    return "firmware-version:" in text and _ASKED.match(text) is not None


def read_firmware_output(log: SettingsLog, document: Document) -> None:
    """Note the firmware of each NIC that is shown."""
    nic: NicId | None = None
    for number, line in enumerate(document.text.splitlines(), document.first_line):
        if asked := _ASKED.fullmatch(line):
            nic = NicId(NicKind.NETDEV, asked["name"])
        elif device := _DEVICE.fullmatch(line):
            nic = NicId(NicKind.RDMA, device["name"])
        elif nic is not None and (held := _HELD.fullmatch(line) or _VERSION.fullmatch(line)):
            fact = Stated(held["version"], Source(document.path, number, number))
            log.word_fact(Evidence.OBSERVED, nic, SettingKey.FIRMWARE, fact)
