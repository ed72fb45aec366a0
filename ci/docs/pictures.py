"""The pictures of docs/tuning.md: `python -m ci.docs.pictures docs/images` writes them."""

from __future__ import annotations

import sys
from pathlib import Path

from roce_lint.platforms.catalog import platform
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.report.tune_html import buffer_picture, curve_picture, headroom_picture
from roce_lint.report.tuned import Question, tuned

_MODEL = "DCS-7060X6-64PE"


def docs_pictures() -> dict[str, str]:
    """Return the text of each picture by the name of its file.

    They show what `tune --speed 400 --cable 40` prints, with `--platform` for curve and buffer.
    """
    model = platform(_MODEL)
    models = (model,) if isinstance(model, SwitchPlatform) else ()
    of_model = tuned(Question(400, 40, models))
    of_any = tuned(Question(400, 40))
    return {
        "headroom.svg": headroom_picture(of_any.receipts[0], alone=True) + "\n",
        "marking-curve.svg": curve_picture(of_model.queue, alone=True) + "\n",
        "buffer.svg": buffer_picture(of_model.buffer, of_model.queue, alone=True) + "\n",
    }


def main() -> None:
    """Write the pictures to the folder that is named."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in docs_pictures().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
