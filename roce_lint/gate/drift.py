"""Where configurations drift from their intent: fact by fact, whatever the lines and their units look like.

What the intent demands is rendered and read back by the same readers, so that two facts are compared and never two
spellings. What no file tells is counted apart: it is neither kept nor broken.
"""

from __future__ import annotations

from roce_lint.errors import Problem, UsageError
from roce_lint.gate.intended import Comparison, intended
from roce_lint.gate.meaning.change import Change, gathered
from roce_lint.gate.measure import Measure, Options
from roce_lint.gate.side import read_side, text_of
from roce_lint.gate.state import State
from roce_lint.model.fact import Source
from roce_lint.read.read_documents import ReadAll, read_here
from roce_lint.values import dataclass
from roce_lint.version import version


@dataclass(frozen=True, slots=True)
class Drift:
    """How a state differs from its intent. In `differing` and `not_found`, `before` is what the intent demands.

    `not_found`: demands of which no file says whether they are met. `compared` counts the facts that were.
    `without_files`: devices of the intent that no file describes, whether they count as a difference or not.
    """

    intent: str
    state: str
    commit: str
    differing: tuple[Change, ...]
    not_found: tuple[Change, ...]
    compared: int
    devices: int
    without_files: tuple[str, ...]
    unreadable: tuple[Problem, ...]
    notes: tuple[Problem, ...]
    version: str

    @property
    def outcome(self) -> str:
        """Return `incomplete`, `failed` (something differs) or `passed`."""
        return "incomplete" if self.unreadable else "failed" if self.differing else "passed"


def drift_from_intent(state: State, measure: Measure, options: Options, read_all: ReadAll = read_here) -> Drift:
    """Return where a state differs from the intent that the command line or the settings name.

    Raises UsageError where none is named or none is there, IntentError for a bad one.
    """
    path = options.intent or measure.settings.intent
    text = text_of(state, path, on_disk=path == options.intent) if path else None
    if text is None:
        named = "" if options.intent else measure.settings.place("intent")
        missing = Problem(named, 0, 0, f"there is no intent {path!r} in {state.label}; name one with --intent")
        raise UsageError(missing if path else _NO_INTENT)
    side = read_side(state, measure.settings, options, must_have_intent=True, read_all=read_all)
    wanted = intended(text, path, read_all)
    comparison = Comparison(
        Source(path, 0, 0),
        wanted.fabric,
        side.fabric,
        rendered=wanted.documents,
        documents=side.gathered.documents,
    )
    placed = list(comparison.everything())
    return Drift(
        intent=path,
        state=side.label,
        commit=side.commit,
        differing=gathered(placed),
        not_found=gathered(comparison.not_found),
        compared=comparison.compared,
        devices=len(side.fabric.devices),
        without_files=comparison.without_files,
        unreadable=side.inputs.unreadable,
        notes=(*side.notes, *comparison.notes()),
        version=version(),
    )


_NO_INTENT = "name an intent with --intent, or what to compare with, for example: roce-lint gate main"
