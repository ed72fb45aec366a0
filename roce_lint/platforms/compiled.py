"""The YAML files of the catalogue as one JSON file, which is read in a millisecond where YAML takes twenty.

People write the YAML files. After a change `python -m roce_lint.platforms.compiled` writes the JSON file anew; a test
holds that the two say the same.
"""

from __future__ import annotations

import json
from pathlib import Path

import yaml

from roce_lint.errors import PlatformError, Problem
from roce_lint.files.atomic import write_whole
from roce_lint.platforms.catalog import COMPILED, DATA


class _UniqueKeyLoader(yaml.CSafeLoader):
    """The fast safe loader, refusing a key that is written twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[object, object]:
        """Build the mapping of `node`; raise PlatformError for a repeated key."""
        seen: set[object] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if key in seen:
                mark = key_node.start_mark
                name = Path(str(mark.name)).name
                raise PlatformError(Problem(name, mark.line + 1, mark.column + 1, f"key {key!r} is written twice"))
            seen.add(key)
        built: dict[object, object] = super().construct_mapping(node, deep)
        return built


def read_yaml(path: Path) -> dict[str, object]:
    """Return the mapping in a YAML file. Raises PlatformError when it is not one."""
    with path.open("rb") as stream:
        try:
            value: object = yaml.load(stream, Loader=_UniqueKeyLoader)
        except yaml.YAMLError as error:
            raise PlatformError(Problem(path.name, 0, 0, f"not valid YAML: {error}")) from error
    if not isinstance(value, dict):
        raise PlatformError(Problem(path.name, 0, 0, "a mapping is wanted"))
    return {str(key): entry for key, entry in value.items()}


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
