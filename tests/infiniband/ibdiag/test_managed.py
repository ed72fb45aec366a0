"""Partitions as UFM and managed switches state them."""

from __future__ import annotations

import json

import pytest

from roce_lint.infiniband.managed import Authority, ManagedPartitions, SwitchManager, UfmSettings
from roce_lint.infiniband.partition import Membership
from roce_lint.infiniband.quantum import read_quantum
from roce_lint.infiniband.ufm import read_ufm
from roce_lint.model.fact import Default, Source, Stated
from roce_lint.read.detect import detect
from roce_lint.read.format import QUANTUM, UFM
from roce_lint.text.document import Document

LIST = """\
{
 "0x2fb": {"partition": "api_pkey_0x2fb", "ip_over_ib": true, "guids": [
   {"guid": "946dae03005975c8", "membership": "full", "index0": true},
   {"guid": "946dae03005975c9", "membership": "limited", "index0": false}]},
 "0x7fff": {"partition": "management", "ip_over_ib": true, "membership": "limited", "index0": false, "guids": []}
}
"""
SWITCH = """\
hostname quantum-1
no ib sm
ib smnode quantum-1 enable
ib smnode quantum-1 sm-priority 15
ib partition Default defmember full force
ib partition blue pkey 0x0005
ib partition blue ipoib
ib partition blue mtu 4K
ib partition blue member 0c:42:a1:03:00:10:00:01 type full
ib partition blue member ALL type limited
ib partition blue colour 7
"""
SHOW = """\
  Default
    PKey = 0x7FFF
    ipoib = yes
    members
      GUID = ALL  full
  blue
    PKey = 0x0005
    members
      GUID = 0c:42:a1:03:00:10:00:01 full
"""


def test_a_list_of_ufm_names_members_at_their_lines() -> None:
    document = Document("ufm-pkeys.json", LIST)
    assert detect(document) == UFM
    reading = read_ufm(document)
    (facts,) = reading.infiniband
    assert isinstance(facts, ManagedPartitions)
    assert reading.unread == ()
    tenant, management = facts.partitions
    assert tenant.key == Stated(0x2FB, Source("ufm-pkeys.json", 2, 2))
    assert [(one.guid, one.membership, one.at_index_0) for one in tenant.members] == [
        (
            0x946DAE03005975C8,
            Stated(Membership.FULL, Source("ufm-pkeys.json", 3, 3)),
            Stated(True, Source("ufm-pkeys.json", 3, 3)),
        ),
        (
            0x946DAE03005975C9,
            Stated(Membership.LIMITED, Source("ufm-pkeys.json", 4, 4)),
            Stated(False, Source("ufm-pkeys.json", 4, 4)),
        ),
    ]
    assert management.default_membership == Stated(Membership.LIMITED, Source("ufm-pkeys.json", 5, 5))


def test_a_request_that_is_silent_takes_the_defaults_of_ufm() -> None:
    text = json.dumps({"pkey": "0x5", "guids": ["946dae03005975c8"]})
    document = Document("make-tenant.json", text)
    assert detect(document) == UFM
    (facts,) = read_ufm(document).infiniband
    assert isinstance(facts, ManagedPartitions)
    assert facts.authority is Authority.UFM_REQUEST
    (partition,) = facts.partitions
    place = Source("make-tenant.json", 1, 1)
    because = "UFM's default for a request that does not state it"
    assert partition.default_membership == Default(Membership.FULL, place, because)
    assert partition.members[0].membership == Default(Membership.FULL, place, because)
    assert partition.is_ipoib == Default(True, place, because)


@pytest.mark.parametrize(
    ("line", "membership"),
    [
        ("default_membership = limited", Stated(Membership.LIMITED, Source("gv.cfg", 3, 3))),
        (
            "#default_membership = limited",
            Default(Membership.FULL, Source("gv.cfg", 2, 2), "UFM's default for default_membership is full"),
        ),
    ],
    ids=["limited", "commented out"],
)
def test_gv_cfg_makes_hosts_full_unless_it_says_limited(line: str, membership: object) -> None:
    document = Document("gv.cfg", f"[Server]\n[MngNetwork]\n{line}\n[SubnetManager]\nm_key_per_port = true\n")
    assert detect(document) == UFM
    (facts,) = read_ufm(document).infiniband
    assert isinstance(facts, UfmSettings)
    assert facts.default_membership == membership
    assert facts.m_key_per_port == Stated(True, Source("gv.cfg", 5, 5))


def test_a_switch_states_partitions_and_its_subnet_manager() -> None:
    document = Document("q.cfg", SWITCH)
    assert detect(document) == QUANTUM
    reading = read_quantum(document)
    partitions, manager = reading.infiniband
    assert isinstance(partitions, ManagedPartitions)
    assert isinstance(manager, SwitchManager)
    default, blue = partitions.partitions
    assert default.default_membership == Stated(Membership.FULL, Source("q.cfg", 5, 5))
    assert (blue.key, blue.mtu_bytes) == (Stated(5, Source("q.cfg", 6, 6)), Stated(4096, Source("q.cfg", 8, 8)))
    assert [one.guid for one in blue.members] == [0x0C42A10300100001, 0]
    assert (manager.device, manager.enabled) == ("quantum-1", Stated(True, Source("q.cfg", 3, 3)))
    assert manager.priority == Stated(15, Source("q.cfg", 4, 4))
    assert [line.text for line in reading.unread] == ["ib partition blue colour 7"]


def test_the_answer_of_a_switch_lists_partitions() -> None:
    document = Document("show.txt", SHOW)
    assert detect(document) == QUANTUM
    reading = read_quantum(document)
    (facts,) = reading.infiniband
    assert isinstance(facts, ManagedPartitions)
    assert reading.unread == ()
    assert [(one.name, [member.guid for member in one.members]) for one in facts.partitions] == [
        ("Default", [0]),
        ("blue", [0x0C42A10300100001]),
    ]


def test_a_priority_that_no_manager_can_have_is_not_read() -> None:
    reading = read_quantum(Document("quantum-1.cfg", SWITCH.replace("sm-priority 15", "sm-priority 16")))
    assert [line.source.line for line in reading.unread] == [4, 11]
