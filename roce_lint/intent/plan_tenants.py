"""Number the tenants of the overlay: what the intent leaves out is counted on from a fixed start."""

from __future__ import annotations

from roce_lint.intent.model import Intent
from roce_lint.intent.plan import SegmentPlan, TenantPlan

FIRST_L2_VNI = 10_000
FIRST_L3_VNI = 50_001
FIRST_L3_VLAN = 3_901


def plan_tenants(intent: Intent) -> tuple[TenantPlan, ...]:
    """Return the tenants with all numbers: VNI 10000 + VLAN, routing VNI from 50001 and routing VLAN from 3901 on."""
    tenants: list[TenantPlan] = []
    for position, tenant in enumerate(intent.tenants):
        segments = tuple(
            SegmentPlan(
                segment.vlan,
                segment.vni or FIRST_L2_VNI + segment.vlan,
                segment.name or f"{tenant.name}-{segment.vlan}",
                segment.gateway,
            )
            for segment in tenant.segments
        )
        l3_vni = tenant.l3_vni or FIRST_L3_VNI + position
        tenants.append(TenantPlan(tenant.name, l3_vni, tenant.l3_vlan or FIRST_L3_VLAN + position, segments))
    return tuple(tenants)
