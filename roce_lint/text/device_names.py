"""The name of the device that a file speaks of, where the text itself may not say it."""

from __future__ import annotations

import re
from pathlib import PurePath

from roce_lint.text.patterns import lazy_pattern

_STATED = lazy_pattern(
    r"[ \t]*(?:[#;!]+|//)?[ \t]*(?:host[ _-]?name|host|node|fqdn)[ \t]*[:=][ \t]*"
    r"[\"']?(?P<name>[A-Za-z0-9][\w.-]{0,252})[\"']?[ \t]*",
    re.IGNORECASE,
)
_HEAD_LINES = 40
_ARTEFACT_WORDS = """
    apply bash bnxt bnxtqos bench benchmark bin boot bootstrap buffer cable cabling cc cfg clab cloud cluster cnp conf
    config configuration configure counters current d data dcb dcbx dcqcn debugfs default defaults down dump ecn
    enable ens env environment etc eth ethernet ets facts files final firmware fw gids gpu host hosts ib ibdev2netdev
    if ifup ice info init interface interfaces irdma job jobs json launch link lldp lldpcli lldpctl local lossless mft
    mlnx mlnxqos mlx mlx5 mlxconfig mpirun mst mstconfig mtu nccl neighbor neighbors neighbour neighbours net netplan
    network nic niccli nicconfiguration nicconfigurationtemplate nics nvidia operator out output pfc port ports post
    profile profiles q qos query rc rdma roce rocev2 rules run runtime sbatch sbin script scripts service set settings
    setup sh show slurm srun startup state ethtool status submit sysctl sysfs system systemd tc template tos train
    training tune tuning txt udev up user userdata vendor yaml yml
"""
_GENERIC = frozenset(_ARTEFACT_WORDS.split())
_NIC = lazy_pattern(
    r"(?<![A-Za-z0-9])(?:mlx5_\d+|rocep\w+|en(?:p\d|s\d|o\d|x\d)[A-Za-z0-9]*|eth\d+|ib[ps]?\d+"
    r"|[0-9a-fA-F]{4}[:-][0-9a-fA-F]{2}[:-][0-9a-fA-F]{2})(?![A-Za-z0-9])"
)
"""A NIC by its interface, its RDMA device or its PCI location: part of the name of a dump, not of its host's."""
_PLACE = lazy_pattern(
    r"(?i)(?:az|batch|block|cell|dc|floor|hall|phase|pod|rack|rail|region|release|room|row|site|stage|su|tier|v|wave|zone)"
    r"[-_ ]?\d+"
)
"""A folder of several hosts: where they stand, or when they were changed."""
_NUMBER = lazy_pattern(r"\d")
_OPTIONS = frozenset("aeiqvS")
"""What a command was called with (`ethtool_a_...`)."""


_LONGEST_LINE = 400
"""A host name has at most 253 characters (RFC 1035)."""


def short_name(name: str) -> str:
    """Return a device's name without its domain and surrounding blanks, in the spelling of the input.

    An address (`10.0.0.1`) is left whole.
    """
    stripped = name.strip()
    return stripped if re.fullmatch(r"[\d.]+|.*:.*", stripped) else stripped.split(".")[0]


def stated_device_name(text: str) -> str:
    """Return the name that a comment or a key near the top of the file states, else an empty string.

    Accepted are `# host: NAME`, `# Host: NAME`, `hostname: NAME`, `HOSTNAME=NAME` and `fqdn: NAME`, alone on one of
    the first 40 lines.
    """
    for line in text.split("\n", _HEAD_LINES)[:_HEAD_LINES]:
        found = _STATED.fullmatch(line.rstrip("\r")) if len(line) <= _LONGEST_LINE else None
        if found:
            return short_name(found["name"])
    return ""


def device_name_from_path(path: str) -> str:
    """Return the device's name that a path suggests.

    The file's stem without words that name an artefact or a NIC (`node01_mlnx_qos_ens1f0np0.txt` gives `node01`); where
    nothing is left (`nccl.conf`, `90-roce.sh`), the folder's name; where there is none, the stem.
    """
    stem, of_stem, of_folder = _names_in(path)
    return of_stem or of_folder or stem or "host"


def host_name_from_path(path: str) -> str:
    """Return the host's name that a path suggests.

    Hosts are numbered: a folder with a number is taken before a stem without one (`gpu07/lossless-nics.sh`), unless it
    is a place (`rack3`). Otherwise as for any device.
    """
    _, of_stem, of_folder = _names_in(path)
    if of_stem and not _NUMBER.search(of_stem) and _NUMBER.search(of_folder) and not _PLACE.fullmatch(of_folder):
        return of_folder
    return device_name_from_path(path)


def _names_in(path: str) -> tuple[str, str, str]:
    """Return the stem of a path, and what stem and folder are without words that name an artefact."""
    pure = PurePath(path.replace("\\", "/"))
    stem = pure.name.split(".")[0] or pure.name
    return stem, _without_generic_words(stem), _without_generic_words(pure.parent.name)


def _without_generic_words(stem: str) -> str:
    bare = _NIC.sub("", stem)
    words = re.split(r"([-_ ])", bare)
    while words and (_is_generic(words[-1]) or words[-1] in "-_ "):
        words.pop()
    while words and (_is_generic(words[0]) or words[0] in "-_ " or words[0].isdigit()):
        words.pop(0)
    return "".join(words)


def _is_generic(word: str) -> bool:
    return word.lower() in _GENERIC or word in _OPTIONS
