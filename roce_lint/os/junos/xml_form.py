"""XML of Junos (`show configuration | display xml`) as entries.

Expat of the standard library reads it; a document type is refused, so that no entity is defined or fetched.
"""

from __future__ import annotations

from xml.parsers import expat

from roce_lint.os.junos.data_form import DataEntry

_MOST_DEPTH = 200


class _Refused(Exception):
    """The text has what is not read."""


def xml_entries(text: str) -> tuple[DataEntry, str, int]:
    """Return the elements of a text of XML, and why it could not be read to its end, with the line. Never raises."""
    top = DataEntry("", 1, 1)
    stack = [top]
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(stack) > _MOST_DEPTH:
            raise _Refused("the elements are nested too deep")
        entry = DataEntry(name.rpartition(":")[2], parser.CurrentLineNumber, parser.CurrentLineNumber)
        entry.is_inactive = attributes.get("inactive") == "inactive"
        if attributes.get("delete") != "delete":
            stack[-1].below.append(entry)
        stack.append(entry)

    def end(name: str) -> None:
        entry = stack.pop()
        entry.end_line = parser.CurrentLineNumber
        entry.text = entry.text.strip()

    def characters(found: str) -> None:
        stack[-1].text += found

    def doctype(*_: object) -> None:
        raise _Refused("a document type is not read")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = doctype
    try:
        parser.Parse(_before_prompt(text).encode("utf-8", "replace"), True)
    except _Refused as refused:
        return top, str(refused), parser.CurrentLineNumber
    except expat.ExpatError as error:
        return top, f"the XML ends in the middle or has a fault: {expat.ErrorString(error.code)}", error.lineno
    return top, "", 0


def _before_prompt(text: str) -> str:
    """Return a text of XML without the prompt that a session leaves behind it."""
    end = text.rfind(">")
    last = text.rfind("</", 0, end)
    close = text.find(">", last) if last >= 0 else -1
    return text[: close + 1] if close >= 0 else text
