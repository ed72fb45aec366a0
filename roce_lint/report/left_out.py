"""What settings, options and suppressions keep out of a result, for formats that show no summary beside it."""

from __future__ import annotations

from roce_lint.judge.finding import Report, SuppressionKind
from roce_lint.text.counting import counted

_SHOWN = 4
_WORDS = {
    SuppressionKind.TOKEN: "tokens in",
    SuppressionKind.WAIVER: "waivers of",
    SuppressionKind.SETTINGS: "per-device-ignores of",
    SuppressionKind.BASELINE: "the baseline",
}


def what_is_left_out(report: Report) -> tuple[str, ...]:
    """Return one sentence for each thing that is not among the results, though the fabric may have it."""
    return (*what_is_not_evaluated(report), *_suppressed(report))


def what_is_not_evaluated(report: Report) -> tuple[str, ...]:
    """Return the sentences of what no rule looks at, for a format that lists what is suppressed."""
    return (*report.restrictions, *_profile(report))


def _profile(report: Report) -> tuple[str, ...]:
    """Return that somebody chose the profile, where no restriction counts the rules that it leaves out.

    A fabric with PFC under the profile of one without RoCE has ports at which no rule looks.
    """
    profile = report.profile
    if not profile.how.startswith("given") or any(f"profile {profile.id}" in one for one in report.restrictions):
        return ()
    return (f"what profile {profile.id} ({profile.name}) does not ask for: {profile.how}",)


def _suppressed(report: Report) -> tuple[str, ...]:
    sentences = []
    for kind, words in _WORDS.items():
        found = [one.suppression for one in report.findings if one.suppression and one.suppression.kind is kind]
        files = sorted({one.path for one in found})
        more = f" and {len(files) - _SHOWN} more files" if len(files) > _SHOWN else ""
        if found:
            names = ", ".join(files[:_SHOWN])
            sentences.append(f"{counted(len(found), 'finding')} suppressed by {words} {names}{more}")
    return tuple(sentences)
