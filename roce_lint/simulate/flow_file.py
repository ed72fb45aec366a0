"""A file of flows and faults over a fabric that was read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from roce_lint.errors import Problem, UsageError
from roce_lint.intent.model_types import Dscp, Flag, PriorityNumber, whole
from roce_lint.intent.schema import schema_of
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.simulate.amount import AmountBytes, RateGbps, TimeNs
from roce_lint.simulate.patterns import Load, nic_named, plant_flow
from roce_lint.simulate.plant import UNLIMITED, FailedLink, Plant, PlantFlow, StuckNic
from roce_lint.simulate.resolved import ResolvedNetwork, SimulatedNic
from roce_lint.simulate.scenario import PortName, ScenarioPart
from roce_lint.simulate.scenario_load import placed_file
from roce_lint.text.json_value import Json
from roce_lint.values import replace


class FabricFlow(ScenarioPart):
    """One or several messages between two NICs."""

    source: PortName = Field(alias="from", description="The host that sends, or one NIC of it as in gpu-1:eth0.")
    destination: PortName = Field(alias="to", description="The host that receives, or one NIC of it.")
    size: AmountBytes | None = Field(default=None, description="Payload; sends to the end if omitted.")
    count: Annotated[int, *whole(1, 10_000)] = Field(default=1, description="As many such flows at once.")
    start: TimeNs = Field(default=0.0, description="When it begins.")
    priority: PriorityNumber | None = Field(default=None, description="Priority at the NIC; as it marks by itself.")
    dscp: Dscp | None = Field(default=None, description="DSCP; as the NIC marks by itself.")
    rate: RateGbps | None = Field(default=None, description="Highest rate; that of the NIC if omitted.")
    dcqcn: Flag | None = Field(default=None, description="Whether rate control acts on it; as the NICs are set.")


class FabricFault(ScenarioPart):
    """What breaks: one of `stuck_nic` and `failed_link`."""

    stuck_nic: PortName | None = Field(default=None, description="A host, or one NIC of it, that pauses for ever.")
    failed_link: tuple[PortName, PortName] | None = Field(default=None, description="The ends of a cable that fails.")
    at: TimeNs = Field(default=0.0, description="When.")
    reroute: TimeNs = Field(default=0.0, description="How long until flows take other paths.")


class FlowFile(ScenarioPart):
    """The load of a fabric."""

    schema_version: Literal[1] = Field(alias="schema", description="Version of this format: 1.")
    flows: Annotated[tuple[FabricFlow, ...], Field(min_length=1)] = Field(description="The flows.")
    faults: tuple[FabricFault, ...] = Field(default=(), description="What breaks.")


def flows_schema() -> dict[str, Json]:
    """Return the JSON schema (draft 2020-12) of a file of flows."""
    return schema_of(FlowFile, "roce-lint flows")


def loaded_by_file(network: ResolvedNetwork, path: str, load: Load) -> Plant:
    """Return the plant of a network under the load of a file. Raises UsageError with every fault and its place."""
    placed = placed_file(FlowFile, path, "roce-lint flows")
    problems: list[Problem] = []

    def nic(name: str, at: YamlPath) -> SimulatedNic:
        try:
            return nic_named(network.nics, name)
        except UsageError as error:
            problems.append(placed.problem(at, str(error)))
            return network.nics[0]

    def flows() -> Iterator[PlantFlow]:
        for number, flow in enumerate(placed.value.flows):
            at: YamlPath = ("flows", number)
            ends = nic(flow.source, (*at, "from")), nic(flow.destination, (*at, "to"))
            if ends[0] is ends[1]:
                problems.append(placed.problem(at, f"{flow.source} sends to itself; write another host"))
                continue
            try:
                plain = plant_flow(network, ends, flow.size or UNLIMITED)
            except UsageError as error:
                problems.append(placed.problem(at, str(error)))
                continue
            for copy in range(flow.count):
                yield replace(
                    plain,
                    name=plain.name + (f" #{copy + 1}" if flow.count > 1 else ""),
                    start_ns=flow.start,
                    priority=plain.priority if flow.priority is None else flow.priority,
                    dscp=plain.dscp if flow.dscp is None else flow.dscp,
                    rate_gbps=flow.rate or UNLIMITED,
                    dcqcn=plain.dcqcn if flow.dcqcn is None else flow.dcqcn,
                )

    def faults() -> Iterator[StuckNic | FailedLink]:
        for number, fault in enumerate(placed.value.faults):
            at: YamlPath = ("faults", number)
            if (fault.stuck_nic is None) == (fault.failed_link is None):
                problems.append(placed.problem(at, "a fault is one of stuck_nic and failed_link; write one of them"))
            elif fault.stuck_nic is not None:
                yield StuckNic(nic(fault.stuck_nic, (*at, "stuck_nic")).device, fault.at)
            elif fault.failed_link is not None:
                port = network.cable_between(*fault.failed_link)
                if port < 0:
                    words = f"no cable lies between {' and '.join(fault.failed_link)}; write the ends of one"
                    problems.append(placed.problem((*at, "failed_link"), words))
                else:
                    yield FailedLink(port, fault.at, fault.reroute)

    all_flows, all_faults = tuple(flows()), tuple(faults())
    if problems:
        raise UsageError(*sorted(problems, key=lambda one: (one.line, one.column, one.message)))
    return Plant(
        devices=network.devices,
        ports=network.ports,
        flows=all_flows,
        faults=all_faults,
        duration_ns=load.duration_ns,
        seed=load.seed,
        payload_bytes=load.payload_bytes,
        assumed=network.assumed,
    )
