"""Commands that load, unload and restart the driver of a NIC: what is set while it runs is gone afterwards.

Sources: modprobe(8), rmmod(8); `/etc/init.d/openibd` of the vendor's driver; module option `roce_ena` of Intel irdma.
"""

from __future__ import annotations

from roce_lint.hosts.command import Command
from roce_lint.hosts.settings import SettingsLog
from roce_lint.model.nic import Evidence

_DRIVERS = frozenset({"mlx5_core", "bnxt_en", "ice"})
_SERVICES = frozenset({"openibd", "openibd.service", "mlnx-en.d", "mlnx-en.d.service"})
_ENDING = frozenset({"restart", "force-restart", "reload", "stop", "force-stop", "try-restart", "reload-or-restart"})


def read_modprobe(log: SettingsLog, command: Command) -> None:
    """Read `modprobe -r DRIVER`, `rmmod DRIVER` and `modprobe irdma roce_ena=0`."""
    words = [word.text for word in command.arguments]
    removes = command.name == "rmmod" or any(word in ("-r", "--remove") for word in words)
    if removes and any(word.replace("-", "_") in _DRIVERS for word in words):
        _ends(log, command)
    elif "irdma" in words and "roce_ena=0" in words:
        because = "roce_ena=0 makes irdma speak iWARP, not RoCEv2"
        log.reject(command.place.source, command.place.text, because)


def read_service_restart(log: SettingsLog, command: Command) -> None:
    """Read `systemctl restart openibd`, `service openibd restart` and `/etc/init.d/openibd restart`."""
    words = {command.name, *(word.text for word in command.arguments)}
    if words & _SERVICES and words & _ENDING:
        _ends(log, command)


def _ends(log: SettingsLog, command: Command) -> None:
    """Note that what was set so far is lost; a later setting takes the note back."""
    running = [*log.numbers.all(), *log.words.all()]
    if any(one.evidence is Evidence.CONFIGURED for one in running):
        log.lost = (command.place.source, command.place.text)
