"""The forms of a report: one registry; the module of a form is imported when the form is asked for."""

from __future__ import annotations

import importlib

from roce_lint.judge.finding import Report
from roce_lint.report.material import NOTHING_MORE, Material
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class ReportFormat:
    """One form: its name, the suffixes of files that hold it, where its writer lies, and what it is for.

    The writer is a function from a report and its material to text.
    """

    name: str
    suffixes: tuple[str, ...]
    module: str
    writer: str
    purpose: str

    def write(self, report: Report, material: Material = NOTHING_MORE) -> str:
        """Return the report in this form."""
        writer: object = getattr(importlib.import_module(f"roce_lint.report.{self.module}"), self.writer)
        if not callable(writer):
            raise TypeError(f"{self.module}.{self.writer} is no function")
        return str(writer(report, material))


_ALL = (
    ReportFormat("text", (".txt",), "text", "text_report", "for a person at a terminal"),
    ReportFormat("json", (".json",), "as_json", "report_json", "for programs; everything is in it"),
    ReportFormat("sarif", (".sarif", ".sarif.json"), "sarif", "sarif_report", "SARIF 2.1.0, with suppressed findings"),
    ReportFormat("code-scanning", (), "sarif", "code_scanning_report", "SARIF for GitHub code scanning"),
    ReportFormat("github", (), "github", "github_report", "annotations in the log of a GitHub action, and the text"),
    ReportFormat("gitlab", (), "gitlab", "gitlab_report", "GitLab Code Quality"),
    ReportFormat("junit", (".xml",), "junit", "junit_report", "test results, as most CI systems read them"),
    ReportFormat("markdown", (".md",), "markdown", "markdown_report", "a job summary, a comment or a wiki page"),
    ReportFormat("html", (".html", ".htm"), "as_html", "html_report", "a page with the fabric drawn, without network"),
)

FORMATS = {form.name: form for form in _ALL}
"""Every form by name, in the order in which help lists them."""

WITH_EXAMPLES = frozenset({"sarif", "code-scanning"})
"""Forms that show the examples of rules; all others need not have them at hand."""


def format_of_file(name: str) -> str:
    """Return the form that the suffix of a file's name tells; text for an unknown one."""
    lower = name.lower()
    fitting = [(len(suffix), form.name) for form in _ALL for suffix in form.suffixes if lower.endswith(suffix)]
    return max(fitting)[1] if fitting else "text"
