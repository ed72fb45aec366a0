"""Link-layer retry (UEC LLR): a link repeats frames that arrive damaged, without the hosts."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class LinkRetry:
    """Link-layer retry of one port as its configuration states it.

    `sends`: frames leave so that they can be repeated. `receives`: damaged frames are asked for again. Both are false
    where something keeps the port from it. `replay_bytes`, `replay_frames`: what a port holds until it is acknowledged.
    `replay_timer_ns`, `age_timeout_ns`: after how long it repeats, and gives up; 0 where it does not.
    """

    port: str
    source: Source
    sends: Fact[bool]
    receives: Fact[bool]
    replay_bytes: Fact[int]
    replay_frames: Fact[int]
    replay_timer_ns: Fact[int]
    age_timeout_ns: Fact[int]
    cable_length_m: Fact[int]
