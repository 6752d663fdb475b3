#!/usr/bin/env bash
# Counts instructions with callgrind and compares them with bench/instructions.json.
set -euo pipefail
source .ci/steps.sh
source .ci/install.sh

install_packages valgrind || {
    echo 'not run: valgrind cannot be had here'
    exit "$NOT_RUN"
}
cargo run --release --locked --quiet --manifest-path bench/Cargo.toml -- instructions
