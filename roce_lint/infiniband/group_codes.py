"""Codes of the InfiniBand Architecture for MTUs and rates of multicast groups (IBA 1.7, 15.2.5.17)."""

from __future__ import annotations

MTU_BYTES = {1: 256, 2: 512, 3: 1024, 4: 2048, 5: 4096}
RATE_GBPS = {
    2: 2.5,
    3: 10.0,
    4: 30.0,
    5: 5.0,
    6: 20.0,
    7: 40.0,
    8: 60.0,
    9: 80.0,
    10: 120.0,
    11: 14.0,
    12: 56.0,
    13: 112.0,
    14: 168.0,
    15: 25.0,
    16: 100.0,
    17: 200.0,
    18: 300.0,
    19: 28.0,
    20: 50.0,
    21: 400.0,
    22: 600.0,
}
