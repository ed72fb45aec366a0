"""A host as an intent gives it, and its rendered files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from roce_lint.hosts.rendered import host_templates
from roce_lint.intent.view import ClassPurpose, ClassView
from roce_lint.intent.view_host import AddressView, DcqcnView, HostView, NicView, RouteView
from roce_lint.render.environment import make_environment, render_template

CLASSES = (
    ClassView("best-effort", ClassPurpose.BEST_EFFORT, (), 0, False, False, 40),
    ClassView("roce", ClassPurpose.ROCE, (24, 26), 3, True, False, 60),
    ClassView("cnp", ClassPurpose.CNP, (48,), 6, False, True, 0),
)
DCQCN = DcqcnView(
    enabled=True,
    min_time_between_cnps_us=4,
    alpha_update_period_us=55,
    alpha_weight_of_1024=1019,
    rate_reduce_period_us=8,
    increase_timer_us=300,
    increase_byte_counter_bytes=32767,
    fast_recovery_stages=1,
    additive_increase_mbps=5,
    hyper_increase_mbps=50,
    min_rate_mbps=1,
)


def nic(index: int, cable_length_m: int = 40) -> NicView:
    return NicView(
        netdev=f"enp{59 + index}s0f0np0",
        rdma_device=f"mlx5_{index}",
        speed_gbps=400,
        ip_mtu_bytes=9000,
        addresses=(
            AddressView(
                address=f"10.0.{index}.1/31",
                family="ipv4",
                gateway=f"10.0.{index}.0",
                source=f"10.0.{index}.1",
                source_prefix=f"10.0.{index}.1/32",
                table=101 + index,
                routes=(RouteView("10.0.0.0/10", f"10.0.{index}.0", 101 + index, 0),),
            ),
        ),
        rail=index,
        cable_length_m=cable_length_m,
        peer_device=f"leaf{index}",
        peer_port="Ethernet1/1",
        shares_subnet=False,
        driver="mlx5",
        platform="connectx-7",
    )


@dataclass(frozen=True)
class Rendered:
    """The view of a host and its five files."""

    view: HostView
    script: str
    service: str
    nccl: str
    operator: str


@pytest.fixture(scope="session")
def host_view() -> HostView:
    return HostView(
        name="h-0001",
        nic_platforms=("connectx-7",),
        network="netplan",
        nics=(nic(0), nic(1)),
        classes=CLASSES,
        roce_tos=106,
        pfc_priorities=(0, 0, 0, 1, 0, 0, 0, 0),
        cnp_dscp=48,
        cnp_priority=6,
        dcqcn=DCQCN,
        roce_path_mtu_bytes=4096,
        ack_timeout_exponent=22,
        retry_count=7,
        qps_per_connection=4,
    )


@pytest.fixture(scope="session")
def render() -> Callable[[HostView], Rendered]:
    environment = make_environment()

    def rendered(view: HostView) -> Rendered:
        of_name = {one.name: render_template(environment, one.template, one.values) for one in host_templates(view)}
        names = ("roce-nics", "roce-nics.service", "nccl.conf", "nic-configuration-template.yaml")
        return Rendered(view, *(of_name[name] for name in names))

    return rendered


@pytest.fixture(scope="session")
def rendered(host_view: HostView, render: Callable[[HostView], Rendered]) -> Rendered:
    return render(host_view)
