"""Transmit queues: the facts that follow for a port from what the lines of each queue say."""

from __future__ import annotations

from typing import TypeVar

from roce_lint import units
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import RATE_WITHOUT_SPEED, SIZES_TELL, Queue
from roce_lint.os.eos import defaults
from roce_lint.os.eos.queue_lines import EcnCurve, EosQueueLines, TypedRate
from roce_lint.os.industry_cli.command import NotStated, Setting, stated_or
from roce_lint.values import dataclass, replace

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class QueueContext:
    """What turns queue lines into facts: the port's speed, the device's cell size, the place that would state more."""

    home: Source
    speed_gbps: Fact[int]
    cell_bytes: Fact[int]
    port_shape: Setting[TypedRate]
    global_buffer_ecn: Setting[bool]
    alphas: tuple[Fact[float], ...]


def queue_facts(index: int, said: EosQueueLines, context: QueueContext) -> Queue:
    """Return the facts of queue `index`."""
    if said.block.line:
        context = replace(context, home=said.block)
    home = context.home
    removed = replace(context, home=said.ecn_removed) if said.ecn_removed.line else context
    enabled, minimum, maximum = _thresholds(said.ecn, removed)
    return Queue(
        index=index,
        scheduling=stated_or(said.scheduling, defaults.STRICT.at(home)),
        weight_percent=_as_float(said.weight, defaults.NO_WEIGHT.at(home)),
        guaranteed_percent=_percent(said.guaranteed, context, defaults.NO_GUARANTEE.at(home)),
        shape_percent=_shape_percent(said.shape, context),
        ecn_enabled=enabled,
        ecn_kmin_bytes=minimum,
        ecn_kmax_bytes=maximum,
        ecn_pmax_percent=_probability(said.ecn, enabled),
        ecn_averaging_weight=_weight(said.ecn, enabled),
        wred_drop_enabled=stated_or(said.wred_drop, defaults.WRED_OFF.at(home)),
        limit_bytes=Unknown("EOS limits a queue by a share of the shared buffer, not by a fixed size", home),
        alpha=context.alphas[index],
        ecn_kmin_over_kmax=_ratio(said.ecn),
    )


def _as_float(said: Setting[int], default: Fact[float]) -> Fact[float]:
    return Stated(float(said.value), said.source) if isinstance(said, Stated) else stated_or(said, default)


def _percent(said: Setting[TypedRate], context: QueueContext, default: Fact[float]) -> Fact[float]:
    """Return a rate as a share of the port's speed; packets per second have none."""
    if not isinstance(said, Stated):
        return stated_or(said, default)
    rate = said.value
    if rate.unit == "percent":
        return Stated(float(rate.amount), said.source)
    if rate.unit == "pps":
        return Unknown("packets per second are no share of the line rate", said.source)
    if isinstance(context.speed_gbps, Unknown):
        return Unknown(f"{RATE_WITHOUT_SPEED}: {context.speed_gbps.because}", said.source)
    return Stated(min(100.0, rate.amount / (context.speed_gbps.value * 10_000)), said.source)


def _shape_percent(said: Setting[TypedRate], context: QueueContext) -> Fact[float]:
    """Return the tighter of the queue's own shaper and the port's."""
    default = defaults.NO_SHAPE.at(context.home)
    own = _percent(said, context, default)
    port = _percent(context.port_shape, context, default)
    if isinstance(said, NotStated) or isinstance(port, Unknown):
        return port
    if isinstance(own, Unknown) or isinstance(port, Default):
        return own
    return own if own.value <= port.value else port


def _thresholds(said: Setting[EcnCurve], context: QueueContext) -> tuple[Fact[bool], Fact[int], Fact[int]]:
    if isinstance(said, Unknown):
        return said, said, said
    if isinstance(said, NotStated):
        doubt = context.global_buffer_ecn
        if isinstance(doubt, Unknown):
            return doubt, doubt, doubt
        if not isinstance(doubt, NotStated):
            because = "`qos random-detect ecn global-buffer` marks by the fill of the whole buffer, not of this queue"
            shared = Unknown(because, doubt.source)
            return shared, shared, shared
        off = Unknown("ECN is off on this queue", context.home)
        return defaults.ECN_OFF.at(context.home), off, off
    curve = said.value
    return (
        Stated(True, said.source),
        _size(curve.minimum, curve.unit, said.source, context),
        _size(curve.maximum, curve.unit, said.source, context),
    )


def _ratio(said: Setting[EcnCurve]) -> Fact[float]:
    """Return Kmin as a share of Kmax; both have the same unit, whatever its size."""
    if not isinstance(said, Stated) or said.value.maximum <= 0:
        return SIZES_TELL
    return Stated(said.value.minimum / said.value.maximum, said.source)


def _size(amount: int, unit: str, source: Source, context: QueueContext) -> Fact[int]:
    if unit in ("milliseconds", "microseconds"):
        if isinstance(context.speed_gbps, Unknown):
            return Unknown(f"a threshold in {unit} needs the port's speed: {context.speed_gbps.because}", source)
        return Stated(units.bytes_in_us(units.us_from(amount, unit), context.speed_gbps.value), source)
    if unit == "segments" and isinstance(context.cell_bytes, Unknown):
        return Unknown(f"a threshold in segments needs the size of a buffer cell: {context.cell_bytes.because}", source)
    cell_bytes = 0 if isinstance(context.cell_bytes, Unknown) else context.cell_bytes.value
    return Stated(units.bytes_from(amount, unit, cell_bytes), source)


def _probability(said: Setting[EcnCurve], enabled: Fact[bool]) -> Fact[float]:
    if not isinstance(said, Stated):
        return _without_curve(enabled)
    if said.value.probability < 0:
        return Unknown("the line has no `max-mark-probability`, and its default is not documented", said.source)
    return Stated(float(said.value.probability), said.source)


def _weight(said: Setting[EcnCurve], enabled: Fact[bool]) -> Fact[int]:
    if not isinstance(said, Stated):
        return _without_curve(enabled)
    if said.value.weight < 0:
        return Unknown("the line has no `weight`, and its default is not documented", said.source)
    return Stated(said.value.weight, said.source)


def _without_curve(enabled: Fact[bool]) -> Unknown:
    return enabled if isinstance(enabled, Unknown) else Unknown("ECN is off on this queue", enabled.source)
