"""Lines of PFC that NX-OS certainly refuses: forms of other systems, and arguments that its grammar does not have.

Source: Cisco-NX-OS-device YANG 10.3 and the NX-OS QoS guide (mode auto, on or off; the watchdog's switch is on or off).
"""

from __future__ import annotations

from roce_lint.text.patterns import lazy_pattern

_MODE = "NX-OS takes `priority-flow-control mode auto|on|off [send-tlv]`"
_WATCHDOG = (
    "NX-OS takes `priority-flow-control watch-dog-interval on|off`, and times globally by"
    " `priority-flow-control watch-dog interval MS`"
)
_TABLE = (
    (lazy_pattern(r"priority-flow-control mode(?! (?:auto|on|off)(?: send-tlv)?$).*"), _MODE),
    (
        lazy_pattern(r"priority-flow-control (?:on|off|enable|disable|(?:priority|pause|receive|transmit)\b.*)"),
        f"{_MODE}; what is lossless is in a network-qos class as `pause pfc-cos LIST`",
    ),
    (lazy_pattern(r"priority-flow-control (?:watchdog\b|watch-dog-(?!interval\b)).*"), _WATCHDOG),
    (lazy_pattern(r"priority-flow-control watch-dog-interval(?! (?:on|off)\b).*"), _WATCHDOG),
)


def why_refused(text: str) -> str:
    """Return why NX-OS refuses a line that was not understood; empty where it may be valid, here or elsewhere."""
    if not text.startswith("priority-flow-control"):
        return ""
    return next((because for pattern, because in _TABLE if pattern.fullmatch(text)), "")
