"""A rule of the program's own: a design with RoCE has ports that RoCE crosses."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.fabric.design import NO_ROCE, Design
from roce_lint.fabric.domain import DomainSize
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.derive.roce_words import sets_roce
from roce_lint.judge.own_rule import RuleMaker
from roce_lint.judge.rule import Rule, Severity
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.judged import Judged
from roce_lint.values import dataclass

DOMAIN_SCOPE = "RoCE domain"


@dataclass(frozen=True, slots=True)
class _DomainState:
    """The ports that RoCE crosses, of a fabric that is meant to have some.

    `meant_by`: what says so, in words; `ports`: how many physical ports are enabled.
    """

    meant_by: str
    ports: int
    has_ports: Fact[bool]


_MAKER = RuleMaker(
    "input",
    "roce-lint: rules of RoCE are evaluated on the ports that RoCE crosses",
    {DOMAIN_SCOPE: {"domain": _DomainState}},
)


def domain_rules() -> tuple[Rule, ...]:
    """Return the rule that some port carries RoCE where the design or lines of PFC and ECN say that RoCE is there."""
    return (
        _MAKER.rule(
            "roce-crosses-no-port",
            "INP-003",
            "Intended RoCE traffic crosses at least one port",
            Severity.ERROR,
            require="domain.has_ports",
            message=(
                "{domain.meant_by}; RoCE crosses none of {domain.ports} enabled ports, so RoCE rules had nothing "
                "to evaluate"
            ),
            why=(
                "RoCE rules are evaluated on the ports that RoCE crosses. Without any, nothing was evaluated, "
                "however the ports are configured: the QoS that marks them as RoCE ports is missing, not applied, or "
                "rejected."
            ),
            fix=(
                "Apply the QoS to the ports that carry RoCE, name them in the settings (roce-ports), or remove the "
                "profile or the QoS if there is no RoCE."
            ),
        ),
    )


def domain_entities(fabric: Fabric, size: DomainSize) -> Iterator[Judged]:
    """Yield the domain as an entity of DOMAIN_SCOPE, where a design or lines speak of RoCE and there are ports."""
    if not size.ports or fabric.has_infiniband_hosts:
        return
    meant = _meant_by(fabric, fabric.design)
    if meant is None:
        return
    meant_by, place = meant
    state = _DomainState(meant_by, size.ports, Stated(bool(size.inside), place))
    yield Judged("", "", place, {"domain": state})


def _meant_by(fabric: Fabric, design: Design) -> tuple[str, Source] | None:
    """Return what says that there is RoCE, and where; None where nothing does."""
    first = fabric.devices[0].source
    match design.profile:
        case Unknown():
            return None
        case Stated(name, source):
            return None if name == NO_ROCE else (f"The design is {name}", source if source.file else first)
    for device in fabric.devices:
        for idle in (*device.idle_pfc_definitions, *device.idle_policies):
            if idle.pauses:
                return f"The {idle.kind} {idle.name} would pause, but is not applied", idle.source
    for line in fabric.unread:
        if line.concerns_qos and sets_roce(line.text):
            return f"`{line.text}`, which is not understood, configures RoCE", line.source
    # A design that ports alone speak of, which are shut down, is none that something fails to reach.
    return None
