"""Lengths of cables as switches state them for their ports, where no list has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.fabric.fabric import Fabric
from roce_lint.learn.device_texts import texts_of
from roce_lint.learn.draft import rendered_documents, written
from roce_lint.learn.observed import Observed
from roce_lint.learn.topology import IntentSection
from roce_lint.model.device import Device, PortRef, is_host
from roce_lint.os.registry import switch_os
from roce_lint.text.document import Document
from roce_lint.values import replace

Lengths = Mapping[PortRef, int]
"""Metres by port."""


def with_stated_lengths(
    observed: Observed, documents: Sequence[Document], document: IntentSection, rendered: Fabric
) -> Observed:
    """Return the fabric with the lengths that switches state and that the intent `document` does not render.

    Where both ends of a cable state one, the longer counts, for which the headroom has to last. A switch states the
    length that its headroom is made for, often rounded up. No length is taken for a tier whose lengths are rendered as
    they were read.
    """
    read = _lengths(observed.switches, documents)
    if not read:
        return observed
    made = _lengths(rendered.devices, rendered_documents(written(document)))
    stated = {
        cable: {end: read[end] for end in (cable.lower, cable.upper) if end in read}
        for cable in observed.every_cable
        if cable.length_m is None
    }
    differing = {
        observed.role_of.get(cable.lower.device)
        for cable, ends in stated.items()
        if any(made.get(end) != metres for end, metres in ends.items())
    }
    longer = {
        cable: replace(cable, stated_m=max(ends.values()))
        for cable, ends in stated.items()
        if ends and observed.role_of.get(cable.lower.device) in differing
    }
    return observed.with_lengths(longer) if longer else observed


def _lengths(devices: Sequence[Device], documents: Sequence[Document]) -> Lengths:
    files = texts_of(devices, documents)
    found: dict[PortRef, int] = {}
    for device in devices:
        form = None if is_host(device) else switch_os(device.os).line_form
        if form is None or form.cable_length is None:
            continue
        for file in files[device.name]:
            stated = [length for line in form.split(file) if (length := form.cable_length(line.path)) is not None]
            found |= {PortRef(device.name, port): metres for port, metres in stated if metres}
    return found
