"""Environment variables of NCCL, UCX and NVSHMEM that decide how applications mark RoCE.

Source: NVIDIA NCCL, user guide (environment variables) and `src/transport/net_ib`.
"""

from __future__ import annotations

import re

from roce_lint.hosts.command import integer, note_number
from roce_lint.hosts.registry import DRIVERS
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import EVERY_NIC, NicId, NicKind, SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_NUMBERS = {
    "NCCL_IB_TC": (SettingKey.APPLICATION_TOS, (0, 255)),
    "NCCL_GIN_IB_TC": (SettingKey.DEVICE_INITIATED_TOS, (0, 255)),
    "NCCL_IB_FIFO_TC": (SettingKey.CONTROL_TOS, (0, 255)),
    "NCCL_IB_SL": (SettingKey.SERVICE_LEVEL, (0, 15)),
    "NCCL_IB_GID_INDEX": (SettingKey.GID_INDEX, (-1, 255)),
    "NCCL_IB_ROCE_VERSION_NUM": (SettingKey.ROCE_VERSION, (1, 2)),
    "NCCL_IB_PKEY": (SettingKey.PKEY_INDEX, (0, 65535)),
    "UCX_IB_PKEY": (SettingKey.PKEY, (0, 65535)),
    "NCCL_IB_TIMEOUT": (SettingKey.ACK_TIMEOUT, (0, 31)),
    "NCCL_IB_RETRY_CNT": (SettingKey.RETRY_COUNT, (0, 7)),
    "NCCL_IB_QPS_PER_CONNECTION": (SettingKey.QPS_PER_CONNECTION, (1, 128)),
    "NCCL_IB_ADAPTIVE_ROUTING": (SettingKey.ADAPTIVE_ROUTING, (0, 1)),
    "UCX_IB_TRAFFIC_CLASS": (SettingKey.APPLICATION_TOS, (0, 255)),
    "UCX_IB_SL": (SettingKey.SERVICE_LEVEL, (0, 15)),
    "UCX_IB_GID_INDEX": (SettingKey.GID_INDEX, (0, 255)),
    "NVSHMEM_IB_TRAFFIC_CLASS": (SettingKey.APPLICATION_TOS, (0, 255)),
    "NVSHMEM_IB_SL": (SettingKey.SERVICE_LEVEL, (0, 15)),
}
_SECOND = {
    "UCX_IB_TRAFFIC_CLASS": SettingKey.DEVICE_INITIATED_TOS,
    "NVSHMEM_IB_TRAFFIC_CLASS": SettingKey.DEVICE_INITIATED_TOS,
}
"""Libraries that send beside NCCL: where both are configured, each marks its own part of the traffic."""
_NO_FACT = lazy_pattern(
    r"NCCL_IB_(?:HCA|DISABLE|ADDR_\w+|MERGE_\w+|PCI_RELAXED_ORDERING|AR_THRESHOLD|SPLIT_DATA_ON_QPS|CUDA_SUPPORT|"
    r"RETURN_ASYNC_EVENTS|ECE_ENABLE|DATA_DIRECT|WARN_\w+|USE_INLINE|RECEIVER_SIDE_MATCHING_SCHEME|OOO_RQ|"
    r"PREPOST_\w+|RESILIENCY_\w+|MQP_\w+)"
)
_ASSIGNMENT = lazy_pattern(
    r"\s*(?:export\s+|-x\s+)?(?P<name>(?:NCCL|UCX|NVSHMEM)_[A-Z0-9_]+)\s*[=:]\s*(?P<value>.*?)\s*"
)
_PLAIN = lazy_pattern(r"(?:export\s+)?[A-Za-z_]\w*\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"']*)\s*(?:#.*)?")
_FAMILIES = frozenset(driver.name for driver in DRIVERS)
"""The names of drivers: alone they select every device whose name begins so."""
_HCA = lazy_pattern(r"(?P<how>[=^]{0,2})(?P<list>.*)")


def is_nccl_variable(name: str) -> bool:
    """Return whether an environment variable is one that is read here."""
    return name in _NUMBERS or name.startswith(("NCCL_IB_", "NCCL_GIN_"))


def is_nccl_file(text: str) -> bool:
    """Return whether a text consists of `KEY=VALUE` lines with NCCL, UCX or NVSHMEM variables among them."""
    lines = [line.strip() for line in text.splitlines()]
    settings = [line for line in lines if line and not line.startswith(("#", ";"))]
    plain = all(_PLAIN.fullmatch(line) for line in settings)
    return plain and any(_ASSIGNMENT.fullmatch(line) for line in settings)


def read_nccl_file(log: SettingsLog, document: Document) -> None:
    """Note the variables of `nccl.conf` or of an environment file.

    NCCL itself reads `nccl.conf`: there a line does not overwrite an earlier one of the same name (`src/misc/param.cc`
    sets variables without overwriting). Before `=` no reader takes a blank.
    """
    variables: dict[str, tuple[ScriptText, SettingPlace]] = {}
    read_by_nccl = document.path.rpartition("/")[2].lstrip(".") == "nccl.conf"
    for number, line in enumerate(document.text.splitlines(), 1):
        found = _ASSIGNMENT.fullmatch(line)
        if not found or not is_nccl_variable(found["name"]):
            continue
        name, value = found["name"], re.sub(r"\s+#.*", "", found["value"]).strip("\"'")
        place = log.place(number, line)
        if re.match(r"\s+=", line[found.end("name") :]):
            log.refuse(place, f"with the blank before `=` this is no setting of {name}")
            continue
        earlier = variables.get(name)
        if read_by_nccl and earlier:
            if earlier[0].text != value:
                because = f"NCCL keeps the {earlier[0].text} that line {earlier[1].source.line} gives {name}"
                log.refuse(place, because)
            continue
        variables[name] = (ScriptText(value, "$" not in value), place)
    read_nccl_variables(log, variables)


def read_nccl_variables(log: SettingsLog, variables: dict[str, tuple[ScriptText, SettingPlace]]) -> None:
    """Note the variables of one environment for the RDMA devices that NCCL_IB_HCA selects, or for every NIC."""
    if not variables:
        return
    nics = _selected(variables)
    disabled = "NCCL_IB_DISABLE" in variables and integer(variables["NCCL_IB_DISABLE"][0].text) == 1
    for name, (value, place) in variables.items():
        if name.startswith("NCCL_IB_"):
            for nic in nics:
                note_number(log, place, nic, SettingKey.NCCL_USED, ScriptText("0" if disabled else "1", True), (0, 1))
        if name == "UCX_IB_PKEY" and value.text == "auto":
            continue
        if name in _NUMBERS:
            key, limits = _NUMBERS[name]
            if name in _SECOND and "NCCL_IB_TC" in variables:
                key = _SECOND[name]
            for nic in nics:
                note_number(log, place, nic, key, value, limits)
        elif name.startswith("NCCL_IB_") and not _NO_FACT.fullmatch(name):
            log.not_understood(place, f"{name} is not a known variable of NCCL")
    if disabled:
        place = variables["NCCL_IB_DISABLE"][1]
        because = "NCCL_IB_DISABLE=1: NCCL does not use RoCE, and its other NCCL_IB settings have no effect"
        contradicted = any(name in _NUMBERS and name.startswith("NCCL_") for name in variables)
        for nic in nics:
            log.number_fact(place.evidence, nic, SettingKey.APPLICATION_TOS, Unknown(because, place.source))
            log.number_fact(place.evidence, nic, SettingKey.NCCL_VOID, Stated(int(contradicted), place.source))


def _selected(variables: dict[str, tuple[ScriptText, SettingPlace]]) -> list[NicId]:
    """Return the devices named in NCCL_IB_HCA, or every NIC where it excludes some, names a family or is absent."""
    every = [NicId(NicKind.NETDEV, EVERY_NIC)]
    if "NCCL_IB_HCA" not in variables:
        return every
    value = variables["NCCL_IB_HCA"][0]
    found = _HCA.fullmatch(value.text)
    if not value.resolved or found is None or "^" in found["how"]:
        return every
    names = [entry.partition(":")[0].strip() for entry in found["list"].split(",")]
    named = [NicId(NicKind.RDMA, name) for name in names if re.search(r"\d$", name) and name not in _FAMILIES]
    return named if named and len(named) == len([name for name in names if name]) else every


_ENTRY = lazy_pattern(
    r"^[ \t]*- name:[ \t]*[\"']?(?P<name>(?:NCCL|UCX|NVSHMEM)_[A-Z0-9_]+)[\"']?[ \t]*\n"
    r"[ \t]*value:[ \t]*(?P<value>[^\n]*)$",
    re.MULTILINE,
)
_NODE = lazy_pattern(
    r"^[ \t]*(?:nodeName|kubernetes\.io/hostname):[ \t]*[\"']?(?P<name>[A-Za-z0-9][\w.-]{0,252})[\"']?[ \t]*$",
    re.MULTILINE,
)


def pinned_node(text: str) -> str:
    """Return the node that a pod with NCCL variables is bound to, empty for any other text."""
    if "NCCL_IB_" not in text or not _ENTRY.search(text):
        return ""
    found = _NODE.search(text)
    return found["name"] if found else ""


def is_container_env(text: str) -> bool:
    """Return whether a text is a pod with NCCL variables that is bound to one node."""
    return bool(pinned_node(text))


def read_container_env(log: SettingsLog, document: Document) -> None:
    """Note the variables of the pod's containers; a value that a template fills in is known to the host only."""
    variables: dict[str, tuple[ScriptText, SettingPlace]] = {}
    for found in _ENTRY.finditer(document.text):
        if is_nccl_variable(found["name"]):
            value = found["value"].split(" #")[0].strip().strip("\"'")
            line = document.text.count("\n", 0, found.start("name")) + 1
            place = SettingPlace(Source(document.path, line, line + 1), f"{found['name']}: {value}")
            variables[found["name"]] = (ScriptText(value, "$" not in value and "{{" not in value), place)
    read_nccl_variables(log, variables)
