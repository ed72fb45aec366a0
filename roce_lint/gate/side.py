"""One side of a comparison: what a state describes, and what the rules say of it."""

from __future__ import annotations

import os
from collections.abc import Sequence

from roce_lint.errors import Problem, RoceLintError, UsageError
from roce_lint.fabric.fabric import Fabric
from roce_lint.files.ignore import IgnoreRules
from roce_lint.fix.drafts import with_computed_fixes
from roce_lint.gate.intent_demands import intent_demands
from roce_lint.gate.measure import Measure, Options
from roce_lint.gate.state import Entry, EntryKind, State, Unreadable
from roce_lint.judge.check import build_fabric, inputs_of, report_of
from roce_lint.judge.config_lines import with_lines
from roce_lint.judge.examination import examine_fabric
from roce_lint.judge.finding import Inputs, Report
from roce_lint.judge.given import Given, GivenIntent
from roce_lint.judge.suppressions import token_waivers
from roce_lint.model.fact import Source
from roce_lint.model.judged import Judged
from roce_lint.read.files import Skipped, Texts, at_hand, decode
from roce_lint.read.gather import Gathered, gather
from roce_lint.read.read_documents import ReadAll, read_documents, read_here
from roce_lint.settings.load import Settings
from roce_lint.text.document import Document
from roce_lint.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Side:
    """A state that was read. `notes`: what is odd about its intent, or that it has none although one is named.

    `demands`: what the intent demands, compared with what was read.
    """

    label: str
    commit: str
    shown: str
    gathered: Gathered
    given: Given
    fabric: Fabric
    inputs: Inputs
    notes: tuple[Problem, ...]
    demands: tuple[Judged, ...] = ()

    def report(self, measure: Measure, tokens_of: Side | None = None) -> Report:
        """Return what a measure says of this side; with `tokens_of`, only the tokens of that side let findings pass."""
        suppressions = measure.suppressions
        if tokens_of is not None:
            found = token_waivers(tokens_of.fabric, suppressions)
            accepted = tuple(replace(one, source=self._here(one.source, tokens_of)) for one in found)
            suppressions = replace(suppressions, accepted_tokens=accepted)
        given = replace(self.given, suppressions=suppressions, restrictions=measure.restrictions)
        fabric = with_lines(self.fabric, self.gathered.documents, measure.rules)
        examination = examine_fabric(fabric, measure.rules, given, demands=self.demands)
        report = report_of(examination, fabric, self.inputs, given)
        return with_computed_fixes(report, fabric, Texts(self.gathered.documents))

    def _here(self, place: Source, other: Side) -> Source:
        """Return a place of another side as this side calls its file."""
        return replace(place, file=f"{self.shown}{place.file.removeprefix(other.shown)}")

    def texts(self) -> dict[str, str]:
        """Return every document's text by its path inside the state."""
        return {document.path.removeprefix(self.shown): document.text for document in at_hand(self.gathered.documents)}


def read_side(
    state: State,
    settings: Settings,
    options: Options,
    *,
    must_have_intent: bool,
    read_all: ReadAll = read_here,
    like: Side | None = None,
) -> Side:
    """Return a state as it was read, with the settings of whatever it is measured by.

    An intent that is missing or bad is an error only where it must be there: the state before a change may lack it.
    `read_all` reads the documents. `like` is the other side: where both hold the same, it is not read again.
    Raises UsageError or IntentError.
    """
    cabling = options.cabling or settings.cabling
    exclude = (*settings.exclude, *options.exclude)
    files = gather_state(state, exclude, options.paths or settings.paths)
    gathered = _with_cabling(files, state, cabling, on_disk=cabling == options.cabling)
    given, notes = _given(state, settings, options, cabling, must_have_intent)
    pointers = [Problem(one.path, 0, 0, one.because) for one in gathered.skipped if one.because == LFS_POINTER]
    if like is not None and (gathered, given) == (like.gathered, like.given):
        return replace(like, label=state.label, commit=state.commit, notes=notes)
    read = read_documents(gathered.documents, os=options.os, cabling=cabling, read_all=read_all)
    fabric = build_fabric(read, given)
    inputs = inputs_of(gathered, read)
    demands = (
        tuple(intent_demands(fabric, given.intent, documents=gathered.documents)) if given.intent is not None else ()
    )
    notes = (*notes, *pointers)
    return Side(state.label, state.commit, state.shown, gathered, given, fabric, inputs, notes, demands)


def text_of(state: State, path: str, *, on_disk: bool) -> str | None:
    """Return the text of a file of a state, or of the disk where the user names it there; None where there is none."""
    if not on_disk:
        return state.text(path)
    try:
        text = state.text(path)
    except UsageError:
        text = None
    if text is None and os.path.isfile(path):
        found = gather([path])
        return at_hand(found.documents)[0].text if found.documents else None
    return text


def _with_cabling(gathered: Gathered, state: State, cabling: str, *, on_disk: bool) -> Gathered:
    """Return what was gathered with the cabling list, which may lie elsewhere."""
    if not cabling or any(document.path == cabling for document in gathered.documents):
        return gathered
    text = text_of(state, cabling, on_disk=on_disk)
    if text is None:
        problem = Problem(cabling, 0, 0, f"there is no such cabling list in {state.label}")
        return Gathered(gathered.documents, gathered.named, gathered.skipped, (*gathered.failures, problem))
    documents = sorted((*gathered.documents, Document(cabling, text)), key=lambda document: document.path)
    return Gathered(tuple(documents), gathered.named, gathered.skipped, gathered.failures)


def _given(
    state: State, settings: Settings, options: Options, cabling: str, must_have_intent: bool
) -> tuple[Given, tuple[Problem, ...]]:
    profile = options.profile or settings.profile
    how, at = ("the command line", "") if options.profile else ("the settings", settings.place("profile"))
    path = options.intent or settings.intent
    plain = Given(
        profile=profile, profile_how=how, profile_place=at, os=options.os, cabling=cabling, domain=settings.domain
    )
    if not path:
        return plain, ()
    try:
        text = text_of(state, path, on_disk=path == options.intent)
        if text is None:
            named = "" if options.intent else settings.place("intent")
            what = f"intent names {path}, which is not in" if named else "there is no such intent in"
            raise UsageError(Problem(named or path, 0, 0, f"{what} {state.label}"))
        # Intents need pydantic, which a comparison without one must not pay for.
        from roce_lint.intent.as_facts import intent_facts
        from roce_lint.intent.infiniband_facts import intended_partitions
        from roce_lint.intent.load import parse_any_intent
        from roce_lint.intent.model import Intent

        wish = parse_any_intent(text, path)
        partitions = intended_partitions(wish)
        if not isinstance(wish, Intent):
            return replace(plain, partitions=partitions), ()
        facts = intent_facts(wish)
    except RoceLintError as error:
        if must_have_intent:
            raise
        return plain, error.problems
    intent = GivenIntent(path, text, wish.name, covers_all=not options.paths)
    given = replace(plain, design=facts.given, links=facts.links, partitions=partitions, intent=intent)
    return given, facts.warnings


LFS_POINTER = "a pointer of Git LFS: the contents are not in the repository"
_LFS_MARK = "version https://git-lfs.github.com/spec/"


def gather_state(state: State, exclude: Sequence[str] = (), paths: Sequence[str] = ()) -> Gathered:
    """Return the files of a state as text, in order of path.

    `.gitignore` files of the state and the `exclude` patterns are honoured, as in a folder that `check` walks: they
    leave out nothing that git tracks. `paths` limits it to some files and folders. Links and submodules are listed
    among what was skipped.
    """
    entries = tuple(entry for entry in state.entries() if _is_wanted(entry.path.removeprefix(state.shown), paths))
    rules = _rules(state, entries, exclude)
    skipped: list[Skipped] = []
    failures: list[Problem] = []
    documents: list[Document] = []
    files: list[Entry] = []
    for entry in entries:
        inside = entry.path.removeprefix(state.shown)
        why = rules.why_file(inside)
        if why and not (state.tracks(inside) and not rules.excludes(inside)):
            skipped.append(Skipped(entry.path, why))
        elif entry.kind is EntryKind.FILE:
            files.append(entry)
        elif entry.kind is EntryKind.CLOSED:
            failures.append(Problem(entry.path, 0, 0, entry.kind.value))
        else:
            skipped.append(Skipped(entry.path, entry.kind.value))
    for entry, raw in state.contents(files):
        match raw:
            case Unreadable(because):
                failures.append(Problem(entry.path, 0, 0, because))
            case bytes():
                decoded = decode(raw, entry.path)
                if isinstance(decoded, Skipped):
                    skipped.append(decoded)
                elif decoded.text.startswith(_LFS_MARK):
                    skipped.append(Skipped(entry.path, LFS_POINTER))
                else:
                    documents.append(decoded)
    return Gathered(tuple(documents), frozenset(), tuple(sorted(skipped, key=lambda one: one.path)), tuple(failures))


def _is_wanted(path: str, paths: Sequence[str]) -> bool:
    wanted = [one.removeprefix("./").rstrip("/") for one in paths]
    return not wanted or any(one in ("", ".") or path == one or path.startswith(one + "/") for one in wanted)


def _rules(state: State, entries: Sequence[Entry], exclude: Sequence[str]) -> IgnoreRules:
    """Return what the `.gitignore` files of a state, and the patterns of the settings, leave out."""
    rules = IgnoreRules(exclude)
    files = [
        entry for entry in entries if entry.path.rpartition("/")[2] == ".gitignore" and entry.kind is EntryKind.FILE
    ]
    for entry, raw in state.contents(files):
        if isinstance(raw, bytes):
            folder = entry.path.removeprefix(state.shown).rpartition("/")[0]
            rules.add_file(folder, raw.decode("utf-8", "replace").splitlines())
    return rules
