"""Load a scenario from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Generic, TypeAlias, TypeVar

from pydantic import ValidationError

from roce_lint.errors import IntentError, Problem, UsageError
from roce_lint.intent.explain import explain
from roce_lint.intent.schema import schema_of
from roce_lint.intent.yaml_positions import YamlDocument, YamlPath, read_yaml
from roce_lint.simulate.scenario import Scenario, ScenarioPart
from roce_lint.text.json_value import Json
from roce_lint.values import dataclass

LARGEST_FILE_BYTES = 4_000_000


Part = TypeVar("Part", bound=ScenarioPart)


@dataclass(frozen=True, slots=True)
class PlacedFile(Generic[Part]):
    """What a person wrote, and where its keys stand."""

    value: Part
    document: YamlDocument
    path: str

    def problem(self, at: YamlPath, message: str) -> Problem:
        """Return a problem at a key."""
        place = self.document.place_of(at)
        return Problem(self.path, place.line, place.column, message)


PlacedScenario: TypeAlias = PlacedFile[Scenario]


def scenario_schema() -> dict[str, Json]:
    """Return the JSON schema (draft 2020-12) of a scenario."""
    return schema_of(Scenario, "roce-lint scenario")


def load_scenario(path: str) -> PlacedScenario:
    """Return the scenario in a file. Raises UsageError with every fault and its place."""
    return placed_file(Scenario, path, "roce-lint scenario")


def parse_scenario(text: str, path: str) -> PlacedScenario:
    """Return the scenario in a text; `path` is used in messages. Raises UsageError as `load_scenario` does."""
    return _parsed(Scenario, text, path, "roce-lint scenario")


def placed_file(model: type[Part], path: str, title: str) -> PlacedFile[Part]:
    """Return what a file says by a model; `title` is that of its schema. Raises UsageError with every fault."""
    try:
        with Path(path).open("rb") as file:
            contents = file.read(LARGEST_FILE_BYTES + 1)
    except OSError as error:
        raise UsageError(Problem(path, 0, 0, f"cannot be read: {error.strerror}; name a file")) from None
    if len(contents) > LARGEST_FILE_BYTES:
        raise UsageError(Problem(path, 0, 0, f"is larger than {LARGEST_FILE_BYTES} bytes; write fewer flows"))
    try:
        text = contents.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(Problem(path, 0, 0, "is not UTF-8 text; save it with that encoding")) from None
    return _parsed(model, text, path, title)


def _parsed(model: type[Part], text: str, path: str, title: str) -> PlacedFile[Part]:
    try:
        document = read_yaml(text, path)
    except IntentError as error:
        raise UsageError(*error.problems) from None
    if document.value is None:
        kind = title.removeprefix("roce-lint ")
        raise UsageError(Problem(path, 0, 0, f"the file is empty; `roce-lint schema {kind}` says what it may have"))
    try:
        return PlacedFile(model.model_validate(document.value), document, path)
    except ValidationError as error:
        problems = explain(error.errors(include_url=False), document, path, schema_of(model, title))
        raise UsageError(*problems) from None
