#!/usr/bin/env bash
# Lints the code and runs the tests of the core and the packet crate on another target.
#
# usage: target.sh TARGET [OPTION OF CARGO TEST...]
#
# Ends with one line, `ran: …` or `not run: …`, the second with status 75: the tools for the target
# cannot be had here. A smoke test settles that, a crate with one test that must build and pass;
# whatever fails after it is ours.
set -euo pipefail
source .ci/steps.sh
source .ci/cross/toolchain.sh

readonly LIMIT=1200 # seconds for the tests

target=$1
shift
options=("$@")
triple=${target/#x86_64@*/x86_64-unknown-linux-gnu}
log=$cache/$target.log
exec 3>&1

main() {
    trap not_run EXIT
    {
        use_target "$target"
        smoke_test
    } >"$log" 2>&1
    trap - EXIT
    lint
    run_tests
}

not_run() {
    tail -n 10 "$log" >&3
    echo "not run: $target (its tools do not work here: $(tail -n 1 "$log"))" >&3
    exit "$NOT_RUN"
}

# With the compiler version and the profile of the workspace.
smoke_test() {
    local crate=$cache/smoke
    mkdir -p "$crate/src"
    printf '%s\n' '[workspace]' '[package]' 'name = "smoke"' 'version = "0.0.0"' \
        "$(grep '^edition' Cargo.toml)" "$(grep '^rust-version' Cargo.toml)" >"$crate/Cargo.toml"
    echo '#[test] fn runs() { assert_eq!(u16::from_be_bytes([1, 2]), 258); }' >"$crate/src/lib.rs"
    "${cargo[@]}" test --manifest-path "$crate/Cargo.toml" --target "$triple" --lib
}

# What rustup's clippy does not see: code for other instruction sets.
lint() {
    [ ${#lint[@]} -eq 0 ] && return
    /usr/bin/cargo-clippy clippy "${cargo[@]:1}" --quiet --locked --target "$triple" --all-targets \
        "${lint[@]}" -- -D warnings
    echo "linted: $target"
}

run_tests() {
    local started=$SECONDS status=0 passed
    timeout --kill-after=10 "$LIMIT" "${cargo[@]}" test --locked --target "$triple" \
        "${tests[@]}" "${options[@]}" >"$log" 2>&1 || status=$?
    passed=$(awk '/^test result: ok/ { sum += $4 } END { print sum + 0 }' "$log")
    if [ "$status" -ne 0 ] || [ "$passed" -eq 0 ]; then
        tail -n 100 "$log"
        echo "FAILED: $target on $runs_on (status $status, $passed tests passed)"
        return 1
    fi
    echo "ran: $target on $runs_on: $passed tests in $((SECONDS - started)) s"
}

main
