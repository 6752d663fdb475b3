#!/usr/bin/env bash
# Builds the benchmark with its peers, checks their answers, times for a second, and makes the document
# of the committed results anew: it must be the committed one.
set -euo pipefail
source .ci/install.sh

install_packages gcc pkg-config libdpdk-dev linux-source-6.12 ||
    echo 'some peers in C cannot be had here'
bench=(cargo run --release --locked --quiet --manifest-path bench/Cargo.toml --)
cargo test --release --locked --manifest-path bench/Cargo.toml
"${bench[@]}" --quick --seconds 1

made=$cache/document
rm -rf "$made"
"${bench[@]}" document --from docs/benchmarks.json --into "$made"
for name in benchmarks benchmarks.md benchmarks.json; do
    diff -r "docs/$name" "$made/$name"
done
