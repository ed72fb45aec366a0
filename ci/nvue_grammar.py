"""Merge the NVUE object models of several releases of Cumulus Linux into the grammar that the reader checks lines by.

    python -m ci.nvue_grammar FOLDER

FOLDER holds `nvue_<release>.json.gz`: the OpenAPI specification that NVIDIA publishes for each release, as JSON Schema
of the package nvueschema (MIT). What is below `_CUT` has nothing to do with how RoCE packets are forwarded.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parent.parent / "roce_lint" / "os" / "cumulus" / "grammar.json"
_CUT = re.compile(
    r"action|header|maintenance|cluster|fae|"
    r".*/(?:pim|igmp|pbr|ptp|dot1x|neighbor-discovery|segment-routing|synce|latency-measurement|dhcp-snoop6?|multicast)"
)
_LARGEST = 2**63


class Merge:
    """The nodes of all releases, each kept once; a release is a bit of a mask."""

    def __init__(self, schemas: dict[str, Any]) -> None:
        self.releases = sorted(schemas, key=lambda one: [int(part) for part in one.split(".")])
        self.schemas = [schemas[one] for one in self.releases]
        self.nodes: list[object] = []
        self._numbers: dict[str, int] = {}

    def _get(self, release: int, node: Any) -> Any:
        while "$ref" in node:
            node = self.schemas[release]["$defs"][node["$ref"].lstrip("#")]
        return node

    def _alternatives(self, release: int, node: Any) -> list[Any]:
        node = self._get(release, node)
        found = []
        for one in node.get("anyOf", [node]):
            one = self._get(release, one)
            found += self._alternatives(release, one) if "anyOf" in one else [one]
        return found

    def merge(self, path: str, of: list[tuple[int, Any]]) -> int:
        """Return the number of the node that a path leads to in some releases."""
        members: dict[str, list[tuple[int, Any]]] = {}
        entries: list[tuple[int, Any]] = []
        words: dict[str, int] = {}
        ranges: dict[str, int] = {}
        opens = 0
        for release, node in of:
            bit = 1 << release
            for one in self._alternatives(release, node):
                if "properties" in one:
                    for name, child in one["properties"].items():
                        members.setdefault(name, []).append((release, child))
                elif "additionalProperties" in one:
                    below = one["additionalProperties"]
                    entries.append((release, below if isinstance(below, dict) else {}))
                elif one.get("type") == "object":
                    opens |= bit
                elif "enum" in one or "const" in one:
                    for word in one.get("enum", [one.get("const")]):
                        words[str(word)] = words.get(str(word), 0) | bit
                elif one.get("type") in ("integer", "number"):
                    key = json.dumps([one.get("minimum", -_LARGEST), one.get("maximum", _LARGEST)])
                    ranges[key] = ranges.get(key, 0) | bit
                elif one.get("type") == "boolean":
                    for word in ("on", "off", "true", "false"):
                        words[word] = words.get(word, 0) | bit
                elif one.get("type") and one["type"] != "null":
                    key = json.dumps(one.get("format", "text"))
                    ranges[key] = ranges.get(key, 0) | bit
        found: dict[str, object] = {}
        if path and _CUT.fullmatch(path):
            return self._number({"cut": 1})
        if members:
            found["has"] = {
                name: [self.merge(f"{path}/{name}".lstrip("/"), ones), sum(1 << release for release, _ in ones)]
                for name, ones in sorted(members.items())
            }
        if entries:
            found["each"] = [self.merge(f"{path}/*", entries), sum(1 << release for release, _ in entries)]
        if words:
            found["words"] = words
        if ranges:
            found["values"] = [[json.loads(key), mask] for key, mask in ranges.items()]
        if opens:
            found["opens"] = opens
        return self._number(found)

    def _number(self, node: dict[str, object]) -> int:
        key = json.dumps(node, sort_keys=True)
        if key not in self._numbers:
            self._numbers[key] = len(self.nodes)
            self.nodes.append(node)
        return self._numbers[key]


def main(folder: str) -> None:
    """Write the grammar of all releases in a folder."""
    schemas = {}
    for path in Path(folder).glob("nvue_*.json.gz"):
        schemas[path.name.removeprefix("nvue_").removesuffix(".json.gz")] = json.loads(
            gzip.decompress(path.read_bytes())
        )
    merge = Merge(schemas)
    root = merge.merge("", list(enumerate(merge.schemas)))
    found = {"releases": merge.releases, "root": root, "nodes": merge.nodes}
    TARGET.write_text(json.dumps(found, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
