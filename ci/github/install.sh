#!/usr/bin/env bash
# Installs the roce-lint that this action is part of into an environment of its own. The working directory is a checkout
# that nobody has reviewed: -I keeps Python from importing a `venv.py` or `pip/` that lies there.
set -euo pipefail

python=${ROCE_LINT_PYTHON:-python3}
home=${RUNNER_TEMP:?}/roce-lint

if ! command -v "$python" >/dev/null || ! "$python" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "roce-lint: '$python' is not Python 3.11 or newer; run actions/setup-python before, or name another" >&2
    exit 2
fi
"$python" -I -m venv "$home"
"$home/bin/python" -I -m pip install --quiet --disable-pip-version-check "${GITHUB_ACTION_PATH:?}"
printf '%s\n' "$home/bin" >>"${GITHUB_PATH:?}"
