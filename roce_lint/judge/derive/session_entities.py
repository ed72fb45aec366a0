"""What rules evaluate of BGP sessions: each line that keeps some down, or one healthy thing."""

from __future__ import annotations

from roce_lint.fabric.design import Design
from roce_lint.fabric.domain import Domain
from roce_lint.judge.derive.session_state import SessionState
from roce_lint.model.fact import Default, Stated
from roce_lint.model.judged import Judged
from roce_lint.paths.deadlock import DeadlockAnalysis
from roce_lint.paths.session_numbers import SessionNumbers


def judge_sessions(analysis: DeadlockAnalysis, design: Design, domain: Domain) -> list[Judged]:
    """Return the lines by which AS numbers of two switches with RoCE do not fit; one healthy thing where there is none.

    Fabrics without BGP have nothing to evaluate.
    """
    graph = analysis.graph
    among = {node for node, device in enumerate(graph.devices) if device.routing.bgp and domain.inside.get(device.name)}
    if not among:
        return []
    made: list[Judged] = []
    for one in SessionNumbers(graph, among).wrong():
        disagree = Stated(False, one.place)
        question = "" if one.is_settled else "; nothing else in the fabric shows which of the two is wrong"
        state = SessionState(disagree, Stated(False, one.other_place), one.is_settled, one.because, question)
        made.append(Judged(graph.names[one.at], "", one.place, {"session": state, "design": design}))
    if made:
        return made
    first = graph.devices[min(among)]
    agree = Default(True, first.source, "every session has the AS number that its other end expects")
    state = SessionState(agree, agree, True, "", "")
    return [Judged(first.name, "", first.source, {"session": state, "design": design})]
