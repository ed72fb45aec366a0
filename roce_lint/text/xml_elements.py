"""XML as elements with lines.

Expat of the standard library reads it; a document type is refused, so that no entity is defined or fetched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.parsers import expat

from roce_lint.values import dataclass, field

_MOST_DEPTH = 200


@dataclass(eq=False, slots=True)
class XmlElement:
    """One element, named without its namespace; `text` has no blanks around it."""

    name: str
    attributes: Mapping[str, str]
    line: int
    end_line: int
    text: str = ""
    below: list[XmlElement] = field(default_factory=list)

    def every(self) -> Iterator[XmlElement]:
        """Yield the element and all below it in the order of the text."""
        pending = [self]
        while pending:
            one = pending.pop()
            yield one
            pending += reversed(one.below)


class _Refused(Exception):
    """The text has what is not read."""


def xml_elements(text: str) -> tuple[XmlElement, str, int]:
    """Return what holds the elements of a text, and why it could not be read to its end, with the line. Never raises.

    What a session leaves behind the last element is no part of it.
    """
    top = XmlElement("", {}, 1, 1)
    stack = [top]
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(stack) > _MOST_DEPTH:
            raise _Refused("the elements are nested too deep")
        line = parser.CurrentLineNumber
        element = XmlElement(name.rpartition(":")[2], attributes, line, line)
        stack[-1].below.append(element)
        stack.append(element)

    def end(name: str) -> None:
        element = stack.pop()
        element.end_line = parser.CurrentLineNumber
        element.text = element.text.strip()

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
        parser.Parse(_without_prompt(text).encode("utf-8", "replace"), True)
    except _Refused as refused:
        return top, str(refused), parser.CurrentLineNumber
    except expat.ExpatError as error:
        return top, f"the XML ends in the middle or has a fault: {expat.ErrorString(error.code)}", error.lineno
    return top, "", 0


def _without_prompt(text: str) -> str:
    last = text.rfind("</")
    close = text.find(">", last) if last >= 0 else -1
    return text[: close + 1] if close >= 0 else text
