"""A small world of ports and queues for the tests of the rule engine; no device, no reader."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import pytest

from roce_lint.judge.vocabulary import Vocabulary
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.judged import Judged
from roce_lint.values import dataclass, replace


class Trust(Enum):
    DSCP = "dscp"
    PCP = "pcp"


@dataclass(frozen=True, slots=True)
class Port:
    name: str
    source: Source
    speed_gbps: Fact[int]
    trust: Fact[Trust]
    accepted: Fact[frozenset[Trust]]
    cable_m: Fact[int]
    labels: tuple[str, ...]
    queues: tuple[Queue, ...]
    _secret: int = 0


@dataclass(frozen=True, slots=True)
class Queue:
    index: int
    lossless: Fact[bool]
    ecn_enabled: Fact[bool]
    drops: Fact[bool]
    ecn_kmin_bytes: Fact[int]
    ecn_kmax_bytes: Fact[int]
    ecn_pmax_percent: Fact[float]
    delay_us: Fact[float]
    alpha: Fact[float]
    priorities: Fact[frozenset[int]]
    profile: Fact[str]

    @property
    def ramp_bytes(self) -> Fact[int]:
        if isinstance(self.ecn_kmin_bytes, Unknown) or isinstance(self.ecn_kmax_bytes, Unknown):
            return Unknown("the marking thresholds are not known", self.ecn_kmin_bytes.source)
        return Stated(self.ecn_kmax_bytes.value - self.ecn_kmin_bytes.value, self.ecn_kmin_bytes.source)


@dataclass(frozen=True, slots=True)
class Design:
    profile: Fact[str]


def at(line: int, file: str = "leaf1.cfg") -> Source:
    return Source(file, line, line)


PORT = Port(
    name="Ethernet1",
    source=Source("leaf1.cfg", 2, 9),
    speed_gbps=Stated(400, at(3)),
    trust=Stated(Trust.DSCP, at(4)),
    accepted=Stated(frozenset({Trust.DSCP}), at(4)),
    cable_m=Unknown("no cabling file states the length", at(2)),
    labels=("a", "b"),
    queues=(),
)
QUEUE = Queue(
    index=3,
    lossless=Stated(True, at(5)),
    ecn_enabled=Default(False, Source("leaf1.cfg", 6, 8), "EOS marks nothing unless configured"),
    drops=Unknown("WRED is not shown", at(6)),
    ecn_kmin_bytes=Stated(150_000, at(7)),
    ecn_kmax_bytes=Stated(1_500_000, at(7)),
    ecn_pmax_percent=Stated(10.0, at(7)),
    delay_us=Stated(2.5, at(8)),
    alpha=Stated(0.125, at(8)),
    priorities=Stated(frozenset({3, 4}), at(5)),
    profile=Stated("roce", at(8)),
)
DESIGN = Design(Default("lossless", Source("", 0, 0), "2 ports pause"))


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    queue = {"queue": Queue, "port": Port, "design": Design}
    return Vocabulary({"queue": queue, "port": {"port": Port, "peer": Fact[Port], "design": Design}})


@pytest.fixture(scope="session")
def trusts() -> type[Trust]:
    return Trust


@pytest.fixture(scope="session")
def variables() -> Callable[..., dict[str, object]]:
    """The queue Ethernet1/queue 3 of leaf1 with some facts changed."""

    def build(**changes: object) -> dict[str, object]:
        of_port = {name: value for name, value in changes.items() if hasattr(PORT, name)}
        of_queue = {name: value for name, value in changes.items() if not hasattr(PORT, name)}
        port = replace(PORT, **of_port) if of_port else PORT
        return {"queue": replace(QUEUE, **of_queue) if of_queue else QUEUE, "port": port, "design": DESIGN}

    return build


@pytest.fixture(scope="session")
def entity(variables: Callable[..., dict[str, object]]) -> Callable[..., Judged]:
    """One queue as the engine gets it."""

    def build(device: str = "leaf1", object: str = "Ethernet1/queue 3", line: int = 2, **changes: object) -> Judged:
        return Judged(device, object, Source(f"{device}.cfg", line, line), variables(**changes))

    return build


RULE = """\
id: {id}
code: {code}
severity: {severity}
confidence: should
{must_know}for: queue
when:
{when}
require: {require}
{extra}message: {message}
why: Without marks only PFC slows the sender.
fix: Mark ECN on queue {{queue.index}}.
{fixes}sources: [RFC 3168]
examples:
  - vendor: eos
    verdict: violated
    lines: [4, 3]
    config: |
      interface Ethernet1
         priority-flow-control on
         priority-flow-control priority 3 no-drop
         tx-queue 3
  - vendor: eos
    verdict: satisfied
    config: |
      interface Ethernet1
         no priority-flow-control
"""


@pytest.fixture(scope="session")
def rule_text() -> Callable[..., str]:
    """A valid rule file with some keys changed."""

    def build(
        id: str = "ecn-missing",
        code: str = "ECN-001",
        severity: str = "error",
        when: tuple[str, ...] = ("queue.lossless",),
        require: str = "queue.ecn_enabled",
        message: str = "priority {queue.priorities} is lossless but queue {queue.index} does not mark ECN",
        must_know: bool = False,
        extra: str = "",
        fixes: str = "",
    ) -> str:
        lines = "\n".join(f"  - {condition}" for condition in when)
        return RULE.format(
            id=id,
            code=code,
            severity=severity,
            when=lines if when else "  []",
            require=require,
            message=message,
            must_know="must_know: true\n" if must_know else "",
            extra=extra,
            fixes=fixes,
        )

    return build
