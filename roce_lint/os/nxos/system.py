"""Cisco NX-OS, as it is registered."""

from __future__ import annotations

from roce_lint.model.reading import Reading
from roce_lint.os.contract import SwitchOs
from roce_lint.os.nxos.behaviour import BEHAVIOUR
from roce_lint.text.document import Document


def _read(document: Document) -> Reading:
    from roce_lint.os.nxos.reader import read_nxos

    return read_nxos(document)


SYSTEM = SwitchOs(
    name="nxos",
    label="Cisco NX-OS",
    behaviour=BEHAVIOUR,
    read=_read,
    remarks_stand_in_descriptions=False,
)
