#!/usr/bin/env bash
# Checks what ROCE_LINT_PATHS names, one path a line; annotations, text and the job summary go where GitHub looks for
# them, and SARIF into a file. For a pull request `gate` decides, by the settings and rules of the target branch.
# Nothing of the environment is evaluated: values are quoted, paths stand behind `--`.
set -euo pipefail

# The working directory may be a folder of the checkout that has the form of a bare repository, whose settings name programs.
git() {
    command git -c safe.bareRepository=explicit -c core.fsmonitor=false -c core.hooksPath=/dev/null "$@"
}

sarif=${ROCE_LINT_SARIF:-roce-lint.sarif}
if [[ $sarif == *$'\n'* ]]; then
    echo "roce-lint: the file for SARIF has a line break in its name" >&2
    exit 2
fi
[[ $sarif == /* ]] || sarif=$PWD/$sarif

base=${ROCE_LINT_BASE:-}
command=${ROCE_LINT_COMMAND:-auto}
case $command in
auto)
    command=check
    [[ ${GITHUB_EVENT_NAME:-} != pull_request* || -z $base ]] || command=gate
    ;;
check | gate) ;;
*)
    echo "roce-lint: the command is auto, gate or check" >&2
    exit 2
    ;;
esac
if [[ $command == gate && -z $base ]]; then
    echo "roce-lint: gate needs a base: the input \`base\`, or the event of a pull request" >&2
    exit 2
fi

fail_on=${ROCE_LINT_FAIL_ON:-error}
failing=()
[[ $fail_on == never ]] || failing=("--fail-on=$fail_on")
common=()
for name in intent cabling profile; do
    variable=ROCE_LINT_${name^^}
    [[ -z ${!variable:-} ]] || common+=("--$name=${!variable}")
done
report=(--output "code-scanning:$sarif" "${common[@]}")
for name in baseline waivers; do
    variable=ROCE_LINT_${name^^}
    [[ -z ${!variable:-} ]] || report+=("--$name=${!variable}")
done
[[ -z ${ROCE_LINT_HTML:-} ]] || report+=(--output "html:$ROCE_LINT_HTML")

paths=()
narrowed=()
while IFS= read -r path; do
    [[ -n ${path//[[:space:]]/} ]] || continue
    paths+=("$path")
    narrowed+=("--path=$path")
done <<<"${ROCE_LINT_PATHS:-.}"
removals=()
while IFS= read -r name; do
    [[ -z ${name//[[:space:]]/} ]] || removals+=("--allow-removals=$name")
done <<<"${ROCE_LINT_ALLOW_REMOVALS:-}"

# A clone of one commit lacks the target branch, which is the first parent of the commit that GitHub makes for a pull
# request. Where it cannot be had, the gate says what to fetch.
if [[ $command == gate ]] && ! git merge-base "$base" HEAD >/dev/null 2>&1; then
    git fetch --quiet --no-tags --no-recurse-submodules --depth=2 origin "$(git rev-parse HEAD 2>/dev/null)" >/dev/null 2>&1 || true
    if [[ ${GITHUB_REF:-} == refs/pull/*/merge ]]; then
        parent=$(git rev-parse --verify --quiet 'HEAD^1' || true)
        base=${parent:-$base}
    fi
fi

rm -f -- "$sarif"
code=0
if [[ $command == gate ]]; then
    roce-lint gate "$base...HEAD" --measure base --format github "${failing[@]}" "${common[@]}" "${narrowed[@]}" \
        "${removals[@]}" || code=$?
    # The reports show the whole fabric; whether the change may pass has been decided.
    roce-lint check --quiet "${report[@]}" -- "${paths[@]}" >/dev/null || [[ $? -eq 1 ]] ||
        echo "roce-lint: the reports of the whole fabric are incomplete" >&2
else
    roce-lint check --format github "${failing[@]}" "${report[@]}" -- "${paths[@]}" || code=$?
fi
[[ $fail_on != never || $code -ne 1 ]] || code=0
{
    printf 'exit-code=%s\n' "$code"
    [[ ! -f $sarif ]] || printf 'sarif=%s\n' "$sarif"
} >>"${GITHUB_OUTPUT:?}"
exit "$code"
