"""The five sets of QoS options of opensm.conf.

Source: subn_verify_qos_set in opensm/osm_subnet.c of OpenSM 3.3.23.
"""

from __future__ import annotations

from roce_lint.infiniband.opensm.option_values import DEFAULT_BECAUSE, OptionValues
from roce_lint.infiniband.sm_options import QosOptions
from roce_lint.model.fact import Default, Fact, Stated, Unknown

PREFIXES = ("qos", "qos_ca", "qos_sw0", "qos_swe", "qos_rtr")
SERVICE_LEVELS = 16
_MOST_PAIRS = 64
_VLARB_HIGH = tuple((lane, 4 if lane == 0 else 0) for lane in range(15))
_VLARB_LOW = tuple((lane, 0 if lane == 0 else 4) for lane in range(15))
_SL2VL = (*range(15), 7)


def qos_sets(values: OptionValues, qos_is_on: bool) -> tuple[QosOptions, ...]:
    """Return the sets; OpenSM checks them only where QoS is on, and then warns and goes on."""
    return tuple(_qos_set(values, prefix, qos_is_on) for prefix in PREFIXES)


def _qos_set(values: OptionValues, prefix: str, qos_is_on: bool) -> QosOptions:
    max_vls = values.number(f"{prefix}_max_vls", 0)
    if isinstance(max_vls, Stated) and max_vls.value > 15:
        because = f"{max_vls.value} is above 15, so OpenSM takes its default"
        if qos_is_on:
            values.replaced(f"{prefix}_max_vls", "0", because)
        max_vls = Default(0, max_vls.source, because)
    high_limit = values.number(f"{prefix}_high_limit", -1)
    if isinstance(high_limit, Stated) and not 0 <= high_limit.value <= 255:
        because = f"{high_limit.value} is not from 0 to 255, so OpenSM takes its default"
        if qos_is_on:
            values.replaced(f"{prefix}_high_limit", "0", because)
        high_limit = Default(-1, high_limit.source, because)
    return QosOptions(
        prefix,
        max_vls,
        high_limit,
        _arbitration(values, f"{prefix}_vlarb_high", _VLARB_HIGH),
        _arbitration(values, f"{prefix}_vlarb_low", _VLARB_LOW),
        _lanes(values, f"{prefix}_sl2vl"),
    )


def _arbitration(
    values: OptionValues, name: str, default: tuple[tuple[int, int], ...]
) -> Fact[tuple[tuple[int, int], ...]]:
    text = values.text(name, "")
    if isinstance(text, Unknown) or not text.value:
        return Default(default, values.place(name), DEFAULT_BECAUSE)
    pairs = []
    for part in filter(None, text.value.split(",")):
        lane, colon, weight = part.partition(":")
        if not colon or not lane.strip().isdecimal() or not weight.strip().isdecimal():
            values.suspicious(name, f"{part.strip()} is no pair of a virtual lane and a weight such as 0:4")
            return Unknown(f"{part.strip()} cannot be read", text.source)
        pairs.append((int(lane), int(weight)))
    for lane_number, weight_number in pairs:
        if lane_number > 14:
            values.suspicious(name, f"virtual lane {lane_number} is out of range; data use 0 to 14")
        if weight_number > 255:
            values.suspicious(name, f"weight {weight_number} is out of range; the highest is 255")
    if len(pairs) > _MOST_PAIRS:
        values.suspicious(name, f"{len(pairs)} pairs are listed; OpenSM drops those after the {_MOST_PAIRS}th")
    return Stated(tuple(pairs[:_MOST_PAIRS]), text.source)


def _lanes(values: OptionValues, name: str) -> Fact[tuple[int, ...]]:
    text = values.text(name, "")
    if isinstance(text, Unknown) or not text.value:
        return Default(_SL2VL, values.place(name), DEFAULT_BECAUSE)
    parts = [part.strip() for part in text.value.split(",") if part]
    wrong = next((part for part in parts if not part.isdecimal()), "")
    if wrong:
        values.suspicious(name, f"{wrong} is no virtual lane")
        return Unknown(f"{wrong} cannot be read", text.source)
    lanes = [int(part) for part in parts]
    if len(lanes) != SERVICE_LEVELS:
        values.suspicious(name, f"{len(lanes)} virtual lanes are listed; there are {SERVICE_LEVELS} service levels")
    high = next((lane for lane in lanes if lane > 15), None)
    if high is not None:
        values.suspicious(name, f"virtual lane {high} is out of range; the highest is 15")
    return Stated(tuple(lanes[:SERVICE_LEVELS]), text.source)
