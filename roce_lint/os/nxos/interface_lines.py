"""The lines of an interface that hold one value each, whichever interface they are in: what each form of them says."""

from __future__ import annotations

from roce_lint.model.terms import BundleMode, Fec, PfcMode
from roce_lint.os.industry_cli.allowed_vlans import allowed_vlans
from roce_lint.os.industry_cli.command import NOT_STATED, NotStated, Setting
from roce_lint.os.industry_cli.line_form import VariablePart
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable, ValueNotGiven
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_WATCHDOG_OPTIONS = lazy_pattern(r"(?:(?:^| )(?:disable-action|interface-multiplier (\d{1,2})))*")
_MULTIPLIERS = range(0, 41)
_MODES = {mode.value: mode for mode in BundleMode}
_FEC = {
    "off": Fec.OFF,
    "fc-fec": Fec.FIRE_CODE,
    "rs-fec": Fec.REED_SOLOMON,
    "rs-ieee": Fec.REED_SOLOMON,
    "rs-cons16": Fec.REED_SOLOMON,
}


@dataclass(frozen=True, slots=True)
class _Membership:
    """The port-channel that an interface is a member of, and how; `mode` is None where the line names no known one."""

    bundle: str
    mode: BundleMode | None


@dataclass(frozen=True, slots=True)
class PortWatchdogLines:
    """What an interface says of its watchdog; `multiplier` of the polling interval is 0 where the switch's holds."""

    is_on: bool
    notifies_only: bool
    multiplier: int


@dataclass(slots=True)
class PortLines:
    """What the lines say that hold for one interface; `trunks`: it carries several VLANs, with tags."""

    enabled: Setting[bool] = NOT_STATED
    mtu_bytes: Setting[int] = NOT_STATED
    speed_gbps: Setting[int] = NOT_STATED
    fec: Setting[Fec] = NOT_STATED
    membership: Setting[_Membership] = NOT_STATED
    routed: Setting[bool] = NOT_STATED
    trunks: Setting[bool] = NOT_STATED
    access_vlan: Setting[frozenset[int]] = NOT_STATED
    allowed_vlans: Setting[frozenset[int]] = NOT_STATED
    vrf: Setting[str] = NOT_STATED
    pause_sent: Setting[bool] = NOT_STATED
    pause_received: Setting[bool] = NOT_STATED
    pfc_mode: Setting[PfcMode] = NOT_STATED
    watchdog: Setting[PortWatchdogLines] = NOT_STATED
    outer_dscp_is_inner: Setting[bool] = NOT_STATED


def _gbps(mbps: int) -> int:
    return mbps // 1000


def _membership(number: int, mode: VariablePart) -> _Membership:
    return _Membership(f"port-channel{number}", _MODES.get(str(mode or BundleMode.STATIC.value)))


def _trunks(mode: VariablePart) -> bool:
    return str(mode).split(" ")[-1] in ("trunk", "fex-fabric")


def _one_vlan(number: int) -> frozenset[int]:
    return frozenset({number})


def _vrf(name: VariablePart) -> VariablePart | NotStated:
    return name or NOT_STATED


def _is_on(word: str) -> bool:
    return word == "on"


def _watchdog(switch: str, options: VariablePart) -> PortWatchdogLines:
    """Return what a switch and its options say; raise ValueError for other options."""
    text = str(options or "")
    found = _WATCHDOG_OPTIONS.fullmatch(text)
    multiplier = int(found[1] or 0) if found else -1
    if multiplier not in _MULTIPLIERS:
        raise ValueError(options)
    return PortWatchdogLines(switch == "on", "disable-action" in text, multiplier)


_NEGOTIATED = ValueNotGiven("the speed is negotiated or below 1 Gb/s")
_PAUSE_NEGOTIATED = ValueNotGiven("link pause is negotiated or not understood")
_NO_PAUSE = "flowcontrol takes on, off or desired"
INTERFACE_LINES = LineTable(
    CommandRow("mtu <68-9216>", "mtu_bytes", near_miss="mtu takes a number up to 9216", by_device=True),
    CommandRow("shutdown ...", "enabled", value=False, no=True),
    CommandRow("switchport", "routed", value=False, no=True, cleared="switchport"),
    CommandRow("switchport mode ...", "trunks", value=_trunks),
    CommandRow(
        "switchport access vlan <1-4094>",
        "access_vlan",
        value=_one_vlan,
        near_miss="switchport access vlan takes one VLAN",
    ),
    *allowed_vlans("switchport trunk allowed vlan takes a list of VLANs"),
    CommandRow("vrf member ...", "vrf", value=_vrf),
    CommandRow("speed <1000-9999999>", "speed_gbps", value=_gbps),
    CommandRow("speed <0-999>", "speed_gbps", value=_NEGOTIATED),
    CommandRow("speed auto ...", "speed_gbps", value=_NEGOTIATED),
    CommandRow("speed ...", "speed_gbps", value=_NEGOTIATED, refused="speed takes Mb/s or auto"),
    CommandRow("fec off|fc-fec|rs-fec|rs-ieee|rs-cons16", "fec", value=_FEC.__getitem__),
    CommandRow("fec ...", "fec", value=NOT_STATED),
    CommandRow(
        "channel-group <0-9999> [force] [mode <mode>]",
        "membership",
        value=_membership,
        near_miss="channel-group takes a number",
    ),
    CommandRow("flowcontrol send on|off", "pause_sent", value=_is_on),
    CommandRow("flowcontrol send desired", "pause_sent", value=_PAUSE_NEGOTIATED),
    CommandRow("flowcontrol send ...", "pause_sent", value=_PAUSE_NEGOTIATED, refused=_NO_PAUSE),
    CommandRow("flowcontrol receive on|off", "pause_received", value=_is_on),
    CommandRow("flowcontrol receive desired", "pause_received", value=_PAUSE_NEGOTIATED),
    CommandRow("flowcontrol receive ...", "pause_received", value=_PAUSE_NEGOTIATED, refused=_NO_PAUSE),
    CommandRow(
        "priority-flow-control mode auto|on|off [send-tlv]",
        "pfc_mode",
        value=PfcMode,
        near_miss="priority-flow-control mode takes auto, on or off",
    ),
    CommandRow(
        "priority-flow-control watch-dog-interval on|off ...",
        "watchdog",
        value=_watchdog,
        begins="priority-flow-control watch-dog-interval",
        near_miss="watch-dog-interval takes on or off, disable-action and interface-multiplier; no milliseconds",
    ),
    CommandRow("qos-mode uniform", "outer_dscp_is_inner", value=True),
    CommandRow("qos-mode pipe", "outer_dscp_is_inner", value=False),
    CommandRow("qos-mode ...", "outer_dscp_is_inner", refused="qos-mode takes pipe or uniform"),
)
