"""Limits of lossless queues where Nokia does not publish the size of the memory."""

from __future__ import annotations

from roce_lint.engine.dry_run import rendered_files
from roce_lint.intent.load import parse_intent

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 2, platform: 7220 IXR-D5}
  spines: {count: 1, platform: 7220 IXR-D5}
  oversubscription: "6:1"
hosts:
  - {count: 3, nics: 3, nic_platform: ConnectX-7, nic_speed: 400G}
"""


def test_leaves_of_one_model_have_one_limit_however_many_ports_are_cabled() -> None:
    files, _ = rendered_files(parse_intent(INTENT, "pod.roce.yaml"))
    first, second = [file.text for file in files if file.path.startswith("configs/leaf")]
    assert first.count("host-") != second.count("host-")
    assert _limits(first)
    assert _limits(first) == _limits(second)


def _limits(text: str) -> set[str]:
    """Return what the lines say that limit the queues of leaves."""
    return {line.strip() for line in text.splitlines() if "maximum-burst-size" in line}
