#!/usr/bin/env bash
# Installs roce-lint into an environment of its own: the version asked for, or the one that this action is part of.
set -euo pipefail

python=${ROCE_LINT_PYTHON:-python3}
version=${ROCE_LINT_VERSION:-}
home=${RUNNER_TEMP:?}/roce-lint

if [[ -n $version && ! $version =~ ^[0-9][0-9A-Za-z.!+-]*$ ]]; then
    echo "roce-lint: version '$version' is no version number, such as 0.1.0" >&2
    exit 2
fi
if ! command -v "$python" >/dev/null || ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "roce-lint: '$python' is not Python 3.11 or newer; run actions/setup-python before, or name another" >&2
    exit 2
fi
"$python" -m venv "$home"
if [[ -n $version ]]; then
    "$home/bin/pip" install --quiet --disable-pip-version-check "roce-lint==$version"
else
    "$home/bin/pip" install --quiet --disable-pip-version-check "${GITHUB_ACTION_PATH:?}"
fi
printf '%s\n' "$home/bin" >>"${GITHUB_PATH:?}"
