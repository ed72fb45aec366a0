"""Recorded outputs of the real tools: each is recognised, nothing in it stays unread, and all of them join."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.infiniband.ib_fabric import IbFabric, SmState
from roce_lint.infiniband.ibdiag import read_ibdiag
from roce_lint.judge.check import read_configs
from roce_lint.model.fact import Stated
from roce_lint.read.detect import detect
from roce_lint.read.format import IBDIAG
from roce_lint.text.document import Document

NOT_READ = {
    "ibaddr_4.txt",
    "iblinkinfo.txt",
    "iblinkinfo_l.txt",
    "ibqueryerrors.txt",
    "ibtracert_1_8.txt",
    "opensm-lid-matrix.dump",
    "opensm-sa.dump",
    "partitions.conf",
    "perfquery_1_1.txt",
    "smpquery_guidinfo_1.txt",
    "smpquery_nodedesc_2.txt",
    "smpquery_sl2vl_1.txt",
    "smpquery_vlarb_1.txt",
}


@pytest.fixture(scope="module")
def samples(shared: Path) -> Path:
    return shared / "ib" / "topologies" / "samples"


def test_every_sample_of_the_sheet_is_read_whole(samples: Path) -> None:
    for path in sorted(samples.iterdir()):
        document = Document(path.name, path.read_text())
        if path.name in NOT_READ:
            continue
        assert (path.name, detect(document)) == (path.name, IBDIAG)
        assert (path.name, read_ibdiag(document).unread) == (path.name, ())


def test_the_samples_are_one_subnet(samples: Path) -> None:
    (fabric,) = [one for one in read_configs(str(samples)).infiniband if isinstance(one, IbFabric)]
    names = {node.label: node for node in fabric.nodes}
    assert sorted(names) == [*(f"h-{number:04}" for number in range(1, 9)), "leaf-1", "leaf-2", "rt-1", "spine-1"]
    assert len(fabric.links) == 14
    assert [len(table.ports) for table in fabric.forwarding] == [14, 14, 14]
    first = names["h-0001"].ports[0]
    assert isinstance(first.pkeys, Stated)
    assert first.pkeys.value == (0xFFFF, 0x8001)
    assert isinstance(first.pkey_capacity, Stated)
    assert first.pkey_capacity.value == 64
    assert isinstance(first.mtu_bytes, Stated)
    assert first.mtu_bytes.value == 2048
    management, external = names["leaf-1"].ports[:2]
    assert isinstance(management.pkeys, Stated)
    assert management.pkeys.value == (0x7FFF,)
    assert isinstance(external.pkeys, Stated)
    assert external.pkeys.value == (0xFFFF, 0x8001)
    (manager,) = fabric.managers
    assert isinstance(manager.state, Stated)
    assert manager.state.value is SmState.MASTER
    assert fabric.master_guid() == 0x0C42A10300100001
    assert isinstance(fabric.subnet_prefix, Stated)
    assert fabric.subnet_prefix.value == 0xFE80000000000000


@pytest.mark.parametrize(
    "name", ["ibnetdiscover.txt", "ibnetdiscover_p.txt", "opensm-subnet.lst", "ibnetdiscover_g.txt"]
)
def test_every_form_of_the_topology_has_the_same_cables(samples: Path, name: str) -> None:
    def ends(path: Path) -> list[tuple[int, int]]:
        (fabric,) = [one for one in read_configs(str(path)).infiniband if isinstance(one, IbFabric)]
        kinds = {node.guid: node.kind.value for node in fabric.nodes}
        return sorted(tuple(sorted((link.a.port, link.b.port))) for link in fabric.links if kinds)  # type: ignore[misc]  # pairs

    assert ends(samples / name) == ends(samples / "ibnetdiscover.txt")
