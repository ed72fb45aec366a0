"""ECN thresholds of SR Linux that cannot be, taken from queues of the same speed."""

from __future__ import annotations

from roce_lint.fix.case import Case, Draft
from roce_lint.model.fact import Stated, Unknown, known
from roce_lint.os.srlinux.remedies.values import value_on_line, with_value

_LEAVES = ("min-threshold", "max-threshold")


def thresholds(case: Case) -> Draft | None:
    """Give the threshold on the finding's line the value of every other queue of this number and speed."""
    leaf = next((name for name in _LEAVES if value_on_line(case, name).isdigit()), "")
    port = case.port
    if not leaf or port is None or isinstance(port.speed_gbps, Unknown):
        return None
    values: dict[tuple[int, int], str] = {}
    for device in case.shop.fabric.devices:
        for other in device.ports if device.os == case.device.os and device.name != case.device.name else ():
            if known(other.speed_gbps, 0) != port.speed_gbps.value:
                continue
            for queue in other.qos.queues:
                low, high = queue.ecn_kmin_bytes, queue.ecn_kmax_bytes
                if queue.index == case.number and isinstance(low, Stated) and isinstance(high, Stated):
                    values.setdefault((low.value, high.value), f"{low.source.file}:{low.source.line}")
    if len(values) != 1:
        return None
    (low_bytes, high_bytes), origin = next(iter(values.items()))
    edit = with_value(case, leaf, str(low_bytes if leaf == "min-threshold" else high_bytes))
    title = f"mark ECN on queue {case.number} as ports of the same speed do"
    return Draft((edit,), title, f"as in {origin}") if edit else None
