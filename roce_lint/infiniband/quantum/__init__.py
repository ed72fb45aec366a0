"""MLNX-OS, the CLI of managed InfiniBand switches: partitions and the subnet manager on the switch."""

from roce_lint.infiniband.quantum.switch_cli import is_quantum, read_quantum

__all__ = ["is_quantum", "read_quantum"]
