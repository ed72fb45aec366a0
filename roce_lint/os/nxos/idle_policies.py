"""Policies that a configuration defines and that no service-policy command names."""

from __future__ import annotations

from roce_lint.model.device import IdleDefinition
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.nxos.policies import NETWORK_QOS, QOS, QUEUING, Policies, PolicyMap, is_system_policy
from roce_lint.text.patterns import lazy_pattern

_SERVICE_POLICY = lazy_pattern(
    r"\n[ \t]*+service-policy(?: +type +(?P<type>\S+))?(?: +(?:input|output))? +(?P<name>\S+)"
)
"""Begins with the end of the line before, which is found much faster than the start of a line."""


def idle_policies(text: str, policies: Policies, diagnostics: LineDiagnostics) -> tuple[IdleDefinition, ...]:
    """Return the policies of a configuration that it attaches nowhere, in the order of the file."""
    if not policies.policy_maps:
        return ()
    bound = {(found["type"] or QOS, found["name"]) for found in _SERVICE_POLICY.finditer(f"\n{text}")}
    used = {
        _use(of_type, policy) for (of_type, name), policy in policies.policy_maps.items() if (of_type, name) in bound
    }
    return tuple(
        IdleDefinition(
            f"policy-map type {of_type}",
            name,
            diagnostics.block(policy.header),
            pauses=of_type == NETWORK_QOS and _pauses(policy),
            others_are_bound=_use(of_type, policy) in used,
        )
        for (of_type, name), policy in policies.policy_maps.items()
        if (of_type, name) not in bound and policy.classes and not is_system_policy(name)
    )


def _pauses(policy: PolicyMap) -> bool:
    return any(line.text.startswith("pause pfc-cos ") for one in policy.classes for line in one.actions)


def _use(of_type: str, policy: PolicyMap) -> tuple[str, bool]:
    """Return what a policy is for: its type, and whether a queuing policy is one of the ingress."""
    return of_type, of_type == QUEUING and any(one.name.startswith("c-in-") for one in policy.classes)
