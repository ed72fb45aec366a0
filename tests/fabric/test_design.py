from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.check import Given
from roce_lint.model.fact import Unknown

Build = Callable[..., Fabric]

LOSSLESS = """\
qos map dscp 24 25 27 28 29 30 31 to traffic-class 1
qos map dscp {dscp} to traffic-class 3
!
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority {priority} no-drop
   !
   uc-tx-queue 3
      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes
!
interface Ethernet1/1
   no switchport
   service-profile ROCE
"""
LOSSY = LOSSLESS.replace("   priority-flow-control on\n   priority-flow-control priority {priority} no-drop\n", "")
PLAIN = "hostname a\n!\nspanning-tree mode mstp\n!\ninterface Ethernet1\n   mtu 1500\n"


def shown(fabric: Fabric) -> tuple[object, ...]:
    design = fabric.design
    facts = (design.profile, design.lossless_priorities, design.roce_dscps)
    return tuple(fact.because if isinstance(fact, Unknown) else fact.value for fact in facts)


def test_the_majority_of_ports_tells_the_design_and_one_deviation_does_not(fabric_of: Build) -> None:
    usual = LOSSLESS.format(dscp=26, priority=3)
    fabric = fabric_of(a=usual, b=usual, c=LOSSLESS.format(dscp=40, priority=4))
    assert shown(fabric) == ("lossless", frozenset({3}), frozenset({26}))


def test_a_block_of_the_table_is_the_marking_where_nothing_says_which_of_it(fabric_of: Build) -> None:
    pausing = LOSSLESS.split("!\n", 1)[1].format(priority=4).replace("uc-tx-queue 3", "uc-tx-queue 4")
    alone = "qos map dscp 32 33 35 36 37 38 39 to traffic-class 1\n" + pausing
    by_cos = pausing.replace("trust dscp", "trust cos")
    assert shown(fabric_of(a=pausing, b=by_cos)) == ("lossless", frozenset({4}), frozenset(range(32, 40)))
    assert shown(fabric_of(a=alone, b=alone, c=pausing)) == ("lossless", frozenset({4}), frozenset({34}))
    assert shown(fabric_of(a=by_cos)) == ("lossless", frozenset({4}), "no input says which DSCP RoCE uses")


def test_network_control_alone_in_the_lossless_class_is_no_data(fabric_of: Build) -> None:
    pausing = LOSSLESS.split("!\n", 1)[1].format(priority=3)
    assert shown(fabric_of(a=f"qos map dscp 48 to traffic-class 3\n{pausing}")) == (
        "lossless",
        frozenset({3}),
        frozenset({26}),
    )


def test_marking_without_pausing_is_a_lossy_design(fabric_of: Build) -> None:
    text = LOSSY.format(dscp=26)
    assert shown(fabric_of(a=text, b=text)) == ("lossy-roce", frozenset(), frozenset({26}))


def test_a_fabric_without_roce_has_no_design_to_judge(fabric_of: Build) -> None:
    assert shown(fabric_of(a=PLAIN))[:2] == ("none", frozenset())


def test_a_given_profile_wins(fabric_of: Build) -> None:
    text = LOSSLESS.format(dscp=26, priority=3)
    assert shown(fabric_of(Given(profile="pfc-only"), a=text))[0] == "pfc-only"


@pytest.mark.parametrize(("tos", "dscp"), [("106", 26), ("96", 24)])
def test_hosts_tell_the_marking_where_switches_rely_on_defaults(fabric_of: Build, tos: str, dscp: int) -> None:
    text = LOSSLESS.format(dscp=26, priority=3).split("!\n", 1)[1]
    fabric = fabric_of(**{"a": text, "gpu1/nccl.conf": f"NCCL_IB_TC={tos}\nNCCL_IB_HCA==mlx5_0\n"})
    assert shown(fabric)[2] == frozenset({dscp})


@pytest.mark.parametrize(
    ("of_a", "of_b", "cnp"),
    [("50", "50", 50), ("48", "50", 48), ("46", "46", 48), ("50", "", 48)],
    ids=["both serve another marking", "one serves the usual one", "voice", "one switch is no usage"],
)
def test_switches_tell_the_marking_of_cnps_that_no_host_tells(of_a: str, of_b: str, cnp: int, fabric_of: Build) -> None:
    usual = LOSSLESS.replace("   uc-tx-queue 3\n", "   uc-tx-queue 6\n      priority strict\n   uc-tx-queue 3\n")
    texts = {
        name: (f"qos map dscp {dscp} to traffic-class 6\n" if dscp else "") + usual.format(dscp=26, priority=3)
        for name, dscp in (("a", of_a), ("b", of_b))
    }
    found = fabric_of(**texts).design.cnp_dscps
    assert (found.value if not isinstance(found, Unknown) else found) == frozenset({cnp})


HOST = """\
#!/bin/sh
# host: {name}
mlnx_qos -i eth2 --trust dscp
mlnx_qos -i eth2 --pfc {mask}
cma_roce_tos -d mlx5_0 -t 106
"""


@pytest.mark.parametrize("mask", ["0,0,0,0,1,0,0,0", "0,0,0,1,0,0,0,0"])
@pytest.mark.parametrize("switches", [0, 1, 2])
def test_a_fault_in_the_script_of_all_hosts_is_not_the_design(fabric_of: Build, mask: str, switches: int) -> None:
    hosts = {f"{name}/roce.sh": HOST.format(name=name, mask=mask) for name in ("gpu1", "gpu2", "gpu3", "gpu4")}
    leaves = dict.fromkeys("ab"[:switches], LOSSLESS.format(dscp=26, priority=3))
    assert shown(fabric_of(**leaves, **hosts))[:2] == ("lossless", frozenset({3}))
