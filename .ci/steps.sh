# Steps with a heading and a time each, and the count at the end. Sourced by `run`.
# shellcheck shell=bash

readonly NOT_RUN=75 # exit status of a step whose tools cannot be had on this machine

passed=0 failed=0 skipped=0
outcomes=()

# step HEADING COMMAND...: runs the command; the steps after it run whatever its status is.
step() {
    local heading=$1 started=$SECONDS status=0 outcome
    shift
    printf '\n=== %s (at %d s): %s\n' "$heading" "$SECONDS" "$*"
    "$@" </dev/null || status=$?
    case $status in
    0) outcome=passed passed=$((passed + 1)) ;;
    "$NOT_RUN") outcome='not run' skipped=$((skipped + 1)) ;;
    *) outcome=FAILED failed=$((failed + 1)) ;;
    esac
    outcomes+=("$(printf '%5d s  %-8s %s' $((SECONDS - started)) "$outcome" "$heading")")
    printf -- '--- %s after %d s\n' "$outcome" $((SECONDS - started))
}

# finish: the table of all steps, then the count.
finish() {
    printf '\n=== Steps (%d s)\n' "$SECONDS"
    printf '%s\n' "${outcomes[@]}"
    printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
    [ "$failed" -eq 0 ]
}
