"""Files of OpenSM as evaluated things: their text, their definitions, their options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_lint.infiniband.derive.opensm.definition_state import definition_states
from roce_lint.infiniband.derive.opensm.intended_state import intended_states
from roce_lint.infiniband.derive.opensm.option_state import healthy_options, opensm_state, option_state
from roce_lint.infiniband.derive.opensm.policy_state import policy_states
from roce_lint.infiniband.derive.opensm.text_state import healthy_text, text_state
from roce_lint.infiniband.partition import PartitionConfiguration
from roce_lint.infiniband.qos_policy import QosPolicy
from roce_lint.infiniband.sm_options import SmOptions
from roce_lint.infiniband.sm_setup import SmSetup, sm_setups
from roce_lint.model.judged import Judged

if TYPE_CHECKING:
    from roce_lint.fabric.fabric import Fabric

_MANAGER = "subnet manager"


def judge_opensm_files(fabric: Fabric, found: dict[str, list[Judged]]) -> None:
    """Add the scopes `partition_text`, `partition_definition`, `sm_option`, `opensm` and `qos_policy`."""
    if not fabric.infiniband:
        return
    for setup in sm_setups(fabric.infiniband):
        if setup.partitions is not None:
            _judge_partitions(setup.partitions, setup, found)
            if fabric.intended_partitions is not None:
                for state in intended_states(setup, fabric.intended_partitions):
                    source = setup.partitions.source
                    found["intended_key"].append(Judged(_MANAGER, state.port, source, {"pkey": state}))
    for facts in fabric.infiniband:
        if isinstance(facts, SmOptions):
            _judge_options(facts, _setup_of(facts, fabric), found)
        elif isinstance(facts, QosPolicy):
            for source, policy in policy_states(facts, fabric.infiniband):
                found["qos_policy"].append(Judged(_MANAGER, "QoS policy", source, {"policy": policy}))


def _setup_of(options: SmOptions, fabric: Fabric) -> SmSetup:
    setups = [setup for setup in sm_setups(fabric.infiniband) if setup.options is options]
    return setups[0] if setups else SmSetup(None, options, None)


def _judge_partitions(configuration: PartitionConfiguration, setup: SmSetup, found: dict[str, list[Judged]]) -> None:
    texts = [(doubtful.source, text_state(doubtful)) for doubtful in configuration.meant.doubtful_texts]
    for source, state in texts or [(configuration.source, healthy_text(configuration.source))]:
        found["partition_text"].append(Judged(_MANAGER, "partition file", source, {"text": state}))
    for definition, judged in definition_states(configuration.meant, setup.options):
        label = f"partition {judged.name}"
        found["partition_definition"].append(Judged(_MANAGER, label, definition.source, {"definition": judged}))


def _judge_options(options: SmOptions, setup: SmSetup, found: dict[str, list[Judged]]) -> None:
    remarks = [(remark.source, option_state(remark)) for remark in options.remarks]
    for source, state in remarks or [(options.source, healthy_options(options.source))]:
        found["sm_option"].append(Judged(_MANAGER, "options", source, {"option": state}))
    found["opensm"].append(Judged(_MANAGER, "options", options.source, {"opensm": opensm_state(setup, options)}))
