"""Of what stands in a host's file, only what the host carries out counts; a line without effect is told."""

from __future__ import annotations

from roce_lint.facts.fact import Fact, Stated
from roce_lint.facts.model import Device
from roce_lint.read.host import read_host
from roce_lint.read.reading import Document


def host(text: str, path: str) -> Device:
    (device,) = read_host(Document(path, text)).devices
    return device


def refused(text: str, path: str) -> list[tuple[int, str]]:
    """Return the lines that are told to have no effect."""
    return [(one.source.line, one.because) for one in host(text, path).refused_settings]


def unread(text: str, path: str) -> list[tuple[int, str]]:
    return sorted((one.source.line, one.because) for one in read_host(Document(path, text)).unread)


def stated(fact: Fact[int]) -> tuple[int, int] | None:
    """Return the value of a fact and its line, None where it is not stated."""
    return (fact.value, fact.source.line) if isinstance(fact, Stated) else None


def test_nccl_keeps_the_first_of_two_lines() -> None:
    text = "NCCL_IB_TC=106\nNCCL_IB_SL=3\nNCCL_IB_SL=3\nNCCL_IB_TC=0\n"
    (nic,) = host(text, "h1/nccl.conf").nics
    assert stated(nic.application_tos) == (106, 1)
    assert refused(text, "h1/nccl.conf") == [(4, "NCCL keeps the 106 that line 1 gives NCCL_IB_TC")]


def test_a_shell_takes_the_last_of_two_lines() -> None:
    (nic,) = host("NCCL_IB_TC=106\nNCCL_IB_TC=98\n", "h1/roce.env").nics
    assert stated(nic.application_tos) == (98, 2)


def test_a_blank_before_the_sign_makes_another_name() -> None:
    text = "NCCL_IB_SL=3\nNCCL_IB_TC = 106\n"
    assert refused(text, "h1/nccl.conf") == [(2, "with the blank before `=` this is no setting of NCCL_IB_TC")]
