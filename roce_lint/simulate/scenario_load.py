"""Load a scenario from a file."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from roce_lint.errors import IntentError, Problem, UsageError
from roce_lint.intent.explain import explain
from roce_lint.intent.schema import schema_of
from roce_lint.intent.yaml_positions import YamlDocument, YamlPath, read_yaml
from roce_lint.simulate.scenario import Scenario
from roce_lint.text.json_value import Json
from roce_lint.values import dataclass

LARGEST_FILE_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class PlacedScenario:
    """A scenario, and where its keys stand."""

    scenario: Scenario
    document: YamlDocument
    path: str

    def problem(self, at: YamlPath, message: str) -> Problem:
        """Return a problem at a key."""
        place = self.document.place_of(at)
        return Problem(self.path, place.line, place.column, message)


def scenario_schema() -> dict[str, Json]:
    """Return the JSON schema (draft 2020-12) of a scenario."""
    return schema_of(Scenario, "roce-lint scenario")


def load_scenario(path: str) -> PlacedScenario:
    """Return the scenario in a file. Raises UsageError with every fault and its place."""
    try:
        with Path(path).open("rb") as file:
            contents = file.read(LARGEST_FILE_BYTES + 1)
    except OSError as error:
        raise UsageError(Problem(path, 0, 0, f"cannot be read: {error.strerror}; name a scenario file")) from None
    if len(contents) > LARGEST_FILE_BYTES:
        raise UsageError(Problem(path, 0, 0, f"is larger than {LARGEST_FILE_BYTES} bytes; write fewer flows"))
    try:
        text = contents.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(Problem(path, 0, 0, "is not UTF-8 text; save it with that encoding")) from None
    return parse_scenario(text, path)


def parse_scenario(text: str, path: str) -> PlacedScenario:
    """Return the scenario in a text; `path` is used in messages. Raises UsageError as `load_scenario` does."""
    try:
        document = read_yaml(text, path)
    except IntentError as error:
        raise UsageError(*error.problems) from None
    if document.value is None:
        raise UsageError(Problem(path, 0, 0, "the file is empty; `roce-lint schema scenario` says what a scenario has"))
    try:
        return PlacedScenario(Scenario.model_validate(document.value), document, path)
    except ValidationError as error:
        raise UsageError(*explain(error.errors(include_url=False), document, path, scenario_schema())) from None
