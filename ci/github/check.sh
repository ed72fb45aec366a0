#!/usr/bin/env bash
# Checks what ROCE_LINT_PATHS names, one path a line; annotations, text and the job summary go where GitHub looks for
# them, and SARIF into a file. Nothing of the environment is evaluated: values are quoted, paths stand behind `--`.
set -euo pipefail

sarif=${ROCE_LINT_SARIF:-roce-lint.sarif}
if [[ $sarif == *$'\n'* ]]; then
    echo "roce-lint: the file for SARIF has a line break in its name" >&2
    exit 2
fi
[[ $sarif == /* ]] || sarif=$PWD/$sarif

arguments=(--format github --output "code-scanning:$sarif")
for name in intent cabling profile baseline waivers; do
    variable=ROCE_LINT_${name^^}
    [[ -z ${!variable:-} ]] || arguments+=("--$name=${!variable}")
done
[[ -z ${ROCE_LINT_HTML:-} ]] || arguments+=(--output "html:$ROCE_LINT_HTML")
fail_on=${ROCE_LINT_FAIL_ON:-error}
[[ $fail_on == never ]] || arguments+=("--fail-on=$fail_on")

paths=()
while IFS= read -r path; do
    [[ -z ${path//[[:space:]]/} ]] || paths+=("$path")
done <<<"${ROCE_LINT_PATHS:-.}"

rm -f -- "$sarif"
code=0
roce-lint check "${arguments[@]}" -- "${paths[@]}" || code=$?
[[ $fail_on != never || $code -ne 1 ]] || code=0
{
    printf 'exit-code=%s\n' "$code"
    [[ ! -f $sarif ]] || printf 'sarif=%s\n' "$sarif"
} >>"${GITHUB_OUTPUT:?}"
exit "$code"
