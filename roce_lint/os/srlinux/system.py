"""Nokia SR Linux, as it is registered."""

from __future__ import annotations

from roce_lint.model.reading import Reading
from roce_lint.os.contract import SwitchOs
from roce_lint.os.srlinux.behaviour import BEHAVIOUR
from roce_lint.text.document import Document


def _read(document: Document) -> Reading:
    from roce_lint.os.srlinux.reader import read_srlinux

    return read_srlinux(document)


SYSTEM = SwitchOs(
    name="srlinux",
    label="Nokia SR Linux",
    behaviour=BEHAVIOUR,
    read=_read,
    remarks_stand_in_descriptions=True,
)
