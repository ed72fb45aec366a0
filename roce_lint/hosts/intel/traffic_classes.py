"""What Intel's ice driver does not take of otherwise sound DCB settings.

Source: Intel Ethernet 800 Series, DCB and RDMA configuration: traffic classes are used from 0 on without a gap.
"""

from __future__ import annotations

from roce_lint.hosts.settings import Key, NicId, SettingsLog
from roce_lint.model.fact import Fact, Source, Stated, known

_PRIORITIES = 8


def refuse_class_gaps(log: SettingsLog, lines: list[str]) -> None:
    """Refuse a map of priorities to traffic classes that leaves one out, on NICs that are known to be Intel's."""
    intel = {
        setting.nic
        for setting, vendor in log.words.all().items()
        if setting.key is Key.VENDOR and known(vendor, "") == "Intel"
    }
    classes: dict[NicId, list[Fact[int]]] = {}
    for setting, fact in log.numbers.all().items() if intel else ():
        if setting.key is Key.PRIORITY_TC and setting.nic in intel:
            classes.setdefault(setting.nic, []).append(fact)
    for facts in classes.values():
        stated = [fact for fact in facts if isinstance(fact, Stated)]
        used = {fact.value for fact in stated}
        missing = next((number for number in range(_PRIORITIES) if number not in used), _PRIORITIES)
        if len(stated) == _PRIORITIES and max(used) > missing:
            place: Source = max(stated, key=lambda fact: fact.value).source
            because = f"the ice driver uses traffic classes without a gap, and no priority has {missing}"
            log.reject(place, lines[place.line - 1].strip() if 0 < place.line <= len(lines) else "", because)
