"""Each line that an intent renders is compared: one that is gone differs, or holds without being said."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from roce_lint.gate.device_texts import texts_of
from roce_lint.gate.intended import Comparison, Intended, intended
from roce_lint.gate.line_effects import LineEffect, LineEffects
from roce_lint.judge.check import build_fabric
from roce_lint.judge.given import Given
from roce_lint.model.device import Device, is_host
from roce_lint.model.fact import Source
from roce_lint.os.registry import switch_os
from roce_lint.read.read_documents import read_documents
from roce_lint.text.config_lines import ConfigLine, LinePath
from roce_lint.text.document import Document

INTENTS = Path(__file__).parents[2] / "fixtures" / "intents"
SAMPLES = sorted(path.name for path in INTENTS.glob("*.roce.yaml"))
FAMILIAR = ("clos-eos.roce.yaml", "clos-nxos.roce.yaml", "clos-sonic.roce.yaml", "clos-srlinux.roce.yaml")
"""Of these a few lines are taken out in every run; in the long one many of each system's."""
A_FEW = 3
MANY = 60
OF_EACH_SYSTEM = [name for name in SAMPLES if name.startswith("clos-")]
HOLDS_ANYWAY = {
    # The defaults of the model, and the loopback's address is the router id.
    "srlinux": re.compile(r"^(subinterface \d+ |protocols bgp afi-safi ipv4-unicast )?admin-state enable$|^router-id "),
    # Whether NVUE turns on what a block below configures is not documented: it is not evaluated.
    "cumulus": re.compile(r"^router bgp (address-family \S+ )?(enable on|state enabled)$|^state enabled$"),
}
"""Lines that may go in silence, with the reason."""
NUMBER = re.compile(r"\d+")


def distinct_lines(wanted: Intended) -> Iterator[tuple[Device, Sequence[Document], int, ConfigLine]]:
    """Yield the lines of switches with their files; of lines that differ in numbers only, one."""
    seen: set[tuple[str, LinePath]] = set()
    texts = texts_of(wanted.fabric.devices, wanted.documents)
    for device in wanted.fabric.devices:
        for number, file in enumerate(texts[device.name] if not is_host(device) else ()):
            for line in switch_os(device.os).line_form.split(file):
                key = device.os, tuple(NUMBER.sub("#", text) for text in line.path)
                if key not in seen:
                    seen.add(key)
                    yield device, texts[device.name], number, line


def is_noticed(wanted: Intended, device: Device, files: Sequence[Document], number: int, line: ConfigLine) -> bool:
    """Say whether a line that is taken out is reported, or says what holds without it as well."""
    without = switch_os(device.os).line_form.without
    rest = [without(one, (line,)) if at == number else one for at, one in enumerate(files)]
    read = build_fabric(read_documents(rest), Given())
    if not read.devices or any(broken(one) for one in read.devices):
        return True
    comparison = Comparison(
        Source("intent", 0, 0), wanted.fabric, read, covers_all=False, rendered=wanted.documents, documents=rest
    )
    if any(one.device == device.name for one in comparison.everything()):
        return True
    effects = LineEffects(
        lambda old, new: [one.result.fact for one in Comparison(device.source, old, new).everything()]
    )
    return effects.of(device.name, device.os, files, [(number, line)]) is LineEffect.USUAL


def broken(device: Device) -> bool:
    """Say whether `check` reports lines of the device by themselves: what is rendered has none of these."""
    return bool(device.undefined_references or device.refused_settings)


def unnoticed(name: str, most: int) -> list[LinePath]:
    """Return the lines of a sample, at most so many of them, that can be taken out in silence."""
    path = INTENTS / name
    wanted = intended(path.read_text(), path.name)
    lines = list(distinct_lines(wanted))
    chosen = random.Random(name).sample(lines, min(most, len(lines)))
    silent = [one for one in chosen if not is_noticed(wanted, *one)]
    return [line.path for device, _, _, line in silent if not holds_anyway(device, line)]


def holds_anyway(device: Device, line: ConfigLine) -> bool:
    """Say whether a line of the system may go in silence."""
    known = HOLDS_ANYWAY.get(device.os)
    return known is not None and known.search(line.path[-1]) is not None


@pytest.mark.parametrize("name", FAMILIAR)
def test_a_line_that_is_gone_is_reported(name: str) -> None:
    assert unnoticed(name, A_FEW) == []


@pytest.mark.long
@pytest.mark.parametrize("name", OF_EACH_SYSTEM)
def test_every_line_that_is_gone_is_reported(name: str) -> None:
    assert unnoticed(name, MANY) == []
