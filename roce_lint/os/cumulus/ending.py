"""Where a configuration of NVUE ends."""

from __future__ import annotations

from roce_lint.errors import Problem
from roce_lint.os.contract import Ending
from roce_lint.os.cumulus.nv_lines import nv_lines
from roce_lint.text.document import Document
from roce_lint.text.yaml_format import Aliases, YamlFormat
from roce_lint.text.yaml_parser import parse_yaml

_FORMAT = YamlFormat(20_000_000, 40, 1_000_000, Aliases.REFUSED)
_REMEDY = "fetch the file again"


def ending(document: Document) -> Problem | Ending:
    """Return a fault for YAML or JSON that does not parse; lines of `nv set` have no end that could be missing."""
    if nv_lines(document.text).is_script:
        return Ending.OPEN
    faults = parse_yaml(document.text, document.path, _FORMAT).problems
    if faults and any("not YAML" in fault.message for fault in faults):
        first = faults[0]
        return Problem(document.path, first.line, first.column, f"{first.message}; {_REMEDY}")
    return Ending.WHOLE if document.text.lstrip()[:1] in ("{", "[") else Ending.OPEN
