"""What rules evaluate of paths: each way to lose RoCE once for every cause, or once as healthy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from roce_lint.fabric.design import Design
from roce_lint.fabric.domain import Domain
from roce_lint.judge.derive.cls.path_state import PathState
from roce_lint.model.fact import Default, Fact, Stated, Unknown, known
from roce_lint.model.judged import Judged
from roce_lint.paths.class_paths import ClassPaths, PathLoss
from roce_lint.paths.deadlock import DeadlockAnalysis
from roce_lint.paths.explain import CycleTeller
from roce_lint.paths.explain_path import Cause, PathTeller
from roce_lint.paths.packet_crossing import Loss
from roce_lint.values import replace


def judge_paths(analysis: DeadlockAnalysis, design: Design, domain: Domain) -> list[Judged]:
    """Return for each way to lose packets its causes, or one healthy thing, or one that cannot be decided."""
    if not known(design.lossless_priorities, frozenset()) or not known(design.roce_dscps, frozenset()):
        return []
    paths = ClassPaths(analysis, domain)
    verdict = paths.verdict()
    teller = PathTeller(paths.ground, paths.walker.crossings)
    groups: dict[tuple[str, str, bool], list[tuple[PathLoss, Cause]]] = defaultdict(list)
    for loss in verdict.found:
        cause = teller.cause(loss)
        groups[loss.lost.loss.value, cause.device.name, loss.lost.is_new].append((loss, cause))
    made: list[Judged] = []
    for kind in Loss:
        result = [group for (value, _, _), group in sorted(groups.items()) if value == kind.value]
        for group in result:
            made += _group(analysis, teller, group, design)
        doubt = verdict.doubts.get(kind)
        if doubt is not None or not result:
            made.append(_none(analysis, kind, doubt, design))
    return made


def _group(
    analysis: DeadlockAnalysis, teller: PathTeller, group: Sequence[tuple[PathLoss, Cause]], design: Design
) -> list[Judged]:
    """Return one thing for each cable; all of them show the path of the first."""
    names = analysis.graph.names
    first, cause = group[0]
    nodes = teller.nodes(first)
    receiver, port = teller.receiving(first)
    failed = CycleTeller(analysis).after(first.failure)
    by_line = first.lost.loss in (Loss.REWRITE, Loss.TUNNEL, Loss.CNP)
    spots = {(one.device.name, str(one.source) if by_line else one.object): one for _, one in reversed(group)}
    state = PathState(
        loss=first.lost.loss,
        is_absent=Stated(False, cause.source),
        dscp=first.lost.before[1].sent,
        arrives_as=first.lost.dscp,
        senders=names[nodes[0]],
        receivers=names[nodes[-1]],
        way=" -> ".join(names[node] for node in nodes),
        at=f"{receiver.name} {port.name}",
        because=cause.because,
        cause=cause.device.name,
        when=f"After the failure of {failed}" if failed else "In normal operation",
        places=len(spots),
    )
    steps = teller.steps(first)
    by_source = {one.source: replace(state, is_absent=Stated(False, one.source)) for one in spots.values()}
    return [
        Judged(one.device.name, one.object, one.source, {"path": by_source[one.source], "design": design}, steps)
        for _, one in sorted(spots.items())
    ]


def _none(analysis: DeadlockAnalysis, loss: Loss, doubt: Unknown | None, design: Design) -> Judged:
    first = analysis.graph.devices[min(analysis.graph.host_ports)]
    absent: Fact[bool] = Default(True, first.source, "packets were traced on every path")
    if doubt is not None:
        absent = Unknown(doubt.because, doubt.source if doubt.source.file else first.source)
    state = PathState(loss, absent, 0, 0, "", "", "", "", "", "", "", 0)
    return Judged(first.name, "", absent.source, {"path": state, "design": design})
