"""How the configuration of a SONiC switch is fetched: the running database, and what FRRouting runs.

Both commands are what `show runningconfiguration all` calls (sonic-utilities, show/main.py); reading the database needs
the group redis, and `rvtysh -c show` is among the read-only commands of SONiC's sudoers (sonic-buildimage,
files/image_config/sudoers).
"""

from __future__ import annotations

from roce_lint.os.collection import CollectedFile, Collection


def collection() -> Collection:
    """Return the commands."""
    return Collection(
        terminal=None,
        files=(
            CollectedFile("{device}/config_db.json", ("sonic-cfggen -d --print-data",)),
            CollectedFile("{device}/frr.conf", ("sudo -n rvtysh -c 'show running-config'",)),
        ),
        refusal="",
    )
