"""The beginning of every page: its style, and a policy that allows nothing but its own style and script."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from roce_lint.report.chart_svg import CHART_STYLE
from roce_lint.report.fabric_svg import PICTURE_STYLE
from roce_lint.report.html_text import text

_FOLDER = Path(__file__).parent
SCRIPT = _FOLDER.joinpath("page.js").read_text("utf-8")
"""The script of the report: no network, no library."""
STYLE = _FOLDER.joinpath("page.css").read_text("utf-8") + PICTURE_STYLE + CHART_STYLE


def page_head(title: str, script: str = SCRIPT) -> str:
    """Return the beginning of a page up to its body: its policy allows its own style and `script`, and no request."""
    policy = (
        f"default-src 'none'; style-src '{_hash_of(STYLE)}'; script-src '{_hash_of(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{text(title)}</title>",
            f"<style>{STYLE}</style></head><body>",
        )
    )


def _hash_of(text: str) -> str:
    """Return the source expression that allows exactly this inline text (Content Security Policy 3, 2.3.1)."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"
