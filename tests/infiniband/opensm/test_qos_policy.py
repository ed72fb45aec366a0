"""A QoS policy file is taken whole or not at all: every verdict here is one that OpenSM 3.3.23 gave."""

from __future__ import annotations

import pytest

from roce_lint.infiniband.derive.opensm.policy_state import policy_states
from roce_lint.infiniband.opensm.partitions import read_partitions
from roce_lint.infiniband.opensm.qos_policy import read_qos_policy
from roce_lint.infiniband.qos_policy import QosPolicy
from roce_lint.text.document import Document

PARTITIONS = """\
Default=0x7fff, ipoib: ALL=limited, SELF=full;
blue=0x0011: 0x0c42a10300100011=full, 0x0c42a10300100021=full;
io=0x0020: 0x0c42a10300100061=full, 0x0c42a10300100011=limited;
"""
POLICY = """\
qos-ulps
    sdp, port-num 30000 : 0
    ipoib, pkey 0x0011 : 2
    iser : 4
end-qos-ulps
port-groups
    port-group
        name: storage
        use: nodes, 7-9 - of storage
        port-guid: 0x0c42a10300100061
    end-port-group
end-port-groups
qos-levels
    qos-level   # the one for all others
        name: DEFAULT
        sl: 0
    end-qos-level
    qos-level
        name: io
        sl: 2
        mtu-limit: 4
        path-bits: 2,4,8-32
    end-qos-level
end-qos-levels
qos-match-rules
    qos-match-rule
        destination: Storage
        pkey: 0x0020
        qos-level-name: io
    end-qos-match-rule
end-qos-match-rules
"""


def reported(text: str) -> list[tuple[int, str, bool]]:
    """Return line, reason and whether the file is discarded for it."""
    (policy,) = read_qos_policy(Document("qos-policy.conf", text)).infiniband
    (partitions,) = read_partitions(Document("partitions.conf", PARTITIONS)).infiniband
    assert isinstance(policy, QosPolicy)
    states = policy_states(policy, (policy, partitions))
    return [(source.line, state.because, not state.is_taken.value) for source, state in states if state.because]


def test_a_sound_policy_is_taken() -> None:
    assert reported(POLICY) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "name: DEFAULT",
            "name: basic",
            (1, "there is neither a qos-level `default` nor a line `default` in qos-ulps"),
        ),
        ("level-name: io", "level-name: fast", (29, "no qos-level has this name")),
        ("destination: Storage", "destination: store", (27, "no port-group has this name")),
        ("    end-qos-level\nend-", "end-", (23, "here may stand end-qos-level or a property")),
        ("end-qos-match-rules\n", "", (25, "it is not closed by end-qos-match-rules")),
        ("mtu-limit: 4", "mtu-limit: 2048", (21, "mtu-limit takes an MTU code from 1 to 5")),
        ("        sl: 2\n", "", (22, "the qos-level that begins in line 18 has no sl")),
        ("iser : 4", "iser : 16", (4, "a service level is a number from 0 to 15")),
        ("iser : 4", "isr : 4", (4, "it is no service of qos-ulps with a colon and a service level")),
        ("port-num 30000", "port-num 70000", (2, "a port number is at most 65535")),
        (
            "pkey 0x0011",
            "pkey 0x0020",
            (3, "partition 0x0020 has fewer than two full members, but a rule for IPoIB requires two"),
        ),
        ("pkey 0x0011", "pkey 0x0099", (3, "there is no partition 0x0099, but a rule for IPoIB requires it")),
    ],
)
def test_one_fault_discards_the_whole_policy(old: str, new: str, expected: tuple[int, str]) -> None:
    assert reported(POLICY.replace(old, new, 1)) == [(*expected, True)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("sl: 2", "sl: 18", (20, "a service level has four bits: 18 is taken for 2")),
        ("pkey: 0x0020", "pkey: 0x0099", (28, "there is no partition 0x0099")),
    ],
)
def test_what_opensm_takes_otherwise_is_reported(old: str, new: str, expected: tuple[int, str]) -> None:
    assert reported(POLICY.replace(old, new, 1)) == [(*expected, False)]
