"""PowerShell of Windows servers that sets up DCB for SMB Direct, and module options of ESXi.

Sources: Microsoft Learn, module NetQos (New-NetQosPolicy, Enable-NetQosFlowControl, Set-NetQosDcbxSetting), module
NetAdapter (Enable-NetAdapterQos; *JumboPacket counts the Ethernet header); NVIDIA, Native ConnectX Driver for VMware
ESXi (pfctx, pfcrx and trust_state of nmlx5_core, dscp_force and pcp_force of nmlx5_rdma).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from roce_lint.hosts.command import integer, note_number
from roce_lint.hosts.linux.link import MTU_LIMITS_BYTES
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import EVERY_NIC, NicId, NicKind, SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Stated
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field

_CMDLETS = (
    "(?:new|set)-netqospolicy",
    "(?:enable|disable)-netqosflowcontrol",
    "(?:enable|disable)-netadapterqos",
    "new-netqostrafficclass",
    "set-netqosdcbxsetting",
)
_OF_DCB = lazy_pattern(rf"(?im)^[^#\n]*\b(?:{'|'.join(_CMDLETS)})\b")
_OF_ESXI = lazy_pattern(
    r"(?m)^[^#\n]*\besxc(?:li\b.*\bsystem module parameters set|fg-module)\b.*\bnmlx5_(?:core|rdma)\b"
)
_TOKEN = lazy_pattern(r"\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<plain>[^\s\"'|;]+)|(?P<pipe>[|;])")
_OPTION = lazy_pattern(r"(?P<name>[a-z_]+)=(?P<value>[\w,]+)")
_ETHERNET_HEADER = 14
_EVERY = NicId(NicKind.NETDEV, EVERY_NIC)
_TRUSTS = {"1": "pcp", "2": "dscp"}


def is_windows_dcb(text: str) -> bool:
    """Return whether a text is PowerShell with cmdlets of DCB."""
    return "Net" in text and _OF_DCB.search(text) is not None


def is_esxi_modules(text: str) -> bool:
    """Return whether a text sets options of the modules of ConnectX on ESXi."""
    return "nmlx5_" in text and _OF_ESXI.search(text) is not None


@dataclass(slots=True)
class _Cmdlet:
    """One call: its name in lower case, its parameters by name in lower case, and what has no name."""

    name: str
    parameters: dict[str, str] = field(default_factory=dict)
    positional: list[str] = field(default_factory=list)

    def adapter(self) -> NicId:
        """Return the adapter that a call names, or every one."""
        named = self.parameters.get("name") or self.parameters.get("interfacealias") or "".join(self.positional[:1])
        return NicId(NicKind.NETDEV, named) if named and named != "*" else _EVERY


def _cmdlets(line: str) -> Iterator[_Cmdlet]:
    """Yield the calls of a line; one that gets its adapter from the call before it has its parameters."""
    before: _Cmdlet | None = None
    current: _Cmdlet | None = None
    waiting = ""
    for token in _TOKEN.finditer(line):
        text = next((token[name] for name in ("double", "single", "plain", "pipe") if token[name] is not None), "")
        if token["pipe"]:
            if current is not None:
                yield current
            before, current, waiting = (current if text == "|" else None), None, ""
        elif current is None:
            if token["plain"] and re.fullmatch(r"[A-Za-z]+-[A-Za-z]+", text):
                inherited = dict(before.parameters) if before is not None else {}
                current = _Cmdlet(text.lower(), inherited, list(before.positional) if before is not None else [])
        elif token["plain"] and re.match(r"-[A-Za-z]", text):
            waiting = text[1:].rstrip(":").lower()
            current.parameters[waiting] = ""
        elif waiting:
            joined = current.parameters[waiting]
            current.parameters[waiting] = f"{joined}{text}"
            waiting = waiting if text.endswith(",") else ""
        else:
            current.positional.append(text)
    if current is not None:
        yield current


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines without comments, those that end with a backtick joined to the next."""
    begin, whole = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        begin = begin or number
        plain = re.sub(r"(?:^|\s)#.*", "", line).rstrip()
        whole = f"{whole} {plain.removesuffix('`')}"
        if not plain.endswith("`"):
            yield begin, whole.strip()
            begin, whole = 0, ""
    if whole:
        yield begin, whole.strip()


def read_windows_dcb(log: SettingsLog, document: Document) -> None:
    """Note flow control, DCBX, marking and MTU of the adapters on which QoS is enabled, of every one if none is named.

    Flow control is stated for the server as a whole and holds on the adapters with QoS.
    """
    calls = [(number, call) for number, line in _lines(document.text) for call in _cmdlets(line)]
    enabled = [call.adapter() for _, call in calls if call.name == "enable-netadapterqos"]
    adapters = list(dict.fromkeys(enabled)) or [_EVERY]
    for number, call in calls:
        reader = _READERS.get(call.name)
        if reader is not None:
            reader(log, call, adapters, log.place(number, log.line(number)))


def _flow_control(log: SettingsLog, call: _Cmdlet, adapters: list[NicId], place: SettingPlace) -> None:
    on = "1" if call.name.startswith("enable") else "0"
    stated = call.parameters.get("priority") or ",".join(call.positional)
    for word in filter(None, (one.strip() for one in stated.split(","))):
        priority = integer(word)
        if priority is None or not 0 <= priority <= 7:
            log.not_understood(place, f"{word!r} is no priority from 0 to 7", concerns_qos=True)
            continue
        for nic in adapters:
            note_number(log, place, nic, SettingKey.PFC, ScriptText(on, True), (0, 1), priority)


def _adapter_qos(log: SettingsLog, call: _Cmdlet, adapters: list[NicId], place: SettingPlace) -> None:
    if call.name.startswith("disable"):
        for priority in range(8):
            note_number(log, place, call.adapter(), SettingKey.PFC, ScriptText("0", True), (0, 1), priority)
    else:
        log.mention(call.adapter())


def _policy(log: SettingsLog, call: _Cmdlet, adapters: list[NicId], place: SettingPlace) -> None:
    """Take the priority and the code point of RDMA (NetDirect); other traffic is none of RoCE."""
    if "netdirectportmatchcondition" not in call.parameters:
        return
    for name, key, limit, factor in (
        ("priorityvalue8021action", SettingKey.SERVICE_LEVEL, 7, 1),
        ("dscpaction", SettingKey.APPLICATION_TOS, 63, 4),
    ):
        value = integer(call.parameters.get(name, ""))
        if value is not None and 0 <= value <= limit:
            for nic in adapters:
                log.number_fact(place.evidence, nic, key, Stated(value * factor, place.source))
        elif name in call.parameters:
            log.not_understood(place, f"{call.parameters[name]!r} is not from 0 to {limit}", concerns_qos=True)


def _dcbx(log: SettingsLog, call: _Cmdlet, adapters: list[NicId], place: SettingPlace) -> None:
    willing = {"$true": "1", "1": "1", "$false": "0", "0": "0"}.get(call.parameters.get("willing", "").lower())
    if willing is None:
        return
    named = "interfacealias" in call.parameters
    for nic in [call.adapter()] if named else adapters:
        note_number(log, place, nic, SettingKey.DCBX_BY_FIRMWARE, ScriptText(willing, True), (0, 1))


def _advanced(log: SettingsLog, call: _Cmdlet, adapters: list[NicId], place: SettingPlace) -> None:
    """Take the largest frame, which counts the Ethernet header."""
    if call.parameters.get("registrykeyword", "").lower() != "*jumbopacket":
        return
    size = integer(call.parameters.get("registryvalue", ""))
    if size is not None:
        mtu = ScriptText(str(size - _ETHERNET_HEADER), True)
        note_number(log, place, call.adapter(), SettingKey.MTU_BYTES, mtu, MTU_LIMITS_BYTES)


_READERS = {
    "enable-netqosflowcontrol": _flow_control,
    "disable-netqosflowcontrol": _flow_control,
    "enable-netadapterqos": _adapter_qos,
    "disable-netadapterqos": _adapter_qos,
    "new-netqospolicy": _policy,
    "set-netqospolicy": _policy,
    "set-netqosdcbxsetting": _dcbx,
    "set-netadapteradvancedproperty": _advanced,
}


def read_esxi_modules(log: SettingsLog, document: Document) -> None:
    """Note PFC, trust and marking that options of `nmlx5_core` and `nmlx5_rdma` give every NIC of their driver."""
    for number, line in _lines(document.text):
        if _OF_ESXI.search(line):
            options = {found["name"]: found["value"] for found in _OPTION.finditer(line)}
            _note_options(log, options, log.place(number, log.line(number)))


def _note_options(log: SettingsLog, options: Mapping[str, str], place: SettingPlace) -> None:
    masks = {name: integer(options[name]) for name in ("pfctx", "pfcrx") if name in options}
    if len(set(masks.values())) > 1:
        log.not_understood(place, "pfctx and pfcrx differ: pauses are sent and obeyed for others", concerns_qos=True)
    elif masks:
        mask = next(iter(masks.values()))
        for priority in range(8) if mask is not None else ():
            bit = str((mask or 0) >> priority & 1)
            note_number(log, place, _EVERY, SettingKey.PFC, ScriptText(bit, True), (0, 1), priority)
    if (trust := _TRUSTS.get(options.get("trust_state", ""))) is not None:
        log.word_fact(place.evidence, _EVERY, SettingKey.TRUST, Stated(trust, place.source))
    for name, key, limit, factor in (
        ("dscp_force", SettingKey.DEVICE_TOS, 63, 4),
        ("pcp_force", SettingKey.SERVICE_LEVEL, 7, 1),
    ):
        value = integer(options.get(name, ""))
        if value is not None and 0 <= value <= limit:
            log.number_fact(place.evidence, _EVERY, key, Stated(value * factor, place.source))
