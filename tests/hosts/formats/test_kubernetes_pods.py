"""NCCL variables of pods."""

from roce_lint.hosts.reader import read_host
from roce_lint.model.fact import Source, Stated
from roce_lint.text.document import Document

POD = """\
kind: Pod
spec:
  nodeName: gpu01
  containers:
    - name: worker
      env:
        - name: NCCL_IB_TC
          value: "26"
        - name: OTHER
          value: "1"
"""


def test_a_pod_of_one_node_says_what_its_host_sends() -> None:
    (host,) = read_host(Document("jobs/train.yaml", POD)).devices
    (nic,) = host.nics
    assert host.name == "gpu01"
    assert nic.application_tos == Stated(26, Source("jobs/train.yaml", 7, 8))


def test_a_pod_that_runs_anywhere_says_nothing_of_a_host() -> None:
    assert read_host(Document("jobs/train.yaml", POD.replace("  nodeName: gpu01\n", ""))).devices == ()
