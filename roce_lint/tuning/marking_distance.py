"""Marking thresholds that vendors and papers give for a speed, and how far others are from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from roce_lint.model.marking_advice import MarkingAdvice
from roce_lint.tuning.ecn import threshold_bytes
from roce_lint.tuning.receipt import Term

HPCC_KMIN_US, HPCC_KMAX_US = 32, 128
"""100 KB and 400 KB at 25 Gb/s, in proportion to the speed. Source: HPCC simulator run.py, SIGCOMM 2019."""
DCQCN_KMIN_US, DCQCN_KMAX_US = 1, 40
"""5 KB and 200 KB at 40 Gb/s. Source: DCQCN, SIGCOMM 2015, as deployed."""

WHY_EARLIER = "earlier marks keep queues short and PFC away; later ones keep the link busy with few flows, and PFC near"
WHY_BETWEEN = "8 us and 32 us lie between DCQCN as deployed (1 us) and the HPCC simulator (32 us)"


def published_for(speed_gbps: float, of_vendor: Iterable[MarkingAdvice]) -> tuple[MarkingAdvice, ...]:
    """Return what a vendor gives for a speed or for all, and what the two papers come to at it."""
    speed = int(speed_gbps)
    own = tuple(one for one in of_vendor if one.speed_gbps in (0, speed))
    papers = (
        ("HPCC simulator", HPCC_KMIN_US, HPCC_KMAX_US, "HPCC, SIGCOMM 2019, run.py"),
        ("DCQCN as deployed", DCQCN_KMIN_US, DCQCN_KMAX_US, "DCQCN, SIGCOMM 2015"),
    )
    return (
        *own,
        *(
            MarkingAdvice(who, speed, threshold_bytes(kmin, speed_gbps), threshold_bytes(kmax, speed_gbps), source)
            for who, kmin, kmax, source in papers
        ),
    )


def advice_terms(kmin_bytes: int, kmax_bytes: int, published: Sequence[MarkingAdvice]) -> tuple[Term, ...]:
    """Return Kmin and Kmax as parts of those that are published, with whose they are."""
    return tuple(
        Term(f"{name} of {one.who}", round(own / theirs, 2), "times", f"{theirs:,} bytes: {one.source}")
        for one in published
        for name, own, theirs in (("Kmin", kmin_bytes, one.kmin_bytes), ("Kmax", kmax_bytes, one.kmax_bytes))
    )


def distance(kmin_bytes: int, speed_gbps: int, of_vendor: Iterable[MarkingAdvice]) -> str:
    """Return in words how far Kmin is from the first published one for a speed, and why."""
    nearest = published_for(speed_gbps, of_vendor)[0]
    part = kmin_bytes / nearest.kmin_bytes
    return (
        f"Kmin of {speed_gbps}G ports is {kmin_bytes // 1000} KB, {part:.2f} times that of {nearest.who}"
        f" ({nearest.kmin_bytes // 1000} KB, {nearest.source})"
    )
