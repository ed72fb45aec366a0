"""What a session at a terminal takes from a device, and where it stops."""

from __future__ import annotations

import asyncio

import pytest

from roce_lint.collect import session
from roce_lint.collect.outcome import CollectError
from roce_lint.collect.session import Dialogue
from roce_lint.os.registry import switch_os

PROMPT = b"leaf-1#"


class Device:
    """Sends a prompt, and answers each command with a number of bytes in lines of 100."""

    def __init__(self, size: int) -> None:
        self._answer = (b"x" * 98 + b"\r\n") * (size // 100)
        self._pending = [PROMPT]

    def write(self, data: bytes) -> None:
        self._pending += [data.replace(b"\n", b"\r\n"), self._answer, PROMPT]

    async def read(self, n: int = -1) -> bytes:
        while not self._pending:
            await asyncio.sleep(0.01)
        chunk, rest = self._pending[0][:n], self._pending[0][n:]
        self._pending[:1] = [rest] if rest else []
        return chunk


async def asked(size: int) -> str:
    terminal = switch_os("eos").collection().terminal
    assert terminal is not None
    device = Device(size)
    dialogue = Dialogue(terminal, device, device)
    await dialogue.open("")
    return await dialogue.ask("show version")


def test_an_answer_is_taken_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "LARGEST_OUTPUT_BYTES", 5_000)
    assert asyncio.run(asked(4_000)) == f"{'x' * 98}\n" * 40
    refused = "it sent more than 5,000 bytes for one command; no configuration is that large"
    with pytest.raises(CollectError, match=refused):
        asyncio.run(asked(5_000))
