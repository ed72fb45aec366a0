"""How the configuration of an NX-OS switch is fetched.

Sources: Cisco Nexus 9000 NX-OS Fundamentals Configuration Guide, "Terminal Settings"; driver `cisco_nxos` of netmiko
and model `nxos` of Oxidized.
"""

from __future__ import annotations

from roce_lint.os.collection import CollectedFile, Collection, Terminal


def collection() -> Collection:
    """Return the commands and the ways of the command line."""
    return Collection(
        terminal=Terminal(
            prompt=r"[\w.@()-]{1,80}[#>] ?",
            unprivileged_prompt="",
            raise_privilege="",
            password_prompt="",
            session_settings=("terminal length 0", "terminal width 511"),
            pager=r" ?--More-- ?",
            refusal="% ",
        ),
        files=(CollectedFile("{device}.cfg", ("show running-config",)),),
        refusal="% ",
    )
