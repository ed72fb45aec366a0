"""Arista EOS, as it is registered."""

from __future__ import annotations

from roce_lint.model.reading import Reading
from roce_lint.os.contract import SwitchOs
from roce_lint.os.eos.behaviour import BEHAVIOUR
from roce_lint.text.document import Document


def _read(document: Document) -> Reading:
    from roce_lint.os.eos.reader import read_eos

    return read_eos(document)


SYSTEM = SwitchOs(
    name="eos",
    label="Arista EOS",
    behaviour=BEHAVIOUR,
    read=_read,
    remarks_stand_in_descriptions=False,
)
