"""The YAML files of the catalogue as one JSON file, which is read in a millisecond where YAML takes twenty.

People write the YAML files. After a change `python -m roce_lint.platforms.compiled` writes the JSON file anew; a test
holds that the two say the same.
"""

from __future__ import annotations

import json
from pathlib import Path

from roce_lint.errors import PlatformError, Problem
from roce_lint.files.atomic import write_whole
from roce_lint.platforms.catalog import COMPILED, DATA
from roce_lint.text.yaml_format import Aliases, Fault, YamlFormat
from roce_lint.text.yaml_parser import parse_yaml
from roce_lint.text.yaml_tree import YamlMapping
from roce_lint.text.yaml_values import YamlValue, mapping_value

_PLATFORM_YAML = YamlFormat(
    maximum_characters=1_000_000,
    maximum_depth=20,
    maximum_values=100_000,
    aliases=Aliases.REFUSED,
    messages={
        Fault.DUPLICATE: "key {key!r} is written twice",
        Fault.SYNTAX: "not valid YAML: {context}{problem}{hint}",
    },
)


def read_yaml(path: Path) -> dict[str, YamlValue]:
    """Return the mapping in a YAML file. Raises PlatformError when it is not one."""
    parsed = parse_yaml(path.read_text("utf-8"), path.name, _PLATFORM_YAML)
    if parsed.problems:
        raise PlatformError(*parsed.problems)
    if len(parsed.documents) != 1 or not isinstance(parsed.documents[0], YamlMapping):
        raise PlatformError(Problem(path.name, 0, 0, "a mapping is wanted"))
    return mapping_value(parsed.documents[0])


def compiled_text() -> str:
    """Return the JSON text of all YAML files, one line for each. Raises PlatformError for a file that is not valid."""
    files = {path.relative_to(DATA).as_posix().removesuffix(".yaml"): path for path in DATA.rglob("*.yaml")}
    lines = [f"{json.dumps(name)}: {json.dumps(read_yaml(files[name]), ensure_ascii=False)}" for name in sorted(files)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write() -> None:
    """Write the JSON file anew."""
    write_whole(str(COMPILED), compiled_text().encode("utf-8"))


if __name__ == "__main__":
    write()
