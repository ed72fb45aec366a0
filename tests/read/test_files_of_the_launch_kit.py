"""Files beside the resources of NVIDIA's operators are named, and not taken for any YAML."""

from __future__ import annotations

import pytest

from roce_lint.read.detect import Foreign, detect
from roce_lint.text.document import Document

PROFILE = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: site-ra23-profile
  labels:
    network.nvidia.com/operator.nic-configuration.spectrum-x-profile: ""
data:
  profile: |
    useSoftwareCCAlgorithm: true
"""
LAUNCH_KIT = "networkOperator:\n  version: v26.7.0\nprofile:\n  fabric: ethernet\n  deployment: sriov\n"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (PROFILE, "a Spectrum-X profile of NVIDIA's network operator"),
        (LAUNCH_KIT, "a configuration of NVIDIA's Kubernetes launch kit"),
        (LAUNCH_KIT.replace("profile:", "other:"), "YAML"),
    ],
)
def test_they_are_named(text: str, what: str) -> None:
    found = detect(Document("cluster/config.yaml", text))
    assert isinstance(found, Foreign)
    assert found.looks_like.startswith(what)
