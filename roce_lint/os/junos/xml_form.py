"""XML of Junos (`show configuration | display xml`) as entries."""

from __future__ import annotations

from roce_lint.os.junos.data_form import DataEntry
from roce_lint.text.xml_elements import XmlElement, xml_elements


def xml_entries(text: str) -> tuple[DataEntry, str, int]:
    """Return the elements of a text of XML, and why it could not be read to its end, with the line. Never raises."""
    element, fault, line = xml_elements(text)
    return _entry(element), fault, line


def _entry(element: XmlElement) -> DataEntry:
    top = DataEntry(element.name, element.line, element.end_line, element.text)
    pending = [(element, top)]
    while pending:
        found, entry = pending.pop()
        for one in found.below:
            if one.attributes.get("delete") == "delete":
                continue
            inactive = one.attributes.get("inactive") == "inactive"
            made = DataEntry(one.name, one.line, one.end_line, one.text, inactive)
            entry.below.append(made)
            pending.append((one, made))
    return top
