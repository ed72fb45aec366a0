"""The bandwidth of traffic classes, whichever command gives it: the shares of the ETS classes make 100 %."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.hosts.command import ShellCommand
from roce_lint.hosts.settings import SettingsLog

_CLASSES = 8


def check_shares(
    log: SettingsLog, command: ShellCommand, algorithms: Mapping[int, str], shares: Mapping[int, int | None]
) -> None:
    """Note a call whose shares of the ETS classes do not make 100 %: the driver refuses it.

    `algorithms` (`ets`, `strict`) and `shares` in percent go by traffic class. Where the call leaves out classes, which
    may be ETS from before, it is handed back as not understood. Source: Linux mlx5 en_dcbnl.c,
    mlx5e_dbcnl_validate_ets ("BW sum is illegal"); the same in dcb-ets(8) and lldptool-ets(8).
    """
    ets = [shares.get(number) or 0 for number, word in algorithms.items() if word == "ets"]
    total = sum(ets)
    if not ets or total == 100 or None in shares.values():
        return
    because = f"the shares of the ETS classes make {total} %, and the driver refuses what does not make 100"
    if total > 100 or len(algorithms) >= _CLASSES:
        log.refuse(command.place, because)
    else:
        log.not_understood(command.place, f"{because}; this call leaves out some classes")
