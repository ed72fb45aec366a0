"""How the configuration of an EOS switch is fetched.

Sources: Arista EOS manual, "Command-Line Interface" (`terminal length`, `terminal width`, privileged EXEC); drivers of
netmiko (`arista`) and model `eos` of Oxidized.
"""

from __future__ import annotations

from roce_lint.os.collection import CollectedFile, Collection, Terminal


def collection() -> Collection:
    """Return the commands and the ways of the command line."""
    return Collection(
        terminal=Terminal(
            prompt=r"[\w.:@-]{1,80}(?:\([\w.:/ -]{1,40}\))?[#>] ?",
            unprivileged_prompt=r"[^#]*> ?",
            raise_privilege="enable",
            password_prompt=r"[Pp]assword: ?",
            session_settings=("terminal length 0", "terminal width 511"),
            pager=r" ?--More-- ?",
            refusal="% ",
        ),
        files=(CollectedFile("{device}.cfg", ("show running-config",)),),
        refusal="% ",
    )
