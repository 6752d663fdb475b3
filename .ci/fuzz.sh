#!/usr/bin/env bash
# fuzz.sh [SECONDS [TARGET...]]: runs each fuzz target on its corpus, then on inputs made of that for
# so many seconds; with 0 the corpora alone. What a run adds stays in the cache folder.
set -euo pipefail
source .ci/steps.sh
source .ci/install.sh

rustup run nightly rustc --version || {
    echo 'not run: there is no nightly toolchain here'
    exit "$NOT_RUN"
}
install_packages g++
install_cargo_tools cargo-fuzz@0.13.2

seconds=${1:-15}
targets=("${@:2}")
if [ ${#targets[@]} -eq 0 ]; then
    mapfile -t targets < <(cargo +nightly fuzz list)
fi
limit=-max_total_time=$seconds
if [ "$seconds" -eq 0 ]; then
    limit=-runs=0
fi

for target in "${targets[@]}"; do
    echo "$target:"
    added=$cache/fuzz/$target
    mkdir -p "$added"
    cargo +nightly fuzz run "$target" "$added" "fuzz/corpus/$target" -- \
        "$limit" -len_control=0 -max_len=1500 -timeout=20 -verbosity=0 -print_final_stats=1
done
