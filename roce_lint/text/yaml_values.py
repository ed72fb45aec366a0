"""What scalars mean by the core schema of YAML 1.2: `on`, `no`, `010` and `2:1` are what they look like.

Source: YAML 1.2.2, chapter 10.3.2.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from roce_lint.text.yaml_tree import YamlList, YamlMapping, YamlNode, YamlScalar

YamlValue: TypeAlias = "bool | int | float | str | list[YamlValue] | dict[str, YamlValue] | None"

_WORDS: Mapping[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_INTEGER = re.compile(r"[-+]?[0-9]{1,20}")
"""Up to the largest of 64 bits; a longer one is a float."""
_OCTAL = re.compile(r"0o[0-7]{1,20}")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]{1,15}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?")
_SPECIAL_FLOAT = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


def scalar_value(scalar: YamlScalar) -> bool | int | float | str | None:
    """Return what a scalar means; a quoted one and a block are text."""
    text = scalar.text
    if scalar.style:
        return text
    if text in _WORDS:
        return _WORDS[text]
    for pattern, base in ((_INTEGER, 10), (_OCTAL, 8), (_HEXADECIMAL, 16)):
        if pattern.fullmatch(text):
            return int(text if base == 10 else text[2:], base)
    if _SPECIAL_FLOAT.fullmatch(text):
        return float(text.replace(".", "").lower())
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


def plain_value(node: YamlNode) -> YamlValue:
    """Return what a node means; the parser bounds how deep it is."""
    if isinstance(node, YamlScalar):
        return scalar_value(node)
    if isinstance(node, YamlList):
        return [plain_value(one) for one in node.values]
    return mapping_value(node)


def mapping_value(mapping: YamlMapping) -> dict[str, YamlValue]:
    """Return what a mapping means; its keys are text."""
    return {entry.key.text: plain_value(entry.value) for entry in mapping.entries}
