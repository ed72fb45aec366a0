"""Values that the published models have as text, and the command reference as bits, words or numbers."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.text.patterns import lazy_pattern

_BITS = {"dscp": 6, "dscp-ipv6": 6, "ieee-802.1": 3, "ieee-802.1ad": 4, "inet-precedence": 3, "exp": 3}
_ALIAS = lazy_pattern(r"[A-Za-z][\w.+-]{0,63}")
_BINARY = lazy_pattern(r"[01]{1,6}")
_PRIORITIES = ("low", "medium-low", "medium", "medium-high", "high", "strict-high", "hardware-high")
_PARTITIONS = ("lossless", "lossless-headroom", "lossy", "multicast")
_QOS = "class-of-service"


def fault_of_value(path: Sequence[str], value: str) -> str:
    """Return why Junos refuses a value at a path, empty if it does not.

    Source: Junos CLI reference, code-points, code-point (congestion notification), priority (schedulers),
    buffer-partition, cable-length, mtu.
    """
    if _QOS not in path or value[:1] in ("<", "$"):
        return _fault_of_mtu(path, value)
    name = path[-1]
    if name in ("code-points", "code-point"):
        bits = next((_BITS[one] for one in path if one in _BITS), 0)
        if not bits or (_BINARY.fullmatch(value) and len(value) == bits):
            return ""
        return "" if _ALIAS.fullmatch(value) else f"{value!r} is neither {bits} bits nor an alias"
    if name == "priority" and "schedulers" in path and value not in _PRIORITIES:
        return f"{value!r} is no priority of a scheduler: {', '.join(_PRIORITIES)}"
    if name == "buffer-partition" and "shared-buffer" in path and value not in _PARTITIONS:
        return f"{value!r} is no partition: {', '.join(_PARTITIONS)}"
    if name == "cable-length" and not value.isdecimal():
        return f"{value!r} is no length in metres"
    return ""


def _fault_of_mtu(path: Sequence[str], value: str) -> str:
    if len(path) < 3 or path[-1] != "mtu" or "interfaces" not in path or "family" in path or "unit" in path:
        return ""
    is_taken = value.isdecimal() and len(value) < 6 and 256 <= int(value) <= 16000
    return "" if is_taken or value[:1] in ("<", "$") else f"{value!r} is not 256 to 16000"
