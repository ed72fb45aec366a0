"""Commands that load, unload and restart the driver of a NIC: what is set while it runs is gone afterwards.

Sources: modprobe(8), rmmod(8).
"""

from __future__ import annotations

from roce_lint.hosts.command import ShellCommand
from roce_lint.hosts.registry import DRIVERS
from roce_lint.hosts.settings import SettingsLog
from roce_lint.model.nic import Evidence

_MODULES = frozenset().union(*(driver.kernel_modules for driver in DRIVERS))
_SERVICES = frozenset().union(*(driver.services for driver in DRIVERS))
_ENDING = frozenset({"restart", "force-restart", "reload", "stop", "force-stop", "try-restart", "reload-or-restart"})


def read_modprobe(log: SettingsLog, command: ShellCommand) -> None:
    """Read `modprobe -r DRIVER`, `rmmod DRIVER`, and `modprobe MODULE OPTION=VALUE` that a driver does without."""
    words = [word.text for word in command.arguments]
    removes = command.name == "rmmod" or any(word in ("-r", "--remove") for word in words)
    if removes and any(word.replace("-", "_") in _MODULES for word in words):
        _ends(log, command)
        return
    for driver in DRIVERS:
        for (module, option), because in driver.refused_module_options.items():
            if module in words and option in words:
                log.refuse(command.place, because)


def read_service_restart(log: SettingsLog, command: ShellCommand) -> None:
    """Read `systemctl restart openibd`, `service openibd restart` and `/etc/init.d/openibd restart`."""
    words = {command.name, *(word.text for word in command.arguments)}
    if words & _SERVICES and words & _ENDING:
        _ends(log, command)


def _ends(log: SettingsLog, command: ShellCommand) -> None:
    """Note that what was set so far is lost; a later setting takes the note back."""
    running = [*log.numbers.all(), *log.words.all()]
    if any(one.evidence is Evidence.CONFIGURED for one in running):
        log.lost = command.place
