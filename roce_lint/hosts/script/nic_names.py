"""Commands that ask the host which names a NIC has, or which NICs it has."""

from __future__ import annotations

import re

_OF_NETDEV = re.compile(r"/class/net/(?P<name>[^/\s\"]+)/device(?P<below>/infiniband)?/?(?=[\s\")]|$)")
_OF_RDMA = re.compile(r"/class/infiniband/(?P<name>[^/\s\"]+)/device(?P<below>/net)?/?(?=[\s\")]|$)")
_LIST = re.compile(
    r"\s*(?:ls(?: -1)?\s+/sys/class/(?:infiniband|net)/?|ibdev2netdev|ibv_devices|rdma link(?: show)?)\s*"
    r"(?:2>\s*/dev/null\s*)?"
    r"(?:\|\s*(?:grep\s+['\"]?(?:mlx5?_?|Up|ACTIVE)['\"]?|awk\s+'\{\s*print \$\d+\s*\}'|"
    r"cut [^|]*|sort(?: -\w+)?|tr [^|]*)\s*)*"
)


def named_by_sysfs(command: str) -> str:
    """Return `{pci of eth0}`, `{rdma of eth0}` or `{netdev of mlx5_0}` for a command that asks sysfs for it."""
    found = _OF_NETDEV.search(command)
    if found and "*" not in found["name"]:
        return f"{{{'rdma' if found['below'] else 'pci'} of {found['name']}}}"
    found = _OF_RDMA.search(command)
    if found and "*" not in found["name"]:
        return f"{{{'netdev' if found['below'] else 'device'} of {found['name']}}}"
    return ""


def lists_every_nic(command: str) -> bool:
    """Return whether a command prints the names of all NICs of the host."""
    return _LIST.fullmatch(command) is not None
