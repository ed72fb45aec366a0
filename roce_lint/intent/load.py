"""Load an intent from a file: the only place of this room that touches the disk."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from pydantic import ValidationError

from roce_lint.errors import IntentError, Problem
from roce_lint.intent.explain import explain
from roce_lint.intent.model import Intent
from roce_lint.intent.model_infiniband import InfinibandIntent
from roce_lint.intent.placed import Origin
from roce_lint.intent.yaml_positions import MAX_CHARACTERS, YamlDocument, read_yaml


def load_intent(path: str | Path) -> Intent:
    """Return the intent in the file at `path`.

    Raises IntentError with every fault and its place. Contradictions between keys are found by `make_views`, which
    places them too: the intent remembers where its keys stand.
    """
    name = str(path)
    return parse_intent(intent_text(path), name)


def load_any_intent(path: str | Path) -> Intent | InfinibandIntent:
    """Return the intent in a file, which may be one of an InfiniBand subnet alone. Raises IntentError."""
    name = str(path)
    return parse_any_intent(intent_text(path), name)


def intent_text(path: str | Path) -> str:
    """Return the text of an intent file. Raises IntentError for one that cannot be read."""
    name = str(path)
    try:
        mode = os.stat(path).st_mode
        if not (S_ISREG(mode) or S_ISDIR(mode)):
            raise IntentError(Problem(name, 0, 0, "is no regular file; name an intent file"))
        with open(path, "rb") as file:
            contents = file.read(4 * MAX_CHARACTERS + 1)
    except FileNotFoundError:
        message = "there is no such file; `roce-lint init` writes one to begin with"
        raise IntentError(Problem(name, 0, 0, message)) from None
    except OSError as error:
        raise IntentError(Problem(name, 0, 0, f"cannot be read: {error.strerror}")) from None
    try:
        return contents.decode("utf-8")
    except UnicodeDecodeError as error:
        line = contents.count(b"\n", 0, error.start) + 1
        raise IntentError(Problem(name, line, 0, "is not UTF-8 text; save it with that encoding")) from None


def parse_intent(text: str, path: str) -> Intent:
    """Return the intent in `text`; `path` is used in messages. Raises IntentError as `load_intent` does."""
    return _ethernet(_document(text, path), path)


def parse_any_intent(text: str, path: str) -> Intent | InfinibandIntent:
    """Return the intent in `text`, of a fabric or of an InfiniBand subnet alone. Raises IntentError."""
    document = _document(text, path)
    value = document.value
    if not isinstance(value, dict) or "infiniband" not in value or "topology" in value or "hosts" in value:
        return _ethernet(document, path)
    try:
        intent = InfinibandIntent.model_validate(value)
    except ValidationError as error:
        raise IntentError(*explain(error.errors(include_url=False), document, path)) from None
    return intent.placed(Origin(path, document))


def _document(text: str, path: str) -> YamlDocument:
    document = read_yaml(text.removeprefix("\ufeff"), path)
    if document.value is None:
        raise IntentError(Problem(path, 0, 0, "the file is empty; `roce-lint init` writes an intent to begin with"))
    return document


def _ethernet(document: YamlDocument, path: str) -> Intent:
    try:
        intent = Intent.model_validate(document.value)
    except ValidationError as error:
        refused = explain(error.errors(include_url=False), document, path)
        # A valid intent is looked through for these when it is expanded.
        from roce_lint.intent.named_platforms import unknown_models

        places = {(problem.line, problem.column) for problem in refused}
        more = [one for one in unknown_models(document, path) if (one.line, one.column) not in places]
        raise IntentError(*sorted((*refused, *more), key=lambda one: (one.line, one.column, one.message))) from None
    return intent.placed(Origin(path, document))
